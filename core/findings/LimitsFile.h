// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The user's file of limits, notes and mutes for locks, which window and command line share. A JSON object:
/// {"limits": [{"pattern": "/jobs/**", "hold": "2h", "wait": "off", "note": "nightly batch", "owner": "data team",
///              "mute": "2026-12-31T18:00:00Z", "kinds": ["long-hold"]}]}
/// Each field but the pattern is optional. Of several entries that match a lock, the last one with a field applies.

#include "core/base/Result.h"
#include "core/model/FindingSettings.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockscope::inspect {

/// $XDG_CONFIG_HOME/lockscope/limits.json
[[nodiscard]] QString userLimitsFile();

/// BadArguments: line, column and field, the reason and its correction.
[[nodiscard]] Result<std::vector<PathLimit>> readLimits(const QByteArray& json);

/// The errors of readLimits(), with the file. Missing, NoAuth, System, TooLarge: it can't be read. Blocks for the disk.
[[nodiscard]] Result<std::vector<PathLimit>> loadLimits(const QString& file);

/// The same from userLimitsFile(), which need not exist.
[[nodiscard]] Result<std::vector<PathLimit>> loadUserLimits();

} // namespace lockscope::inspect
