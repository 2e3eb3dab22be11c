// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Shared parts of findings: names of clients and nodes, lists of nodes. Pure. Names may come from untrusted payloads;
/// the caller must escape them before printing.

#include "core/base/Phrase.h"
#include "core/model/Finding.h"
#include "core/model/Snapshot.h"

#include <chrono>
#include <string>

namespace lockscope::inspect {

/// A finding names at most this many nodes; its text has the total.
inline constexpr std::size_t mostNodesNamed = 100;

/// The client's name, marked if it is only the last known one; empty when unknown.
[[nodiscard]] std::string clientText(const ContenderDetails& details);

/// "worker-07 (10.0.0.7, session 0x1…)", without the unknown parts; on Redis the owner.
[[nodiscard]] std::string whoIs(const Contender& contender);

/// Adds the contender's node, and its session if it is not in the list yet.
void name(Finding& finding, const Lock& lock, const Contender& contender);

/// Age of the contender's node, at least 0. `now`: by the servers' clock.
[[nodiscard]] std::chrono::milliseconds ageOf(const ContenderDetails& details, WallTime now);

} // namespace lockscope::inspect
