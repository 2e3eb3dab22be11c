// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/SharedCount.h"

#include "core/base/Observers.h"
#include "core/base/Path.h"
#include "core/locks/Await.h"
#include "core/locks/zookeeper/engine/Parents.h"
#include "core/locks/zookeeper/engine/RefusedPause.h"
#include "core/zk/MakeNode.h"

#include <bit>
#include <optional>
#include <utility>

namespace lockscope::locks {

namespace {

constexpr auto countRetryDelay = std::chrono::milliseconds(50);

std::string encoded(int value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    std::string data;
    for (int shift = 24; shift >= 0; shift -= 8)
        data.push_back(static_cast<char>((bits >> shift) & 0xffU));
    return data;
}

std::optional<int> decoded(const std::string& data)
{
    if (data.size() != sizeof(std::uint32_t))
        return std::nullopt;
    std::uint32_t bits = 0;
    for (const char byte : data)
        bits = (bits << 8U) | static_cast<unsigned char>(byte);
    return std::bit_cast<int>(bits);
}

} // namespace

/// Confined to the executor.
class SharedCount::State final : public std::enable_shared_from_this<State> {
public:
    State(zk::Client& client, std::string path, int seed, NodeOptions options)
        : m_client(client)
        , m_path(std::move(path))
        , m_seed(seed)
        , m_options(std::move(options))
    {
    }

    void start()
    {
        m_session = m_client.onSession([weak = weak_from_this()](const zk::Session& session) {
            const auto me = weak.lock();
            if (me && session.state == SessionState::Connected)
                me->readNewest();
        });
        if (m_client.session().state == SessionState::Connected)
            readNewest();
    }

    void stop()
    {
        m_handlers.clear();
        m_session.reset();
        m_watch.reset();
        m_retry.reset();
    }

    [[nodiscard]] std::optional<int> value() const { return m_value; }

    std::uint64_t add(Handler handler)
    {
        const auto id = ++m_lastHandler;
        m_handlers.add(id, handler);
        if (m_value)
            handler(*m_value);
        return id;
    }
    void remove(std::uint64_t id) { m_handlers.remove(id); }

    void set(int value, std::int32_t version, Reply<void> reply)
    {
        m_client.set(m_path, encoded(value), version,
                     [me = shared_from_this(), value, reply = std::move(reply)](const Result<zk::Stat>& written) {
                         if (written)
                             me->take(value, written->version);
                         reply(written ? Result<void>() : failure(written.error()));
                     });
    }

    [[nodiscard]] std::int32_t version() const { return m_version; }

private:
    /// A new session may connect to a server that is behind the state that the previous session has seen.
    void readNewest()
    {
        m_client.sync(m_path, [](const Result<void>&) {});
        read();
    }

    void read()
    {
        m_retry.reset();
        m_watch = m_client.get(
            m_path,
            [weak = weak_from_this()](const zk::WatchEvent&) {
                if (const auto me = weak.lock())
                    me->read();
            },
            [weak = weak_from_this()](const Result<zk::NodeData>& found) {
                if (const auto me = weak.lock())
                    me->onRead(found);
            });
    }

    void onRead(const Result<zk::NodeData>& found)
    {
        if (!found && found.error().code == ErrorCode::NoNode) {
            make();
        } else if (!found) {
            readLater(found.error());
        } else if (const auto value = decoded(found->data)) {
            m_refusal.reset();
            take(*value, found->stat.version);
        } else {
            m_options.log.write(LogLevel::Warning, "locks",
                                m_path + " does not contain a number of four bytes. Its value is ignored.");
        }
    }

