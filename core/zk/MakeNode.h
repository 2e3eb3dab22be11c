// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Creates a node together with its missing parents. Private to the library. Thread: client.executor().

#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::zk {

/// The ACL for a node to be created at `path`.
using AclOf = std::function<std::vector<Acl>(const std::string& path)>;

/// Creates the node `path` and its missing ancestors: tries `path` first, then its parents. Leaves existing nodes
/// unchanged and assumes that "/" exists. On servers without container support, creates persistent nodes. `client` is a
/// share, or known to outlive the caller's client. Errors: those of a create, and noRoot().
void makeNode(std::shared_ptr<Client> client, std::string path, CreateMode mode, AclOf acl, Reply<void> done);

/// The error for a missing parent of "/name": NoNode with path "/" (the chroot does not exist).
[[nodiscard]] Error noRoot();

/// Converts the `error` of a create of `path`: noRoot() if the root does not exist, otherwise `error` itself.
[[nodiscard]] Error whyNotMade(const std::string& path, const Error& error);

} // namespace lockscope::zk
