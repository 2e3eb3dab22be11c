// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Can the holder be asked to let go? Which families listen to a message in the holder's own node, and to which.
/// Sources: Apache Curator, Revoker and RevocationSpec (a holder that called makeRevocable() watches its node, which
/// then carries no data unless the program gave some); ZooKeeper's recipes, "Revocable Shared Locks". Pure.

#include "core/release/ReleasePlan.h"

#include <span>
#include <string>
#include <string_view>

namespace lockscope::release {

struct Revocability {
    std::string message;     ///< what is written into the node; empty: nobody would read it
    std::string text;        ///< who follows it, or why nobody does
    bool isUnlikely = false; ///< it looks as if this holder did not listen

    [[nodiscard]] bool canBeAsked() const { return !message.empty(); }
};

/// A dialect whose clients read a revocation request.
struct RevocableDialect {
    std::string_view dialect; ///< its id
    std::string_view message; ///< what is written into the holder's node
};

/// All of them. The README lists the same, which a test compares.
[[nodiscard]] std::span<const RevocableDialect> revocableDialects();

[[nodiscard]] Revocability revocabilityOf(const ReleasePlan& plan);

} // namespace lockscope::release
