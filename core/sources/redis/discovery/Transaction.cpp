// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/Transaction.h"

#include <optional>
#include <utility>

namespace lockscope::inspect {

namespace {

/// What the server said: an error reply is a value here, also one for which the client has an error code.
redis::Value valueOf(const Result<redis::Value>& reply)
{
    if (reply)
        return *reply;
    return redis::Value::error(describe(reply.error()));
}

/// The server has answered the request, if only by a refusal.
bool isAnswered(const Result<redis::Value>& reply)
{
    return reply || reply.error().code == ErrorCode::NoAuth;
}

} // namespace

struct Transactions::Call {
    std::string key;
    std::vector<redis::Command> commands; ///< to send them again
    Reply<Together> reply;
    std::shared_ptr<bool> mayUseMulti;
    std::vector<redis::Value> replies;
    std::optional<Error> failed; ///< the first request without an answer
};

void Transactions::readPlain(const std::string& key, std::vector<redis::Command> commands, Reply<Together> reply)
{
    const auto call = std::make_shared<Call>();
    call->reply = std::move(reply);
    const auto count = commands.size();
    for (auto& command : commands) {
        m_client.send(key, std::move(command), redis::Access::Read, [call, count](const Result<redis::Value>& answer) {
            if (!isAnswered(answer) && !call->failed)
                call->failed = answer.error();
            call->replies.push_back(valueOf(answer));
            if (call->replies.size() < count)
                return;
            if (call->failed)
                call->reply(failure(*call->failed));
            else
                call->reply(Together{std::move(call->replies), count == 1});
        });
    }
}

void Transactions::read(const std::string& key, std::vector<redis::Command> commands, Reply<Together> reply)
{
    if (!*m_mayUseMulti || commands.size() == 1) {
        readPlain(key, std::move(commands), std::move(reply));
        return;
    }
    const auto call = std::make_shared<Call>();
    call->key = key;
    call->commands = commands;
    call->reply = std::move(reply);
    call->mayUseMulti = m_mayUseMulti;
    m_client.send(key, {"MULTI"}, redis::Access::Read, [call](const Result<redis::Value>& begun) {
        if (!begun && begun.error().code == ErrorCode::NoAuth)
            *call->mayUseMulti = false;
    });
    for (auto& command : commands) {
        m_client.send(key, std::move(command), redis::Access::Read, [call](const Result<redis::Value>& answer) {
            if (!isAnswered(answer) && !call->failed)
                call->failed = answer.error();
            call->replies.push_back(valueOf(answer)); // "QUEUED", unless MULTI was refused
        });
    }
    m_client.send(key, {"EXEC"}, redis::Access::Read,
                  [this, alive = std::weak_ptr(m_mayUseMulti), call](const Result<redis::Value>& executed) {
                      if (!alive.expired())
                          onExecuted(call, executed);
                  });
}

void Transactions::onExecuted(const std::shared_ptr<Call>& call, const Result<redis::Value>& executed)
{
    if (executed && executed->kind() == redis::Value::Kind::Array &&
        executed->items().size() == call->commands.size()) {
        call->reply(Together{executed->items(), true});
    } else if (call->failed) {
        call->reply(failure(*call->failed));
    } else if (!isAnswered(executed)) {
        call->reply(failure(executed.error()));
    } else if (!*call->mayUseMulti) {
        call->reply(Together{std::move(call->replies), false}); // they were executed one after the other
    } else {
        // A command was refused, or a slot is moving: the server has executed none of them.
        readPlain(call->key, std::move(call->commands), std::move(call->reply));
    }
}

} // namespace lockscope::inspect
