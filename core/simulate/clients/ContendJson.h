// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The stream of `lockscopectl --json contend`, one object a line. Pure.
///
/// Events:
///   {"at": TIME, "client": NAME, "event": "connected|queued|granted|released|timedOut|suspended|lost|error",
///    "node": NAME|null, "token": "0x…"|null, "waitMs": NUMBER|null,
///    "path": LOCK, "mode": "write|read", "steadyUs": NUMBER}
/// and where they apply
///    "paths": [LOCK…]   all paths of a multi-lock; "path" is the first
///    "nodePath": TEXT   the full path of "node", from "granted" until the release; of several nodes the last one's
///    "detail": TEXT     the reason
///    "careless": true   lost: the client continues as if it held; released: the client had lost the lock before
///    "cause": WORD      error: "writeRejected", the guarded resource rejected a late write; "resource", it was not
///                       reachable or did not understand the request; absent: the lock itself failed
///    "releaseUs": NUMBER  released: duration of the release; a holder stops holding when it requests the release
/// "steadyUs" are microseconds since the machine's start, the same clock for all its processes.
///
/// Notes have no "event": {"at", "client", "note": "revoked", "node", "token", "path", "mode", "steadyUs", "detail"}:
/// the client has received a revocation request.
///
/// With --control there are also answers to commands (ContendProtocol.h) and {"measurements": …} (MeasurementsText.h).
/// The last line is {"summary": …} (MeasurementsText.h).

#include "core/simulate/clients/ContendEvent.h"

#include <QJsonObject>

namespace lockscope::console {

[[nodiscard]] QJsonObject toJson(const ContendEvent& event);

} // namespace lockscope::console
