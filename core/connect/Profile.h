// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Connections that a user keeps by name. Values; no secret is in one.

#include "core/base/Result.h"
#include "core/connect/CollectorSettings.h"
#include "core/connect/SshSettings.h"
#include "core/connect/TlsSettings.h"
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
    std::string colour; ///< one of profileColours; empty: none
    zk::ConnectString servers;
    std::chrono::milliseconds sessionTimeout{10'000}; ///< asked for
    std::vector<std::string> roots{"/"};              ///< where to look for locks
    bool readOnly = false;
    bool production = false;
    std::chrono::milliseconds unlockFor = std::chrono::minutes(10); ///< how long an unlocked connection may write
    std::vector<int> adminPorts{ensemble::defaultAdminPort};
    bool adminTls = false;     ///< the AdminServers speak HTTPS, and are trusted as `tls` says
    bool words = true;         ///< four-letter words may be asked
    int requestsPerSecond = 0; ///< of the inspector; 0: as many as are answered
    int watchBudget = 0;       ///< 0: the inspector's own
    std::string user;          ///< of the scheme "digest"; empty: nobody's. The password is a secret, and not here
    std::optional<TlsSettings> tls;
    std::optional<SshSettings> ssh;

    /// Writes nothing until somebody unlocks it.
    [[nodiscard]] bool isGuarded() const { return readOnly || production; }
    /// Of `unlockFor` what is kept and shown to be changed: whole minutes, never more than it is, but one at least.
    [[nodiscard]] std::chrono::minutes unlockMinutes() const
    {
        return std::max(std::chrono::floor<std::chrono::minutes>(unlockFor), std::chrono::minutes(1));
    }

    friend bool operator==(const Profile&, const Profile&) = default;
};

inline constexpr std::array<std::string_view, 6> profileColours{"red", "orange", "green", "blue", "violet", "grey"};

/// What is more is a slip of the hand.
inline constexpr int mostRequestsPerSecond = 1'000'000;
inline constexpr int mostWatches = 1'000'000;

/// Pure. BadArguments: with the place ("profiles[1].servers", "line 3, column 7") and what is right there. A file with
/// one fault gives none of its profiles: half a list would hide that one is missing.
[[nodiscard]] Result<std::vector<Profile>> readProfiles(const QByteArray& json);
/// What readProfiles() reads; members that have their usual value are left out.
[[nodiscard]] QByteArray writeProfiles(const std::vector<Profile>& profiles);

} // namespace lockscope::connect
