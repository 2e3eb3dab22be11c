// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <QStringList>

#include <span>

namespace lockscope::ctl {

[[nodiscard]] double inMilliseconds(Duration duration);

/// One line of a table that is printed row by row, so the widths are fixed. The first column is left-aligned.
QString benchLine(const QStringList& cells, std::span<const int> widths);

} // namespace lockscope::ctl
