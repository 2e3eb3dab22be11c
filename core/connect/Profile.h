// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Saved connections of a user, by name. Values; they contain no secret.

#include "core/base/Result.h"
#include "core/connect/SshSettings.h"
#include "core/connect/TlsSettings.h"
#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/redis/Target.h"
#include "core/zk/ConnectString.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::connect {

struct Profile {
    std::string name;
    std::string colour;                               ///< one of profileColours; empty: none
    zk::ConnectString servers;                        ///< none on Redis
    std::optional<redis::Target> redis;               ///< on Redis. Its user is that of the profile
    std::chrono::milliseconds sessionTimeout{10'000}; ///< requested from the server
    /// Where to look for locks. On Redis: the beginnings of their names; none: all locks.
    std::vector<std::string> roots{"/"};
    bool readOnly = false;
    bool production = false;
    std::chrono::milliseconds unlockFor = std::chrono::minutes(10); ///< how long an unlocked connection allows writes
    std::vector<int> adminPorts{ensemble::defaultAdminPort};
    bool adminTls = false;     ///< the AdminServers use HTTPS and are verified with `tls`
    bool words = true;         ///< four-letter commands are allowed
    int requestsPerSecond = 0; ///< limit for the inspector; 0: its default
    int watchBudget = 0;       ///< 0: the inspector's default
    std::string hostsFile;     ///< names for the clients' addresses, as in /etc/hosts; empty: none
    bool resolveHosts = false; ///< reverse lookups for the other addresses
    std::string
        user; ///< of the scheme "digest", or of Redis; empty: no user. The password is a secret and not stored here
    bool needsPassword = false; ///< Redis: the servers ask for a password (requirepass), also without a user
    /// Redis: an ACL user for releases, beside `user`, which then only needs to read; empty: `user` releases. Its
    /// password is a secret.
    std::string writeUser{};
    std::optional<TlsSettings> tls;
    std::optional<SshSettings> ssh;

    /// The servers as a target: "zk1:2181,zk2:2181/app", "redis://cache1:6379".
    [[nodiscard]] std::string target() const { return redis ? redis::toString(*redis) : servers.text(); }
    /// Writes are blocked until a user unlocks the connection.
    [[nodiscard]] bool isGuarded() const { return readOnly || production; }
    /// `unlockFor` in whole minutes, rounded down, at least one: the value that is saved and edited.
    [[nodiscard]] std::chrono::minutes unlockMinutes() const
    {
        return std::max(std::chrono::floor<std::chrono::minutes>(unlockFor), std::chrono::minutes(1));
    }

    /// Redis: the user of the releases.
    [[nodiscard]] const std::string& releasingUser() const { return writeUser.empty() ? user : writeUser; }

    friend bool operator==(const Profile&, const Profile&) = default;
};

inline constexpr std::array<std::string_view, 6> profileColours{"red", "orange", "green", "blue", "violet", "grey"};

/// Larger values are typing errors.
inline constexpr int mostRequestsPerSecond = 1'000'000;
inline constexpr int mostWatches = 1'000'000;

/// Pure. BadArguments: with the place ("profiles[1].servers", "line 3, column 7") and the valid values. One fault
/// rejects the whole file: a partial list would hide that one is missing.
[[nodiscard]] Result<std::vector<Profile>> readProfiles(const QByteArray& json);
/// The format of readProfiles(); members with default values are left out.
[[nodiscard]] QByteArray writeProfiles(const std::vector<Profile>& profiles);

} // namespace lockscope::connect
