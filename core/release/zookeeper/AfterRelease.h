// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads the state of a lock after a release was tried. Thread: client.executor(); the client must outlive the calls.

#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>

namespace lockscope::release {

/// After a delete: adds the lock's current state to `result`. What cannot be read stays unknown. `dialects`: not null.
void lookAfter(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
               ReleaseResult result, std::function<void(ReleaseResult)> reply);

/// Requests new reports of sessions from the servers; null when they do not answer in time.
using FreshFacts = std::function<void(std::function<void(std::shared_ptr<const ensemble::EnsembleFacts>)>)>;

/// Why a node was gone before we deleted it, as the detail of an error. By the servers' reports of its session
/// (`freshFacts` may be null), else by whether the session's other nodes still exist.
void findWhoTook(zk::Client& client, ReleasePlan plan, const FreshFacts& freshFacts,
                 std::function<void(std::string)> reply);

} // namespace lockscope::release
