// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/servers/CollectorThread.h"
#include "core/zk/Client.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// What the servers say of themselves, of their sessions, and on request of the real watches, from the client's first
/// connection on. Which servers there are is read from the ensemble's own configuration, and again when that changes.
///
/// Thread: the client's executor, on which the handlers are called; none once it is destroyed. Kept by a shared
/// pointer. The client must outlive it.
class FactsSource final : public std::enable_shared_from_this<FactsSource> {
public:
    struct Handlers {
        std::function<void()> begun;         ///< they are asked for the first time
        std::function<void(FactsPtr)> facts; ///< never null; also when nobody answers
        std::function<void(WatchFactsPtr)> watches;
    };

    FactsSource(zk::Client& client, CollectorSettings settings, Handlers handlers);
    ~FactsSource();
    FactsSource(const FactsSource&) = delete;
    FactsSource& operator=(const FactsSource&) = delete;

    void start();
    /// Asks soon, not only when it is time again.
    void refresh();
    /// Of the sessions of others.
    void askWatches(const std::vector<SessionId>& own);

    using Done = std::function<void(FactsPtr)>;
    /// Gives the first facts that were asked for after this call; null when that takes longer than `waitLimit`. Not
    /// called once it is destroyed.
    void fresh(std::chrono::milliseconds waitLimit, Done done);

private:
    struct Question {
        std::uint64_t number = 0;
        WallTime askedAt{};
        Done done;
        Subscription limit;
    };

    void onSession(const zk::Session& session);
    void readMembers();
    void begin();
    void takeFacts(const FactsPtr& facts);
    void answer(const std::function<bool(const Question&)>& which, const FactsPtr& facts);
    template <typename Value>
    std::function<void(Value)> onExecutor(std::function<void(FactsSource&, const Value&)> take);

    zk::Client& m_client;
    CollectorSettings m_settings;
    Handlers m_handlers;
    bool m_hasBegun = false;
    std::uint64_t m_asked = 0; ///< the session in which the configuration was read
    std::vector<Question> m_questions;
    std::uint64_t m_lastQuestion = 0;
    Subscription m_session;
    Subscription m_config;
    std::unique_ptr<CollectorThread> m_collector; ///< the first to go
};

} // namespace lockscope::ensemble
