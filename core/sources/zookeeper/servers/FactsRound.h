// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/CollectorSettings.h"
#include "core/sources/zookeeper/servers/AskedServer.h"
#include "core/sources/zookeeper/servers/SessionDump.h"
#include "core/sources/zookeeper/servers/StatusEndpoints.h"

#include <QObject>

#include <functional>
#include <vector>

namespace lockscope::ensemble {

/// One round of questions: of each server its mode and its connections, all at the same time, then of one server the
/// sessions and their ephemeral nodes: of the leader if it tells, since followers know less.
/// Thread: the one that made it; needs an event loop. Destroyed, it reports no more.
class FactsRound final : public QObject {
public:
    struct Outcome {
        WallTime takenAt{};
        std::vector<AskedServer> servers;
        std::optional<SessionDump> dump; ///< nothing: nobody told
        std::size_t leader = 0;          ///< whose clock the dump's expiries go by
        Source dumpBy = Source::None;
        WallTime dumpedAt{};
        Duration dumpTook{}; ///< what the servers worked on the dump
    };

    /// `servers` have their address, admin port, and the admin endpoint if it was found silent a short while ago.
    FactsRound(StatusEndpoints& statusEndpoints, const CollectorSettings& settings, const Clock& clock,
               std::vector<AskedServer> servers, std::function<void(Outcome)> done, QObject* parent);

    void start();

private:
    void askStatus(std::size_t index);
    void askConnections(std::size_t index);
    void askCons(std::size_t index);
    void askAdminStatus(std::size_t index);
    void answered(std::size_t index);
    void askAdmin(std::size_t index, const char* command, StatusEndpoints::Limits limits, StatusEndpoints::Reply reply);
    void askWord(std::size_t index, const char* word, StatusEndpoints::Limits limits, StatusEndpoints::Reply reply);
    void planDump();
    void askNextDump();
    void end();
    [[nodiscard]] StatusEndpoints::Limits small() const { return {m_settings.questionLimit, m_settings.mostBytes}; }
    [[nodiscard]] StatusEndpoints::Limits big() const { return {m_settings.bigQuestionLimit, m_settings.mostBytes}; }
    /// A reply that is dropped once this is gone.
    template <typename F> StatusEndpoints::Reply mine(F handler);

    struct Candidate {
        std::size_t server = 0;
        Source endpoint = Source::None;
    };

    StatusEndpoints& m_statusEndpoints;
    const CollectorSettings& m_settings;
    const Clock& m_clock;
    std::function<void(Outcome)> m_done;
    Outcome m_outcome;
    std::vector<int> m_pending; ///< questions a server still owes an answer to
    std::size_t m_unfinished = 0;
    SteadyTime m_dumpBegan{};
    std::vector<Candidate> m_candidates; ///< for the dump, the best one last
};

} // namespace lockscope::ensemble
