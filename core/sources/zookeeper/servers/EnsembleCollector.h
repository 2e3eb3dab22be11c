// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/servers/FactsRound.h"
#include "core/sources/zookeeper/servers/HostLookup.h"
#include "core/sources/zookeeper/servers/ServerList.h"
#include "core/sources/zookeeper/servers/ServerMemory.h"
#include "core/sources/zookeeper/servers/WatchRound.h"

#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace lockscope::ensemble {

using FactsPtr = std::shared_ptr<const EnsembleFacts>;
using WatchFactsPtr = std::shared_ptr<const WatchFacts>;

/// Requests sessions from the servers of an ensemble periodically, and watches on request. The dump request uses at
/// most a hundredth of the time: if it takes long, the next round is later. An AdminServer that timed out is skipped
/// for a minute, so that a firewall costs one timeout, not one per round.
///
/// Thread: the one that created it, which needs an event loop; the handlers are called there. Nothing blocks.
class EnsembleCollector final : public QObject {
public:
    struct Handlers {
        std::function<void(FactsPtr)> facts; ///< never null; also called if no server replies
        std::function<void(WatchFactsPtr)> watches;
    };

    EnsembleCollector(CollectorSettings settings, Handlers handlers, QObject* parent = nullptr);
    ~EnsembleCollector() override;

    /// Starts the first round at once.
    void start();

    /// The ensemble's members by its configuration. Until then only the connect string's servers are known.
    void setMembers(const std::vector<Member>& members);

    /// Lockscope's own session while it is alive, else 0. An AdminServer that does not list this session belongs to
    /// another ensemble, whose sessions would be mixed up with this one's: it is skipped.
    void setOwnSession(SessionId session);

    /// Starts the next round half a second after the last one, or immediately if that has passed.
    void refresh();

    /// Requests the watches, without those of `own` sessions. Requests before the minimum interval are delayed and
    /// combined.
    void askWatches(std::set<SessionId> own);

private:
    [[nodiscard]] std::vector<AskedServer> serversNow() const;
    [[nodiscard]] bool knowsEveryServer() const;
    void takeMembers(const std::vector<Member>& members, bool areAll);
    void beginRound();
    void endRound(FactsRound::Outcome outcome);
    /// Index of a server whose AdminServer belongs to another ensemble.
    [[nodiscard]] std::optional<std::size_t> foreignIn(const FactsRound::Outcome& outcome) const;
    /// Since when each server does not answer.
    void noteDown(std::vector<AskedServer>& servers, WallTime now);
    void publish(const std::shared_ptr<const EnsembleFacts>& facts);
    void leaveAlone(const AskedServer& server);
    void waitForWatches();
    void beginWatches();

    CollectorSettings m_settings;
    Handlers m_handlers;
    SystemClock m_clock;
    StatusEndpoints m_statusEndpoints;
    ServerList m_list;
    std::vector<ServerMemory> m_memories;
    struct Quiet {
        Endpoint endpoint;
        SteadyTime until{};
    };
    std::map<std::string, Quiet> m_quiet;        ///< skipped AdminServers by "host port"
    std::map<std::string, WallTime> m_downSince; ///< servers without an answer, by "host:port"
    HostLookup m_hosts;
    QTimer m_timer;
    QTimer m_watchTimer;
    FactsRound* m_round = nullptr; ///< a child object; null between two rounds
    WatchRound* m_watchRound = nullptr;
    bool m_hasMembers = false; ///< by the ensemble's configuration; else the servers are asked for them
    SteadyTime m_membersAskedAt{};
    SteadyTime m_roundBegan{};
    SteadyTime m_lastWatches{};
    std::set<SessionId> m_own;
    SessionId m_ownSession = 0;
    SteadyTime m_ownSince{};
    EnsembleFacts m_known;         ///< the sessions of the last round
    std::string m_suspect;         ///< the AdminServer that seemed foreign in the last round
    bool m_hasFacts = false;       ///< a round has ended
    bool m_wantsWatches = false;   ///< requested before the first round has ended
    bool m_watchesAgain = false;   ///< requested during a round
    bool m_onlyStandalone = false; ///< every server reports the mode standalone
    bool m_isShared = false;       ///< several servers answer at one of the addresses
    bool m_outdated = false;       ///< further servers became known during a round
    bool m_again = false;          ///< refresh() was called during a round
};

} // namespace lockscope::ensemble
