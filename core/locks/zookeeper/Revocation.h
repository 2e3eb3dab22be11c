// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/queue/Revocation.h"
#include "core/zk/Client.h"

#include <string>
#include <string_view>

namespace lockscope::locks {

using queue::curatorRevocation;
using queue::documentedRevocation;
using queue::isRevocation;

/// Requests the release of `node` (a full path). The request is advisory: a holder may ignore it. No error if the node
/// no longer exists. Errors: NoAuth (no Write permission), ConnectionLoss (it is unknown whether it was written; a
/// second request is harmless). Thread: client.executor().
void revoke(zk::Client& client, std::string node, Reply<void> reply, std::string_view message = curatorRevocation);

} // namespace lockscope::locks
