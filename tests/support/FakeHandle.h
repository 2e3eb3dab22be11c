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

/// What the C client does, over a FakeServer and by the executor's clock: it pings when nothing was sent for a third of
/// the session's timeout, gives a connection up on which nothing came for two thirds, connects anew with the watches
/// that it knows of and the last transaction that it saw, reports a lost connection before the requests that go with
/// it, and hears of an expired session only from a server. It has one address: where it connects to is the test's
/// choice (FakeEnsemble::attach), and it is woken when a server can be reached again.
/// tests/zk/ClientConformance is the proof: the same client passes it over this handle and over the C client's.
///
/// Thread: as zk::Handle. Its members belong to the server's lock, as the client may be destroyed on any thread.
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

    /// close(), for who does not wait to be told. Any thread.
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
    bool m_isOver = false; ///< closed, expired or refused
    bool m_isUp = false;
    std::uint64_t m_connection = 0; ///< the link's number of it
    SessionId m_session = 0;
    SteadyTime m_openedAt{};
    SteadyTime m_lastSent{};
    SteadyTime m_lastReceived{};
    std::int64_t m_lastZxid = 0;
    std::optional<zk::ConnectionEvent::Kind> m_next;     ///< to be reported
    std::deque<std::shared_ptr<FakeRequest>> m_inFlight; ///< in the order in which they were made
    std::deque<std::shared_ptr<FakeRequest>> m_lost;     ///< with their connection, to be answered
    std::vector<zk::AuthRequest> m_credentials;
    std::set<std::string> m_dataWatches;
    std::set<std::string> m_existsWatches; ///< on nodes that were not there
    std::set<std::string> m_childWatches;
};

/// The handles of one FakeClient, which share its link.
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
