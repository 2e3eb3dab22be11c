// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// ZooKeeper's values, without the C client's types.

#include "core/base/Clock.h"
#include "core/base/Error.h"
#include "core/base/SessionStatus.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lockscope::zk {

struct Stat {
    std::int64_t czxid = 0; ///< transaction that created the node: never reused by the ensemble; the fencing token
    std::int64_t mzxid = 0;
    WallTime ctime{}; ///< from the server's clock
    WallTime mtime{};
    std::int32_t version = 0;
    std::int32_t cversion = 0;
    std::int32_t aversion = 0;
    SessionId ephemeralOwner = 0; ///< 0: not ephemeral (containers cannot be distinguished)
    std::int32_t dataLength = 0;
    std::int32_t numChildren = 0;
    std::int64_t pzxid = 0;

    friend bool operator==(const Stat&, const Stat&) = default;
};

enum class CreateMode {
    Persistent,
    Ephemeral,
    PersistentSequential,
    EphemeralSequential,
    Container
};

/// True if the server appends a number to the name.
[[nodiscard]] constexpr bool isSequential(CreateMode mode)
{
    return mode == CreateMode::PersistentSequential || mode == CreateMode::EphemeralSequential;
}

/// Permission bits of an ACL entry, with ZooKeeper's values.
enum Permission : std::int32_t {
    Read = 1,
    Write = 2,
    Create = 4,
    Delete = 8,
    Admin = 16,
    All = 31
};

struct Acl {
    std::int32_t permissions = Permission::All;
    std::string scheme = "world";
    std::string id = "anyone";

    friend bool operator==(const Acl&, const Acl&) = default;
};

/// world:anyone with all permissions.
[[nodiscard]] std::vector<Acl> openAcl();

inline constexpr std::int32_t anyVersion = -1;

struct CreateRequest {
    std::string path;
    std::string data;
    CreateMode mode = CreateMode::Persistent;
    std::vector<Acl> acl = openAcl();
};

struct Created {
    std::string path; ///< with its sequence number, if the mode is sequential
    Stat stat;
};

struct NodeData {
    std::string data;
    Stat stat;
};

struct Listing {
    std::vector<std::string> names; ///< unordered, as the server sends them
    Stat stat;                      ///< of the parent
};

struct WatchEvent {
    enum class Type {
        Created,
        Deleted,
        DataChanged,
        ChildrenChanged
    };
    Type type = Type::Deleted;
    std::string path;
    SessionId session = 0; ///< the session that the watch belonged to
    SteadyTime at{};       ///< time of delivery by the client library
};

/// One step of a multi. Containers are not supported: the C client cannot parse their reply in a multi.
struct CreateOp {
    CreateRequest request;
};
struct RemoveOp {
    std::string path;
    std::int32_t version = anyVersion;
};
struct SetOp {
    std::string path;
    std::string data;
    std::int32_t version = anyVersion;
};
struct CheckOp {
    std::string path;
    std::int32_t version = anyVersion;
};
using Op = std::variant<CreateOp, RemoveOp, SetOp, CheckOp>;

/// The result of one step of a successful multi: a create has a path, a set has a Stat.
struct OpResult {
    std::string path;
    Stat stat;
};

} // namespace lockscope::zk
