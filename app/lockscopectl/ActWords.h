// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The output of the commands that write. Their JSON is described in ReleaseCommand.cpp and RevokeCommand.cpp. Pure.

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
