// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/NamespaceClient.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/zk/MakeNode.h"
#include "core/zk/client/Namespace.h"

#include <functional>
#include <map>
#include <utility>

namespace lockscope::zk {

namespace {

/// The number of attempts of a create while the namespace is missing.
constexpr int mostTries = 3;

/// Replaces the path of a watch event by the path that the watch was set on.
WatchHandler telling(std::string path, WatchHandler watch)
{
    return [path = std::move(path), watch = std::move(watch)](const WatchEvent& event) {
        auto named = event;
        named.path = path;
        watch(named);
    };
}

/// Replaces the path of an error by the requested path.
template <typename T> Reply<T> naming(std::string path, Reply<T> reply)
{
    return [path = std::move(path), reply = std::move(reply)](Result<T> result) {
        if (!result)
            result.error().path = path;
        reply(std::move(result));
    };
}

/// As a detail of another error: without the operation, which describe() would write.
std::string whyNoNamespace(const Error& error)
{
    return phrase("the namespace could not be created: %1", describe({error.code, {}, error.path, error.detail}));
}

/// Calls `ask(reply)`. If the error reports a missing node of the namespace, creates that node and calls `ask` again.
template <typename T>
void askMaking(const std::shared_ptr<Client>& client, const std::vector<Acl>& acl,
               const std::function<void(Reply<T>)>& ask, const std::function<std::string(const Error&)>& missed,
               int tries, const Reply<T>& reply)
{
    ask([=](Result<T> result) {
        const auto missing = result || tries <= 1 ? std::string() : missed(result.error());
        if (missing.empty()) {
            reply(std::move(result));
            return;
        }
        makeNode(
            client, missing, CreateMode::Container, [acl](const std::string&) { return acl; },
            [=](const Result<void>& made) {
                if (made)
                    askMaking(client, acl, ask, missed, tries - 1, reply);
                else
                    reply(failure(made.error().code, result.error().operation, result.error().path,
                                  whyNoNamespace(made.error())));
            });
    });
}

} // namespace

Result<std::unique_ptr<NamespaceClient>> NamespaceClient::make(std::shared_ptr<Client> client, std::string_view name,
                                                               std::vector<Acl> acl)
{
    auto path = checkedPath(name);
    if (!path)
        return failure(ErrorCode::BadArguments, phraseLater("use the namespace"), std::string(name),
                       path.error().detail);
    auto space = std::make_shared<const Namespace>(std::move(*path), std::move(acl));
    return std::unique_ptr<NamespaceClient>(new NamespaceClient(std::move(client), std::move(space)));
}

NamespaceClient::NamespaceClient(std::shared_ptr<Client> client, std::shared_ptr<const Namespace> space)
    : m_client(std::move(client))
    , m_share(m_client->share())
    , m_space(std::move(space))
{
}

Executor& NamespaceClient::executor() const
{
    return m_client->executor();
}

Executor& NamespaceClient::callbacks() const
{
    return m_client->callbacks();
}

const Session& NamespaceClient::session() const
{
    return m_client->session();
}

Subscription NamespaceClient::onSession(SessionHandler handler)
{
    return m_client->onSession(std::move(handler));
}

Subscription NamespaceClient::heartbeat()
{
    return m_client->heartbeat();
}

void NamespaceClient::create(CreateRequest request, Reply<Created> reply)
{
    const auto out = [space = m_space, reply = naming(request.path, std::move(reply))](Result<Created> created) {
        if (created)
            created->path = space->out(created->path);
        reply(std::move(created));
    };
    const auto ask = [client = m_share, there = m_space->in(request)](Reply<Created> made) {
        client->create(there, std::move(made));
    };
    const auto missed = [space = m_space, request = std::move(request)](const Error& error) {
        return space->missedBy(request, error);
    };
    askMaking<Created>(m_share, m_space->acl(), ask, missed, mostTries, out);
}

void NamespaceClient::remove(std::string path, std::int32_t version, Reply<void> reply)
{
    m_client->remove(m_space->in(path), version, naming(path, std::move(reply)));
}

void NamespaceClient::exists(std::string path, Reply<std::optional<Stat>> reply)
{
    m_client->exists(m_space->in(path), naming(path, std::move(reply)));
}

Subscription NamespaceClient::exists(std::string path, WatchHandler watch, Reply<std::optional<Stat>> reply)
{
    return m_client->exists(m_space->in(path), telling(path, std::move(watch)), naming(path, std::move(reply)));
}

void NamespaceClient::get(std::string path, Reply<NodeData> reply)
{
    m_client->get(m_space->in(path), naming(path, std::move(reply)));
}

Subscription NamespaceClient::get(std::string path, WatchHandler watch, Reply<NodeData> reply)
{
    return m_client->get(m_space->in(path), telling(path, std::move(watch)), naming(path, std::move(reply)));
}

void NamespaceClient::set(std::string path, std::string data, std::int32_t version, Reply<Stat> reply)
{
    m_client->set(m_space->in(path), std::move(data), version, naming(path, std::move(reply)));
}

void NamespaceClient::children(std::string path, Reply<std::vector<std::string>> reply)
{
    m_client->children(m_space->in(path), naming(path, std::move(reply)));
}

Subscription NamespaceClient::children(std::string path, WatchHandler watch, Reply<std::vector<std::string>> reply)
{
    return m_client->children(m_space->in(path), telling(path, std::move(watch)), naming(path, std::move(reply)));
}

void NamespaceClient::list(std::string path, Reply<Listing> reply)
{
    m_client->list(m_space->in(path), naming(path, std::move(reply)));
}

Subscription NamespaceClient::list(std::string path, WatchHandler watch, Reply<Listing> reply)
{
    return m_client->list(m_space->in(path), telling(path, std::move(watch)), naming(path, std::move(reply)));
}

void NamespaceClient::acl(std::string path, Reply<std::vector<Acl>> reply)
{
    m_client->acl(m_space->in(path), naming(path, std::move(reply)));
}

void NamespaceClient::multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply)
{
    using Results = std::vector<OpResult>;
    std::vector<Op> there;
    std::map<std::string, std::string> asked; ///< path of a step with the namespace -> requested path
    for (auto op : ops) {
        auto path = pathOf(op);
        there.push_back(m_space->in(std::move(op)));
        asked.emplace(pathOf(there.back()), std::move(path));
    }
    const auto out = [space = m_space, asked = std::move(asked), reply = std::move(reply)](Result<Results> results) {
        if (!results) {
            const auto step = asked.find(results.error().path);
            if (step != asked.end())
                results.error().path = step->second;
        } else {
            for (auto& result : *results)
                result.path = space->out(result.path);
        }
        reply(std::move(results));
    };
    const auto ask = [client = m_share, there = std::move(there)](Reply<Results> done) {
        client->multi(there, std::move(done));
    };
    const auto missed = [space = m_space, ops = std::move(ops)](const Error& error) {
        return space->missedBy(ops, error);
    };
    askMaking<Results>(m_share, m_space->acl(), ask, missed, mostTries, out);
}

void NamespaceClient::sync(std::string path, Reply<void> reply)
{
    m_client->sync(m_space->in(path), naming(path, std::move(reply)));
}

void NamespaceClient::addAuth(std::string scheme, std::string credential, Reply<void> reply)
{
    m_client->addAuth(std::move(scheme), std::move(credential), std::move(reply));
}

void NamespaceClient::close(Task closed)
{
    m_client->close(std::move(closed));
}

std::shared_ptr<Client> NamespaceClient::share()
{
    return std::shared_ptr<Client>(new NamespaceClient(m_share, m_space));
}

} // namespace lockscope::zk
