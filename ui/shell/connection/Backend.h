// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/WriteGate.h"
#include "core/connect/CollectorSettings.h"
#include "core/model/FindingSettings.h"
#include "core/release/ReleaseActor.h"
#include "core/sources/LockSource.h"
#include "ui/shell/connection/ConnectionTarget.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::ui {

/// What is to be connected to, and how.
struct ConnectionOrder {
    ConnectionTarget target;
    std::shared_ptr<const WriteGate> gate; ///< null: may write
    std::shared_ptr<const inspect::DialectCatalogue> dialects;
    /// How the servers are asked who owns the sessions; nothing: they are not.
    std::optional<ensemble::CollectorSettings> collector;
    inspect::FindingSettings findings;
};

/// What stands behind a connection: where its locks are seen, and what releases them.
struct Backend {
    using Use = std::function<void(const std::shared_ptr<release::ReleaseActor>&)>;

    std::unique_ptr<inspect::LockSource> source;
    /// Calls back on the executor of the actor at the same servers; drops it where there is no way to them. Any thread;
    /// not once the source is stopped.
    std::function<void(Use)> withActor;
    /// What it has asked so far, for the log: "12 requests, 0 writes, 3 watch events". Any thread.
    std::function<std::string()> figures;
};

/// A backend for an order; its source is not started.
using MakeBackend = std::function<Backend(ConnectionOrder order, const Log& log)>;

} // namespace lockscope::ui
