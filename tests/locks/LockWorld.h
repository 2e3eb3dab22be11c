// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/Guard.h"
#include "core/locks/zookeeper/Mutex.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// An in-memory ensemble and programs with one lock each, all on one executor that the test drives.
struct LockWorld {
    static constexpr auto timeout = std::chrono::seconds(9);

    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};

    void settle() { executor.runUntilIdle(); }
    /// Advances until own nodes are watched and the first waiters have prepared for their grants: 100 ms for each of at
    /// most four places.
    void linger() { executor.advance(std::chrono::milliseconds(425)); }
};

/// Keeps the Holds of one owner, newest last, like a program. Used on the executor, or when no task runs there.
class Keeper final {
public:
    [[nodiscard]] const locks::Owner& owner() const { return m_owner; }

    /// For an acquire: keeps the Hold and forwards its grant.
    [[nodiscard]] zk::Reply<locks::Hold> keeping(zk::Reply<locks::Grant> reply) const
    {
        return [kept = m_kept, reply = std::move(reply)](Result<locks::Hold> hold) {
            if (!hold) {
                reply(failure(std::move(hold.error())));
                return;
            }
            auto grant = hold->grant();
            kept->holds.push_back(*std::move(hold));
            reply(std::move(grant));
        };
    }
    /// Releases the newest Hold; without one, the last released Hold again.
    void release(zk::Reply<void> reply)
    {
        if (m_kept->holds.empty()) {
            releaseAgain(std::move(reply));
            return;
        }
        m_kept->released.emplace(std::move(m_kept->holds.back()));
        m_kept->holds.pop_back();
        m_kept->released->releaseAsync([kept = m_kept, reply = std::move(reply)](Result<void> result) {
            if (!result && result.error().code != ErrorCode::NotHeld && kept->released) { // failed: still held
                kept->holds.push_back(*std::move(kept->released));
                kept->released.reset();
            }
            reply(std::move(result));
        });
    }
    /// The newest Hold, or the last released one. Null: there has been none.
    [[nodiscard]] locks::Hold* last() const
    {
        if (!m_kept->holds.empty())
            return &m_kept->holds.back();
        return m_kept->released ? &*m_kept->released : nullptr;
    }
    [[nodiscard]] locks::Hold* lastReleased() const { return m_kept->released ? &*m_kept->released : nullptr; }
    [[nodiscard]] bool holds() const { return !m_kept->holds.empty(); }
    void dropAll()
    {
        m_kept->holds.clear();
        m_kept->released.reset();
    }

    /// The owner's state: of the newest Hold, else the last reported one.
    [[nodiscard]] locks::LockState state() const { return holds() ? last()->state() : m_kept->reported; }
    [[nodiscard]] locks::Lock::StateHandler noting() const
    {
        return [kept = m_kept, mine = m_owner](locks::Owner owner, const locks::LockState& state) {
            if (owner == mine)
                kept->reported = state;
        };
    }

private:
    void releaseAgain(zk::Reply<void> reply)
    {
        if (m_kept->released)
            m_kept->released->releaseAsync(std::move(reply));
        else
            reply(failure(ErrorCode::NotHeld, "release")); // there is nothing to release
    }

    [[nodiscard]] static locks::LockState nothing()
    {
        locks::LockState state;
        state.phase = locks::Phase::Released;
        return state;
    }

    struct Kept {
        std::vector<locks::Hold> holds;
        std::optional<locks::Hold> released;
        locks::LockState reported = nothing();
    };
    locks::Owner m_owner = locks::Owner::make();
    std::shared_ptr<Kept> m_kept = std::make_shared<Kept>();
};

/// Several owners, numbered by the test.
class Keepers final {
public:
    [[nodiscard]] Keeper& of(std::uint64_t number) { return m_keepers[number]; }
    void dropAll() { m_keepers.clear(); }

private:
    std::map<std::uint64_t, Keeper> m_keepers;
};

using MakeLock = std::function<std::shared_ptr<locks::Lock>(zk::Client&, const locks::NodeOptions&)>;

/// One program: a session, one lock of any kind, one owner, and its received replies and states.
class Contestant {
public:
    Contestant(LockWorld& world, const MakeLock& make, const locks::NodeOptions& options = {}, bool isAccepted = true)
        : m_world(world)
        , m_client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
    {
        if (!isAccepted)
            m_world.ensemble.disconnect(*m_client);
        m_world.settle();
        m_lock = make(*m_client, options);
        m_states = m_lock->onState(
            [phases = m_phases, note = m_keeper.noting()](locks::Owner owner, const locks::LockState& state) {
                phases->push_back(state.phase);
                note(owner, state);
            });
    }
    ~Contestant()
    {
        m_keeper.dropAll();
        destroyLock();
        m_client.reset();
        m_world.settle();
    }
    Contestant(const Contestant&) = delete;
    Contestant& operator=(const Contestant&) = delete;

