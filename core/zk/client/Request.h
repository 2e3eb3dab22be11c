// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the client asks a server for, and what it gets, as values: the language between the state machine
/// (ClientCore.h) and the C client's handle (Handle.h). Private to core/zk.

#include "core/base/Result.h"
#include "core/zk/ClientSettings.h"
#include "core/zk/Values.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockscope::zk {

/// The server keeps two kinds of one-shot watches a node: get and exists share the first.
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
/// Takes this session's watches of that kind off the node.
struct UnwatchRequest {
    std::string path;
    WatchKind kind = WatchKind::Data;
};

using Request = std::variant<CreateRequest, RemoveOp, ExistsRequest, GetRequest, SetOp, ChildrenRequest, ListRequest,
                             AclRequest, MultiRequest, SyncRequest, AuthRequest, UnwatchRequest>;

/// What came back; which members are filled depends on the request.
struct Answer {
    bool found = true; ///< exists: is there such a node?
    std::string bytes; ///< create: the path; get: the data
    Stat stat;
    std::vector<std::string> names;
    std::vector<OpResult> results;
    std::vector<Acl> acl;
};

/// The operation in the words of Error::operation.
[[nodiscard]] std::string_view operationOf(const Request& request);

/// Empty for a multi and for credentials.
[[nodiscard]] std::string pathOf(const Request& request);

/// Nothing, or why the request must not be sent. `largest`: how many bytes the servers take in one.
[[nodiscard]] Result<void> checked(const Request& request, std::size_t largest = largestRequestByDefault);

/// How many bytes go over the wire, without the four that say how many.
[[nodiscard]] std::size_t sizeOf(const Request& request);

/// May it change a node? A multi may, whatever its steps are.
[[nodiscard]] bool isWrite(const Request& request);

/// Asks for the watch or not; for requests that can't have one nothing changes.
void setWatch(Request& request, bool watch);

} // namespace lockscope::zk
