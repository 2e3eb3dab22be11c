// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One line of the audit trail. An act has two: what was intended, before it is tried, and what came of it. Pure.
///
/// {"at", "id": the same in both lines of an act, "phase": "intent|outcome", "act": "release|revoke",
///  "user", "uid", "sudoUser": null unless there is one, "loginUser", "loginUid": of the login that the process comes
///  from (/proc/self/loginuid), null where the kernel has none, "machine", "program", "pid",
///  "connect", "profile": name or null, "zooKeeperUser": "digest:ops" or null, "unlock": a guarded connection was
///  unlocked for the act, "journal": null, or why the system log has no copy, "session": our own, "reason", "ticket",
///  "plan": PLAN (PlanJson.h)}
/// and in an outcome besides
///  "result": of a release "released|already-gone|refused|failed|unknown",
///            of a revocation "followed|ignored|already-gone|refused|failed|unknown",
///  "text", "tookMs", "verified", "holder": {"node", "client"} that holds the lock now, or null

#include "core/base/Clock.h"

#include <QByteArray>
#include <QJsonObject>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::release {

/// Who acts, on which machine, by which program.
struct Actor {
    std::string user;
    long long uid = 0;
    std::string sudoUser; ///< on whose behalf root acts, as the environment says; empty otherwise
    std::string machine;
    std::string program;
    long long pid = 0;
    /// Of the login that the process comes from: unlike $SUDO_USER it survives su and sudo, and a user cannot change
    /// it. Nothing where the kernel has none, such as for a service.
    std::optional<long long> loginUid{};
    std::string loginUser{}; ///< its name; empty without one

    /// This process.
    [[nodiscard]] static Actor self();

    friend bool operator==(const Actor&, const Actor&) = default;
};

/// What /proc/self/loginuid says; nothing if it is unset (4294967295) or no number.
[[nodiscard]] std::optional<long long> loginUidIn(std::string_view text);

/// As whom the ensemble is used, and how.
struct Access {
    std::string profile;               ///< its name; empty without one
    std::vector<std::string> accounts; ///< "digest:ops", without what proves them; empty: nobody in particular
    bool unlocked = false;             ///< the connection is guarded, and was unlocked

    friend bool operator==(const Access&, const Access&) = default;
};

enum class Act {
    Release,
    Revoke
};

/// "release", "revoke".
[[nodiscard]] std::string_view toString(Act act);

/// What came of an act.
enum class Verdict {
    Released,
    Followed,    ///< the holder that was asked has let go
    Ignored,     ///< it has not within the time that it was given
    AlreadyGone, ///< somebody or something else was quicker
    Refused,     ///< it is no longer what was planned for
    Failed,      ///< nothing was done
    Unknown      ///< nobody knows
};

/// "released", "followed", "ignored", "already-gone", "refused", "failed", "unknown".
[[nodiscard]] std::string_view toString(Verdict verdict);
[[nodiscard]] std::optional<Verdict> verdictFrom(std::string_view word);

struct ActionOutcome {
    Verdict verdict = Verdict::Unknown;
    std::string text;
    std::chrono::milliseconds took{0};
    bool verified = false; ///< the node was looked for afterwards, and is gone
    std::string holder;    ///< node that holds the lock now; empty when nobody does, or nobody knows
    std::string holderClient;

    friend bool operator==(const ActionOutcome&, const ActionOutcome&) = default;
};

struct ActionRecord {
    WallTime at{};
    std::string id;
    Act act = Act::Release;
    Actor actor;
    std::string connect;
    Access access{};
    std::string journal{}; ///< why the system log has no copy; empty: it has
    std::string session;   ///< of our own connection, "0x…"
    std::string reason;
    std::string ticket;
    QJsonObject plan;
    std::optional<ActionOutcome> outcome; ///< nothing: the line says what was intended

    [[nodiscard]] std::string nodePath() const;
    [[nodiscard]] std::string lockPath() const;

    friend bool operator==(const ActionRecord&, const ActionRecord&) = default;
};

/// With the line's end.
[[nodiscard]] QByteArray auditLine(const ActionRecord& record);
/// Nothing if it is no line of an audit trail.
[[nodiscard]] std::optional<ActionRecord> parseActionRecord(const QByteArray& line);

} // namespace lockscope::release
