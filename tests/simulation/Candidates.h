// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/Latch.h"
#include "tests/simulation/Population.h"

#include <map>
#include <set>

namespace lockscope::simulation {

/// Candidates of an election by a leader latch, and their invariants: never two leaders with nodes in force, each
/// notified of start and end, none leading while disconnected, and the first in the queue leads.
class Candidates final : public Population {
public:
    explicit Candidates(World& world)
        : m_world(world)
    {
    }

    void addProcess() override;
    void act() override;
    void afterStep() override;
    void whenCalm() override;
    void mend() override {}
    bool releaseOne() override;
    [[nodiscard]] bool anybodyWaits() override;
    void destroyAll() override;
    void tearDown(Process& process) override;
    [[nodiscard]] std::size_t holds() const override { return m_terms; }

private:
    struct Candidate {
        std::string name;
        std::string id; ///< the name and the number of the candidacy
        std::size_t process = 0;
        std::unique_ptr<locks::Latch> latch; ///< null: not a candidate
        Subscription reported;
        bool limited = false;
        bool outlastsContact = false;
        bool leaving = false; ///< closing, or the task that destroys it is posted
        bool leads = false;   ///< as last reported
        std::string node;
        std::int64_t token = 0;
        SessionId session = 0;
    };

    void stand(Candidate& candidate);
    void leave(Candidate& candidate);
    void destroy(Candidate& candidate);
    void restart(Process& process);
    void onLeadership(Candidate& candidate, bool leads);
    void noteFirst();
    [[nodiscard]] Process& processOf(const Candidate& candidate) { return *m_world.processes[candidate.process]; }
    [[nodiscard]] std::string pathOf(const std::string& node) const
    {
        return World::pathOf(m_world.recipe.queues.front(), node);
    }
    [[nodiscard]] bool isInForce(const Candidate& candidate);
    [[nodiscard]] std::optional<std::string> first() const;
    /// The nodes with its name that belong to its client's session.
    [[nodiscard]] std::vector<std::string> nodesOf(const Candidate& candidate);

    World& m_world;
    std::vector<std::unique_ptr<Candidate>> m_candidates;
    std::set<std::pair<std::string, std::int64_t>> m_first; ///< node and czxid of all that were ever first
    std::int64_t m_seenZxid = 0;
    std::int64_t m_lastToken = 0;
    std::size_t m_terms = 0;
    std::size_t m_openCloses = 0;
    int m_stood = 0;
};

} // namespace lockscope::simulation
