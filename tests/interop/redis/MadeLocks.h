// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Locks that clients of Redisson or a test have made, as these know them, and keys that resemble locks.

#include "tests/support/RedisServers.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QJsonObject>

#include <map>
#include <vector>

namespace lockscope::test {

struct MadeHold {
    QByteArray owner; ///< "uuid:thread", or the id of a permit
    qint64 count = 1;
    /// When its lease ends, in ms since 1970: between these. Both 0: unknown, since a client renews it. Both -1: never.
    qint64 from = 0;
    qint64 to = 0;
};

struct MadeLock {
    QByteArray dialect; ///< as the command line names it
    std::vector<MadeHold> holds;
    QByteArrayList waits; ///< the owners, in the order of their requests
    bool areWaitersAlive = true;
    bool isContended = false; ///< clients listen; which ones is unknown
};

/// By the name of their key.
using MadeLocks = std::map<QByteArray, MadeLock>;

/// Adds the lock that a line of RedissonFleet describes; not if it is "free".
void addReported(MadeLocks& locks, const QJsonObject& line);

/// Makes at least this many locks of the kinds that clients leave in rare states or that other versions make: 2016's,
/// of transactions, without an end, downgraded, with dead waiters, with names of any bytes.
[[nodiscard]] MadeLocks makeLocksByHand(RedisServers& servers, int least);

/// Makes this many keys of all types that are no locks; a tenth of them are hashes, some of which resemble locks.
/// Returns the first error of the server, or "".
[[nodiscard]] QByteArray makeOtherKeys(RedisServers& servers, int count);

} // namespace lockscope::test
