// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Latch.h"

#include "core/base/Observers.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/locks/Await.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/locks/zookeeper/engine/QueueAttempt.h"
#include "core/locks/zookeeper/engine/RefusedPause.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::locks {

namespace {

using Leaving = std::vector<std::weak_ptr<QueueAttempt>>;

/// Replies when none of the attempts has a node any more, with the first refusal.
void releaseNext(Leaving leaving, const Result<void>& soFar, const Reply<void>& reply)
{
    if (leaving.empty()) {
        reply(soFar);
        return;
    }
    const auto asked = leaving.back();
    leaving.pop_back();
    const auto attempt = asked.lock();
    if (!attempt) {
        releaseNext(std::move(leaving), soFar, reply);
        return;
    }
    attempt->release([asked, leaving = std::move(leaving), soFar, reply](const Result<void>& released) {
        // An attempt that did not lead was cancelled, which also deletes its node.
        const bool isRefused = !released && released.error().code != ErrorCode::NotHeld;
        if (const auto refused = asked.lock(); refused && isRefused)
            refused->release(nullptr); // no participant will lead with that node
        releaseNext(leaving, soFar && isRefused ? released : soFar, reply);
    });
}

} // namespace

/// Confined to the executor.
class Latch::State final : public std::enable_shared_from_this<State> {
public:
    State(zk::Client& client, std::string path, std::string id, LatchOptions options)
        : m_client(client)
        , m_place{std::move(path), NodeNaming::curator("latch-"), &queue::curatorLatchScheme()}
        , m_options(std::move(options))
    {
        m_options.lock.payload = std::move(id);
    }

    /// Called once, on the executor.
    void begin()
    {
        const auto waiters = std::make_shared<Waiters>();
        m_waiters = waiters;
        m_keptWaiters = m_client.onSession([waiters](const zk::Session&) {});
        join();
    }

    void join()
    {
        if (m_attempt) {
            std::erase_if(m_former, [](const auto& attempt) { return attempt.expired(); });
            m_former.push_back(m_attempt);
        }
        m_attempt = std::make_shared<QueueAttempt>(m_client, m_place, m_options.lock);
        m_attempt->onState([weak = weak_from_this(), attempt = m_attempt.get()](const LockState& state) {
            if (const auto me = weak.lock(); me && me->m_attempt.get() == attempt)
                me->onState(state);
        });
        // The attempt owns its reply: a reply that owned the attempt would create a cycle.
        const auto answered = [weak = weak_from_this(), asked = std::weak_ptr(m_attempt)](const Result<Grant>& result) {
            const auto me = weak.lock();
            const auto attempt = asked.lock();
            if (!me || me->m_attempt != attempt) {
                if (result)
                    attempt->release(nullptr); // no participant uses this grant
                return;
            }
            if (!result)
                me->onRefused(result.error());
        };
        m_attempt->start(std::nullopt, answered);
    }

    void leave(const Reply<void>& reply)
    {
        const auto attempt = std::exchange(m_attempt, nullptr);
        m_rejoin.reset();
        setLeads(false);
        m_certainty.reset();
        m_closed = true;
        answerWaiters(failure(ErrorCode::Closed, "await", m_place.directory, phrase("the latch was closed")));
        m_keptWaiters.reset();
        if (!attempt) {
            reply({});
            return;
        }
        attempt->onState({});
        attempt->cancel(); // no effect on a leader
        auto leaving = std::exchange(m_former, {});
        leaving.push_back(attempt);
        releaseNext(std::move(leaving), {}, reply);
    }

    void forgetHandlers()
    {
        m_handlers.clear();
        m_stateHandlers.clear();
    }

    [[nodiscard]] bool isClosed() const { return m_closed; }
    /// False after validUntil, even before the event that reports it.
    [[nodiscard]] bool leads() const
    {
        return m_leads &&
               (m_options.endsWhen == LatchOptions::EndsWhen::SessionIsLost || m_attempt->state().phase == Phase::Held);
    }
    [[nodiscard]] LockState state() const
    {
        if (m_attempt)
            return m_attempt->state();
        LockState gone;
        gone.phase = Phase::Released;
        return gone;
    }

    std::uint64_t add(Handler handler)
    {
        m_handlers.add(++m_lastHandler, std::move(handler));
        return m_lastHandler;
    }
    void remove(std::uint64_t id) { m_handlers.remove(id); }
    std::uint64_t add(StateHandler handler)
    {
        m_stateHandlers.add(++m_lastHandler, std::move(handler));
        return m_lastHandler;
    }
    void removeState(std::uint64_t id) { m_stateHandlers.remove(id); }

