// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The results of a release (core/release) in the window.

#include "core/base/Result.h"
#include "core/release/ReleaseService.h"

#include <QString>

namespace lockscope::ui {

/// The result of a release, or of a revocation request, as one sentence.
[[nodiscard]] QString outcomeText(const Result<release::ReleaseOutcome>& outcome, bool isRedis);
[[nodiscard]] QString askText(const Result<release::AskOutcome>& outcome);

} // namespace lockscope::ui
