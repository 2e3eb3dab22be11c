// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendEvent.h"
#include "core/simulate/clients/SimulatedConnection.h"
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

/// A step of an acquire cycle: acquire a slot, hold what is acquired for a time, or release a slot.
struct CycleStep {
    enum class Kind {
        Take,
        Hold,
        Give
    };
    Kind kind = Kind::Hold;
    std::size_t slot = 0;
};

/// How a client behaves now. Commands change it during a cycle.
struct ClientBehaviour {
    Spread hold;
    Spread think;
    bool careless = false;
    bool holdsForever = false;
    Revocation revocation = Revocation::Unnotified;
};

/// What the acquire cycles of one client share. All members outlive the cycles.
struct CycleWorld {
    SimulatedConnection& connection;
    const std::string& name;
    const std::optional<std::chrono::milliseconds>& acquireTimeout;
    const ClientBehaviour& behaviour;
    std::vector<SimulatedSlot>& slots;
    const Admission& admission;
    ContentionTally& tally;
    std::mt19937_64& random;
    EmitEvent emit;
    const ResourceWriter* resource = nullptr; ///< null: nothing is written
};

/// One acquire cycle of a simulated client: runs its steps, releases what it holds if it cannot or must not continue,
/// and ends when it holds nothing. Confined to the client's executor. Owned by the caller that waits for its end;
/// replies that arrive after its destruction are ignored.
class AcquireCycle final : public std::enable_shared_from_this<AcquireCycle> {
public:
    enum class Outcome {
        Done,    ///< completed, or gave up waiting at the timeout
        Cut,     ///< the lock was lost, or the client was stopped
        Hopeless ///< the lock failed for a reason that a retry does not fix
    };
    using Ended = std::function<void(Outcome)>;

    AcquireCycle(CycleWorld& world, std::vector<CycleStep> course, Ended ended);

    void begin();
    /// Gives up waiting, or releases what it holds, now.
    void releaseHold();
    /// Applies a changed behaviour: starts or ends an unlimited hold.
    void reconsider();

    [[nodiscard]] bool holds() const;

private:
    struct Place {
        bool held = false;
        bool lost = false;
        bool careless = false;       ///< and the client continues as if it were not lost
        bool uncertain = false;      ///< disconnected, or the session was not confirmed in time
        bool isPastDeadline = false; ///< uncertain while connected, and reported
        bool saidQueued = false;
        bool entered = false; ///< the guarded resource was notified
        std::string node;     ///< or on Redis the owner: see SimulatedConnection::identity()
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
    /// Sends `visits` to the guarded resource. `then` is called after the last reply; it may be null.
    void say(const std::vector<Visit>& visits, const Task& then);
    void onVisited(const Visit& visit, const Result<void>& outcome);
    [[nodiscard]] std::vector<Visit> visitsOf(std::size_t slot, Visit::What what) const;

    void eachClaim(std::size_t slot, const std::function<void(const Claim&)>& act) const;
    [[nodiscard]] bool isConnected() const;
    [[nodiscard]] bool believes(std::size_t slot) const;
    [[nodiscard]] SteadyTime now() const { return m_world.connection.executor().clock().now(); }
    [[nodiscard]] ContendEvent eventOf(ContendEvent::Type type, std::size_t slot) const;

    CycleWorld& m_world;
    std::vector<CycleStep> m_course;
    Ended m_ended;
    std::vector<Place> m_places; ///< one per slot
    std::size_t m_next = 0;
    std::vector<std::size_t> m_taken; ///< slots, in the order in which they were acquired
    std::optional<std::size_t> m_asking;
    std::optional<std::size_t> m_giving;
    bool m_holdStep = false;
    bool m_holdIsForever = false;
    bool m_unwinding = false; ///< releases what it has acquired, last first, and ends
    bool m_atEnd = false;
    bool m_writing = false;               ///< a write is in progress and will be sent
    std::vector<Visit> m_leaveAfterWrite; ///< for what was lost during a write
    std::size_t m_openVisits = 0;         ///< not yet answered by the resource
    Outcome m_outcome = Outcome::Done;
    std::stop_source m_giveUp;
    Subscription m_timer;
    Subscription m_write;
};

} // namespace lockscope::console
