// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the guard of a release can prove, for display before the confirmation. Pure. While the parent's create counter
/// (core/zk/CreateCounter.h) does not change, the name of a verified node cannot belong to another node.

#include "core/release/GuardPromise.h"
#include "core/release/Permission.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::release {

/// When another node may get the same name.
enum class NameReuse {
    Never,         ///< the client puts a new GUID into the name for each attempt
    WithNewParent, ///< numbered by the server: only after the parent is deleted and created again
    Anytime
};

/// By the node's name and dialect. `created`: the parent's counter; a number that is not below it was not assigned by
/// the server.
[[nodiscard]] NameReuse reuseOf(std::string_view name, std::string_view dialect, std::uint32_t created);

/// A directory in which the guard creates and deletes a probe.
struct ProbePlace {
    std::string path;
    std::uint32_t created = 0;
    Allowed mayProbe = Allowed::Unknown; ///< CREATE and DELETE
};

/// `places`: the parent, then its ancestors. `tries`: maximum number of transactions.
[[nodiscard]] GuardPromise promiseOf(NameReuse reuse, const std::vector<ProbePlace>& places, int tries);

/// The directories whose counters the guard compares: the parent; and, if a new parent allows the name again, every
/// ancestor up to the root.
[[nodiscard]] std::vector<std::string> probePlaces(const std::string& nodePath, NameReuse reuse);

} // namespace lockscope::release
