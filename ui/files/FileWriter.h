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

    /// Gives up what was to be written before; of what is being written already nothing is told any more.
    void write(const QString& file, Make make);
    /// True: nothing is written, and nothing is told any more. False: it is being written at this moment, and what came
    /// of it is told.
    bool cancel();
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void written(const QString& file);
    /// In a sentence: what, why.
    void failed(const QString& sentence);

private:
    /// Of one file. Either the thread that makes it goes on to write, or it is cancelled: whoever is first.
    enum class Phase {
        Making,
        Writing,
        Cancelled
    };

    std::shared_ptr<std::atomic<Phase>> m_phase; ///< of the newest
    bool m_isBusy = false;
};

} // namespace lockscope::ui
