// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <QStringList>

#include <span>
#include <vector>

namespace lockscope::ctl {

[[nodiscard]] double inMilliseconds(Duration duration);
/// 0 of none.
[[nodiscard]] double medianOf(std::vector<double> values);
/// The peak memory of this process so far, in MB.
[[nodiscard]] double peakMegabytes();

/// One line of a table that is printed row by row, so the widths are fixed. The first column is left-aligned.
QString benchLine(const QStringList& cells, std::span<const int> widths);

} // namespace lockscope::ctl
