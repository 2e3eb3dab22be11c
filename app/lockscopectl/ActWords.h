// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the commands that act print. Pure.
///
/// `release --json`: {"plan": PLAN (core/release/PlanJson.h), "released": bool, "releasedAt", "verified": the node was
/// looked for afterwards, and is gone, "tookMs", "holder": who holds the lock now: null when nobody does or nobody
/// knows, else {"node", "client"}, "holderKnown", "reason", "ticket", "audit": the file in which it is noted}. A dry
/// run has "plan", "released": false, "reason" and "ticket" alone. Of several nodes: {"releases": [one of these each]}.
/// `revoke --json`: {"plan", "asked": "the message", "followed": bool, "waitedMs", "reason", "ticket", "audit"}.

#include "core/release/ReleaseService.h"

#include <QJsonObject>
#include <QString>

namespace lockscope::ctl {

/// A row a line, sentences folded at 80 columns.
[[nodiscard]] QString planText(const release::ReleasePlan& plan, WallTime now);
[[nodiscard]] QString outcomeText(const release::ReleaseOutcome& outcome);

[[nodiscard]] QJsonObject dryRunJson(const release::ReleasePlan& plan, const release::ChangeReason& changeReason,
                                     WallTime now);
[[nodiscard]] QJsonObject outcomeJson(const release::ReleaseOutcome& outcome,
                                      const release::ChangeReason& changeReason);
[[nodiscard]] QJsonObject askJson(const release::AskOutcome& outcome, const std::string& message,
                                  const release::ChangeReason& changeReason, WallTime now);

} // namespace lockscope::ctl
