// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From a listing to the lock that is shown. Pure.

#include "core/inspect/Dialect.h"
#include "core/inspect/Picture.h"

#include <map>
#include <span>
#include <string>

namespace lockscope::inspect {

/// What is known of the contenders' own nodes so far, by name.
using DetailsByNode = std::map<std::string, ContenderDetails, std::less<>>;

/// Orders the contenders, lets the dialect's rule judge each, and carries over what `before` (may be null) had seen: a
/// contender that holds now and did not at the last listing was granted at `now`.
[[nodiscard]] LockQueue buildQueue(std::string path, const Dialect& dialect, std::span<const std::string> children,
                                   const DetailsByNode& details, const LockQueue* before, WallTime now);

/// A lock of one node: `details` of that node, or null while nobody holds it.
[[nodiscard]] LockQueue buildSingle(std::string path, const ContenderDetails* details, const LockQueue* before,
                                    WallTime now);

/// The details that a read of the node gives.
[[nodiscard]] ContenderDetails detailsOf(const zk::Stat& stat, std::string payload);

} // namespace lockscope::inspect
