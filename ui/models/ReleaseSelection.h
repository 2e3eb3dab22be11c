// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which contenders the user wants to release together. Pure functions, any thread.

#include "core/model/SessionSummary.h"

#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

struct ReleaseTarget {
    inspect::ContenderKey key;
    std::int64_t shownCreationId = 0; ///< of the node that the user selected; 0 if unknown

    friend bool operator==(const ReleaseTarget&, const ReleaseTarget&) = default;
};

/// In the order of the releases: waiters before holders, of a lock the last one first, so that no release makes the
/// next one a holder.
struct ReleaseSelection {
    QString name; ///< what they have in common: a session, an owner, a host or a path; the user types it to confirm
    std::vector<ReleaseTarget> targets{};
};

/// This many can be reviewed, and read again each second.
inline constexpr std::size_t mostReleasedAtOnce = 50;

/// Without those that the snapshot lacks.
[[nodiscard]] ReleaseSelection releaseSelection(const inspect::Snapshot& snapshot, const QString& name,
                                                const std::vector<inspect::ContenderKey>& keys);
/// All of a session; on Redis, of a client instance. What the snapshot shows as another one's is left out.
[[nodiscard]] ReleaseSelection selectionOfSession(const inspect::Snapshot& snapshot,
                                                  const inspect::SessionSummary& session);
/// All of the sessions of this host, whatever their ports.
[[nodiscard]] ReleaseSelection selectionOfHost(const inspect::Snapshot& snapshot,
                                               const std::vector<inspect::SessionSummary>& sessions,
                                               const std::string& host);
/// All at this path and below it that no session ends: contenders without a session in locks where each should have
/// one, and children that block a queue.
[[nodiscard]] ReleaseSelection orphansBelow(const inspect::Snapshot& snapshot, const std::string& path);

/// "10.0.0.7" of "10.0.0.7:51844"; other texts are unchanged.
[[nodiscard]] std::string hostWithoutPort(const std::string& host);

/// Why they cannot be released together, as a sentence; empty: they can.
[[nodiscard]] QString whyNotTogether(const ReleaseSelection& selection);

} // namespace lockscope::ui
