// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A plan in JSON: `release --dry-run --json`, and the audit trail. Names and forms are a contract, only fields may be
/// added. Pure.
///
/// PLAN: {"path": of the lock, "node", "nodePath", "dialect", "state": "holds|waits", "mode": "exclusive|shared",
/// "czxid", "session": null without one, "version", "client", "host", "createdAt", "ageMs", "waiters": null when nobody
/// can tell, "next", "nextClient", "evidence": EVIDENCE, "otherLocks": null when nobody told, else
/// [{"path", "nodePath", "holds": null when not known}…], "permission": {"delete": "yes|no|unknown", "text"},
/// "confirmation": "click|reason|name-and-reason", "options": [OPTION…], "operations": ["text"…], "risk"}.
/// EVIDENCE: {"life": "alive|silent|gone|unknown|none", "text", "host", "hostSource", "server", "timeoutMs",
/// "lastHeardMs": at least so long ago, "expiresInMs": at most, "reportedAt"}; whatever nobody told is null. OPTION:
/// {"step": "ask|wait|delete", "helps": "yes|maybe|no", "what", "affects", "notices", "until": null or a time}.

#include "core/release/ReleasePlan.h"

#include <QJsonObject>

namespace lockscope::release {

[[nodiscard]] QJsonObject planJson(const ReleasePlan& plan, WallTime now);

/// "click", "reason", "name-and-reason".
[[nodiscard]] std::string_view toString(Confirmation confirmation);

} // namespace lockscope::release
