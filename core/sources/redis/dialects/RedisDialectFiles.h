// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Loads the dialects of token locks on Redis: files that are compiled in, and the user's, which have "backend":
/// "redis" and are in the same folder as those of ZooKeeper.

#include "core/sources/DialectFiles.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <QString>

#include <vector>

namespace lockscope::inspect {

struct RedisDialectLoad {
    RedisDialectsPtr dialects; ///< never null: a faulty file does not affect the others
    std::vector<DialectProblem> problems;
};

/// The built-in dialects. Always the same object. Any thread.
[[nodiscard]] const RedisDialectsPtr& builtinRedisDialects();

/// The built-in dialects and the user's in `folder`, which need not exist. A file with the id of a built-in dialect
/// replaces it. Of two files with one id the first by file name is used. A file whose text is not valid JSON is a
/// problem here too: nothing tells its backend.
[[nodiscard]] RedisDialectLoad loadRedisDialects(const QString& folder);

/// As checkDialectFile(), for a file of this backend.
[[nodiscard]] DialectCheck checkRedisDialectFile(const QString& path);

} // namespace lockscope::inspect
