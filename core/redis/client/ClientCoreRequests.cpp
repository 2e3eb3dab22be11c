// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The core's requests: which server gets them, and what their error replies lead to.

#include "core/base/Phrase.h"
#include "core/redis/client/ClientCore.h"
#include "core/redis/client/ErrorReply.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr int mostRedirects = 5; ///< after the first server, and for each try
constexpr int mostTries = 5;     ///< after TRYAGAIN
constexpr Duration pauseAfterTryAgain = std::chrono::milliseconds(50);

Result<Value> resultOf(Value reply)
{
    if (auto error = errorOf(reply))
        return failure(std::move(*error));
    return reply;
}

/// Replaces the operation. The path of a connection's error is the server's address, which the detail then has.
void describeAs(Error& error, const char* operation, const std::string& path)
{
    if (!error.path.empty())
        error.detail = error.detail.empty() ? error.path : phrase("%1: %2", error.path, error.detail);
    error.operation = operation;
    error.path = path;
}

std::string inDecimal(std::size_t number)
{
    return std::to_string(number);
}

} // namespace

/// Kept until its reply: it may have to be sent to another server.
struct ClientCore::Request {
    std::string key;
    std::optional<Address> master; ///< of a command without a key that is for this server
    Command command;
    const char* operation = phraseLater("run the command");
    std::string name; ///< of the command or the script, for errors
    Reply<Value> reply;
    std::string_view script;            ///< the text for EVAL, if EVALSHA fails
    std::weak_ptr<ScriptOrder> order{}; ///< where requests are held back until its reply
    bool isAsking = false;              ///< sent after ASKING
    int redirects = 0;
    int tries = 0;
    bool isSentAgain = false;
    std::vector<WaitPtr> waits; ///< made after it, and to be repeated after it

    void finish(Result<Value> result) const
    {
        if (!result)
            describeAs(result.error(), operation, name);
        reply(std::move(result));
    }
};

struct ClientCore::ReplicaWait {
    std::string key;
    Command command;
    Reply<int> reply;
    SteadyTime deadline{};
    std::uint64_t sentAgainCount = 0; ///< when it was sent

    void finish(const Result<Value>& result) const
    {
        auto error = result ? errorOf(*result) : std::optional(result.error());
        if (!error && result->kind() != Value::Kind::Integer)
            error = Error{ErrorCode::System, {}, {}, result->text()};
        if (!error)
            return reply(static_cast<int>(result->number()));
        describeAs(*error, phraseLater("wait for replicas"), {});
        reply(failure(std::move(*error)));
    }
};

/// A request, or a wait, that is sent after an earlier request.
struct ClientCore::Held {
    LinkPtr link;
    RequestPtr request; ///< null: it is a wait
    WaitPtr wait;
};

/// The order of the requests on one server. While it is unknown whether the server has a script, its text may have to
/// be sent: later requests are held back, else they would be executed before it.
struct ClientCore::ScriptOrder {
    std::uint64_t connection = 0;    ///< of which the scripts are known
    std::set<const void*> scripts{}; ///< their texts; a new connection may lead to a server without them
    const void* open = nullptr;      ///< the text of an unknown script whose first request has no reply yet
    std::deque<Held> held{};
};

void ClientCore::send(std::string_view key, Command command, Access access, Reply<Value> reply)
{
    auto request = requestOf(std::move(command), std::move(reply));
    request->key = key;
    submit(std::move(request), access);
}

std::vector<Address> ClientCore::masters() const
{
    std::vector<Address> addresses;
    for (const auto& link : m_topology->masters())
        addresses.push_back(link->address());
    return addresses;
}

std::optional<Address> ClientCore::masterOf(std::string_view key) const
{
    const auto link = m_topology->linkFor(key);
    return link ? std::optional(link->address()) : std::nullopt;
}

void ClientCore::sendTo(const Address& master, Command command, Access access, Reply<Value> reply)
{
    auto request = requestOf(std::move(command), std::move(reply));
    request->master = master;
    submit(std::move(request), access);
}

/// The link to the server that is to execute the request; null: none is known.
ClientCore::LinkPtr ClientCore::linkOf(const Request& request) const
{
    if (!request.master)
        return m_topology->linkFor(request.key);
    for (auto& link : m_topology->masters()) {
        if (link->address() == *request.master)
            return link;
    }
    return nullptr;
}

