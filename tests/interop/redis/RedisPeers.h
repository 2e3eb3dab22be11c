// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/Peer.h"

#include <QByteArray>

namespace lockscope::test {

/// A program of our library, or a pinned stock client of locks on Redis (tests/stock).
enum class RedisClientKind {
    Ours,
    Redisson4,
    Redisson3,
    Redisson2016, ///< 2.2.10
    NodeRedlock,
    RedisPy
};

/// "ours", "redisson-4.7.0", …: also the name of its process.
[[nodiscard]] QByteArray nameOf(RedisClientKind kind);
[[nodiscard]] PeerProgram programOf(RedisClientKind kind);

} // namespace lockscope::test
