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
    /// How a hold with a lease ended.
    enum class Ending {
        Unknown,
        Released, ///< before its lease: by the client, or by another client that removed the key
        Expired   ///< with its lease
    };
    Type type = Type::Joined;
    std::string lockPath;
    Contender contender;                      ///< as in the last snapshot that has it
    std::string otherType;                    ///< the type as recorded, for Type::Other
    Certainty certainty = Certainty::Certain; ///< of the lock
    /// Left: in the last snapshot that has it, it waited, or it is unknown whether it held. It may have acquired the
    /// lock and released it, and no snapshot shows that.
    bool mayHaveHeld = false;
    Ending ending = Ending::Unknown; ///< Left
    /// Granted: no snapshot shows that it waited, and none can: Redis has waiters of fair locks only.
    bool isFirstSeen = false;
    /// Granted: it may have held in the snapshot before, too.
    bool mayBeEarlier = false;
    /// Unseen: at most this many contenders acquired and released the lock, and no snapshot shows that they held.
    std::int32_t unseen = 0;
};

/// "joined", "granted", "left", "lost", "revoked", "released", "deleted", "gap", "unseen": the values in the command
/// line's JSON.
[[nodiscard]] std::string_view toString(Change::Type type);
/// "released", "expired"; empty: unknown.
[[nodiscard]] std::string_view toString(Change::Ending ending);
/// Its type as in JSON, for Left the ending if that is known; otherType if this program does not know the type.
[[nodiscard]] std::string_view typeWord(const Change& change);

/// The changes of one lock, in logical order: Left, Unseen, Joined, Revoked, Granted. `before` or `after` may be null.
/// A contender that is still listed as an unrecognised child has not left.
[[nodiscard]] std::vector<Change> changesOf(const Lock* before, const Lock* after);

/// The same node, of contenders with one name; on Redis the same owner. Pure.
[[nodiscard]] bool isSameContender(const Contender& one, const Contender& other);

/// How the hold of a contender of `lock` ended that was there at the last reading and is not at `at`. `isPolled`: it
/// ended some time between the two. Pure.
[[nodiscard]] Change::Ending endingOf(const Lock& lock, const Contender& contender, WallTime at, bool isPolled);

} // namespace lockscope::inspect
