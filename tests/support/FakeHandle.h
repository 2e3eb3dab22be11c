// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/client/Handle.h"
#include "tests/support/FakeServer.h"

#include <deque>
#include <optional>
#include <set>
#include <vector>

namespace lockscope::test {

/// Behaves like the C client, over a FakeServer and on the executor's clock. It pings when nothing was sent for a third
/// of the session timeout. It closes a connection that received nothing for two thirds of the timeout. It reconnects
/// with its watches and the last zxid it saw. It reports a lost connection before the requests lost with it. Only a
/// server reports an expired session to it. It has one address: the test selects the server (FakeEnsemble::attach), and
/// a reachable server wakes it.
/// tests/zk/ClientConformance verifies this: the same client passes it over this handle and over the C client's.
///
/// Thread: as zk::Handle. The server's lock guards its members, because the client may be destroyed on any thread.
class FakeHandle final : public zk::Handle {
public:
    FakeHandle(std::shared_ptr<FakeServer> server, std::shared_ptr<FakeLink> link, const zk::ClientSettings& settings,
               const Clock& clock, Events events);

    void open() override;
    [[nodiscard]] std::optional<SteadyTime> interest() const override;
    bool process() override;
    [[nodiscard]] Result<void> send(std::uint64_t id, const zk::Request& request) override;
    [[nodiscard]] Result<void> sendAgain(const zk::AuthRequest& credentials) override;
    void close(Task closed) override;
    [[nodiscard]] std::string lastError() const override { return {}; }

    /// close() without a completion callback. Any thread.
    void closeLast();

private:
    using Lock = std::unique_lock<std::recursive_mutex>;

    void connect(Lock& lock);
    void connectionLost(Lock& lock);
    void deliver(Lock& lock, const std::shared_ptr<FakeRequest>& answered);
    void deliver(Lock& lock, zk::WatchEvent event);
    bool keepInTouch(Lock& lock);
    void report(Lock& lock, zk::ConnectionEvent::Kind kind);
    void noteWatch(const FakeRequest& answered);
    [[nodiscard]] bool takeWatchers(const zk::WatchEvent& event);
    [[nodiscard]] bool isRefused(const zk::AuthRequest& credentials) const;

    const std::shared_ptr<FakeServer> m_server;
    const std::shared_ptr<FakeLink> m_link;
    const std::chrono::milliseconds m_timeout;
    const bool m_acceptsReadOnly;
    const Clock& m_clock;
    const Events m_events;

    bool m_mustReportOpened = false;
    bool m_isOver = false; ///< closed, expired or rejected
    bool m_isUp = false;
    std::uint64_t m_connection = 0; ///< the link's number of this connection
    SessionId m_session = 0;
    SteadyTime m_openedAt{};
    SteadyTime m_lastSent{};
    SteadyTime m_lastReceived{};
    std::int64_t m_lastZxid = 0;
    std::optional<zk::ConnectionEvent::Kind> m_next;     ///< the event to report next
    std::deque<std::shared_ptr<FakeRequest>> m_inFlight; ///< in request order
    std::deque<std::shared_ptr<FakeRequest>> m_lost;     ///< lost with their connection, not answered yet
    std::vector<zk::AuthRequest> m_credentials;
    std::set<std::string> m_dataWatches;
    std::set<std::string> m_existsWatches; ///< on nodes that did not exist
    std::set<std::string> m_childWatches;
};

/// Creates the handles of one FakeClient, which share its link.
class FakeHandleSource final : public zk::HandleSource {
public:
    FakeHandleSource(std::shared_ptr<FakeServer> server, std::shared_ptr<FakeLink> link);

    [[nodiscard]] std::shared_ptr<zk::Handle> make(const zk::ClientSettings& settings, Executor& executor,
                                                   const Log& log, zk::Handle::Events events) override;
    void finish(const std::shared_ptr<zk::Handle>& last) override;

private:
    std::shared_ptr<FakeServer> m_server;
    std::shared_ptr<FakeLink> m_link;
};

} // namespace lockscope::test
