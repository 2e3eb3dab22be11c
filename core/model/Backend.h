// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockscope::inspect {

/// The kind of server that locks live on. What only one backend has is in typed blocks, in folders of its name.
enum class Backend {
    ZooKeeper,
    Redis
};

/// The values in the command line's JSON.
[[nodiscard]] constexpr std::string_view toString(Backend backend)
{
    switch (backend) {
    case Backend::ZooKeeper:
        return "zookeeper";
    case Backend::Redis:
        return "redis";
    }
    return {};
}

} // namespace lockscope::inspect
