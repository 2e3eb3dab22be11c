// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which dialects support revocation requests, and the request's text in the holder's node. Pure. Sources: Apache
/// Curator, Revoker and RevocationSpec; ZooKeeper's recipes, "Revocable Shared Locks". A Curator holder that called
/// makeRevocable() watches its node, which has no data unless the program set some.

#include "core/release/ReleasePlan.h"

#include <span>
#include <string>
#include <string_view>

namespace lockscope::release {

struct Revocability {
    std::string message;     ///< the text to write to the node; empty: no client reads it
    std::string text;        ///< which clients follow it, or why none does
    bool isUnlikely = false; ///< this holder probably does not watch its node

    [[nodiscard]] bool canBeAsked() const { return !message.empty(); }
};

/// A dialect with clients that read revocation requests.
struct RevocableDialect {
    std::string_view dialect; ///< its id
    std::string_view message; ///< the text to write to the holder's node
};

/// All such dialects. A test compares the list with the README.
[[nodiscard]] std::span<const RevocableDialect> revocableDialects();

[[nodiscard]] Revocability revocabilityOf(const ReleasePlan& plan);

} // namespace lockscope::release
