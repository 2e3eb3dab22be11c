// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One line of the action log. An act has two: the intent, written before the act, and the outcome. Pure.
///
/// {"at", "id": the same in both lines of an act, "phase": "intent|outcome", "act": "release|revoke",
///  "user", "uid", "sudoUser": null unless there is one, "loginUser", "loginUid": of the process's login
///  (/proc/self/loginuid), null where the kernel has none, "machine", "program", "pid",
///  "connect", "profile": name or null, "account": the account of the act on the servers: on ZooKeeper "digest:ops", on
///  Redis the user of its ACL, or null; "zooKeeperUser": the same, null on Redis, "unlock": a guarded connection was
///  unlocked for the act, "journal": null, or why the system log has no copy, "session": our own, "reason", "ticket",
///  "plan": PLAN (PlanJson.h)}
/// An outcome also has
///  "result": for a release "released|already-gone|refused|failed|unknown",
///            for a revocation "followed|ignored|already-gone|refused|failed|unknown",
///  "text", "tookMs", "verified", "holder": {"node", "client"} that holds the lock now, or null

#include "core/base/Clock.h"

#include <QByteArray>
#include <QJsonObject>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::release {

/// The user, machine and program of an act.
struct Actor {
    std::string user;
    long long uid = 0;
    std::string sudoUser; ///< the user that runs sudo, by $SUDO_USER; else empty
    std::string machine;
    std::string program;
    long long pid = 0;
    /// The login user of the process (audit loginuid): it survives su and sudo, and a user cannot change it, unlike
    /// $SUDO_USER. Nullopt where the kernel has none, such as for a service.
    std::optional<long long> loginUid{};
    std::string loginUser{}; ///< its name; empty without one

    /// The actor of this process.
    [[nodiscard]] static Actor self();

    friend bool operator==(const Actor&, const Actor&) = default;
};

/// The value of /proc/self/loginuid; nullopt if it is unset (4294967295) or not a number.
[[nodiscard]] std::optional<long long> loginUidIn(std::string_view text);

/// The identity with which the servers are accessed.
struct ActionAccess {
    std::string profile; ///< its name; empty without one
    /// Without credentials: "digest:ops", on Redis the user of its ACL, "default" without a name. Empty: not
    /// authenticated.
    std::vector<std::string> accounts;
    bool unlocked = false; ///< a guarded connection was unlocked

    friend bool operator==(const ActionAccess&, const ActionAccess&) = default;
};

/// The user of Redis' ACL with this name, which may be empty.
[[nodiscard]] inline std::string redisAccount(const std::string& user)
{
    return user.empty() ? "default" : user;
}

enum class Act {
    Release,
    Revoke
};

/// "release", "revoke".
[[nodiscard]] std::string_view toString(Act act);

/// The outcome of an act.
enum class ActionStatus {
    Released,
    Followed,    ///< the holder released after the revocation request
    Ignored,     ///< the holder did not release in time
    AlreadyGone, ///< the node was gone before the act
    Refused,     ///< the node has changed since the plan
    Failed,      ///< nothing was changed
    Unknown      ///< unknown, such as after a lost reply
};

/// "released", "followed", "ignored", "already-gone", "refused", "failed", "unknown".
[[nodiscard]] std::string_view toString(ActionStatus verdict);
[[nodiscard]] std::optional<ActionStatus> verdictFrom(std::string_view word);

struct ActionOutcome {
    ActionStatus verdict = ActionStatus::Unknown;
    std::string text;
    std::chrono::milliseconds took{0};
    bool verified = false; ///< the node was checked afterwards and is gone
    std::string holder;    ///< node that holds the lock now; empty when there is none or it is unknown
    std::string holderClient;

    friend bool operator==(const ActionOutcome&, const ActionOutcome&) = default;
};

struct ActionRecord {
    WallTime at{};
    std::string id;
    Act act = Act::Release;
    Actor actor;
    std::string connect;
    ActionAccess access{};
    std::string journal{}; ///< why the system log has no copy; empty if it has
    std::string session;   ///< our own session, "0x…"
    std::string reason;
    std::string ticket;
    QJsonObject plan;
    std::optional<ActionOutcome> outcome; ///< nullopt: an intent line

    [[nodiscard]] std::string nodePath() const;
    [[nodiscard]] std::string lockPath() const;

    friend bool operator==(const ActionRecord&, const ActionRecord&) = default;
};

/// With its line end.
[[nodiscard]] QByteArray auditLine(const ActionRecord& record);
/// Nullopt if it is not a line of an action log.
[[nodiscard]] std::optional<ActionRecord> parseActionRecord(const QByteArray& line);

} // namespace lockscope::release
