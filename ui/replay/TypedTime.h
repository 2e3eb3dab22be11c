// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <QString>

#include <optional>

namespace lockscope::ui {

/// A time of a recording that the user typed, or the fault of the text. A value.
struct TypedTime {
    std::optional<WallTime> at;
    QString fault; ///< sentences for the user; empty if there is a time
};

/// How a time can be typed, by the first time of the recording: "03:12, 03:12:30.250 or 2026-11-24 03:12".
[[nodiscard]] QString typedTimeExamples(WallTime from);

/// Reads "03:12", "03:12:30", "03:12:30.250", each also behind a date as in "2026-11-24 03:12", in the time zone of
/// this machine, as formatTime() shows times. Without a date: that time of the day of `shown`, else the nearest one
/// between `from` and `to`, the ends of the recording; `shown` is between them. A minute or second in which the
/// recording begins is its beginning. Pure.
[[nodiscard]] TypedTime readTypedTime(const QString& typed, WallTime shown, WallTime from, WallTime to);

} // namespace lockscope::ui
