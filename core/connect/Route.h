// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/CollectorSettings.h"
#include "core/connect/Forwarder.h"
#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "core/zk/Client.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::connect {

/// The way to the servers of a profile: straight, or through a forwarder. The straight way costs nothing and cannot
/// fail. Thread: as Forwarder. To be kept for as long as what goes that way.
class Route final {
public:
    Route(Profile profile, Secrets secrets);

    /// Blocks where there is a forwarder, and gives its errors; see Forwarder::open().
    [[nodiscard]] Result<void> open();
    /// Lets open() end soon, with Cancelled where it waits. Any thread.
    void giveUp();

    /// What a client is to connect to. Nothing before a forwarder that is needed is open.
    [[nodiscard]] const zk::ConnectString& connectString() const;
    /// Fills in whom to ask and where, and what may be asked.
    void applyTo(ensemble::CollectorSettings& settings) const;
    /// Why the way does not lead to a server, where that is known. Any thread, after open().
    [[nodiscard]] std::optional<Error> trouble() const;

    [[nodiscard]] const Profile& profile() const { return m_profile; }
    [[nodiscard]] const Secrets& secrets() const { return m_secrets; }

private:
    [[nodiscard]] bool isStraight() const;

    Profile m_profile;
    Secrets m_secrets;
    std::unique_ptr<Forwarder> m_forwarder; ///< null: straight
    bool m_isOpen = false;                  ///< the forwarder is
};

/// Gives the client its user's name and password, if the profile has one; to be called before anything is asked.
/// Servers do not report a wrong password: it simply makes the client another user, who may not be allowed to read.
/// Thread: the client's executor.
void introduce(zk::Client& client, const Profile& profile, const Secrets& secrets);

/// Whom the servers then take us for: what an ACL would name. Without a user nobody.
[[nodiscard]] std::vector<zk::Acl> accountsOf(const Profile& profile, const Secrets& secrets);

} // namespace lockscope::connect
