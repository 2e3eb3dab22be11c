// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Client.h"

#include "core/redis/client/ClientAccess.h"
#include "core/redis/client/ClientCore.h"
#include "core/redis/client/Transport.h"

#include <utility>

namespace lockscope::redis {

namespace {

ClientSettings withCallbacks(ClientSettings settings, EventLoop& loop)
{
    if (!settings.callbacks)
        settings.callbacks = &loop.callbacks();
    return settings;
}

template <typename T> void failClosed(Executor& executor, Reply<T> reply)
{
    executor.post([reply = std::move(reply)] { reply(failure(ErrorCode::Closed, {})); });
}

} // namespace

Client::Client(ClientSettings settings, EventLoop& loop, Log log)
    : Client(withCallbacks(settings, loop), loop, std::move(log), socketTransports(loop, settings.dialer))
{
}

Client::Client(ClientSettings settings, Log log)
    : Client(std::move(settings), EventLoop::shared(), std::move(log))
{
}

Client::Client(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<Transports> transports)
{
    auto core = std::make_shared<ClientCore>(std::move(settings), executor, std::move(log), std::move(transports));
    core->start();
    m_core = std::make_shared<Core>(std::move(core));
}

Client::Client(std::shared_ptr<Core> core, bool isShare)
    : m_core(std::move(core))
    , m_isShare(isShare)
{
}

Client::~Client()
{
    if (!m_isShare)
        m_core->shutdown();
}

Executor& Client::executor() const
{
    return m_core->executor();
}

Executor& Client::callbacks() const
{
    return m_core->callbacks();
}

const Status& Client::status() const
{
    return m_core->status();
}

Subscription Client::onStatus(StatusHandler handler)
{
    const auto core = m_core->lock();
    return core ? core->observe(std::move(handler), m_core->observer()) : Subscription();
}

void Client::send(std::string_view key, Command command, Access access, Reply<Value> reply)
{
    if (const auto core = m_core->lock())
        core->send(key, std::move(command), access, std::move(reply));
    else
        failClosed(executor(), std::move(reply));
}

std::vector<Address> Client::masters() const
{
    const auto core = m_core->lock();
    return core ? core->masters() : std::vector<Address>();
}

std::optional<Address> Client::masterOf(std::string_view key) const
{
    const auto core = m_core->lock();
    return core ? core->masterOf(key) : std::nullopt;
}

void Client::sendTo(const Address& master, Command command, Access access, Reply<Value> reply)
{
    if (const auto core = m_core->lock())
        core->sendTo(master, std::move(command), access, std::move(reply));
    else
        failClosed(executor(), std::move(reply));
}

void Client::run(const Script& script, std::vector<std::string> keys, std::vector<std::string> arguments, Access access,
                 Reply<Value> reply)
{
    if (const auto core = m_core->lock())
        core->run(script, std::move(keys), std::move(arguments), access, std::move(reply));
    else
        failClosed(executor(), std::move(reply));
}

void Client::waitForReplicas(std::string_view key, int replicas, std::chrono::milliseconds timeout, Reply<int> reply)
{
    if (const auto core = m_core->lock())
        core->waitForReplicas(key, replicas, timeout, std::move(reply));
    else
        failClosed(executor(), std::move(reply));
}

Subscription Client::subscribe(std::string channel, MessageHandler onMessage, Task onConfirmed)
{
    const auto core = m_core->lock();
    return core ? core->subscriptions().addChannel(std::move(channel), std::move(onMessage), std::move(onConfirmed))
                : Subscription();
}

Subscription Client::subscribePattern(std::string pattern, MessageHandler onMessage, Task onConfirmed)
{
    const auto core = m_core->lock();
    return core ? core->subscriptions().addPattern(std::move(pattern), std::move(onMessage), std::move(onConfirmed))
                : Subscription();
}

Subscription Client::trackKeys(std::vector<std::string> prefixes, KeyChangeHandlers handlers)
{
    const auto core = m_core->lock();
    return core ? core->trackKeys(std::move(prefixes), std::move(handlers)) : Subscription();
}

Subscription Client::monitor(MonitorHandlers handlers)
{
    const auto core = m_core->lock();
    return core ? core->monitor(std::move(handlers)) : Subscription();
}

bool Client::usesShardedChannels() const
{
    const auto core = m_core->lock();
    return core && core->usesShardedChannels();
}

Topology Client::topology() const
{
    const auto core = m_core->lock();
    return core ? core->topologyKind() : Topology::Single;
}

std::shared_ptr<void> Client::attachment(const void* key, const std::function<std::shared_ptr<void>()>& make)
{
    const auto core = m_core->lock();
    return core ? core->attachment(key, make) : make();
}

void Client::close(Task closed)
{
    if (const auto core = m_core->lock())
        core->close(std::move(closed));
    else
        executor().post(std::move(closed));
}

std::shared_ptr<Client> Client::share()
{
    return std::shared_ptr<Client>(new Client(std::make_shared<Core>(*m_core), true));
}

} // namespace lockscope::redis
