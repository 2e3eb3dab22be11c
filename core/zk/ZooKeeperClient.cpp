// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ClientAccess.h"
#include "core/zk/client/ClientCore.h"
#include "core/zk/client/Handle.h"

#include <utility>

/// The client's public functions: convert each call to a Request, and each Answer to the type of its reply.

namespace lockscope::zk {

namespace {

template <typename T, typename Convert> auto giving(Reply<T> reply, Convert convert)
{
    return [reply = std::move(reply), convert](Result<Answer> answer) { reply(std::move(answer).map(convert)); };
}

Created toCreated(Answer&& answer)
{
    return {std::move(answer.bytes), answer.stat};
}

void toNothing(Answer&& /*answer*/) {}

std::optional<Stat> toFound(Answer&& answer)
{
    return answer.found ? std::optional(answer.stat) : std::nullopt;
}

NodeData toData(Answer&& answer)
{
    return {std::move(answer.bytes), answer.stat};
}

Stat statOf(Answer&& answer)
{
    return answer.stat;
}

std::vector<std::string> toNames(Answer&& answer)
{
    return std::move(answer.names);
}

Listing toListing(Answer&& answer)
{
    return {std::move(answer.names), answer.stat};
}

std::vector<Acl> toAcl(Answer&& answer)
{
    return std::move(answer.acl);
}

ClientSettings withCallbacks(ClientSettings settings, EventLoop& loop)
{
    if (!settings.callbacks)
        settings.callbacks = &loop.callbacks();
    return settings;
}

std::vector<OpResult> toResults(Answer&& answer)
{
    return std::move(answer.results);
}

} // namespace

ZooKeeperClient::ZooKeeperClient(ClientSettings settings, EventLoop& loop, Log log)
    : ZooKeeperClient(withCallbacks(std::move(settings), loop), loop, std::move(log), cClientHandles(loop))
{
}

ZooKeeperClient::ZooKeeperClient(ClientSettings settings, Log log)
    : ZooKeeperClient(std::move(settings), EventLoop::shared(), std::move(log))
{
}

ZooKeeperClient::ZooKeeperClient(ClientSettings settings, Executor& executor, Log log,
                                 std::unique_ptr<HandleSource> handles)
    : m_core(std::make_shared<Core>(std::move(settings), executor, std::move(log), std::move(handles)))
    , m_access(std::make_unique<Access>(m_core, ObserverOf::Client))
{
    m_core->start();
}

ZooKeeperClient::ZooKeeperClient(std::unique_ptr<Access> access)
    : m_access(std::move(access))
{
}

ZooKeeperClient::~ZooKeeperClient()
{
    if (m_core)
        m_core->shutdown();
}

std::size_t ZooKeeperClient::openRequests() const
{
    return m_core->openRequests();
}

Executor& ZooKeeperClient::executor() const
{
    return m_access->executor();
}

Executor& ZooKeeperClient::callbacks() const
{
    return m_access->callbacks();
}

const Session& ZooKeeperClient::session() const
{
    return m_access->session();
}

Subscription ZooKeeperClient::onSession(SessionHandler handler)
{
    return m_access->observe(std::move(handler));
}

Subscription ZooKeeperClient::heartbeat()
{
    return m_access->heartbeat();
}

void ZooKeeperClient::create(CreateRequest request, Reply<Created> reply)
{
    m_access->ask(std::move(request), giving(std::move(reply), toCreated));
}

void ZooKeeperClient::remove(std::string path, std::int32_t version, Reply<void> reply)
{
    m_access->ask(RemoveOp{std::move(path), version}, giving(std::move(reply), toNothing));
}

void ZooKeeperClient::exists(std::string path, Reply<std::optional<Stat>> reply)
{
    m_access->ask(ExistsRequest{std::move(path)}, giving(std::move(reply), toFound));
}

Subscription ZooKeeperClient::exists(std::string path, WatchHandler watch, Reply<std::optional<Stat>> reply)
{
    return m_access->ask(ExistsRequest{std::move(path)}, WatchKind::Data, std::move(watch),
                         giving(std::move(reply), toFound));
}

void ZooKeeperClient::get(std::string path, Reply<NodeData> reply)
{
    m_access->ask(GetRequest{std::move(path)}, giving(std::move(reply), toData));
}

Subscription ZooKeeperClient::get(std::string path, WatchHandler watch, Reply<NodeData> reply)
{
    return m_access->ask(GetRequest{std::move(path)}, WatchKind::Data, std::move(watch),
                         giving(std::move(reply), toData));
}

void ZooKeeperClient::set(std::string path, std::string data, std::int32_t version, Reply<Stat> reply)
{
    m_access->ask(SetOp{std::move(path), std::move(data), version}, giving(std::move(reply), statOf));
}

void ZooKeeperClient::children(std::string path, Reply<std::vector<std::string>> reply)
{
    m_access->ask(ChildrenRequest{std::move(path)}, giving(std::move(reply), toNames));
}

Subscription ZooKeeperClient::children(std::string path, WatchHandler watch, Reply<std::vector<std::string>> reply)
{
    return m_access->ask(ChildrenRequest{std::move(path)}, WatchKind::Child, std::move(watch),
                         giving(std::move(reply), toNames));
}

void ZooKeeperClient::list(std::string path, Reply<Listing> reply)
{
    m_access->ask(ListRequest{std::move(path)}, giving(std::move(reply), toListing));
}

Subscription ZooKeeperClient::list(std::string path, WatchHandler watch, Reply<Listing> reply)
{
    return m_access->ask(ListRequest{std::move(path)}, WatchKind::Child, std::move(watch),
                         giving(std::move(reply), toListing));
}

void ZooKeeperClient::acl(std::string path, Reply<std::vector<Acl>> reply)
{
    m_access->ask(AclRequest{std::move(path)}, giving(std::move(reply), toAcl));
}

void ZooKeeperClient::multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply)
{
    m_access->ask(MultiRequest{std::move(ops)}, giving(std::move(reply), toResults));
}

void ZooKeeperClient::sync(std::string path, Reply<void> reply)
{
    m_access->ask(SyncRequest{std::move(path)}, giving(std::move(reply), toNothing));
}

void ZooKeeperClient::addAuth(std::string scheme, std::string credential, Reply<void> reply)
{
    m_access->addAuth(AuthRequest{std::move(scheme), std::move(credential)}, giving(std::move(reply), toNothing));
}

void ZooKeeperClient::close(Task closed)
{
    m_access->close(std::move(closed));
}

std::shared_ptr<Client> ZooKeeperClient::share()
{
    return std::shared_ptr<Client>(new ZooKeeperClient(std::make_unique<Access>(m_access->shared())));
}

} // namespace lockscope::zk