    /// Calls `reply` when this leads, or with the reason why it cannot.
    std::uint64_t await(Reply<void> reply)
    {
        const auto id = ++m_lastHandler;
        if (leads())
            reply({});
        else if (m_closed)
            reply(failure(ErrorCode::Closed, "await", m_place.directory, phrase("the latch was closed")));
        else if (m_over)
            reply(failure(*m_over));
        else if (const auto waiters = m_waiters.lock())
            waiters->emplace(id, std::move(reply));
        return id;
    }
    void giveUp(std::uint64_t id, ErrorCode code)
    {
        const auto waiters = m_waiters.lock();
        if (!waiters)
            return;
        const auto found = waiters->extract(id);
        if (!found.empty())
            found.mapped()(failure(code, "await", m_place.directory, {}));
    }

private:
    using Waiters = std::map<std::uint64_t, Reply<void>>;

    void onState(const LockState& state)
    {
        // A callback may close the latch and so destroy the attempt that owns `state`.
        const auto reported = std::make_unique<const LockState>(state);
        const auto asked = m_attempt.get();
        m_stateHandlers.report(*reported);
        if (m_attempt.get() == asked)
            follow(*reported);
    }

    /// The session may prove to be alive later, but until then another client may lead.
    void leadUntil(SteadyTime validUntil)
    {
        const Duration left = std::max<Duration>(validUntil - m_client.executor().clock().now(), Duration::zero());
        m_certainty = m_client.executor().after(left, [weak = weak_from_this()] {
            if (const auto me = weak.lock())
                me->setLeads(false);
        });
    }

    void follow(const LockState& state)
    {
        switch (state.phase) {
        case Phase::Held:
            m_certainty.reset();
            setLeads(true);
            break;
        case Phase::Uncertain:
            if (m_options.endsWhen == LatchOptions::EndsWhen::ContactIsLost)
                setLeads(false);
            else
                leadUntil(state.validUntil);
            break;
        case Phase::Lost:
            m_certainty.reset();
            setLeads(false);
            rejoinSoon(Duration::zero());
            break;
        case Phase::Waiting:
        case Phase::Released:
            break;
        }
    }

    void onRefused(const Error& error)
    {
        if (error.code == ErrorCode::Closed || error.code == ErrorCode::AuthFailed) {
            m_attempt.reset();
            endWithTheClient(error);
            return;
        }
        // A participant stays in the election: the cause of the refusal may be fixed later.
        if (std::exchange(m_refusal, error) != error)
            m_options.lock.log.write(LogLevel::Error, "locks", "The client is not in the election. " + describe(error));
        rejoinSoon(refusedPause);
    }

    void rejoinSoon(Duration delay)
    {
        const auto& session = m_client.session();
        if (session.state == SessionState::Closed || session.state == SessionState::AuthFailed) {
            const bool isClosed = session.state == SessionState::Closed;
            endWithTheClient(
                {isClosed ? ErrorCode::Closed : ErrorCode::AuthFailed, "await", m_place.directory, session.detail});
            return;
        }
        // Not during a callback of the attempt that ends.
        m_rejoin = m_client.executor().after(delay, [weak = weak_from_this()] {
            if (const auto me = weak.lock(); me && !me->m_closed)
                me->join();
        });
    }

    /// The client is permanently closed: this participant can no longer lead.
    void endWithTheClient(const Error& error)
    {
        m_over = error;
        answerWaiters(failure(error));
    }

    void setLeads(bool leads)
    {
        if (std::exchange(m_leads, leads) == leads)
            return;
        m_handlers.report(leads);
        if (!m_leads)
            return;
        m_refusal.reset();
        answerWaiters({});
    }

    void answerWaiters(const Result<void>& result)
    {
        const auto waiters = m_waiters.lock();
        if (!waiters)
            return;
        for (const auto& [id, reply] : std::exchange(*waiters, {}))
            reply(result);
    }

    zk::Client& m_client;
    QueuePlace m_place;
    LatchOptions m_options;
    std::shared_ptr<QueueAttempt> m_attempt;
    Leaving m_former; ///< cancelled attempts that may still search for their node
    bool m_leads = false;
    bool m_closed = false;
    std::optional<Error> m_over;    ///< why this can no longer lead: the client is closed
    std::optional<Error> m_refusal; ///< as last logged
    Observers<bool> m_handlers;
    Observers<LockState> m_stateHandlers;
    std::weak_ptr<Waiters> m_waiters; ///< owned by the client: otherwise none would survive a stopped executor
    Subscription m_keptWaiters;
    std::uint64_t m_lastHandler = 0;
    Subscription m_rejoin;
    Subscription m_certainty; ///< ends the leadership when the session is not confirmed in time
};

