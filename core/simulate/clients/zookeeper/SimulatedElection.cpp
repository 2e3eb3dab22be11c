// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/zookeeper/SimulatedElection.h"

#include "core/base/Path.h"

#include <utility>

namespace lockscope::console {

SimulatedElection::SimulatedElection(zk::Client& client, std::string path, std::string id, locks::NodeOptions options)
    : m_client(client)
    , m_path(std::move(path))
    , m_id(std::move(id))
    , m_options(std::move(options))
    , m_self(std::make_shared<SimulatedElection*>(this))
{
}

SimulatedElection::~SimulatedElection() = default;

void SimulatedElection::acquire(std::optional<Duration> timeout, std::stop_token stop, Reply<locks::Grant> reply)
{
    m_lost = false;
    m_reply = std::move(reply);
    const auto giveUpLater = [&executor = m_client.executor(), weak = std::weak_ptr(m_self)](ErrorCode code) {
        executor.post([weak, code] {
            if (const auto me = weak.lock())
                (*me)->giveUp(code);
        });
    };
    if (timeout)
        m_limit = m_client.executor().after(*timeout, [this] { giveUp(ErrorCode::TimedOut); });
    m_stopped.emplace(std::move(stop), [giveUpLater] { giveUpLater(ErrorCode::Cancelled); });
    locks::LatchOptions options;
    options.lock = m_options;
    m_latch = std::make_unique<locks::Latch>(m_client, m_path, m_id, std::move(options));
    m_states = m_latch->onState([this](const locks::LockState& state) { onLatchState(state); });
}

void SimulatedElection::onLatchState(const locks::LockState& state)
{
    if (m_lost)
        return; // it has joined again, which a lock does not do
    if (state.phase == locks::Phase::Held && m_reply) {
        m_limit.reset();
        m_stopped.reset();
        std::exchange(m_reply,
                      nullptr)(locks::Grant{state.token, state.node, {{joinPath(m_path, state.node), state.token}}});
    }
    m_lost = state.phase == locks::Phase::Lost;
    if (m_handler)
        m_handler(state);
}

void SimulatedElection::giveUp(ErrorCode code)
{
    if (!m_reply)
        return; // it already leads
    m_limit.reset();
    m_stopped.reset();
    leave([reply = std::exchange(m_reply, nullptr), code, path = m_path](const Result<void>&) {
        reply(failure(code, "lead", path));
    });
}

void SimulatedElection::leave(Reply<void> reply)
{
    m_states.reset();
    m_latch->closeAsync([weak = std::weak_ptr(m_self), reply = std::move(reply)](const Result<void>& closed) {
        if (const auto me = weak.lock())
            (*me)->m_latch.reset();
        reply(closed);
    });
}

void SimulatedElection::release(Reply<void> reply)
{
    if (!m_latch) {
        m_client.executor().post(
            [reply = std::move(reply), path = m_path] { reply(failure(ErrorCode::NotHeld, "lead", path)); });
        return;
    }
    leave([reply = std::move(reply), wasLost = m_lost, path = m_path](const Result<void>& closed) {
        reply(wasLost ? failure(ErrorCode::NotHeld, "lead", path) : closed);
    });
}

Subscription SimulatedElection::onState(StateHandler handler)
{
    m_handler = std::move(handler);
    return Subscription([weak = std::weak_ptr(m_self)] {
        if (const auto me = weak.lock())
            (*me)->m_handler = nullptr;
    });
}

Subscription SimulatedElection::onRevoked(Task /*handler*/)
{
    return {};
}

} // namespace lockscope::console
