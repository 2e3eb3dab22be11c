// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A plan in JSON: `release --dry-run --json`, and the action log. Names and forms are a contract: fields may only be
/// added. Pure.
///
/// PLAN: {"backend": "zookeeper|redis", "path": of the lock, "node", "nodePath", "dialect", "state":
/// "holds|waits|unknown|blocks", "mode": null when unknown, "czxid", "session": null without one, "version", "client",
/// "host", "createdAt", "ageMs", "waiters": null when unknown, "next", "nextClient", "evidence": EVIDENCE,
/// "otherLocks": null when unknown, else
/// [{"path", "nodePath", "holds": null when unknown}…], "permission": {"delete": "yes|no|unknown", "text"},
/// "confirmation": "click|reason|name-and-reason", "options": [OPTION…], "operations": ["text"…], "risk",
/// "owner", "count", "leaseMs", "fencingToken": on Redis; null on ZooKeeper, and where there is none}. On Redis
/// "czxid", "session", "version", "createdAt" and "ageMs" are null. EVIDENCE: {"life":
/// "alive|silent|gone|unknown|none", "text", "host", "hostSource", "server", "timeoutMs", "lastHeardMs": at least,
/// "expiresInMs": at most, "reportedAt"}; unknown values are null. OPTION: {"step": "ask|wait|delete", "helps":
/// "yes|maybe|no", "what", "affects", "notices", "until": null or a time}.

#include "core/release/ReleasePlan.h"

#include <QJsonObject>

namespace lockscope::release {

[[nodiscard]] QJsonObject planJson(const ReleasePlan& plan, WallTime now);

/// "click", "reason", "name-and-reason".
[[nodiscard]] std::string_view toString(Confirmation confirmation);

} // namespace lockscope::release