ClientCore::RequestPtr ClientCore::requestOf(Command command, Reply<Value> reply)
{
    auto request = std::make_shared<Request>();
    request->command = std::move(command);
    if (!request->command.empty())
        request->name = request->command.front();
    request->reply = std::move(reply);
    return request;
}

void ClientCore::run(const Script& script, std::vector<std::string> keys, std::vector<std::string> arguments,
                     Access access, Reply<Value> reply)
{
    auto request = std::make_shared<Request>();
    if (!keys.empty())
        request->key = keys.front();
    request->operation = phraseLater("run the script");
    request->name = script.name();
    request->script = script.text();
    request->reply = std::move(reply);
    auto& words = request->command;
    words.reserve(3 + keys.size() + arguments.size());
    words.emplace_back("EVALSHA");
    words.push_back(script.sha1());
    words.push_back(inDecimal(keys.size()));
    std::move(keys.begin(), keys.end(), std::back_inserter(words));
    std::move(arguments.begin(), arguments.end(), std::back_inserter(words));
    submit(std::move(request), access);
}

void ClientCore::submit(RequestPtr request, Access access)
{
    if (isFinal())
        return refuse(request, whyEnded());
    if (request->command.empty())
        return refuse(request, {ErrorCode::BadArguments, {}, {}, phrase("the command has no words")});
    if (access == Access::Write && m_settings.gate && !m_settings.gate->isOpen(m_executor.clock().now()))
        return refuse(request, {ErrorCode::Refused, {}, {}, phrase("this connection is read-only. Unlock it first")});
    if (const auto link = linkOf(*request))
        return sendOn(link, request);
    refuse(request, {ErrorCode::NoConnection, {}, {}, m_topology->summary().detail});
}

void ClientCore::refuse(const RequestPtr& request, Error error)
{
    m_executor.post([request, error = std::move(error)] { request->finish(failure(error)); });
}

Error ClientCore::whyEnded() const
{
    if (m_status->state == SessionState::AuthFailed)
        return {ErrorCode::AuthFailed, {}, {}, m_status->detail};
    return {ErrorCode::Closed, {}, {}, {}};
}

void ClientCore::sendOn(const LinkPtr& link, const RequestPtr& request)
{
    const auto order = orderOn(link);
    if (order->open && order->held.size() >= static_cast<std::size_t>(std::max(m_settings.maxInFlight, 1)))
        return refuse(request, {ErrorCode::Throttled, {}, {}, {}});
    if (order->open) {
        order->held.push_back({link, request, nullptr});
        return;
    }
    if (link->isConnected() && !request->script.empty() && !order->scripts.contains(request->script.data())) {
        order->open = request->script.data();
        request->order = order;
    }
    link->send(request->command, replyOf(link, request));
}

ClientCore::OrderPtr ClientCore::orderOn(const LinkPtr& link)
{
    auto found = m_orders.find(link);
    if (found == m_orders.end()) {
        std::erase_if(m_orders, [](const auto& one) { return one.first.expired(); });
        found = m_orders.emplace(link, std::make_shared<ScriptOrder>()).first;
    }
    auto& order = *found->second;
    if (std::exchange(order.connection, link->connections()) != link->connections())
        order.scripts.clear();
    return found->second;
}

/// The reply to a request with an unknown script has come. Sends the requests that were held back for it.
void ClientCore::settleOrder(const RequestPtr& request, bool isKnown)
{
    const auto order = std::exchange(request->order, {}).lock();
    if (!order)
        return;
    const auto* const text = std::exchange(order->open, nullptr);
    if (isKnown)
        order->scripts.insert(text);
    sendHeld(*order);
}

void ClientCore::sendHeld(ScriptOrder& order)
{
    while (!order.open && !order.held.empty()) {
        const auto next = std::move(order.held.front());
        order.held.pop_front();
        if (next.request)
            sendOn(next.link, next.request);
        else
            sendWaitOn(next.link, next.wait);
    }
}

void ClientCore::failHeld(const Error& reason)
{
    std::vector<Held> all;
    for (const auto& [link, order] : std::exchange(m_orders, {})) {
        const auto held = std::exchange(order->held, {});
        all.insert(all.end(), held.begin(), held.end());
    }
    if (all.empty())
        return;
    m_executor.post([core = shared_from_this(), all = std::move(all), reason] {
        for (const auto& held : all) {
            if (held.request)
                core->finish(nullptr, held.request, failure(reason));
            else
                held.wait->finish(failure(reason));
        }
    });
}

