// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Acquires a lock on Redis, prints its fencing token, holds it until standard input ends, and releases it.
/// section TARGET NAME

#include <lockscope/redis.h>

#include <chrono>
#include <iostream>
#include <string>

namespace {

int complain(const lockscope::Error& error)
{
    std::cerr << "section: " << describe(error) << std::endl;
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: section TARGET NAME" << std::endl;
        return 2;
    }
    const auto target = lockscope::redis::parseTarget(argv[1]);
    if (!target)
        return complain(target.error());
    lockscope::redis::Client client({.target = *target}); // outlives the lock
    lockscope::locks::RedissonFencedLock lock(client, argv[2]);

    auto hold = lock.acquire(std::chrono::seconds(30));
    if (!hold)
        return complain(hold.error());
    std::cout << "held token=" << hold->token() << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
    }
    if (const auto released = hold->release(); !released)
        return complain(released.error());
    std::cout << "released" << std::endl;
    return 0;
}
