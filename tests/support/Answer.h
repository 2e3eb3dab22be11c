// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::test {

/// Records the reply to one request and how often it arrived. Copies share the record. Read it on the client's
/// executor, or when no task runs there.
template <typename T> class Answer final {
public:
    [[nodiscard]] zk::Reply<T> reply() const
    {
        return [state = m_state](Result<T> result) {
            ++state->count;
            state->last = std::move(result);
        };
    }

    [[nodiscard]] int count() const { return m_state->count; }
    [[nodiscard]] bool arrived() const { return m_state->count > 0; }
    [[nodiscard]] bool ok() const { return m_state->last && *m_state->last; }
    [[nodiscard]] bool failedWith(ErrorCode code) const
    {
        return m_state->last && !*m_state->last && m_state->last->error().code == code;
    }
    /// Precondition: arrived().
    [[nodiscard]] const Result<T>& result() const { return m_state->last.value(); }
    [[nodiscard]] Result<T>& result() { return m_state->last.value(); }

private:
    struct State {
        int count = 0;
        std::optional<Result<T>> last;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// Records watch events. Copies share the record.
class Events final {
public:
    [[nodiscard]] zk::WatchHandler handler() const
    {
        return [seen = m_seen](const zk::WatchEvent& event) { seen->push_back(event); };
    }

    [[nodiscard]] std::size_t count() const { return m_seen->size(); }
    [[nodiscard]] const zk::WatchEvent& at(std::size_t index) const { return m_seen->at(index); }

private:
    std::shared_ptr<std::vector<zk::WatchEvent>> m_seen = std::make_shared<std::vector<zk::WatchEvent>>();
};

/// Records the changes of a client's session during its lifetime. Create and destroy it on the executor.
class SessionLog final {
public:
    explicit SessionLog(zk::Client& client)
        : m_subscription(client.onSession([seen = m_seen](const zk::Session& session) { seen->push_back(session); }))
    {
    }

    [[nodiscard]] std::size_t count() const { return m_seen->size(); }
    [[nodiscard]] const zk::Session& at(std::size_t index) const { return m_seen->at(index); }
    [[nodiscard]] std::vector<SessionState> states() const
    {
        std::vector<SessionState> states;
        for (const zk::Session& session : *m_seen)
            states.push_back(session.state);
        return states;
    }

private:
    std::shared_ptr<std::vector<zk::Session>> m_seen = std::make_shared<std::vector<zk::Session>>();
    Subscription m_subscription;
};

} // namespace lockscope::test
