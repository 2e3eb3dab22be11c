// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The families of locks that the inspector knows, and how it tells them apart. Pure.

#include "core/inspect/Picture.h"
#include "core/queue/Scheme.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct Dialect {
    std::string id;    ///< in the command line's JSON: "curator-mutex"
    std::string title; ///< for people: "Curator mutex"
    LockKind kind = LockKind::Mutex;
    int leases = 1;
    std::vector<queue::NamePattern>
        marks;            ///< a child that fits one of these tells that the directory is of this family
    queue::Scheme scheme; ///< whom the family's own clients count as contenders, and who is served when
};

[[nodiscard]] const std::vector<Dialect>& builtinDialects();

/// The dialect of a lock that is one node: "single-node".
[[nodiscard]] const Dialect& singleNodeDialect();

/// Numbered children whose prefix does not speak of a lock: a lock only if they turn out to be ephemeral.
enum class Certainty {
    No,
    IfEphemeral,
    Yes
};

struct Recognised {
    const Dialect* dialect = nullptr; ///< set unless No
    Certainty certainty = Certainty::No;
};

/// The family that most of the children belong to.
[[nodiscard]] Recognised recognise(std::span<const std::string> children);

/// Is this a name that programs give to a lock of one ephemeral node ("lock", "leader", "controller", …)?
[[nodiscard]] bool isSingleNodeName(std::string_view name);

} // namespace lockscope::inspect