    void make()
    {
        auto above = parentOf(m_path);
        makeParents(m_client.share(), above, m_options, [weak = weak_from_this()](const Result<void>& made) {
            const auto me = weak.lock();
            if (!me)
                return;
            if (!made) {
                me->readLater(made.error());
                return;
            }
            zk::CreateRequest request{me->m_path, encoded(me->m_seed), zk::CreateMode::Persistent,
                                      me->m_options.acl.of(me->m_path)};
            me->m_client.create(std::move(request), [weak](const Result<zk::Created>& created) {
                const auto again = weak.lock();
                if (!again)
                    return;
                if (created || created.error().code == ErrorCode::NodeExists)
                    again->read();
                else if (created.error().code == ErrorCode::NoNode && parentOf(again->m_path) != "/")
                    again->readIn(countRetryDelay); // the parent was removed meanwhile
                else
                    again->readLater(zk::whyNotMade(again->m_path, created.error()));
            });
        });
    }

    void readLater(const Error& error)
    {
        if (isSessionFatal(error))
            return; // the next session reads
        if (mayPass(error)) {
            readIn(countRetryDelay);
            return;
        }
        if (std::exchange(m_refusal, error) != error)
            m_options.log.write(LogLevel::Error, "locks", describe(error));
        readIn(refusedPause);
    }

    void readIn(Duration delay)
    {
        m_retry = m_client.executor().after(delay, [weak = weak_from_this()] {
            const auto me = weak.lock();
            if (me && me->m_client.session().state == SessionState::Connected)
                me->read();
        });
    }

    void take(int value, std::int32_t version)
    {
        m_version = version;
        if (m_value == value)
            return;
        m_value = value;
        m_handlers.report(value);
    }

    zk::Client& m_client;
    std::string m_path;
    int m_seed;
    NodeOptions m_options;
    std::optional<int> m_value;
    std::int32_t m_version = 0;
    Observers<int> m_handlers;
    std::uint64_t m_lastHandler = 0;
    std::optional<Error> m_refusal; ///< as last logged
    Subscription m_session;
    Subscription m_watch;
    Subscription m_retry;
};

SharedCount::SharedCount(zk::Client& client, std::string path, int seed, NodeOptions options)
    : m_executor(client.executor())
    , m_callbacks(client.callbacks())
    , m_state(std::make_shared<State>(client, std::move(path), seed, std::move(options)))
{
    m_executor.run([state = m_state] { state->start(); });
}

SharedCount::~SharedCount()
{
    // Waits until this is done: the client may be destroyed next.
    m_executor.runAndWait([state = m_state] { state->stop(); });
}

std::optional<int> SharedCount::value() const
{
    std::optional<int> value;
    m_executor.runAndWait([&] { value = m_state->value(); });
    return value;
}

Subscription SharedCount::onValue(Handler handler)
{
    return subscribeOn(
        LockExecutors{m_executor, m_callbacks}, m_state, std::move(handler),
        [](State& state, Handler called) { return state.add(std::move(called)); },
        [](State& state, std::uint64_t id) { state.remove(id); });
}

Subscription SharedCount::onValueHere(Handler handler)
{
    return subscribeOn(
        LockExecutors{m_executor, m_executor}, m_state, std::move(handler),
        [](State& state, Handler called) { return state.add(std::move(called)); },
        [](State& state, std::uint64_t id) { state.remove(id); });
}

void SharedCount::setAsync(int value, Reply<void> reply)
{
    m_executor.post([state = m_state, value, reply = onCallbacks({m_executor, m_callbacks}, std::move(reply))] {
        state->set(value, zk::anyVersion, reply);
    });
}

void SharedCount::trySetAsync(int value, Reply<bool> reply)
{
    m_executor.post([state = m_state, value, reply = onCallbacks({m_executor, m_callbacks}, std::move(reply))] {
        if (!state->value()) {
            reply(false); // must not overwrite a value that it has never read
            return;
        }
        state->set(value, state->version(), [reply](const Result<void>& written) {
            if (written)
                reply(true);
            else if (written.error().code == ErrorCode::BadVersion)
                reply(false);
            else
                reply(failure(written.error()));
        });
    });
}

} // namespace lockscope::locks
