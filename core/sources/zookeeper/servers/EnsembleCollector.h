// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/CollectorSettings.h"
#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/servers/FactsRound.h"
#include "core/sources/zookeeper/servers/ServerList.h"
#include "core/sources/zookeeper/servers/ServerUptime.h"
#include "core/sources/zookeeper/servers/WatchRound.h"

#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace lockscope::ensemble {

using FactsPtr = std::shared_ptr<const EnsembleFacts>;
using WatchFactsPtr = std::shared_ptr<const WatchFacts>;

/// Asks the servers of an ensemble, from time to time, what they know of its sessions, and on request who watches what.
/// The big question, for everybody's nodes, takes no more than a hundredth of the time: where it takes long, the next
/// round comes later. An AdminServer that was silent is left alone for a minute, so that a firewall costs one wait, and
/// not one a round.
///
/// Thread: the one that made it, which needs an event loop; the handlers are called there. Nothing blocks.
class EnsembleCollector final : public QObject {
public:
    struct Handlers {
        std::function<void(FactsPtr)> facts; ///< never null; also when nobody answers
        std::function<void(WatchFactsPtr)> watches;
    };

    EnsembleCollector(CollectorSettings settings, Handlers handlers, QObject* parent = nullptr);
    ~EnsembleCollector() override;

    /// Begins with a round at once.
    void start();

    /// Who belongs to the ensemble by its own configuration. Until then only the connect string's servers are known.
    void setMembers(const std::vector<Member>& members);

    /// Our own session while it lives, else 0. An AdminServer that does not know it serves another ensemble, whose
    /// sessions would be mistaken for this one's: it is left alone.
    void setOwnSession(SessionId session);

    /// The next round begins as soon as the last one is half a second old.
    void refresh();

    /// The watches of `own` sessions are left out. Asked sooner than the settings allow it waits for its time, together
    /// with whoever asks meanwhile.
    void askWatches(std::set<SessionId> own);

private:
    [[nodiscard]] std::vector<AskedServer> serversNow() const;
    [[nodiscard]] bool knowsEveryServer() const;
    void beginRound();
    void endRound(FactsRound::Outcome outcome);
    /// The server whose AdminServer belongs to another ensemble.
    [[nodiscard]] std::optional<std::size_t> foreignIn(const FactsRound::Outcome& outcome) const;
    void leaveAlone(const AskedServer& server);
    void waitForWatches();
    void beginWatches();

    CollectorSettings m_settings;
    Handlers m_handlers;
    SystemClock m_clock;
    StatusEndpoints m_statusEndpoints;
    ServerList m_list;
    std::vector<ServerUptime> m_uptimes;
    struct Quiet {
        Endpoint endpoint;
        SteadyTime until{};
    };
    std::map<std::string, Quiet> m_quiet; ///< by "host port" of an AdminServer that is left alone
    QTimer m_timer;
    QTimer m_watchTimer;
    FactsRound* m_round = nullptr; ///< a child; null between two rounds
    WatchRound* m_watchRound = nullptr;
    SteadyTime m_roundBegan{};
    SteadyTime m_lastWatches{};
    std::set<SessionId> m_own;
    SessionId m_ownSession = 0;
    SteadyTime m_ownSince{};
    std::string m_suspect;         ///< the AdminServer that looked foreign in the last round
    bool m_hasFacts = false;       ///< a round has ended
    bool m_wantsWatches = false;   ///< asked for before that
    bool m_watchesAgain = false;   ///< asked for during a round
    bool m_onlyStandalone = false; ///< every server says that it is alone
    bool m_outdated = false;       ///< more servers became known during a round
    bool m_again = false;          ///< refresh() came during a round
};

} // namespace lockscope::ensemble
