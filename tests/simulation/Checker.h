// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/RevocationRequests.h"
#include "tests/simulation/SharedNumber.h"
#include "tests/simulation/World.h"

#include <map>
#include <set>

namespace lockscope::simulation {

/// Checks the invariants and reports to World::violated(). The only class that reads the leader's tree.
class Checker final {
public:
    explicit Checker(World& world)
        : m_world(world)
    {
    }

    // Called when it happens
    void stateChanged(const Process& process, const User& user, const locks::LockState& before,
                      const locks::LockState& after);
    /// A lock has received an acquire and completed its immediate part.
    void notified(const LockObject& object, const User& user, const Ask& ask);
    /// The hold according to its lock object.
    [[nodiscard]] static std::shared_ptr<Hold> heldBy(const User& user);
    void revoked(const User& user) { m_requests.reported(user); }
    void numberHeard(LockObject& object, int number) { m_number.notified(object, number); }
    /// The result of a revocation request, or of a new number of leases.
    void refusedWrite(const Inquiry& inquiry, const Result<void>& result);
    void granted(const Process& process, const User& user, const Ask& ask, const locks::Grant& grant);
    void refused(const User& user, const Ask& ask, const Error& error);
    /// verify() or guard() of a hold has failed.
    void deniedHold(const Process& process, const User& user, const Inquiry& inquiry, const Error& error);
    /// True if all its nodes are in the leader's tree.
    [[nodiscard]] bool isThere(const Hold& hold) const;
    void released(const Process& process, const Hold& hold, const Result<void>& result);

    void executing(SessionId session, const test::FakeRequest& request);

    /// After each task: holders may hold, and are reported as holding only while they may.
    void afterStep();

    /// When everything in flight has arrived, even if some clients are still cut off.
    void whenCalm();
    /// The most contenders that a queue has had.
    [[nodiscard]] std::size_t longestQueue() const { return m_longestQueue; }

    /// When all locks are destroyed and every client is connected.
    void atTheEnd();

private:
    /// A pending deletion of a node of another session.
    struct Aim {
        std::string path;
        std::int64_t czxid = 0;
        SessionId session = 0;
    };

    [[nodiscard]] bool isWanted(const std::string& path, const zk::Stat& stat) const;
    void strangersLive();
    [[nodiscard]] bool isInForce(const Process& process, const Hold& hold) const;
    [[nodiscard]] bool isThere(const locks::HeldNode& node) const;
    [[nodiscard]] std::vector<Place> places(const Queue& queue) const;
    [[nodiscard]] const Queue* queueOf(const std::string& path) const;
    void isLetInInTurn(const Ask& ask, const locks::HeldNode& node);
    void tokensGrow(const User& user, const Ask& ask, int role, const locks::Grant& grant);
    void isConferred(const User& user, const Ask& ask, const locks::Grant& grant);
    [[nodiscard]] bool mayEnter(const Queue& queue, std::span<const Place> places, std::size_t me) const;
    [[nodiscard]] bool isConferredBy(const Process& process, const User& user, const Hold& hold) const;
    void hasItsParts(const Process& process, const User& user);
    void readsAtOnce(const Process& process, const User& user);
    void holdersAreTrue(const Process& process, const User& user);
    void asksAreAnswered(const Process& process, const LockObject& object, const User& user);
    void nodesAreKnown(const Process& process);
    void hasAPlace(const Process& process, const LockObject& object, const User& user);
    void isNotNext(const User& user, const Queue& queue);
    void hasNoRoom(const Process& process, const User& user);
    void nextOneHolds();

    /// Data about a hold that a user may still believe in.
    struct Believed {
        bool isTakenAway = false; ///< by another client: its node, or its whole session
    };

    void sessionsLastAsSaid();
    void certainHoldersAreAlone();
    [[nodiscard]] Believed& believed(const std::shared_ptr<Hold>& hold);

    World& m_world;
    std::map<std::shared_ptr<const Hold>, Believed> m_clientView;
    RevocationRequests m_requests{m_world};
    SharedNumber m_number{m_world};
    std::int64_t m_seenZxid = 0;
    std::set<std::pair<std::string, std::int64_t>> m_entitled; ///< path and czxid: was entitled to a grant at some time
    std::map<std::pair<std::string, std::int64_t>, std::size_t> m_ranks; ///< the best rank so far, for counted queues
    std::size_t m_longestQueue = 0;
    void noteEntitled();

    std::map<std::pair<std::string, int>, std::int64_t> m_lastTokens; ///< by directory and role
    void guardsAreKept();

    std::map<std::string, std::int64_t> m_written; ///< mzxid of each guarded node when its hold ended
    std::vector<Aim> m_aims;                       ///< of the running task
};

} // namespace lockscope::simulation
