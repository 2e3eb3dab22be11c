// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is seen once a release was tried. Thread: client.executor(); the client must outlive the calls.

#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>

namespace lockscope::release {

/// After a delete, of which `result` tells: adds what stands there now. What can't be read stays unknown. `dialects`:
/// not null.
void lookAfter(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
               ReleaseResult result, std::function<void(ReleaseResult)> reply);

/// Asks the servers once more who lives; null when they don't tell in time.
using FreshFacts = std::function<void(std::function<void(std::shared_ptr<const ensemble::EnsembleFacts>)>)>;

/// Who took a node that was gone before we could delete it, in words that go on from "already gone, ". By what the
/// servers say of its session (`freshFacts` may be null), else by whether its other nodes still stand.
void findWhoTook(zk::Client& client, ReleasePlan plan, const FreshFacts& freshFacts,
                 std::function<void(std::string)> reply);

} // namespace lockscope::release
