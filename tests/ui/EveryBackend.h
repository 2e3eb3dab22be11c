// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/WholeWindow.h"
#include "ui/shell/connection/RedisBackend.h"
#include "ui/shell/connection/ZooKeeperBackend.h"

#include <utility>

namespace lockscope::test {

/// As in the program: of ZooKeeper, or of Redis if the target is one.
[[nodiscard]] inline ui::MakeBackend everyBackend()
{
    return [zooKeeper = ui::zooKeeperBackend(WholeWindow::clientsOf(nullptr, std::chrono::seconds(20))),
            redis = ui::redisBackend()](ui::ConnectionRequest order, const Log& log) {
        const auto& make = order.target.profile.redis ? redis : zooKeeper;
        return make(std::move(order), log);
    };
}

} // namespace lockscope::test
