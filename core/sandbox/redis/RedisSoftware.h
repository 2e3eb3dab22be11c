// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace lockscope::redis {

/// The places to search for the server's program. Any thread; reads the disk.
struct SoftwarePlaces {
    QString program{};    ///< a redis-server; empty: searches
    QString searchPath{}; ///< directories, colon-separated

    /// LOCKSCOPE_REDIS_SERVER and PATH.
    [[nodiscard]] static SoftwarePlaces fromEnvironment();
};

/// The absolute path of a program that is a Redis server when its name is redis-server: redis-server itself, or
/// redis-check-rdb, which is the same program. Debian's package redis-tools has the latter without a service that
/// starts by itself. Missing: the error says what to install.
[[nodiscard]] Result<QString> findServerProgram(const SoftwarePlaces& places);

} // namespace lockscope::redis
