// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Events in the JSON that scripts rely on; a contract, see SnapshotJson.h. Pure.

#include "core/history/EventStream.h"

#include <QJsonObject>

namespace lockscope::inspect {

/// One line of `watch`. Of a gap: {"at", "event": "gap", "from", "to", "path"}; `to` is null if it has not ended,
/// `path` is null if it concerns all locks. Of missing acquisitions: {"at", "event": "unseen", "from", "path",
/// "count"}.
[[nodiscard]] QJsonObject eventJson(const LockEvent& event);

} // namespace lockscope::inspect
