// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeClient.h"

#include "core/zk/Namespace.h"
#include "core/zk/Path.h"
#include "tests/support/FakeClientCore.h"
#include "tests/support/FakeEnsemble.h"

#include <algorithm>

namespace lockscope::test {

using WatchKind = FakeServer::ActiveWatch::Kind;

namespace {

/// As the C client checks paths before it sends: a sequential one may end in a slash, a number follows.
std::optional<Error> badPath(FakeOp op, const std::string& path, bool sequential = false)
{
    const auto checked = zk::checkedPath(sequential ? path + '0' : path);
    if (checked)
        return std::nullopt;
    return Error{ErrorCode::BadArguments, std::string(operationName(op)), path, checked.error().detail};
}

FakeTree::Writer writer(const FakeServer& server, zk::SessionId session)
{
    return {session, server.clock().wallNow(), false};
}

auto existsOn(std::string path, bool watch)
{
    return [path = std::move(path), watch](FakeServer& server, zk::SessionId id) -> Result<std::optional<zk::Stat>> {
        if (auto bad = badPath(FakeOp::Exists, path))
            return failure(std::move(*bad));
        if (watch)
            server.addWatch(ServerWatch::Data, path, id);
        return server.view(id).stat(path);
    };
}

auto getOn(std::string path, bool watch)
{
    return [path = std::move(path), watch](FakeServer& server, zk::SessionId id) -> Result<zk::NodeData> {
        if (auto bad = badPath(FakeOp::Get, path))
            return failure(std::move(*bad));
        auto result = server.view(id).get(path);
        if (watch && result)
            server.addWatch(ServerWatch::Data, path, id);
        return result;
    };
}

auto listOn(std::string path, bool watch)
{
    return [path = std::move(path), watch](FakeServer& server, zk::SessionId id) -> Result<zk::Listing> {
        if (auto bad = badPath(FakeOp::List, path))
            return failure(std::move(*bad));
        auto result = server.view(id).list(path);
        if (watch && result)
            server.addWatch(ServerWatch::Child, path, id);
        return result;
    };
}

auto childrenOn(std::string path, bool watch)
{
    return [list = listOn(std::move(path), watch)](FakeServer& server,
                                                   zk::SessionId id) -> Result<std::vector<std::string>> {
        return list(server, id).map([](zk::Listing listing) { return std::move(listing.names); });
    };
}

std::optional<Error> badStep(const zk::Op& op)
{
    const auto* create = std::get_if<zk::CreateOp>(&op);
    if (create && create->request.mode == zk::CreateMode::Container)
        return Error{ErrorCode::BadArguments, "multi", create->request.path, "a multi can't create containers"};
    return badPath(FakeOp::Multi, zk::pathOf(op), create && isSequential(create->request.mode));
}

} // namespace

std::unique_ptr<FakeClient> FakeClient::connect(FakeEnsemble& ensemble, Executor& executor,
                                                std::chrono::milliseconds sessionTimeout)
{
    auto client = std::unique_ptr<FakeClient>(
        new FakeClient(std::make_shared<Core>(ensemble.m_server, executor, sessionTimeout), false));
    client->m_core->start(client.get());
    return client;
}

FakeClient::FakeClient(std::shared_ptr<Core> core, bool isShare)
    : m_core(std::move(core))
    , m_isShare(isShare)
{
}

FakeClient::~FakeClient()
{
    if (!m_isShare)
        m_core->destroyed();
}

Executor& FakeClient::executor() const
{
    return m_core->executor;
}

const zk::Session& FakeClient::session() const
{
    return m_core->session();
}

Subscription FakeClient::onSession(zk::SessionHandler handler)
{
    return m_core->onSession(std::move(handler), m_isShare);
}

void FakeClient::create(zk::CreateRequest request, zk::Reply<zk::Created> reply)
{
    std::vector<std::string> paths{request.path};
    m_core->send<zk::Created>(
        FakeOp::Create, std::move(paths), true,
        [request = std::move(request)](FakeServer& server, zk::SessionId id) -> Result<zk::Created> {
            if (auto bad = badPath(FakeOp::Create, request.path, isSequential(request.mode)))
                return failure(std::move(*bad));
            return server.tree.create(request, writer(server, id));
        },
        std::move(reply));
}

void FakeClient::remove(std::string path, std::int32_t version, zk::Reply<void> reply)
{
    m_core->send<void>(
        FakeOp::Remove, {path}, true,
        [path, version](FakeServer& server, zk::SessionId id) -> Result<void> {
            if (auto bad = badPath(FakeOp::Remove, path))
                return failure(std::move(*bad));
            return server.tree.remove(path, version, writer(server, id));
        },
        std::move(reply));
}

void FakeClient::exists(std::string path, zk::Reply<std::optional<zk::Stat>> reply)
{
    m_core->send<std::optional<zk::Stat>>(FakeOp::Exists, {path}, false, existsOn(path, false), std::move(reply));
}

Subscription FakeClient::exists(std::string path, zk::WatchHandler watch, zk::Reply<std::optional<zk::Stat>> reply)
{
    const auto number = m_core->addWatch(WatchKind::Exists, path, std::move(watch));
    auto subscription = m_core->watchSubscription(number);
    auto noted = [weak = std::weak_ptr(m_core), number,
                  reply = std::move(reply)](Result<std::optional<zk::Stat>> result) {
        if (const auto core = weak.lock(); core && result && *result)
            core->nodeFound(number);
        reply(std::move(result));
    };
    m_core->send<std::optional<zk::Stat>>(FakeOp::Exists, {path}, false, existsOn(path, true), std::move(noted),
                                          number);
    return subscription;
}

void FakeClient::get(std::string path, zk::Reply<zk::NodeData> reply)
{
    m_core->send<zk::NodeData>(FakeOp::Get, {path}, false, getOn(path, false), std::move(reply));
}

Subscription FakeClient::get(std::string path, zk::WatchHandler watch, zk::Reply<zk::NodeData> reply)
{
    const auto number = m_core->addWatch(WatchKind::Data, path, std::move(watch));
    auto subscription = m_core->watchSubscription(number);
    m_core->send<zk::NodeData>(FakeOp::Get, {path}, false, getOn(path, true), std::move(reply), number);
    return subscription;
}

void FakeClient::set(std::string path, std::string data, std::int32_t version, zk::Reply<zk::Stat> reply)
{
    m_core->send<zk::Stat>(
        FakeOp::Set, {path}, true,
        [path, data = std::move(data), version](FakeServer& server, zk::SessionId id) -> Result<zk::Stat> {
            if (auto bad = badPath(FakeOp::Set, path))
                return failure(std::move(*bad));
            return server.tree.set(path, data, version, writer(server, id));
        },
        std::move(reply));
}

void FakeClient::children(std::string path, zk::Reply<std::vector<std::string>> reply)
{
    m_core->send<std::vector<std::string>>(FakeOp::Children, {path}, false, childrenOn(path, false), std::move(reply));
}

Subscription FakeClient::children(std::string path, zk::WatchHandler watch, zk::Reply<std::vector<std::string>> reply)
{
    const auto number = m_core->addWatch(WatchKind::Child, path, std::move(watch));
    auto subscription = m_core->watchSubscription(number);
    m_core->send<std::vector<std::string>>(FakeOp::Children, {path}, false, childrenOn(path, true), std::move(reply),
                                           number);
    return subscription;
}

void FakeClient::list(std::string path, zk::Reply<zk::Listing> reply)
{
    m_core->send<zk::Listing>(FakeOp::List, {path}, false, listOn(path, false), std::move(reply));
}

Subscription FakeClient::list(std::string path, zk::WatchHandler watch, zk::Reply<zk::Listing> reply)
{
    const auto number = m_core->addWatch(WatchKind::Child, path, std::move(watch));
    auto subscription = m_core->watchSubscription(number);
    m_core->send<zk::Listing>(FakeOp::List, {path}, false, listOn(path, true), std::move(reply), number);
    return subscription;
}

void FakeClient::acl(std::string path, zk::Reply<std::vector<zk::Acl>> reply)
{
    m_core->send<std::vector<zk::Acl>>(
        FakeOp::Acl, {path}, false,
        [path](FakeServer& server, zk::SessionId id) -> Result<std::vector<zk::Acl>> {
            if (auto bad = badPath(FakeOp::Acl, path))
                return failure(std::move(*bad));
            return server.view(id).acl(path);
        },
        std::move(reply));
}

void FakeClient::multi(std::vector<zk::Op> ops, zk::Reply<std::vector<zk::OpResult>> reply)
{
    std::vector<std::string> paths;
    for (const zk::Op& op : ops)
        paths.push_back(zk::pathOf(op));
    m_core->send<std::vector<zk::OpResult>>(
        FakeOp::Multi, std::move(paths), true,
        [ops = std::move(ops)](FakeServer& server, zk::SessionId id) -> Result<std::vector<zk::OpResult>> {
            for (const zk::Op& op : ops) {
                if (auto bad = badStep(op))
                    return failure(std::move(*bad));
            }
            return server.tree.multi(ops, writer(server, id));
        },
        std::move(reply));
}

void FakeClient::sync(std::string path, zk::Reply<void> reply)
{
    m_core->send<void>(
        FakeOp::Sync, {path}, false,
        [path](FakeServer&, zk::SessionId) -> Result<void> {
            if (auto bad = badPath(FakeOp::Sync, path))
                return failure(std::move(*bad));
            return {};
        },
        std::move(reply));
}

void FakeClient::addAuth(std::string scheme, std::string, zk::Reply<void> reply)
{
    m_core->send<void>(
        FakeOp::AddAuth, {}, false,
        [scheme = std::move(scheme)](FakeServer& server, zk::SessionId) -> Result<void> {
            const auto& refused = server.refusedSchemes;
            if (std::find(refused.begin(), refused.end(), scheme) != refused.end())
                return failure(ErrorCode::AuthFailed, "addAuth");
            return {};
        },
        std::move(reply));
}

void FakeClient::close(Task closed)
{
    m_core->close(std::move(closed));
}

std::shared_ptr<zk::Client> FakeClient::share()
{
    return std::shared_ptr<zk::Client>(new FakeClient(m_core, true));
}

} // namespace lockscope::test
