// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/redis/Target.h"
#include "core/simulate/clients/Recipe.h"
#include "core/zk/ConnectString.h"

#include <QString>

namespace lockscope::ctl {

/// The servers that a command connects to. Pure.
struct Target {
    inspect::Backend backend = inspect::Backend::ZooKeeper;
    zk::ConnectString zooKeeper; ///< with this backend
    redis::Target redis;         ///< with this backend

    [[nodiscard]] bool isRedis() const { return backend == inspect::Backend::Redis; }
    [[nodiscard]] console::RecipeServers servers() const;
};

/// Parses a target of any backend, which its scheme tells: "zk1:2181,zk2:2181/app", "zk://…", "redis://cache1:6379".
/// Errors: BadArguments, without the password of a target that has one.
[[nodiscard]] Result<Target> parseTarget(const QString& text);

} // namespace lockscope::ctl
