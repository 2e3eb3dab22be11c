// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/sources/DialectFiles.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/ConnectionLine.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::ui {

/// The window's line to one ensemble at a time. Lives on the UI thread and never blocks it, but in the destructor,
/// which waits for sessions that are still closing; call close() and wait for allClosed() first where that matters.
class Connection final : public QObject {
    Q_OBJECT
public:
    template <typename T> using Handler = std::function<void(const Result<T>&)>;

    Connection(MakeBackend makeBackend, Log log, QObject* parent = nullptr);
    ~Connection() override;

    /// The families of locks that are known, from the next open() on; without it those that come with the program.
    void setDialects(inspect::DialectLoad dialects) { m_dialects = std::move(dialects); }
    /// With what was wrong with the user's own files.
    [[nodiscard]] const inspect::DialectLoad& dialects() const { return m_dialects; }

    /// How the servers are asked who owns the sessions, from the next open() on; without it they are not. Whom to ask,
    /// and where, says the target.
    void setCollector(std::optional<ensemble::CollectorSettings> settings) { m_collector = std::move(settings); }

    /// From when on something is a finding, also in what is connected.
    void setFindings(inspect::FindingSettings settings);

    /// Closes what is open and opens this; failed() follows when there is no way to the servers.
    void open(const ConnectionTarget& target);
    /// Forgets the snapshot; the session ends in the background, then allClosed() comes.
    void close();
    void refresh();

    /// Holds snapshots back; the newest comes when it is set to false again.
    void setPaused(bool paused);

    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] bool isOpen() const { return m_line != nullptr; }
    [[nodiscard]] bool isClosing() const { return m_closing > 0; }
    [[nodiscard]] SourceState source() const;
    /// What is open; without a server while nothing is.
    [[nodiscard]] const ConnectionTarget& target() const { return m_target; }
    [[nodiscard]] const QString& text() const { return m_target.text; }
    [[nodiscard]] std::string servers() const { return m_target.profile.servers.text(); }
    /// Why the way does not lead to a server, where that is known.
    [[nodiscard]] std::optional<Error> trouble() const;

    /// Writes nothing until it is unlocked.
    [[nodiscard]] bool isGuarded() const { return m_line && m_target.profile.isGuarded(); }
    /// For how long a guarded one may still write; 0: it may not.
    [[nodiscard]] std::chrono::milliseconds unlockedFor() const;
    /// For as long as its profile says; again: from now on. Nothing where it is not guarded.
    void unlock();
    void lock();
    /// Read-only or not, production or not, and for how long it is unlocked: from now on as in this profile. Locked, if
    /// any of it is new and it is guarded.
    void guardAs(const connect::Profile& profile);
    /// What is open has this profile's name and colour from now on.
    void showAs(const connect::Profile& profile);
    [[nodiscard]] const SessionStatus& session() const { return m_session; }
    [[nodiscard]] const inspect::SnapshotPtr& snapshot() const { return m_snapshot; }

    /// `handler` is called on the UI thread, unless `context` or this is gone by then; also when the connection is
    /// closed before there is an answer.
    void planRelease(std::string nodePath, QObject* context, Handler<release::ReleasePlan> handler);
    void applyRelease(release::ReleasePlan plan, release::ChangeReason changeReason, QObject* context,
                      Handler<release::ReleaseOutcome> handler);
    /// Asks the holder to let go, and waits some seconds whether it does.
    void askRelease(release::ReleasePlan plan, release::ChangeReason changeReason, QObject* context,
                    Handler<release::AskOutcome> handler);

Q_SIGNALS:
    /// Session, source, pause or access changed. Not emitted when an unlocked connection's time runs out.
    void stateChanged();
    /// At most ten times a second, less often where that is much work, always the newest. Null after close().
    void snapshotChanged(const lockscope::inspect::SnapshotPtr& snapshot);
    /// There is no way to the servers: what was opened is closed again.
    void failed(const QString& sentence);
    /// After failed(): the key of this one is not opened by the password that was given.
    void keyPasswordRefused(const lockscope::connect::Profile& profile, const QString& sentence);
    /// Every session that was open has ended.
    void allClosed();

private:
    struct Mailbox;
    template <typename T> class Answer;

    void setSession(quint64 line, const SessionStatus& session);
    void takeSnapshot();
    void setFailed(quint64 line, const Error& error);
    void retire(std::unique_ptr<ConnectionLine> line);
    [[nodiscard]] static std::string unconnected();
    [[nodiscard]] static std::string closed();
    template <typename T>
    release::ReleaseActor::Reply<T> onUiThread(QObject* context, Handler<T> handler, Error dropped);

    MakeBackend m_makeBackend;
    Log m_log;
    inspect::DialectLoad m_dialects{inspect::builtinDialects(), {}};
    std::optional<ensemble::CollectorSettings> m_collector;
    inspect::FindingSettings m_findings;
    std::unique_ptr<ConnectionLine> m_line;
    std::shared_ptr<Mailbox> m_mailbox;
    quint64 m_lineNumber = 0; ///< what an older line still sends is dropped by it
    ConnectionTarget m_target;
    SystemClock m_clock;
    std::shared_ptr<WriteGate> m_gate; ///< null: nothing is open; where nothing is guarded it has no end
    SessionStatus m_session;
    bool m_wasConnected = false;
    bool m_paused = false;
    inspect::SnapshotPtr m_snapshot;
    QElapsedTimer m_sinceDelivery;
    qint64 m_workedMs = 0; ///< of this thread until the last delivery
    QTimer m_deliver;
    int m_closing = 0;
    std::vector<std::thread> m_retired;
};

} // namespace lockscope::ui
