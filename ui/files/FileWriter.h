// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>

namespace lockscope::ui {

/// Makes what stands in a file, and writes it, on a thread of the pool: whole or not at all, for its user alone. One
/// file at a time; the program does not end before a file that was begun is there. Thread: UI.
class FileWriter final : public QObject {
    Q_OBJECT
public:
    /// Called on another thread: it owns all that it needs.
    using Make = std::function<Result<QByteArray>()>;

    using QObject::QObject;
    ~FileWriter() override;

    /// Gives up what is being written before.
    void write(const QString& file, Make make);
    /// Nothing is told of it any more; what was there under that name stays, unless the new file stands there already.
    void cancel();
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void written(const QString& file);
    /// In a sentence: what, why.
    void failed(const QString& sentence);

private:
    std::shared_ptr<std::atomic<bool>> m_isCancelled;
    bool m_isBusy = false;
};

} // namespace lockscope::ui
