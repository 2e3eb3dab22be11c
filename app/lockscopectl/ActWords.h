// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The output of the commands that write. Pure.
///
/// `release --json`: {"plan": PLAN (core/release/PlanJson.h), "released": bool, "releasedAt", "guard", "verified": the
/// node no longer existed afterwards, "tookMs", "holder": the current holder: null if none or unknown, else {"node",
/// "client"}, "holderKnown", "reason", "ticket", "audit": the file of the action log}. A dry run has only "plan",
/// "released": false, "reason" and "ticket". For several nodes: {"releases": [one of these each]}.
/// `revoke --json`: {"plan", "asked": "the message", "followed": bool, "waitedMs", "reason", "ticket", "audit"}.

#include "core/release/ReleaseService.h"

#include <QJsonObject>
#include <QString>

namespace lockscope::ctl {

/// One line per row, sentences wrapped at 80 columns.
[[nodiscard]] QString planText(const release::ReleasePlan& plan, WallTime now);
[[nodiscard]] QString outcomeText(const release::ReleaseOutcome& outcome);

[[nodiscard]] QJsonObject dryRunJson(const release::ReleasePlan& plan, const release::ChangeReason& changeReason,
                                     WallTime now);
[[nodiscard]] QJsonObject outcomeJson(const release::ReleaseOutcome& outcome,
                                      const release::ChangeReason& changeReason);
[[nodiscard]] QJsonObject askJson(const release::AskOutcome& outcome, const std::string& message,
                                  const release::ChangeReason& changeReason, WallTime now);

} // namespace lockscope::ctl
