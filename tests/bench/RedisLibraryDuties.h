// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The parts of RedisLibrary.cpp: locks by the name of a measure, and what waiting and holding clients cost.

#include "core/base/EventLoop.h"
#include "core/locks/Lock.h"
#include "core/redis/Client.h"
#include "tests/bench/RedisTally.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::bench {

/// Says "failed". False.
bool failed(const Error& error);

/// Clients and locks of one command, on an event loop of their own. Replies run on the loop, too: they do not block.
class LockMaker final {
public:
    explicit LockMaker(std::vector<int> ports);

    /// A lock of the kind that the last word of the measure names: "hash", "plain", "setnx", "fair",
    /// "redlock", each also with "-blocking". All of make() have one client, each of makeOnNewClient() its own.
    [[nodiscard]] std::unique_ptr<locks::Lock> make(const std::string& measure, const std::string& name);
    [[nodiscard]] std::unique_ptr<locks::Lock> makeOnNewClient(const std::string& measure, const std::string& name);

    /// Of the first server; connected, or not yet.
    [[nodiscard]] redis::Client& newClient(std::shared_ptr<redis::Traffic> traffic = nullptr);
    [[nodiscard]] EventLoop& loop() { return m_loop; }

private:
    [[nodiscard]] redis::Client& clientOf(int port, std::shared_ptr<redis::Traffic> traffic);
    [[nodiscard]] std::vector<redis::Client*> oneForEachServer();

    const std::vector<int> m_ports;
    EventLoop m_loop;
    std::deque<redis::Client> m_clients;
    std::vector<redis::Client*> m_shared; ///< of make()
};

/// False: the command names none of these measures:
///   dead-head  CLIENTS clients wait for a fair lock behind one whose process was killed: says "connected" with the key
///              of the lock, and waits for a line when that one is dead. After SECONDS the holder releases
///   queue      queues for the fair lock that the command names, and says "connected" when it is queued
///   waiting    requests of a waiting client, while the lock is held, and at the end of its lease of SECONDS
///   renewals   requests for CLIENTS held locks in two periods of SECONDS, after a thousand short locks
[[nodiscard]] bool measureDuty(const RedisCommand& command, LockMaker& maker);

} // namespace lockscope::bench
