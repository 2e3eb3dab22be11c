// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a hash on Redis is, by its fields: one of Redisson's locks, or none. Pure.

#include "core/base/LockMode.h"
#include "core/sources/redis/dialects/OwnerName.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

using HashFields = std::vector<std::pair<std::string, std::string>>; ///< field, value: any bytes

enum class HashKind {
    None,       ///< no lock, or another field than a lock has
    Owner,      ///< one owner: RLock, fair, fenced or spin lock; their data differ in other keys only
    ReadWrite,  ///< `mode`, and the owners
    FasterMulti ///< a group of values, each with its owner, lease and count
};

/// One owner's field.
struct HashHold {
    std::string field; ///< as it is in the hash: what a release compares
    OwnerName owner;
    std::int64_t count = 0; ///< of its holds, at least 1
    LockMode mode = LockMode::Exclusive;
    /// FasterMulti: the end of the lease by the client's clock, in ms since 1970. Redisson overwrites a value whose
    /// lease has ended.
    std::optional<std::int64_t> endsAt{};
    std::string value{}; ///< FasterMulti: the hash of the value that is locked, as base64

    friend bool operator==(const HashHold&, const HashHold&) = default;
};

struct HashShape {
    HashKind kind = HashKind::None;
    std::vector<HashHold> holds; ///< in the order of the fields
    /// ReadWrite: the mode that the hash says. In mode Exclusive readers are those of the writer, which has read too.
    LockMode mode = LockMode::Exclusive;

    friend bool operator==(const HashShape&, const HashShape&) = default;
};

/// `fields`: all of the hash. A hash with one field that does not fit is no lock: what merely resembles a lock is none.
[[nodiscard]] HashShape shapeOf(const HashFields& fields);

/// Whether some fields of a hash, at least one, leave the possibility that it is a lock. For hashes that are too large
/// to be read whole.
[[nodiscard]] bool mayBeLock(const HashFields& some);

} // namespace lockscope::inspect
