// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/FakeClient.h"
#include "tests/support/FakeServer.h"

#include <atomic>
#include <optional>

namespace lockscope::test {

/// The session state machine of a FakeClient, its open requests and its watches. Lives on the executor; what is still
/// under way there when the client goes keeps it alive.
class FakeClient::Core final : public FakePeer, public std::enable_shared_from_this<Core> {
public:
    using WatchKind = FakeServer::ActiveWatch::Kind;

    Core(std::shared_ptr<FakeServer> server, Executor& executor, std::chrono::milliseconds timeout);

    void start(const zk::Client* client);
    [[nodiscard]] const zk::Session& session() const;
    [[nodiscard]] Subscription onSession(zk::SessionHandler handler, bool byShare);
    void close(Task closed);
    [[nodiscard]] std::size_t openRequests() const { return m_open.size(); }
    void destroyed(); ///< the client is; its shares are told of the end

    /// Queues a request. `run` does it on the server: Result<T>(FakeServer&, zk::SessionId).
    template <typename T, typename Run>
    void send(FakeOp op, std::vector<std::string> paths, bool isWrite, Run run, zk::Reply<T> reply,
              std::uint64_t watch = 0);

    [[nodiscard]] std::uint64_t addWatch(WatchKind kind, std::string path, zk::WatchHandler handler);
    [[nodiscard]] Subscription watchSubscription(std::uint64_t number);
    /// An exists watch on a node that is there is, from the reply on, what a get would have set.
    void nodeFound(std::uint64_t watch);

    void answered(const std::shared_ptr<FakeRequest>& request) override;
    void fired(const zk::WatchEvent& event) override;
    void linkLost(SteadyTime lastContact) override;
    void sessionExpired() override;
    void connect() override;

    Executor& executor;
    const std::shared_ptr<FakeServer> server;
    const std::shared_ptr<FakeLink> link;

private:
    struct Observer {
        zk::SessionHandler handler;
        bool byShare = false;
    };
    struct Watch {
        WatchKind kind = WatchKind::Data;
        std::string path;
        zk::WatchHandler handler;
        bool active = false; ///< its request has been answered
    };

    void enqueue(const std::shared_ptr<FakeRequest>& request);
    void setState(zk::SessionState state, std::string detail);
    void connected();
    void lose(const std::string& detail);
    void openAnew();
    void refused();
    void finish();
    void end();
    void tellTheEnd();
    void forgetAll();
    void failAll(std::deque<std::shared_ptr<FakeRequest>> requests, ErrorCode code);
    void failLater(const std::shared_ptr<FakeRequest>& request, ErrorCode code, std::string detail);
    void dropWatch(std::uint64_t number);
    void removeUnusedWatch(WatchKind kind, const std::string& path);

    const std::chrono::milliseconds m_timeout;
    const zk::Client* m_client = nullptr;
    mutable zk::Session m_session;
    std::map<std::uint64_t, Observer> m_observers;
    std::map<std::uint64_t, Watch> m_watches;
    std::deque<std::shared_ptr<FakeRequest>> m_open; ///< unanswered, in the order made
    std::uint64_t m_lastNumber = 0;
    std::int64_t m_lastZxid = 0;
    std::atomic<bool> m_closing = false;                            ///< set by who destroys the client, on any thread
    std::optional<std::deque<std::shared_ptr<FakeRequest>>> m_left; ///< to be failed by tellTheEnd()
    Subscription m_deadline;
};

template <typename T, typename Run>
void FakeClient::Core::send(FakeOp op, std::vector<std::string> paths, bool isWrite, Run run, zk::Reply<T> reply,
                            std::uint64_t watch)
{
    auto request = std::make_shared<FakeRequest>();
    auto result = std::make_shared<std::optional<Result<T>>>();
    request->op = op;
    request->paths = std::move(paths);
    request->client = m_client;
    request->isWrite = isWrite;
    request->watch = watch;
    request->execute = [result, run = std::move(run)](FakeServer& at, zk::SessionId id) -> std::optional<Error> {
        *result = run(at, id);
        return **result ? std::nullopt : std::optional((*result)->error());
    };
    request->answer = [result, reply = std::move(reply)](const std::optional<Error>& error) {
        reply(error ? Result<T>(failure(*error)) : std::move(**result));
    };
    enqueue(request);
}

} // namespace lockscope::test
