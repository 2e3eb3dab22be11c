// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Changes in the JSON that scripts rely on; a contract, see SnapshotJson.h. Pure.
///
/// The `event` of a change is "joined", "granted", "left", "lost" or "revoked".

#include "core/history/Changes.h"

#include <QJsonObject>

namespace lockscope::inspect {

/// One line of `watch`.
[[nodiscard]] QJsonObject changeJson(const Change& change, WallTime at);

} // namespace lockscope::inspect
