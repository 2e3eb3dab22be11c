// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/TtlNode.h"

#include <poll.h>
#include <zookeeper/zookeeper.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace lockscope::corpus {

namespace {

using namespace std::chrono_literals;

constexpr auto waitLimit = 30s;
constexpr std::int64_t timeToLiveMs = 3'600'000;

/// Runs the handle once: waits until its socket is ready, or for the handle's own timeout.
void runOnce(zhandle_t* handle)
{
    int socket = -1;
    int interest = 0;
    timeval wait{};
    if (zookeeper_interest(handle, &socket, &interest, &wait) != ZOK || socket < 0) {
        poll(nullptr, 0, 10); // no server answers yet
        return;
    }
    pollfd ready{socket, 0, 0};
    ready.events = static_cast<short>(((interest & ZOOKEEPER_READ) != 0 ? POLLIN : 0) |
                                      ((interest & ZOOKEEPER_WRITE) != 0 ? POLLOUT : 0));
    poll(&ready, 1, static_cast<int>(wait.tv_sec * 1'000 + wait.tv_usec / 1'000));
    zookeeper_process(handle, ((ready.revents & (POLLIN | POLLHUP | POLLERR)) != 0 ? ZOOKEEPER_READ : 0) |
                                  ((ready.revents & POLLOUT) != 0 ? ZOOKEEPER_WRITE : 0));
}

void onCreated(int code, const char* /*path*/, const Stat* /*stat*/, const void* data)
{
    static_cast<std::optional<int>*>(const_cast<void*>(data))->emplace(code);
}

} // namespace

Result<void> createTtlNode(const std::string& connect, const std::string& path, const std::string& data)
{
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    const std::unique_ptr<zhandle_t, int (*)(zhandle_t*)> handle(
        zookeeper_init(connect.c_str(), nullptr, 30'000, nullptr, nullptr, 0), &zookeeper_close);
    const auto end = std::chrono::steady_clock::now() + waitLimit;
    const auto runUntil = [&](const auto& isDone) {
        while (!isDone() && std::chrono::steady_clock::now() < end)
            runOnce(handle.get());
        return isDone();
    };
    if (!handle || !runUntil([&] { return zoo_state(handle.get()) == ZOO_CONNECTED_STATE; }))
        return failure(ErrorCode::NoConnection, "create", path, "no connection");
    std::optional<int> created;
    const auto asked =
        zoo_acreate2_ttl(handle.get(), path.c_str(), data.data(), static_cast<int>(data.size()), &ZOO_OPEN_ACL_UNSAFE,
                         ZOO_PERSISTENT_WITH_TTL, timeToLiveMs, &onCreated, &created);
    if (asked != ZOK || !runUntil([&] { return created.has_value(); }) || *created != ZOK)
        return failure(ErrorCode::BadArguments, "create", path, zerror(created.value_or(asked)));
    return {};
}

} // namespace lockscope::corpus
