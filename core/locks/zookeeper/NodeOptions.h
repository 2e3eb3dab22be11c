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

/// The data of the own node: fixed, or from a callback at each creation (on the client's executor).
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

/// The ACLs of created nodes: one for all, or from a callback by path (on the client's executor).
class AclSource final {
public:
    AclSource() = default;               ///< zk::openAcl()
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

/// What to do about unrecognised children of the lock: nodes of clients with another dialect. They ignore this lock's
/// nodes, as this lock ignores theirs.
enum class ForeignPolicy {
    Ignore, ///< as Curator's and Kazoo's own clients do
    Refuse  ///< fail with NotALock, because mutual exclusion is not guaranteed
};

/// The options of a lock on ZooKeeper: the data that it writes, and its behaviour on errors.
struct NodeOptions {
    Payload payload{}; ///< by convention identifies the holder
    AclSource acl{};   ///< of the own node (called with its path without number) and of missing parents
    /// Missing parents are created as containers, as Curator does. Servers remove a container some time after its last
    /// child. Kazoo's clients fail if a parent disappears: use Persistent on paths shared with them.
    zk::CreateMode parents = zk::CreateMode::Container;
    RetryPolicy retry{};
    /// A client that has never had contact with a server for this long most likely has a wrong connect string. An
    /// acquisition without a timeout then fails with NoConnection and the client's reason. Nothing: it continues to
    /// wait; the log and LockState::detail contain the reason.
    std::optional<Duration> firstContact = std::chrono::seconds(30);
    ForeignPolicy foreign = ForeignPolicy::Ignore;
    Log log = Log::toStandardError(LogLevel::Warning);
};

} // namespace lockscope::locks
