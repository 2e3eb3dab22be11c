// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/zk/ConnectString.h"

#include <functional>
#include <string>
#include <vector>

namespace lockscope::zk {

/// The addresses of servers.
struct Addresses {
    std::vector<std::string> texts; ///< numeric, "address:port" in the C client's form; each one once
    std::string problem;            ///< which hosts were not found, for users: "host not found: …"; empty if none
};

/// Looks up the addresses of all servers. A host that is not found is left out. Numeric addresses are answered during
/// the call. Names are looked up on another thread, since that can take many seconds; equal lookups at the same time
/// are made once. `post`: posts a task to the caller's executor; `found` is called there. Private to core/zk.
void lookUp(const std::vector<Server>& servers, std::function<void(Task)> post,
            std::function<void(const Addresses&)> found);

} // namespace lockscope::zk
