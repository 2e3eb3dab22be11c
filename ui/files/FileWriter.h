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

/// Makes the content of a file and writes it, on a pool thread: completely or not at all, readable by the user only.
/// One file at a time; the program does not end before the pending file is written. Thread: UI.
class FileWriter final : public QObject {
    Q_OBJECT
public:
    /// Called on another thread: it must own all its data.
    using Make = std::function<Result<QByteArray>()>;

    using QObject::QObject;
    ~FileWriter() override;

    /// Cancels the previous file; if that is being written already, its result is not reported.
    void write(const QString& file, Make make);
    /// True: nothing is pending any more, and no signal follows. False: the file is being written now, and its result
    /// is reported.
    bool cancel();
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void written(const QString& file);
    /// A sentence: what failed, and why.
    void failed(const QString& sentence);

private:
    /// Of one file. The thread that makes it changes Making to Writing, cancel() to Cancelled: the first one wins.
    enum class Phase {
        Making,
        Writing,
        Cancelled
    };

    std::shared_ptr<std::atomic<Phase>> m_phase; ///< of the newest file
    bool m_isBusy = false;
};

} // namespace lockscope::ui
