// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who a contender is, from what is known best: the servers, else its payload or name, else nobody. Pure.

#include "core/inspect/Picture.h"

namespace lockscope::inspect {

/// Each value with who told it; how old it is follows from toldAt.
struct Owner {
    std::int64_t session = 0; ///< 0: none, or not known yet
    bool isKnown = false;     ///< the session is known, be it that there is none
    std::string host;         ///< "ip:port", or what the payload says; empty when nobody says
    HostSource hostSource = HostSource::None;
    std::string server; ///< "host:port" of the server that has its connection; empty when not told
    std::optional<std::chrono::milliseconds> timeout;
    std::optional<WallTime> lastHeard; ///< at the latest: it may be silent for longer
    std::optional<WallTime> expiresAt; ///< at the latest
    /// When the servers told of it, or the payload was written; nothing when nobody told anything.
    std::optional<WallTime> toldAt;

    [[nodiscard]] std::optional<std::chrono::milliseconds> sinceHeard(WallTime now) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> expiresIn(WallTime now) const;
};

/// By which words a host from this source is marked.
[[nodiscard]] HostSource hostSourceOf(ensemble::Source source);

[[nodiscard]] Owner ownerOf(const Picture& picture, const Contender& contender);
/// The same from the facts alone; null: nobody was asked.
[[nodiscard]] Owner ownerOf(const ensemble::EnsembleFacts* facts, const Contender& contender);

/// The nodes of the lock that its session watches, by their names within the lock; nothing when the watches were not
/// asked for, its session is not known, or a server that did not tell may have them.
[[nodiscard]] std::optional<std::vector<std::string>> watchesOf(const Picture& picture, const LockQueue& lock,
                                                                const Contender& contender);

} // namespace lockscope::inspect