    /// Starts an acquire without running the executor.
    Answer<locks::Grant> ask(std::optional<Duration> timeout = {}, const std::stop_token& stop = {})
    {
        Answer<locks::Grant> answer;
        m_lock->acquireAsync(owner(), timeout, stop, m_keeper.keeping(answer.reply()));
        return answer;
    }
    Answer<locks::Grant> acquire(std::optional<Duration> timeout = {}) { return settled(ask(timeout)); }
    Answer<void> release()
    {
        Answer<void> answer;
        m_keeper.release(answer.reply());
        return settled(std::move(answer));
    }
    Answer<void> verify()
    {
        Answer<void> answer;
        hold().verifyAsync(answer.reply());
        return settled(std::move(answer));
    }
    Answer<locks::Grant> yield()
    {
        Answer<locks::Grant> answer;
        hold().yieldAsync({}, {}, m_keeper.keeping(answer.reply()));
        return settled(std::move(answer));
    }
    Answer<std::vector<zk::OpResult>> guard(std::vector<zk::Op> operations)
    {
        Answer<std::vector<zk::OpResult>> answer;
        locks::guardAsync(hold(), std::move(operations), answer.reply());
        return settled(std::move(answer));
    }
    void destroyLock()
    {
        m_world.executor.runAndWait([this] {
            m_states.reset();
            m_lock.reset();
        });
        m_world.settle();
    }

    [[nodiscard]] locks::LockState state()
    {
        (void)m_client->session(); // the fake moves its deadline when queried
        return m_keeper.state();
    }
    [[nodiscard]] QByteArray phase() { return printed(state().phase); }
    /// The phases since the last call, as text.
    [[nodiscard]] QByteArray phases() { return printed(std::exchange(*m_phases, {})); }
    /// Full paths of the nodes of its present session.
    [[nodiscard]] std::vector<std::string> nodes() const
    {
        return m_world.ensemble.ephemeralsOf(m_client->session().id);
    }

    /// Its nodes in the queue, waiting or holding.
    [[nodiscard]] std::vector<std::string> places()
    {
        auto places = nodes();
        std::erase_if(places, [name = "/" + state().node](const auto& path) { return !path.ends_with(name); });
        return places;
    }
    [[nodiscard]] std::optional<std::int64_t> fencingToken()
    {
        return isHold(state().phase) ? std::optional(hold().token()) : std::nullopt;
    }
    [[nodiscard]] std::optional<SteadyTime> validUntil()
    {
        (void)m_client->session();
        return m_keeper.holds() ? hold().validUntil() : std::nullopt;
    }

    [[nodiscard]] FakeClient& client() { return *m_client; }
    [[nodiscard]] locks::Lock& lock() { return *m_lock; }

    [[nodiscard]] const locks::Owner& owner() const { return m_keeper.owner(); }
    /// The newest Hold, or the last released one.
    [[nodiscard]] locks::Hold& hold() { return *m_keeper.last(); }
    [[nodiscard]] Keeper& keeper() { return m_keeper; }

private:
    template <typename T> Answer<T> settled(Answer<T> answer)
    {
        m_world.settle();
        return answer;
    }

    LockWorld& m_world;
    Keeper m_keeper;
    std::unique_ptr<FakeClient> m_client;
    std::shared_ptr<locks::Lock> m_lock;
    std::shared_ptr<std::vector<locks::Phase>> m_phases = std::make_shared<std::vector<locks::Phase>>();
    Subscription m_states;
};

/// A Contestant with a lock of this type at `place`: a path, or the paths of several.
template <typename LockType = locks::Mutex> class Program final : public Contestant {
public:
    explicit Program(LockWorld& world)
        : Program(world, "/locks/a")
    {
    }
    template <typename Place>
    Program(LockWorld& world, const Place& place, const locks::NodeOptions& options = {})
        : Contestant(
              world,
              [&place](zk::Client& client, const locks::NodeOptions& how) {
                  return std::make_shared<LockType>(client, place, how);
              },
              options)
    {
    }

    [[nodiscard]] LockType& lock() { return static_cast<LockType&>(Contestant::lock()); }
};

} // namespace lockscope::test
