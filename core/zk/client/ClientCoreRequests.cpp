// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The core's requests and watches.

#include "core/zk/client/ClientCore.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::zk {

namespace {

/// True if a server sent this answer, and so received the request.
bool isFromServer(const Result<Answer>& answer)
{
    if (answer)
        return true;
    switch (answer.error().code) {
    case ErrorCode::NoNode:
    case ErrorCode::NodeExists:
    case ErrorCode::BadVersion:
    case ErrorCode::NotEmpty:
    case ErrorCode::NoChildrenForEphemerals:
    case ErrorCode::NoAuth:
    case ErrorCode::InvalidAcl:
        return true;
    default:
        return false;
    }
}

} // namespace

bool ZooKeeperClient::Core::isFinal() const
{
    return m_session.state == SessionState::AuthFailed || m_session.state == SessionState::Closed;
}

void ZooKeeperClient::Core::ask(Request request, Deliver deliver)
{
    enqueue(std::move(request), 0, std::move(deliver));
    pump();
}

Subscription ZooKeeperClient::Core::ask(Request request, WatchKind kind, WatchHandler watch, Deliver deliver)
{
    const auto id = isFinal() ? 0 : m_watches.add(pathOf(request), kind, std::move(watch));
    enqueue(std::move(request), id, std::move(deliver));
    pump();
    return Subscription([weak = weak_from_this(), id] {
        if (const auto core = weak.lock())
            core->dropWatch(id);
    });
}

void ZooKeeperClient::Core::addAuth(AuthRequest credentials, Deliver deliver)
{
    // A refused request must not be repeated on the next session either: a server would end the session because of it.
    const bool isNew =
        checked(credentials) && std::none_of(m_credentials.begin(), m_credentials.end(),
                                             [&](const Credentials& one) { return one.auth == credentials; });
    Credentials remembered{credentials, 0, false};
    remembered.request = enqueue(std::move(credentials), 0, std::move(deliver));
    if (isNew && !isFinal())
        m_credentials.push_back(std::move(remembered));
    pump();
}

std::uint64_t ZooKeeperClient::Core::enqueue(Request request, std::uint64_t watch, Deliver deliver)
{
    if (!isFinal())
        return m_requests.add(std::move(request), watch, std::move(deliver));
    const auto code = m_session.state == SessionState::Closed ? ErrorCode::Closed : ErrorCode::AuthFailed;
    refuse(m_executor, code, request, std::move(deliver));
    return 0;
}

void ZooKeeperClient::Core::refuse(Executor& executor, ErrorCode code, const Request& request, Deliver deliver)
{
    executor.post([deliver = std::move(deliver), operation = std::string(operationOf(request)), path = pathOf(request),
                   code] { deliver(failure(code, operation, path)); });
}

void ZooKeeperClient::Core::pump()
{
    const auto present = handle();
    if (!present || !canRead(m_session.state))
        return;
    while (auto* next = m_requests.startNext(m_executor.clock().now())) {
        const auto id = next->id;
        if (const auto allowed = checked(next->request, m_settings.largestRequest); !allowed) {
            settleLater(id, allowed.error());
            continue;
        }
        const bool writes = isWrite(next->request);
        if (writes && m_settings.gate && !m_settings.gate->isOpen(m_executor.clock().now())) {
            settleLater(id, Error{ErrorCode::Refused, std::string(operationOf(next->request)), pathOf(next->request),
                                  phrase("this connection is read-only. Unlock it first")});
            continue;
        }
        const bool proves = writes || std::holds_alternative<SyncRequest>(next->request);
        const auto sentAt = next->sentAt;
        setWatch(next->request, next->watch != 0 && m_watches.contains(next->watch));
        m_watches.markSent(next->watch);
        const auto isAuth = std::holds_alternative<AuthRequest>(next->request);
        if (const auto sent = present->send(id, next->request); !sent) {
            settleLater(id, sent.error());
            continue;
        }
        m_lastSent = sentAt;
        if (proves)
            m_lastProof = sentAt;
        if (m_settings.traffic) {
            ++m_settings.traffic->requests;
            m_settings.traffic->writes += writes ? 1 : 0;
        }
        for (auto& credentials : m_credentials) {
            if (isAuth && credentials.request == id)
                credentials.onHandle = true;
        }
    }
    arm();
}

void ZooKeeperClient::Core::settleLater(std::uint64_t id, Error error)
{
    m_executor.post(whileAlive([id, error = std::move(error)](Core& core) { core.onAnswer(id, failure(error)); }));
}

void ZooKeeperClient::Core::deliverAnswers()
{
    while (auto pending = m_requests.takeAnswered())
        finish(std::move(*pending));
    pump();
}

void ZooKeeperClient::Core::finish(PendingRequest pending)
{
    const auto& answer = *pending.answer;
    noteAnswer(pending);
    if (pending.watch != 0) {
        const auto unwanted = answer ? m_watches.arm(pending.watch) : m_watches.erase(pending.watch);
        if (unwanted)
            unwatch(*unwanted);
    }
    pending.deliver(std::move(*pending.answer));
}

/// Updates lastContact and validUntil from an answer.
void ZooKeeperClient::Core::noteAnswer(const PendingRequest& pending)
{
    // Replies to credentials do not refer to the session.
    if (m_session.state != SessionState::Connected || !isFromServer(*pending.answer) ||
        std::holds_alternative<AuthRequest>(pending.request))
        return;
    m_session.lastContact = std::max(m_session.lastContact, pending.sentAt);
    if (*pending.answer && (isWrite(pending.request) || std::holds_alternative<SyncRequest>(pending.request))) {
        if (const auto confirmed = m_proof.confirmed(pending.sentAt))
            validAtLeastUntil(*confirmed + m_session.timeout);
    }
    m_proof.answered(pending.sentAt, m_executor.clock().now());
    if (m_heartbeats > 0)
        armKeepAlive();
}

void ZooKeeperClient::Core::failAll(std::vector<PendingRequest> requests, ErrorCode code)
{
    for (const auto& pending : requests)
        pending.deliver(failure(code, std::string(operationOf(pending.request)), pathOf(pending.request)));
}

void ZooKeeperClient::Core::dropWatch(std::uint64_t id)
{
    if (const auto node = m_watches.drop(id))
        unwatch(*node);
}

void ZooKeeperClient::Core::unwatch(const WatchTable::Node& node)
{
    if (m_watches.isWatched(node)) {
        m_watches.noteSet(node); // still set by the C client, whatever the current watch becomes
        return;
    }
    if (!canRead(m_session.state)) {
        m_unwatchLater.push_back(node);
        return;
    }
    enqueue(UnwatchRequest{node.first, node.second}, 0, [weak = weak_from_this(), node](const Result<Answer>& answer) {
        // Disconnected before the server received it: the C client sets the watch again when it reconnects.
        const bool again = !answer && answer.error().code == ErrorCode::ConnectionLoss;
        if (const auto core = weak.lock(); core && again)
            core->unwatch(node);
    });
    pump();
}

/// A new handle has no credentials; they are sent before the waiting requests.
void ZooKeeperClient::Core::sendCredentialsAgain()
{
    const auto present = handle();
    for (auto& credentials : m_credentials) {
        if (!present || credentials.onHandle || m_requests.isWaiting(credentials.request))
            continue;
        const auto sent = present->sendAgain(credentials.auth);
        credentials.onHandle = sent.has_value();
        if (sent && m_settings.traffic)
            ++m_settings.traffic->requests;
        if (!sent)
            m_log.write(LogLevel::Warning, "zk", "The credentials were not sent again. " + describe(sent.error()));
    }
}

} // namespace lockscope::zk
