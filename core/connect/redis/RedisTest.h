// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/connect/check/TestRun.h"
#include "core/redis/Client.h"

#include <future>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::connect {

class SshDialer;

/// A command that Lockscope reads locks with.
struct RedisTestCommand {
    const char* name;
    redis::Command words;
    bool isOptional = false; ///< without it some facts stay unknown
};

/// The steps of a connection test on Redis: clients of its own, which only send commands that read. Thread: the test's.
/// `run` must outlive it; the destructor closes the connections.
class RedisTest final {
public:
    explicit RedisTest(TestRun& run);
    ~RedisTest();
    RedisTest(const RedisTest&) = delete;
    RedisTest& operator=(const RedisTest&) = delete;

    /// To the end, or to the first step that fails.
    void run();

private:
    using Answer = std::optional<Result<redis::Value>>;
    struct Member;
    struct Asked {
        RedisTestCommand command;
        Answer reply;
    };

    [[nodiscard]] bool openSsh();
    [[nodiscard]] bool reachServers();
    void sayNotReached(const Member& member);
    [[nodiscard]] bool logIn(const std::vector<Answer>& answers);
    [[nodiscard]] bool selectDatabase();
    void checkRights();
    [[nodiscard]] std::vector<Asked> repliesOf(const std::vector<RedisTestCommand>& commands);
    [[nodiscard]] Answer ask(const std::shared_ptr<Member>& member, const redis::Command& command,
                             const std::optional<redis::Address>& master);
    [[nodiscard]] std::vector<redis::Address> mastersOf(const std::shared_ptr<Member>& member);
    [[nodiscard]] redis::ClientSettings settingsOf(const redis::Target& target) const;
    static void onStatus(const std::shared_ptr<Member>& member, const redis::Status& status);

    TestRun& m_run;
    EventLoop m_loop;
    std::shared_ptr<SshDialer> m_dialer;
    std::future<void> m_sshLogin;                   ///< cannot be cancelled
    std::vector<std::shared_ptr<Member>> m_members; ///< several if the masters are independent
};

} // namespace lockscope::connect
