// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Timeline.h"
#include "core/simulate/clients/StaleHolds.h"

#include <QString>

namespace lockscope::ui {

/// "waited 3.1 s, held it for 4.2 s, let go": one line. `end`: until when what goes on is counted. Pure.
[[nodiscard]] QString stayText(const inspect::Stay& stay, WallTime end);

/// Who it is: where nobody but its session names it, the host that servers tell, as everywhere else.
[[nodiscard]] QString rowName(const inspect::TimelineRow& row);

/// Several lines: who, where, since when, how it ended; with the times.
[[nodiscard]] QString stayDetails(const inspect::TimelineRow& row, const inspect::Stay& stay, WallTime end);

[[nodiscard]] QString mistakeText(const console::StaleHold& mistake, WallTime end);

} // namespace lockscope::ui
