// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The changes of a lock between two snapshots. Pure.

#include "core/model/Snapshot.h"

#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct Change {
    enum class Type {
        Joined,   ///< a new contender
        Granted,  ///< it has acquired the lock
        Left,     ///< its node is gone: released, given up, deleted, or its session ended
        Lost,     ///< also, its session has ended: it did not release. Two snapshots alone do not show this
        Revoked,  ///< a revocation request was written to the holder's node
        Released, ///< an operator deletes its node. Reported by the program that deletes it; no snapshot shows it
        Deleted,  ///< also, a request deleted its node. Reported by an audit log, with the requester
        Gap,      ///< nothing was watched for some time: of this lock, or of all locks if the path is empty
        Unseen,   ///< acquisitions may be missing: see `unseen`. No contender
        Other     ///< from a recording of a newer program: see `otherType`
    };
    Type type = Type::Joined;
    std::string lockPath;
    Contender contender;                      ///< as in the last snapshot that has it
    std::string otherType;                    ///< the type as recorded, for Type::Other
    Certainty certainty = Certainty::Certain; ///< of the lock
    /// Left: in the last snapshot that has it, it waited, or it is unknown whether it held. It may have acquired the
    /// lock and released it, and no snapshot shows that.
    bool mayHaveHeld = false;
    /// Granted: it may have held in the snapshot before, too.
    bool mayBeEarlier = false;
    /// Unseen: at most this many contenders acquired and released the lock, and no snapshot shows that they held.
    std::int32_t unseen = 0;
};

/// "joined", "granted", "left", "lost", "revoked", "released", "deleted", "gap", "unseen": the values in the command
/// line's JSON.
[[nodiscard]] std::string_view toString(Change::Type type);
/// Its type as in JSON; otherType if this program does not know the type.
[[nodiscard]] std::string_view typeWord(const Change& change);

/// The changes of one lock, in logical order: Left, Unseen, Joined, Revoked, Granted. `before` or `after` may be null.
/// A contender that is still listed as an unrecognised child has not left.
[[nodiscard]] std::vector<Change> changesOf(const Lock* before, const Lock* after);

} // namespace lockscope::inspect
