// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Making nodes where perhaps nothing is yet. Private to the library. Thread: client.executor().

#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::zk {

/// The access list of a node that is to be made at `path`.
using AclOf = std::function<std::vector<Acl>(const std::string& path)>;

/// Makes the node `path` and what is missing above it, optimistically from the bottom. Existing nodes are left as they
/// are, and "/" is taken to exist. Servers that know no containers get persistent nodes. `client` is one that outlives
/// the caller's, or is known to. Errors besides those of a create: noRoot().
void makeNode(std::shared_ptr<Client> client, std::string path, CreateMode mode, AclOf acl, Reply<void> done);

/// What it means when there is no node above "/name": NoNode, of "/".
[[nodiscard]] Error noRoot();

/// `error` of the creation of `path`; where it means that there is no root, that.
[[nodiscard]] Error whyNotMade(const std::string& path, const Error& error);

} // namespace lockscope::zk
