// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendEvent.h"
#include "core/simulate/clients/SimulatedLock.h"
#include "core/simulate/clients/Spread.h"
#include "core/simulate/measure/ContentionTally.h"
#include "core/simulate/resource/ResourceWriter.h"

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::console {

/// What a turn is made of: to take a slot, to hold what is taken for a time, to give a slot back.
struct CycleStep {
    enum class Kind {
        Take,
        Hold,
        Give
    };
    Kind kind = Kind::Hold;
    std::size_t slot = 0;
};

/// How a client behaves now; orders change it in the middle of a turn.
struct ClientBehaviour {
    Spread hold;
    Spread think;
    bool careless = false;
    bool holdsForever = false;
    Revocation revocation = Revocation::Unheard;
};

/// What the turns of one client share. All of it outlives them.
struct CycleWorld {
    zk::Client& client;
    const std::string& name;
    const std::optional<std::chrono::milliseconds>& acquireTimeout;
    const ClientBehaviour& behaviour;
    std::vector<SimulatedSlot>& slots;
    const Admission& admission;
    ContentionTally& tally;
    std::mt19937_64& random;
    std::function<std::uint64_t()> watchEvents; ///< that have reached the client so far
    EmitEvent emit;
    const ResourceWriter* resource = nullptr; ///< null: nothing is written
};

/// One turn of a simulated client: goes through its steps, gives back what it holds if it can't or shall not go on, and
/// ends when it holds nothing any more. Confined to the client's executor. Owned by who waits for its end; replies that
/// come after it has gone find nothing.
class AcquireCycle final : public std::enable_shared_from_this<AcquireCycle> {
public:
    enum class Outcome {
        Done,    ///< came to its end, also by giving up waiting in time
        Cut,     ///< was lost, or told to stop
        Hopeless ///< the lock failed for a reason that another try will not mend
    };
    using Ended = std::function<void(Outcome)>;

    AcquireCycle(CycleWorld& world, std::vector<CycleStep> course, Ended ended);

    void begin();
    /// Gives up waiting, or gives back what it holds, now.
    void letGo();
    /// The behaviour has changed: who holds for ever goes on doing so only if that is still wanted, and the other way
    /// round.
    void reconsider();

    [[nodiscard]] bool holds() const;

private:
    struct Place {
        bool held = false;
        bool lost = false;
        bool careless = false;       ///< and goes on as if it were not
        bool uncertain = false;      ///< contact is lost, or nothing has confirmed the session in time
        bool isPastDeadline = false; ///< uncertain on a connection that stands, and told
        bool saidQueued = false;
        bool entered = false; ///< the guarded resource was told
        std::string node;
        std::int64_t token = 0;
        std::vector<locks::HeldNode> nodes;
        SteadyTime askedAt{};
        std::uint64_t eventsBefore = 0;
        Subscription states;
        Subscription revocations;
    };

    void advance();
    void take(std::size_t slot);
    void onAnswer(std::size_t slot, const Result<locks::Grant>& answer);
    void onGrant(std::size_t slot, const locks::Grant& grant);
    void onRefusal(std::size_t slot, const Error& error);
    void give(std::size_t slot);
    void giveNow(std::size_t slot);
    void onGiven(std::size_t slot, SteadyTime askedAt, const Result<void>& released);
    void hold();
    void armHold();
    void end();

    void onState(std::size_t slot, const locks::LockState& state);
    void noteWaiting(std::size_t slot, const locks::LockState& state);
    void endDeadline(std::size_t slot);
    void onLost(std::size_t slot, locks::LostReason reason);
    void onRevoked(std::size_t slot);
    void unwindSoon();

    void beginWrite();
    void dropWrite();
    void leaveNow();
    /// `then` is called when all is answered; it may be null.
    void say(const std::vector<Visit>& visits, const Task& then);
    void onVisited(const Visit& visit, const Result<void>& outcome);
    [[nodiscard]] std::vector<Visit> visitsOf(std::size_t slot, Visit::What what) const;

    void eachClaim(std::size_t slot, const std::function<void(const Claim&)>& act) const;
    [[nodiscard]] bool isConnected() const;
    [[nodiscard]] bool believes(std::size_t slot) const;
    [[nodiscard]] SteadyTime now() const { return m_world.client.executor().clock().now(); }
    [[nodiscard]] ContendEvent eventOf(ContendEvent::Type type, std::size_t slot) const;

    CycleWorld& m_world;
    std::vector<CycleStep> m_course;
    Ended m_ended;
    std::vector<Place> m_places; ///< one a slot
    std::size_t m_next = 0;
    std::vector<std::size_t> m_taken; ///< slots, in the order taken
    std::optional<std::size_t> m_asking;
    std::optional<std::size_t> m_giving;
    bool m_holdStep = false;
    bool m_holdIsForever = false;
    bool m_unwinding = false; ///< gives back what it has taken, last first, and ends
    bool m_atEnd = false;
    bool m_writing = false;               ///< a write is being worked on, and will leave
    std::vector<Visit> m_leaveAfterWrite; ///< of what was lost while a write was worked on
    std::size_t m_openVisits = 0;         ///< not answered yet by the resource
    Outcome m_outcome = Outcome::Done;
    std::stop_source m_giveUp;
    Subscription m_timer;
    Subscription m_write;
};

} // namespace lockscope::console
