// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/locks/RetryPolicy.h"
#include "core/zk/Values.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::locks {

/// Data of the own node: fixed, or asked for at each creation (on the client's executor).
class Payload final {
public:
    Payload() = default;
    Payload(std::string text) // NOLINT(google-explicit-constructor): `options.payload = "host1"` is how it is used
        : m_provide([text = std::move(text)] { return text; })
    {
    }
    Payload(const char* text) // NOLINT(google-explicit-constructor)
        : Payload(std::string(text))
    {
    }
    explicit Payload(std::function<std::string()> provide)
        : m_provide(std::move(provide))
    {
    }

    [[nodiscard]] std::string text() const { return m_provide ? m_provide() : std::string(); }

private:
    std::function<std::string()> m_provide;
};

/// Access lists of what is created: one for all, or by path (on the client's executor).
class AclSource final {
public:
    AclSource() = default;               ///< everything to everybody
    AclSource(std::vector<zk::Acl> list) // NOLINT(google-explicit-constructor)
        : m_provide([list = std::move(list)](const std::string&) { return list; })
    {
    }
    explicit AclSource(std::function<std::vector<zk::Acl>(const std::string& path)> provide)
        : m_provide(std::move(provide))
    {
    }

    [[nodiscard]] std::vector<zk::Acl> of(const std::string& path) const
    {
        return m_provide ? m_provide(path) : zk::openAcl();
    }

private:
    std::function<std::vector<zk::Acl>(const std::string& path)> m_provide;
};

/// Children of the lock that fit no name of its family: clients that speak another dialect, and see us no more than we
/// see them.
enum class ForeignPolicy {
    Ignore, ///< what Curator's and Kazoo's own clients do
    Refuse  ///< fail with NotALock: mutual exclusion could not be promised
};

/// What a lock writes besides the name of its node, and how it behaves in trouble.
struct LockOptions {
    Payload payload; ///< by custom it says who holds
    AclSource acl;   ///< of the own node (asked with its path without number) and of parents that have to be made
    /// Missing parents are made as containers, which servers remove some time after the last contender, as Curator
    /// does. Kazoo's clients can't stand a parent that disappears: choose Persistent on paths shared with them.
    zk::CreateMode parents = zk::CreateMode::Container;
    RetryPolicy retry;
    /// A client that has had no contact with any server for this long, ever, most likely has a wrong connect string:
    /// an acquisition without a timeout then fails with NoConnection and the client's reason. Nothing: it goes on
    /// waiting; log and LockState::detail say why.
    std::optional<Duration> firstContact = std::chrono::seconds(30);
    ForeignPolicy foreign = ForeignPolicy::Ignore;
    Log log = Log::toStandardError(LogLevel::Warning);
};

} // namespace lockscope::locks
