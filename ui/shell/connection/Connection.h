// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/sources/DialectFiles.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/SourceConnection.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::ui {

/// The window's connection to one ensemble at a time. Lives on the UI thread. Only the destructor blocks: it waits for
/// closing sessions; to avoid that, call close() and wait for allClosed() first.
class Connection final : public QObject {
    Q_OBJECT
public:
    template <typename T> using Handler = std::function<void(const Result<T>&)>;

    Connection(MakeBackend makeBackend, Log log, QObject* parent = nullptr);
    ~Connection() override;

    /// The dialects for the next open(); by default the built-in ones.
    void setDialects(inspect::DialectLoad dialects) { m_dialects = std::move(dialects); }
    /// Includes the problems of the user's own files.
    [[nodiscard]] const inspect::DialectLoad& dialects() const { return m_dialects; }

    /// How the servers are asked for the owners of sessions, from the next open() on; by default they are not asked.
    /// The target gives the endpoints.
    void setCollector(std::optional<ensemble::CollectorSettings> settings) { m_collector = std::move(settings); }

    /// The limits beyond which a state is a finding; also for the open connection.
    void setFindings(inspect::FindingSettings settings);

    /// Closes the open connection and opens `target`; failed() follows if there is no route to the servers.
    void open(const ConnectionTarget& target);
    /// Drops the snapshot; the session ends in the background, then allClosed() is emitted.
    void close();
    /// As close(), but the target and the newest snapshot, or while paused the shown one, stay until the next open() or
    /// close(): the servers are about to be removed. Without a snapshot the same as close().
    void end();
    void refresh();
    /// Reads the rest of a tree with many nodes: see Snapshot::isHalted.
    void readAllNodes();

    /// Redis: samples the servers' commands for the hosts of clients; see LockSource::sampleHosts(). `handler`: as
    /// planRelease().
    void sampleHosts(QObject* context, Handler<void> handler);

    /// shownSnapshot() stands until set to false again; snapshots go on to be delivered.
    void setPaused(bool paused);

    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] bool isOpen() const { return m_line != nullptr; }
    /// Since end().
    [[nodiscard]] bool hasEnded() const { return !m_line && m_snapshot; }
    [[nodiscard]] bool isClosing() const { return m_closing > 0; }
    [[nodiscard]] SourceState source() const;
    /// The open target, or that which has ended; has no server while there is none.
    [[nodiscard]] const ConnectionTarget& target() const { return m_target; }
    [[nodiscard]] const QString& text() const { return m_target.text; }
    [[nodiscard]] std::string servers() const { return m_target.profile.target(); }
    /// Why no server is reachable, if known.
    [[nodiscard]] std::optional<Error> trouble() const;

    /// Its requests over the last seconds; nullopt: nothing is open, or it is not known yet. Counts when called, so
    /// call it now and then.
    [[nodiscard]] std::optional<RequestRate> requestRate();

    /// Read-only until it is unlocked.
    [[nodiscard]] bool isGuarded() const { return m_line && m_target.profile.isGuarded(); }
    /// How long a guarded connection may still write; 0: it may not.
    [[nodiscard]] std::chrono::milliseconds unlockedFor() const;
    /// Unlocks for the time in the profile; a repeated call starts the time again. Does nothing if not guarded.
    void unlock();
    void lock();
    /// Applies readOnly, production and unlockFor of this profile. If one of them changes and the connection is
    /// guarded, it is locked.
    void guardAs(const connect::Profile& profile);
    /// Applies the name and colour of this profile to the open connection.
    void showAs(const connect::Profile& profile);
    [[nodiscard]] const SessionStatus& session() const { return m_session; }
    /// The newest.
    [[nodiscard]] const inspect::SnapshotPtr& snapshot() const { return m_snapshot; }
    /// The newest; while paused, that of the begin of the pause.
    [[nodiscard]] const inspect::SnapshotPtr& shownSnapshot() const { return m_paused ? m_standing : m_snapshot; }

    /// `handler` is called on the UI thread, unless `context` or this object is destroyed by then; also when the
    /// connection is closed before the reply. `permits`: that are added to a semaphore on Redis; 0: the release is of
    /// the contender.
    void planRelease(inspect::ContenderKey contender, QObject* context, Handler<release::ReleasePlan> handler,
                     int permits = 0);
    /// Then reads the lock again, and nothing else.
    void applyRelease(release::ReleasePlan plan, release::ChangeReason changeReason, QObject* context,
                      Handler<release::ReleaseOutcome> handler);
    /// Writes a revocation request and waits up to 10 s for the holder to release.
    void askRelease(release::ReleasePlan plan, release::ChangeReason changeReason, QObject* context,
                    Handler<release::AskOutcome> handler);

    /// The nodes and keys whose release has been requested and not been answered yet.
    [[nodiscard]] const std::vector<std::string>& releasing() const { return m_releasing; }

Q_SIGNALS:
    /// Each release has been answered.
    void releasesEnded();
    /// Session, source, pause or access changed. Not emitted when an unlocked connection's time runs out.
    void stateChanged();
    /// The newest snapshot, at most ten times a second, less often if it costs much time. Null after close().
    void snapshotChanged(const lockscope::inspect::SnapshotPtr& snapshot);
    /// There is no route to the servers: the connection is closed again.
    void failed(const QString& sentence);
    /// After failed(): the given password does not decrypt the key.
    void keyPasswordRefused(const lockscope::connect::Profile& profile, const QString& sentence);
    /// Every session has ended.
    void allClosed();

private:
    struct Mailbox;
    template <typename T> class Answer;

    void setSession(quint64 line, const SessionStatus& session);
    void takeSnapshot();
    void setFailed(quint64 line, const Error& error);
    void drop();
    void retire(std::unique_ptr<SourceConnection> line);
    [[nodiscard]] static std::string unconnected();
    [[nodiscard]] static std::string closed();
    template <typename T>
    release::ReleaseActor::Reply<T> onUiThread(QObject* context, Handler<T> handler, Error dropped);

    MakeBackend m_makeBackend;
    Log m_log;
    inspect::DialectLoad m_dialects{inspect::builtinDialects(), {}};
    std::optional<ensemble::CollectorSettings> m_collector;
    inspect::FindingSettings m_findings;
    std::unique_ptr<SourceConnection> m_line;
    std::shared_ptr<Mailbox> m_mailbox;
    quint64 m_lineNumber = 0; ///< identifies the current line; results of older ones are dropped
    ConnectionTarget m_target;
    SystemClock m_clock;
    std::shared_ptr<WriteGate> m_gate; ///< null: nothing is open; without a guard it never closes
    SessionStatus m_session;
    bool m_wasConnected = false;
    bool m_paused = false;
    inspect::SnapshotPtr m_snapshot;
    inspect::SnapshotPtr m_standing; ///< while paused: what is shown
    QElapsedTimer m_sinceDelivery;
    qint64 m_workedMs = 0; ///< processor time of this thread until the last delivery
    QTimer m_deliver;
    std::vector<std::string> m_releasing;
    int m_closing = 0;
    std::vector<std::thread> m_retired;
};

} // namespace lockscope::ui
