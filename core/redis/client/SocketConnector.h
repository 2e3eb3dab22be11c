// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/HostLookup.h"
#include "core/base/Result.h"
#include "core/base/SocketWatch.h"
#include "core/redis/Target.h"
#include "core/redis/client/SocketHandle.h"

#include <sys/socket.h>

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::redis {

/// Makes one connection to a server: looks up its name, and tries its addresses in turn. The next one is tried when one
/// has failed, and otherwise after a quarter of a second without an answer, while those before go on (after RFC 8305).
/// The first that answers is used. Confined to the loop. Private to core/redis.
class SocketConnector final : public std::enable_shared_from_this<SocketConnector> {
public:
    /// The socket is connected and non-blocking.
    using Done = std::function<void(Result<SocketHandle>)>;

    /// `timeout`: of the caller, so that each address gets its time.
    SocketConnector(EventLoop& loop, Address address, Duration timeout, Done done);

    /// Calls `done` once unless it is destroyed before, perhaps during this call.
    void start();
    /// What it waits for, as the reason of a timeout.
    [[nodiscard]] std::string whyLate() const;

private:
    struct Candidate {
        std::string text;
        sockaddr_storage address{};
        socklen_t length = 0;
    };
    struct Attempt {
        std::size_t candidate = 0;
        SocketHandle socket;
        std::unique_ptr<SocketWatch> watch;
        Subscription again;
        std::string problem; ///< not empty: it has failed
    };

    [[nodiscard]] bool isUnix() const { return m_address.host.empty(); }
    void useSocketFile();
    void onFound(const FoundHosts& found);
    void tryNext();
    [[nodiscard]] int prepare(Attempt& attempt) const;
    void connect(Attempt& attempt);
    void waitForAnswer(Attempt& attempt);
    void onAnswer(Attempt& attempt);
    void onFailed(Attempt& attempt, int code);
    void end(Result<SocketHandle> result);
    void fail(const std::string& problem);
    [[nodiscard]] std::string problems(const std::string& ofOthers) const;

    EventLoop& m_loop;
    const Address m_address;
    const Duration m_timeout;
    Done m_done;
    std::vector<Candidate> m_candidates;
    std::list<Attempt> m_attempts;
    Subscription m_pace;
    bool m_isLookingUp = false;
};

} // namespace lockscope::redis
