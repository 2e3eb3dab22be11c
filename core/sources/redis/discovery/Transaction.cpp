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
    bool isMultiRefused = false;       ///< so the commands were executed one after the other
    std::vector<redis::Value> replies; ///< by command: those that are redirected to another server are answered late
    std::size_t answered = 0;
    std::optional<Error> failed; ///< the first request without an answer

    void take(std::size_t command, const Result<redis::Value>& answer)
    {
        if (!isAnswered(answer) && !failed)
            failed = answer.error();
        replies.at(command) = valueOf(answer);
        ++answered;
    }
};

void Transactions::readPlain(const std::string& key, std::vector<redis::Command> commands, Reply<Together> reply)
{
    const auto call = std::make_shared<Call>();
    call->reply = std::move(reply);
    const auto count = commands.size();
    call->replies.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_client.send(key, std::move(commands[i]), redis::Access::Read,
                      [call, i, count, alive = std::weak_ptr(m_alive)](const Result<redis::Value>& answer) {
                          call->take(i, answer);
                          if (call->answered < count || alive.expired())
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
    if (!m_mayUseMulti || commands.size() == 1) {
        readPlain(key, std::move(commands), std::move(reply));
        return;
    }
    const auto call = std::make_shared<Call>();
    call->key = key;
    call->commands = commands;
    call->replies.resize(commands.size());
    call->reply = std::move(reply);
    m_client.send(key, {"MULTI"}, redis::Access::Read,
                  [this, alive = std::weak_ptr(m_alive), call](const Result<redis::Value>& begun) {
                      if (!alive.expired())
                          onBegun(*call, begun);
                  });
    for (std::size_t i = 0; i < commands.size(); ++i) {
        m_client.send(key, std::move(commands[i]), redis::Access::Read, [call, i](const Result<redis::Value>& answer) {
            call->take(i, answer); // "QUEUED", unless MULTI was refused
        });
    }
    m_client.send(key, {"EXEC"}, redis::Access::Read,
                  [this, alive = std::weak_ptr(m_alive), call](const Result<redis::Value>& executed) {
                      if (!alive.expired())
                          onExecuted(call, executed);
                  });
}

void Transactions::onBegun(Call& call, const Result<redis::Value>& begun)
{
    if (begun || begun.error().code != ErrorCode::NoAuth)
        return;
    call.isMultiRefused = true;
    m_mayUseMulti = false;
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
    } else if (call->isMultiRefused) {
        call->reply(Together{std::move(call->replies), false});
    } else {
        if (!executed) { // the user may use MULTI but not EXEC: before Redis 6.2 this leaves the transaction open
            m_mayUseMulti = false;
            m_client.send(call->key, {"DISCARD"}, redis::Access::Read, [](const Result<redis::Value>&) {});
        }
        // A command was refused, or a slot is moving: the server has executed none of them.
        readPlain(call->key, std::move(call->commands), std::move(call->reply));
    }
}

} // namespace lockscope::inspect
