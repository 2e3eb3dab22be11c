// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Forwarder.h"
#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/zk/Client.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::connect {

/// The route to the servers of a profile: direct, or through a forwarder. A direct route costs nothing and cannot fail.
/// Thread: as Forwarder. Must outlive all connections that use it.
class Route final {
public:
    Route(Profile profile, Secrets secrets);

    /// Reads the profile's file of host names. Blocks if there is a forwarder, and returns its errors; see
    /// Forwarder::open().
    [[nodiscard]] Result<void> open();
    /// Cancels open() where it waits; it returns Cancelled. Any thread.
    void giveUp();

    /// The address for clients. Empty while a required forwarder is not open.
    [[nodiscard]] const zk::ConnectString& connectString() const;
    /// Sets the servers, their addresses and the allowed status endpoints.
    void applyTo(ensemble::CollectorSettings& settings) const;
    /// Why a server cannot be reached, if known. Any thread, after open().
    [[nodiscard]] std::optional<Error> trouble() const;

    /// True if the addresses are a forwarder's, which accepts connections also if it does not reach the server.
    [[nodiscard]] bool isForwarded() const { return m_forwarder != nullptr; }
    [[nodiscard]] const Profile& profile() const { return m_profile; }
    [[nodiscard]] const Secrets& secrets() const { return m_secrets; }

private:
    [[nodiscard]] bool isStraight() const;

    Profile m_profile;
    Secrets m_secrets;
    std::unique_ptr<Forwarder> m_forwarder;                ///< null: direct
    bool m_isOpen = false;                                 ///< the forwarder is open
    std::shared_ptr<const inspect::HostNames> m_hostNames; ///< of the profile's file; null without one
};

/// Adds the profile's user and password to the client, if the profile has a user; call before any request.
/// Servers do not report a wrong password: the client then acts as another user, which may have no permission to read.
/// Thread: the client's executor.
void introduce(zk::Client& client, const Profile& profile, const Secrets& secrets);

/// The identity of this client on the servers, as in an ACL. Empty without a user.
[[nodiscard]] std::vector<zk::Acl> accountsOf(const Profile& profile, const Secrets& secrets);

} // namespace lockscope::connect