Reply<Value> ClientCore::replyOf(const LinkPtr& link, const RequestPtr& request)
{
    // The link owns this reply until then.
    return [weak = weak_from_this(), from = std::weak_ptr(link), request](Result<Value> reply) {
        if (const auto core = weak.lock())
            return core->onReply(from.lock(), request, std::move(reply));
        for (const auto& wait : request->waits)
            wait->finish(failure(ErrorCode::Closed, {}));
        request->finish(std::move(reply));
    };
}

void ClientCore::onReply(const LinkPtr& link, const RequestPtr& request, Result<Value> reply)
{
    if (reply && !isFinal() && isEvaluated(link, request, *reply))
        return;
    settleOrder(request, reply && !reply->isError()); // before a callback makes the next request
    if (!reply || !reply->isError() || isFinal())
        return finish(link, request, std::move(reply));
    if (isRedirected(link, request, *reply) || isRetried(request, *reply))
        return;
    if (link && isNotServed(*reply))
        m_topology->onNotServed(*link);
    if (auto problem = link ? whyNotFollowed(*link, *reply) : std::nullopt)
        return finish(link, request, failure(*std::move(problem)));
    finish(link, request, resultOf(std::move(*reply)));
}

void ClientCore::finish(const LinkPtr& link, const RequestPtr& request, Result<Value> reply)
{
    if (request->isSentAgain) {
        std::erase(m_sentAgain, request);
        for (const auto& wait : std::exchange(request->waits, {}))
            sendWait(wait, link);
    }
    request->finish(std::move(reply));
}

/// The server does not have the script: sends its text to the same server, which keeps it.
bool ClientCore::isEvaluated(const LinkPtr& link, const RequestPtr& request, const Value& error)
{
    if (request->script.empty() || !link || error.errorCode() != "NOSCRIPT")
        return false;
    const auto order = orderOn(link);
    if (order->scripts.contains(request->script.data())) // the server has lost its scripts
        order->scripts.clear();
    order->scripts.insert(request->script.data());
    request->command[0] = "EVAL";
    request->command[1] = request->script;
    request->script = {};
    sendAgain(link, request);
    settleOrder(request, true); // the requests that follow are behind it
    return true;
}

/// After MOVED and ASK.
bool ClientCore::isRedirected(const LinkPtr& link, const RequestPtr& request, const Value& error)
{
    const auto redirect = link ? parseRedirect(error.text(), link->address()) : std::nullopt;
    const auto target = redirect ? m_topology->onRedirect(*redirect) : nullptr;
    if (!target)
        return false;
    if (++request->redirects > mostRedirects) {
        finish(link, request, failure(ErrorCode::Throttled, {}, {}, phrase("too many redirections: %1", error.text())));
        return true;
    }
    request->isAsking = redirect->kind == Redirect::Kind::Ask;
    sendAgain(target, request);
    return true;
}

/// The server belongs to a cluster, as behind a proxy with one address, and the target does not say so.
std::optional<Error> ClientCore::whyNotFollowed(const ServerLink& link, const Value& error) const
{
    if (topologyKind() == Topology::Cluster || !parseRedirect(error.text(), link.address()))
        return std::nullopt;
    auto target = m_settings.target;
    target.topology = Topology::Cluster;
    target.servers = {link.address()};
    target.master.clear();
    target.database = 0;
    return Error{ErrorCode::BadArguments,
                 {},
                 toString(link.address()),
                 phrase("the server belongs to a Redis Cluster, which has this key on another server (%1). Use the "
                        "target %2",
                        error.text(), toString(target))};
}

void ClientCore::sendAgain(const LinkPtr& link, const RequestPtr& request)
{
    noteSentAgain(request);
    link->sendRedirected(request->command, request->isAsking, replyOf(link, request));
}

/// The server has some keys of the request only, because their slot is being moved: the request is sent again later.
bool ClientCore::isRetried(const RequestPtr& request, const Value& error)
{
    if (error.errorCode() != "TRYAGAIN" || request->tries >= mostTries)
        return false;
    ++request->tries;
    noteSentAgain(request);
    const auto id = ++m_lastRetry;
    m_retries[id] = {request, m_executor.after(pauseAfterTryAgain * request->tries, [weak = weak_from_this(), id] {
                         if (const auto core = weak.lock())
                             core->retry(id);
                     })};
    return true;
}

