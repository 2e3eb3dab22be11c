// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/model/files/LineCutter.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/ContendProtocol.h"
#include "core/simulate/clients/ContenderStatus.h"

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QString>

#include <vector>

namespace lockscope::console {

/// Simulated clients in a process of their own: `lockscopectl --json contend …`. Its events become signals; with
/// ContendOptions::control it takes commands. A line on either channel that is not part of its stream becomes an
/// "error" event of the first client, with the line as its "detail". Thread: the creating one, with an event loop; it
/// must live as long (the kernel ends the process with that thread). Owns the process: the destructor ends it, within a
/// quarter of a second if the process reacts to the signal.
class ContenderProcess final : public QObject {
    Q_OBJECT
public:
    /// `program` is the path of lockscopectl.
    ContenderProcess(QString program, QString connect, ContendOptions options, int niceness = 0,
                     QObject* parent = nullptr);
    ~ContenderProcess() override;

    void start();
    /// Requests release and exit (SIGTERM); changed() reports Ended. Also without control, and for a paused process.
    void stop();
    /// kill -9: simulates a crashed holder.
    void kill();
    /// SIGSTOP and SIGCONT: simulates a long pause.
    void pause();
    void resume();

    /// Sends a command; answered() follows when the process has handled it. A paused process handles it after resume().
    /// Commands sent before the process runs are queued. Errors: BadArguments (no control, or no client with this
    /// name), Closed (the process has ended).
    [[nodiscard]] Result<void> send(const ClientCommand& order);

    /// The state of its first client.
    [[nodiscard]] ClientView clientView() const { return m_clients.front().clientView; }
    [[nodiscard]] int times(const std::string& event) const { return m_clients.front().times(event); }
    [[nodiscard]] bool hasEnded() const { return m_ended; }
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// How it ended, as text: "ended", "killed", "exited without release", or its own error line. Empty before.
    [[nodiscard]] QString ending() const { return m_ending; }
    /// The last line of its stream, without the enclosing "summary"; empty before.
    [[nodiscard]] const QJsonObject& summary() const { return m_summary; }
    /// Its last reported measurements (read by MeasurementsText.h): on request, and with control also at its end. Empty
    /// before.
    [[nodiscard]] const QJsonObject& measurements() const { return m_measurements; }

    /// Its clients, in the order of clientNames(); at least one.
    [[nodiscard]] const std::vector<ContenderStatus>& clients() const { return m_clients; }
    /// Null: no client has this name.
    [[nodiscard]] const ContenderStatus* client(const std::string& name) const;
    /// The name of the group: ContendOptions::name. For one client it is the client's name.
    [[nodiscard]] QString name() const { return QString::fromStdString(m_options.name); }

Q_SIGNALS:
    void changed();
    /// One line of its stream: an event or note of a client, or the summary.
    void happened(const QJsonObject& line);
    void answered(const lockscope::console::ClientReply& answer);
    void measured(const QJsonObject& measurements);

private:
    /// The measurements of a thousand clients are some megabytes.
    static constexpr qsizetype longestLineBytes = 64 << 20;

    void takeLines(const std::vector<LineCutter::Line>& lines);
    void takeLine(const QByteArray& line);
    void complain(const QString& detail);
    void apply(const QJsonObject& line);
    void ended();
    void failedToStart();
    void noteEnd(const QString& how);
    void sendSignal(int number) const;
    [[nodiscard]] QString howItEnded() const;

    QString m_program;
    QString m_connect;
    ContendOptions m_options;
    int m_niceness;
    QProcess m_process;
    LineCutter m_output{longestLineBytes};
    LineCutter m_errors{longestLineBytes};
    QByteArray m_unsent; ///< commands sent before it ran
    std::vector<ContenderStatus> m_clients;
    QJsonObject m_summary;
    QJsonObject m_measurements;
    bool m_started = false;
    bool m_ended = false;
    bool m_paused = false;
    bool m_stopping = false;
    bool m_killed = false;
    bool m_left = false;
    QString m_complaint; ///< the last error of any client
    QString m_ending;
};

} // namespace lockscope::console
