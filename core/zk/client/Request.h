// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Requests and answers as values: the interface between the state machine (ClientCore.h) and the C client's handle
/// (Handle.h). Private to core/zk.

#include "core/base/Result.h"
#include "core/zk/ClientSettings.h"
#include "core/zk/Values.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockscope::zk {

/// The server has two kinds of one-shot watches per node: get and exists share Data.
enum class WatchKind {
    Data,
    Child
};

struct ExistsRequest {
    std::string path;
    bool watch = false;
};
struct GetRequest {
    std::string path;
    bool watch = false;
};
struct ChildrenRequest {
    std::string path;
    bool watch = false;
};
struct ListRequest {
    std::string path;
    bool watch = false;
};
struct AclRequest {
    std::string path;
};
struct MultiRequest {
    std::vector<Op> ops;
};
struct SyncRequest {
    std::string path;
};
struct AuthRequest {
    std::string scheme;
    std::string credential;

    friend bool operator==(const AuthRequest&, const AuthRequest&) = default;
};
/// Removes this session's watches of that kind from the node.
struct UnwatchRequest {
    std::string path;
    WatchKind kind = WatchKind::Data;
};

using Request = std::variant<CreateRequest, RemoveOp, ExistsRequest, GetRequest, SetOp, ChildrenRequest, ListRequest,
                             AclRequest, MultiRequest, SyncRequest, AuthRequest, UnwatchRequest>;

/// The answer to a request; the request decides which members are set.
struct Answer {
    bool found = true; ///< exists: true if the node exists
    std::string bytes; ///< create: the path; get: the data
    Stat stat;
    std::vector<std::string> names;
    std::vector<OpResult> results;
    std::vector<Acl> acl;
};

/// The name of the operation, for Error::operation.
[[nodiscard]] std::string_view operationOf(const Request& request);

/// Empty for a multi and for credentials.
[[nodiscard]] std::string pathOf(const Request& request);

/// Success, or why the request must not be sent. `largest`: the maximum size in bytes that the servers accept.
[[nodiscard]] Result<void> checked(const Request& request, std::size_t largest = largestRequestByDefault);

/// The size on the wire in bytes, without the four-byte length.
[[nodiscard]] std::size_t sizeOf(const Request& request);

/// True if the request may change a node. Always true for a multi.
[[nodiscard]] bool isWrite(const Request& request);

/// Sets or clears the request for a watch; no effect on requests without watches.
void setWatch(Request& request, bool watch);

} // namespace lockscope::zk
