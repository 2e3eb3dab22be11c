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

/// Facts from the servers about themselves and their sessions, and on request the actual watches, from the client's
/// first connection on. The servers are those of the ensemble's configuration, which is watched.
///
/// Thread: the client's executor, on which the handlers are called; none after destruction. Owned by a shared_ptr. The
/// client must outlive it.
class FactsSource final : public std::enable_shared_from_this<FactsSource> {
public:
    struct Handlers {
        std::function<void()> begun;         ///< the first requests are sent
        std::function<void(FactsPtr)> facts; ///< never null; also called if no server replies
        std::function<void(WatchFactsPtr)> watches;
    };

    FactsSource(zk::Client& client, CollectorSettings settings, Handlers handlers);
    ~FactsSource();
    FactsSource(const FactsSource&) = delete;
    FactsSource& operator=(const FactsSource&) = delete;

    void start();
    /// Requests facts soon instead of at the next interval.
    void refresh();
    /// Requests the watches of all sessions but `own`.
    void askWatches(const std::vector<SessionId>& own);

    using Done = std::function<void(FactsPtr)>;
    /// Passes on the first facts that were requested after this call; null after `waitLimit`. Not called after
    /// destruction.
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
    std::uint64_t m_asked = 0; ///< session in which the configuration was read
    std::vector<Question> m_questions;
    std::uint64_t m_lastQuestion = 0;
    Subscription m_session;
    Subscription m_config;
    std::unique_ptr<CollectorThread> m_collector; ///< destroyed first
};

} // namespace lockscope::ensemble