void ClientCore::retry(std::uint64_t id)
{
    const auto found = m_retries.extract(id);
    if (found.empty())
        return;
    const auto& request = found.mapped().request;
    request->redirects = 0;
    request->isAsking = false;
    if (const auto link = linkOf(*request))
        sendAgain(link, request);
    else
        finish(nullptr, request, failure(ErrorCode::NoConnection, {}, {}, m_topology->summary().detail));
}

void ClientCore::failRetries(const Error& reason)
{
    if (m_retries.empty())
        return;
    m_executor.post([core = shared_from_this(),
                     retries = std::make_shared<decltype(m_retries)>(std::exchange(m_retries, {})), reason] {
        for (const auto& [id, retry] : *retries)
            core->finish(nullptr, retry.request, failure(reason));
    });
}

// ---- WAIT

void ClientCore::waitForReplicas(std::string_view key, int replicas, std::chrono::milliseconds timeout,
                                 Reply<int> reply)
{
    // WAIT blocks its connection. It returns before its own request fails, and 0 would be no limit.
    const auto longest = std::chrono::milliseconds(m_settings.requestTimeout) * 3 / 4;
    const auto limit = std::clamp<std::chrono::milliseconds>(timeout, std::chrono::milliseconds(1),
                                                             std::max(longest, std::chrono::milliseconds(1)));
    auto wait = std::make_shared<ReplicaWait>();
    wait->key = key;
    wait->command = {"WAIT", std::to_string(std::max(replicas, 0)), std::to_string(limit.count())};
    wait->reply = std::move(reply);
    const auto link = isFinal() ? nullptr : m_topology->linkFor(key);
    wait->deadline = m_executor.clock().now() + m_settings.requestTimeout;
    if (link) {
        if (const auto order = orderOn(link); order->open)
            order->held.push_back({link, nullptr, wait});
        else
            sendWaitOn(link, wait);
        return;
    }
    auto error = isFinal() ? whyEnded() : Error{ErrorCode::NoConnection, {}, {}, m_topology->summary().detail};
    m_executor.post([wait, error = std::move(error)] { wait->finish(failure(error)); });
}

void ClientCore::sendWaitOn(const LinkPtr& link, const WaitPtr& wait)
{
    wait->sentAgainCount = m_sentAgainCount;
    link->send(wait->command, replyOfWait(wait));
}

Reply<Value> ClientCore::replyOfWait(const WaitPtr& wait)
{
    return [weak = weak_from_this(), wait](const Result<Value>& reply) {
        if (const auto core = weak.lock())
            core->onWaited(wait, reply);
        else
            wait->finish(reply);
    };
}

/// A request before the WAIT may have been sent again after it, and is not counted then: the WAIT is sent again too.
void ClientCore::onWaited(const WaitPtr& wait, const Result<Value>& reply)
{
    if (!reply || isFinal() || wait->sentAgainCount == m_sentAgainCount)
        return wait->finish(reply);
    if (m_executor.clock().now() >= wait->deadline)
        return wait->finish(failure(ErrorCode::OperationTimeout, {}));
    const auto before = std::find_if(m_sentAgain.rbegin(), m_sentAgain.rend(),
                                     [&](const RequestPtr& request) { return request->key == wait->key; });
    if (before != m_sentAgain.rend())
        (*before)->waits.push_back(wait);
    else
        sendWait(wait, m_topology->linkFor(wait->key));
}

/// Only in a reply. `link`: the server that has executed the request before; may be null.
void ClientCore::sendWait(const WaitPtr& wait, const LinkPtr& link)
{
    if (isFinal())
        return wait->finish(failure(whyEnded()));
    if (!link)
        return wait->finish(failure(ErrorCode::NoConnection, {}));
    wait->sentAgainCount = m_sentAgainCount;
    link->sendRedirected(wait->command, false, replyOfWait(wait));
}

void ClientCore::noteSentAgain(const RequestPtr& request)
{
    ++m_sentAgainCount;
    if (!std::exchange(request->isSentAgain, true))
        m_sentAgain.push_back(request);
}

} // namespace lockscope::redis
