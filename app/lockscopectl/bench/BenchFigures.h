// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <QStringList>

#include <span>

namespace lockscope::ctl {

[[nodiscard]] double inMilliseconds(Duration duration);

/// One line of a table that is printed as it comes, so the widths are fixed. The first cell is on the left of its
/// column.
QString benchLine(const QStringList& cells, std::span<const int> widths);

} // namespace lockscope::ctl
