// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Connection.h"

#include "core/redis/client/ConnectionState.h"

#include <utility>

namespace lockscope::redis {

Connection::Connection(Executor& executor, Transports& transports, Settings settings, Handlers handlers, Log log)
    : m_state(std::make_shared<State>(executor, transports, std::move(settings), std::move(handlers), std::move(log)))
{
}

Connection::~Connection()
{
    close(Error{ErrorCode::Closed, {}, {}, {}});
}

void Connection::open()
{
    m_state->open();
}

bool Connection::isReady() const
{
    return m_state->isReady();
}

void Connection::send(const Command& command, Reply<Value> reply)
{
    m_state->send(command, std::move(reply));
}

void Connection::sendSubscription(const Command& command)
{
    m_state->sendSubscription(command);
}

SteadyTime Connection::lastContact() const
{
    return m_state->lastContact();
}

const Address& Connection::address() const
{
    return m_state->address();
}

void Connection::close(const Error& reason)
{
    m_state->close(reason);
}

} // namespace lockscope::redis
