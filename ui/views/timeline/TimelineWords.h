// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Timeline.h"
#include "core/simulate/clients/StaleHolds.h"
#include "core/simulate/resource/WriteLog.h"

#include <QString>

namespace lockscope::ui {

/// "waited 3.1 s, held for 4.2 s, left": one line. `end`: the end of an open bar. Pure function.
[[nodiscard]] QString stayText(const inspect::Stay& stay, WallTime end);

/// The row's name; if that is only the session id, the host reported by the servers, if known.
[[nodiscard]] QString rowName(const inspect::TimelineRow& row);

/// Several lines: client, host, times, and how it ended.
[[nodiscard]] QString stayDetails(const inspect::TimelineRow& row, const inspect::Stay& stay, WallTime end);

/// "not watched from … to … (30 s)"
[[nodiscard]] QString gapText(const inspect::Gap& gap);

/// The client's name and how long it acted as holder without the lock.
[[nodiscard]] QString mistakeText(const console::StaleHold& mistake, WallTime end);

/// "writes with token 0x33: 214 accepted, 1 rejected"
[[nodiscard]] QString writesText(const console::HoldWrites& writes);
/// "write rejected at 2026-11-20 16:41:07.314, token 0x33"
[[nodiscard]] QString writeText(const console::HoldWrites& writes, WallTime at, bool isAccepted);
/// "rejected, token 0x33"
[[nodiscard]] QString rejectedWord(const console::HoldWrites& writes);

} // namespace lockscope::ui
