// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/redis/Client.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace lockscope::ctl {

/// Lock operations on a Redis server, and what they cost it by its own figures (INFO), which include other clients'.
/// Created and used on a thread that may block, which is not the client's executor.
class ServerLoad final {
public:
    /// The names of its locks begin with `prefix`. `client` must outlive it and its calls.
    ServerLoad(redis::Client& client, const std::string& prefix);

    /// Acquires and releases locks for this time, this many pairs per second; 0: fifty at a time as fast as the server
    /// can. Returns the server's processor time in us for each acquisition or release.
    [[nodiscard]] Result<double> microsecondsEach(double pairsPerSecond, std::chrono::milliseconds time);
    /// Calls of SCAN since the server's start.
    [[nodiscard]] Result<std::int64_t> scans() const;

private:
    [[nodiscard]] Result<void> run(std::size_t pairs);
    [[nodiscard]] Result<double> processorSeconds() const;
    void pair(std::size_t index, const std::function<void(const Result<void>&)>& done);

    redis::Client& m_client;
    const std::string m_prefix;
    std::size_t m_next = 0;
};

} // namespace lockscope::ctl
