// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/console/ContendOptions.h"

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QString>

namespace lockscope::console {

/// One simulated client as a process of its own: `lockscopectl --json contend … --clients 1`. Its events become
/// signals; a line that is none, on either channel, is told as an event "error" with the line as its "detail". Thread:
/// the one that made it, which needs an event loop and must live as long (the kernel ends the process with that
/// thread). Owns the process: destroyed, it ends it, which takes a quarter of a second at most if the process obeys.
class ContenderProcess final : public QObject {
    Q_OBJECT
public:
    enum class State {
        Starting,
        Connected,
        Waiting,
        Holding,
        Idle,
        Suspended,
        Ended
    };

    struct Counts {
        int granted = 0;
        int timedOut = 0;
        int errors = 0;
        qint64 lastWaitMs = -1;
        QString token; ///< fencing token of the last grant, "0x…"
    };

    /// `program` is the path of lockscopectl.
    ContenderProcess(QString program, QString connect, ContendOptions options, QObject* parent = nullptr);
    ~ContenderProcess() override;

    void start();
    /// Asks it to release and end (SIGTERM); changed() reports Ended.
    void stop();
    /// kill -9: what a crashed holder looks like.
    void kill();
    /// SIGSTOP and SIGCONT: what a long pause looks like.
    void pause();
    void resume();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] const Counts& counts() const { return m_counts; }
    [[nodiscard]] QString name() const { return QString::fromStdString(m_options.name); }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// How it ended, in words: "ended", "killed", or its own error line. Empty before.
    [[nodiscard]] QString ending() const { return m_ending; }
    /// The node that it queues or holds with; empty between two.
    [[nodiscard]] QString node() const { return m_node; }

Q_SIGNALS:
    void changed();
    /// One line of its stream, for the activity log.
    void happened(const QJsonObject& line);

private:
    void readLines(QByteArray& buffer, const QByteArray& bytes);
    void takeLine(const QByteArray& line);
    void apply(const QJsonObject& line);
    void ended();
    void failedToStart();
    void sendSignal(int number) const;
    [[nodiscard]] QString howItEnded() const;

    QString m_program;
    QString m_connect;
    ContendOptions m_options;
    QProcess m_process;
    QByteArray m_output; ///< the beginnings of lines whose ends have not come yet
    QByteArray m_errors;
    State m_state = State::Starting;
    State m_resumed = State::Connected; ///< what it is in again when a suspended connection comes back
    bool m_paused = false;
    bool m_stopping = false;
    bool m_killed = false;
    Counts m_counts;
    QString m_complaint; ///< its last error
    QString m_ending;
    QString m_node;
};

} // namespace lockscope::console
