// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/redis/RedisPeers.h"

namespace lockscope::test {

QByteArray nameOf(RedisClientKind kind)
{
    switch (kind) {
    case RedisClientKind::Ours:
        return "ours";
    case RedisClientKind::Redisson4:
        return "redisson-" LOCKSCOPE_PINNED_REDISSON_4;
    case RedisClientKind::Redisson3:
        return "redisson-" LOCKSCOPE_PINNED_REDISSON_3;
    case RedisClientKind::Redisson2016:
        return "redisson-" LOCKSCOPE_PINNED_REDISSON_2;
    case RedisClientKind::NodeRedlock:
        return "node-redlock-" LOCKSCOPE_PINNED_NODE_REDLOCK;
    case RedisClientKind::RedisPy:
        return "redis-py-" LOCKSCOPE_PINNED_REDIS_PY;
    }
    return {};
}

PeerProgram programOf(RedisClientKind kind)
{
    PeerProgram program;
    switch (kind) {
    case RedisClientKind::Ours:
        program.program = QStringLiteral(LOCKSCOPE_REDIS_PEER);
        break;
    case RedisClientKind::Redisson4:
        program = PeerProgram::java(QStringLiteral(LOCKSCOPE_REDISSON_4_CLASS_PATH), QStringLiteral("RedissonPeer"));
        program.version = LOCKSCOPE_PINNED_REDISSON_4;
        break;
    case RedisClientKind::Redisson3:
        program = PeerProgram::java(QStringLiteral(LOCKSCOPE_REDISSON_3_CLASS_PATH), QStringLiteral("RedissonPeer"));
        program.version = LOCKSCOPE_PINNED_REDISSON_3;
        break;
    case RedisClientKind::Redisson2016:
        program =
            PeerProgram::java(QStringLiteral(LOCKSCOPE_REDISSON_2_CLASS_PATH), QStringLiteral("Redisson2016Peer"));
        program.version = LOCKSCOPE_PINNED_REDISSON_2;
        break;
    case RedisClientKind::NodeRedlock:
        program.program = QStringLiteral(LOCKSCOPE_NODE);
        program.arguments = {QStringLiteral(LOCKSCOPE_REDIS_INTEROP_FOLDER "/RedlockPeer.mjs")};
        program.environment.insert(QStringLiteral("LOCKSCOPE_NODE_PACKAGES"),
                                   QStringLiteral(LOCKSCOPE_PINNED_NODE_PACKAGES));
        program.version = LOCKSCOPE_PINNED_NODE_REDLOCK;
        break;
    case RedisClientKind::RedisPy:
        program = PeerProgram::python(QStringLiteral(LOCKSCOPE_REDIS_INTEROP_FOLDER "/RedisPyPeer.py"),
                                      QStringLiteral(LOCKSCOPE_PINNED_PYTHON));
        program.version = LOCKSCOPE_PINNED_REDIS_PY;
        break;
    }
    program.environment.insert(QStringLiteral("LOCKSCOPE_REGISTER_SCRIPTS"),
                               QStringLiteral(LOCKSCOPE_REDIS_INTEROP_FOLDER));
    return program;
}

} // namespace lockscope::test