Latch::Latch(zk::Client& client, std::string path, std::string id, LatchOptions options)
    : m_executor(client.executor())
    , m_callbacks(client.callbacks())
    , m_id(std::move(id))
    , m_state(std::make_shared<State>(client, std::move(path), m_id, std::move(options)))
{
    m_executor.run([state = m_state] { state->begin(); });
}

Latch::~Latch()
{
    // Waits until the release has started: the client may be destroyed next.
    m_executor.runAndWait([state = m_state] {
        state->forgetHandlers();
        if (!state->isClosed())
            state->leave([](const Result<void>&) {});
    });
}

bool Latch::leads() const
{
    bool leads = false;
    m_executor.runAndWait([&] { leads = m_state->leads(); });
    return leads;
}

LockState Latch::state() const
{
    auto state = lostWithItsClient();
    m_executor.runAndWait([&] { state = m_state->state(); });
    return state;
}

std::optional<std::int64_t> Latch::fencingToken() const
{
    std::optional<std::int64_t> token;
    m_executor.runAndWait([&] {
        if (m_state->leads())
            token = m_state->state().token;
    });
    return token;
}

Subscription Latch::onLeadership(Handler handler)
{
    return subscribeOn(
        LockExecutors{m_executor, m_callbacks}, m_state, std::move(handler),
        [](State& state, Handler called) { return state.add(std::move(called)); },
        [](State& state, std::uint64_t id) { state.remove(id); });
}

Subscription Latch::onState(StateHandler handler)
{
    return subscribeOn(
        LockExecutors{m_executor, m_callbacks}, m_state, std::move(handler),
        [](State& state, StateHandler called) { return state.add(std::move(called)); },
        [](State& state, std::uint64_t id) { state.removeState(id); });
}

Result<void> Latch::await(std::optional<Duration> timeout, std::stop_token stop)
{
    const auto id = std::make_shared<std::uint64_t>(0);
    const auto giveUp = [&executor = m_executor, weak = std::weak_ptr(m_state), id](ErrorCode code) {
        executor.post([weak, id, code] {
            if (const auto state = weak.lock())
                state->giveUp(*id, code);
        });
    };
    Subscription timer;
    std::optional<std::stop_callback<std::function<void()>>> stopped;
    auto result = awaitReply<void>(m_executor, "await", [&](const Reply<void>& reply) {
        m_executor.post([state = m_state, id, reply] { *id = state->await(reply); });
        if (timeout)
            timer = m_executor.after(*timeout, [giveUp] { giveUp(ErrorCode::TimedOut); });
        stopped.emplace(std::move(stop), [giveUp] { giveUp(ErrorCode::Cancelled); });
    });
    stopped.reset();
    if (timer) // must be destroyed on the executor
        m_executor.runAndWait([&] { timer.reset(); });
    return result;
}

void Latch::leave(Reply<void> reply)
{
    m_executor.post([state = m_state, reply = std::move(reply)] {
        if (state->isClosed())
            reply(failure(ErrorCode::Closed, "close", {}, phrase("the latch is already closed")));
        else
            state->leave(reply);
    });
}

void Latch::closeAsync(Reply<void> reply)
{
    leave(onCallbacks({m_executor, m_callbacks}, std::move(reply)));
}

Result<void> Latch::close()
{
    return awaitReply<void>(m_executor, "close", [&](Reply<void> reply) { leave(std::move(reply)); });
}

void findLeader(zk::Client& client, const std::string& path, Reply<std::optional<std::string>> reply)
{
    findLeader(client, path, queue::curatorLatchScheme(), std::move(reply));
}

void findLeader(zk::Client& client, const std::string& path, const queue::Scheme& scheme,
                Reply<std::optional<std::string>> reply)
{
    listParticipants(client, path, scheme, 1,
                     [client = client.share(), path, &scheme,
                      reply = std::move(reply)](const Result<std::vector<Participant>>& participants) {
                         if (!participants) {
                             reply(failure(participants.error()));
                             return;
                         }
                         if (participants->empty()) {
                             reply(std::nullopt);
                             return;
                         }
                         const auto node = joinPath(path, participants->front().contender.node);
                         client->get(node, [client, path, &scheme, reply](const Result<zk::NodeData>& read) {
                             if (read)
                                 reply(read->data);
                             else if (read.error().code == ErrorCode::NoNode)
                                 findLeader(*client, path, scheme, reply); // the leader has just left
                             else
                                 reply(failure(read.error()));
                         });
                     });
}

} // namespace lockscope::locks
