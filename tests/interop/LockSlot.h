// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/Peer.h"

#include <string>

namespace lockscope::test {

/// A client that runs acquire cycles: a worker of a process, and its lock.
struct LockSlot {
    Peer* peer = nullptr;
    std::string id;
    std::string spec;
    int weight = 1;
    int waitLimitMs = 60'000; ///< in cycles: gives up after it, and retries

    void report(const std::string& command) const { peer->report(id, command); }
    [[nodiscard]] QByteArray ask(const std::string& command) const { return peer->ask(id, command); }
    [[nodiscard]] QByteArray answer(int limitMs = Peer::waitLimitMs) const { return peer->answer(id, limitMs); }
    [[nodiscard]] QByteArray acquire(int millis = 10'000) const
    {
        return ask("acquire " + spec + " " + std::to_string(millis));
    }
    void reportAcquire(int millis = 60'000) const { report("acquire " + spec + " " + std::to_string(millis)); }
    [[nodiscard]] QByteArray release() const { return ask("release " + spec); }
    [[nodiscard]] QByteArray enter(const std::string& reg) const
    {
        return ask("enter " + spec + " " + reg + " " + std::to_string(weight));
    }
    [[nodiscard]] QByteArray leave(const std::string& reg) const { return ask("leave " + reg); }
    /// Full path of the client's node; after acquire().
    [[nodiscard]] std::string node() const { return peer->member("node").toStdString(); }
    /// Its name in the register.
    [[nodiscard]] std::string name() const { return peer->name() + "-" + id; }
};

} // namespace lockscope::test
