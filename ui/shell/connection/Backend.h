// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/WriteGate.h"
#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/model/FindingSettings.h"
#include "core/release/ReleaseActor.h"
#include "core/sources/LockSource.h"
#include "ui/shell/connection/ConnectionTarget.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::ui {

/// What to connect to, and how.
struct ConnectionRequest {
    ConnectionTarget target;
    std::shared_ptr<const WriteGate> gate; ///< null: may write
    std::shared_ptr<const inspect::DialectCatalogue> dialects;
    /// How to ask the servers for the owners of sessions; nothing: the servers are not asked.
    std::optional<ensemble::CollectorSettings> collector;
    inspect::FindingSettings findings;
};

/// The services behind a connection: the source of its locks, and the actor that releases them.
struct Backend {
    using Use = std::function<void(const std::shared_ptr<release::ReleaseActor>&)>;

    std::unique_ptr<inspect::LockSource> source;
    /// Calls back on the executor of the actor for the same servers; drops the call if there is no route to them. Any
    /// thread; not after the source is stopped.
    std::function<void(Use)> withActor;
    /// The traffic so far, for the log: "12 requests, 0 writes, 3 watch events". Any thread.
    std::function<std::string()> figures;
    /// The requests so far. Any thread; may be empty.
    std::function<std::uint64_t()> requests{};
    int requestsPerSecond = 0; ///< the limit for reading; 0: none
};

/// A backend for an order; its source is not started.
using MakeBackend = std::function<Backend(ConnectionRequest order, const Log& log)>;

} // namespace lockscope::ui
