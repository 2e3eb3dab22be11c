// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What happened between two snapshots, a line each. Pure.

#include "core/model/Snapshot.h"

#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct Change {
    enum class Type {
        Joined,   ///< a contender that was not there
        Granted,  ///< it holds, and did not before
        Left,     ///< its node is gone: released, given up, deleted, or its session ended
        Lost,     ///< and it is known that its session ended: it did not let go. Two snapshots alone don't tell this
        Revoked,  ///< somebody wrote into the holder's node that it shall let go
        Released, ///< an operator deletes its node. Told by whoever does so; no snapshot tells it
        Other     ///< of a recording by a newer program: `otherType` is its word
    };
    Type type = Type::Joined;
    std::string lockPath;
    Contender contender;   ///< as it was last seen
    std::string otherType; ///< of Type::Other
};

/// "joined", "granted", "left", "lost", "revoked", "released": the words of the command line's JSON.
[[nodiscard]] std::string_view toString(Change::Type type);
/// The word of its type, also of one that this program does not know.
[[nodiscard]] std::string_view typeWord(const Change& change);

/// In the order in which it makes sense to tell them: who left, who joined, who was asked to let go,
/// who was granted; lock by lock.
[[nodiscard]] std::vector<Change> changesBetween(const Snapshot& before, const Snapshot& after);

} // namespace lockscope::inspect
