// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/sources/zookeeper/servers/AskedServer.h"
#include "core/sources/zookeeper/servers/ServerList.h"
#include "core/sources/zookeeper/servers/SessionDump.h"
#include "core/sources/zookeeper/servers/StatusEndpoints.h"

#include <QObject>

#include <functional>
#include <vector>

namespace lockscope::ensemble {

/// One round of requests. First mode and connections of all servers in parallel, then sessions and ephemeral nodes of
/// one server: the leader if available, since followers report less. Between them, on request, the members.
class FactsRound final : public QObject {
public:
    struct Outcome {
        WallTime takenAt{};
        std::vector<AskedServer> servers;
        std::optional<SessionDump> dump; ///< empty: no server reported it
        std::size_t leader = 0;          ///< server whose clock the dump's expiry times use
        Source dumpBy = Source::None;
        WallTime dumpedAt{};
        Duration dumpTook{};              ///< time that the servers needed for the dump
        std::optional<std::int64_t> zxid; ///< that this server had processed before it reported the dump
        std::optional<std::chrono::milliseconds> clockAhead; ///< of the leader's clock, see EnsembleFacts
        /// The ensemble's members, if they were asked for; empty if no server reported them.
        std::vector<Member> members;
        bool hasAllMembers = false; ///< also the observers
    };

    /// `servers` contain their address and admin port, and the admin endpoint if it timed out recently.
    FactsRound(StatusEndpoints& statusEndpoints, const CollectorSettings& settings, const Clock& clock,
               std::vector<AskedServer> servers, bool asksMembers, std::function<void(Outcome)> done, QObject* parent);

    void start();

private:
    void askStatus(std::size_t index);
    void askConnections(std::size_t index);
    void askCons(std::size_t index);
    void askAdminStatus(std::size_t index);
    void askFollowers(std::size_t index);
    void answered(std::size_t index);
    void askAdmin(std::size_t index, const char* command, StatusEndpoints::Limits limits, StatusEndpoints::Reply reply);
    void askWord(std::size_t index, const char* word, StatusEndpoints::Limits limits, StatusEndpoints::Reply reply);
    void askMembers(std::size_t index);
    void planDump();
    void askNextDump();
    void end();
    [[nodiscard]] StatusEndpoints::Limits small() const { return {m_settings.questionLimit, m_settings.mostBytes}; }
    [[nodiscard]] StatusEndpoints::Limits big() const { return {m_settings.bigQuestionLimit, m_settings.mostBytes}; }
    /// A reply handler that does nothing after this is destroyed.
    template <typename F> StatusEndpoints::Reply mine(F handler);

    struct Candidate {
        std::size_t server = 0;
        Source endpoint = Source::None;
    };

    StatusEndpoints& m_statusEndpoints;
    const CollectorSettings& m_settings;
    const Clock& m_clock;
    bool m_asksMembers;
    std::function<void(Outcome)> m_done;
    Outcome m_outcome;
    std::vector<int> m_pending; ///< open requests per server
    std::size_t m_unfinished = 0;
    SteadyTime m_dumpBegan{};
    std::vector<Candidate> m_candidates; ///< servers for the dump, the best one last
};

} // namespace lockscope::ensemble
