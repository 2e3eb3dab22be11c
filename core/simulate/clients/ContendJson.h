// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The stream of `lockscopectl --json contend`, one object a line. Pure.
///
/// Events:
///   {"at": TIME, "client": NAME, "event": "connected|queued|granted|released|timedOut|suspended|lost|error",
///    "node": NAME|null, "token": "0x…"|null, "waitMs": NUMBER|null,
///    "path": LOCK, "mode": "write|read", "steadyUs": NUMBER}
/// and where there is something to say
///    "paths": [LOCK…]   of a multi-lock, all of them; "path" is the first
///    "nodePath": TEXT   the full path of "node", from "granted" until it is given back; of several the last one's
///    "detail": TEXT     why
///    "careless": true   lost: the client goes on as if it held; released: it let go of what it had lost
///    "cause": WORD      error: "writeRejected", the guarded resource refused a late write; "resource", it was not
///                       to be reached or did not understand; without it the lock itself failed
///    "releaseUs": NUMBER  released: how long that took; a holder stops holding when it asks for the release
/// "steadyUs" are microseconds since the machine's start, the same clock for all its processes.
///
/// Notes have no "event": {"at", "client", "note": "revoked", "node", "token", "path", "mode", "steadyUs", "detail"}:
/// somebody has asked the client to let go.
///
/// Under control there are also answers to orders (ContendProtocol.h) and {"measurements": …} (MeasurementsText.h).
/// The last line is {"summary": …} (MeasurementsText.h).

#include "core/simulate/clients/ContendEvent.h"

#include <QJsonObject>

namespace lockscope::console {

[[nodiscard]] QJsonObject toJson(const ContendEvent& event);

} // namespace lockscope::console
