// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What findings have in common: names of people and things, and the lists of nodes. Pure. Names may come from
/// strangers' payloads: whoever prints them makes them safe.

#include "core/base/Phrase.h"
#include "core/model/Finding.h"
#include "core/model/Snapshot.h"

#include <chrono>
#include <string>

namespace lockscope::inspect {

/// A finding names so many nodes at most; its text says how many there are.
inline constexpr std::size_t mostNodesNamed = 100;

/// The client's name, and that it is the last known one if it is; empty if it is not known. For people.
[[nodiscard]] std::string clientText(const ContenderDetails& details);

/// "worker-07 (10.0.0.7, session 0x1…)", as far as it is known.
[[nodiscard]] std::string whoIs(const Contender& contender);

/// Adds the contender's node, and its session unless it is there.
void name(Finding& finding, const Lock& lock, const Contender& contender);

/// Age of the contender's node; nothing below zero.
[[nodiscard]] std::chrono::milliseconds ageOf(const ContenderDetails& details, WallTime now);

} // namespace lockscope::inspect
