// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is wrong in a picture. Pure functions; any thread, but not the window's: a big picture takes a tenth of a
/// second.

#include "core/model/Finding.h"
#include "core/model/FindingSettings.h"
#include "core/model/Picture.h"

#include <vector>

namespace lockscope::inspect {

/// All findings, worst first; equals in the order of their kinds and paths, so that equal pictures give equal lists.
/// What the picture does not know (ensemble, watchers, parents' Stats) gives no findings. Time is the picture's own.
[[nodiscard]] std::vector<Finding> findingsIn(const Picture& picture, const FindingSettings& settings);

/// The same picture with its findings. For whoever publishes it, as the last step, off the window's thread.
[[nodiscard]] PicturePtr withFindings(const PicturePtr& picture, const FindingSettings& settings);

/// Worst first.
void sortFindings(std::vector<Finding>& findings);

} // namespace lockscope::inspect
