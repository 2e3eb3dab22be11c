// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The protocol between simulated clients and the guarded resource. Pure; used by both ends.
///
/// JSON objects, one a line. Requests:
///   {"id": NUMBER, "do": "enter"|"write"|"leave", "client": NAME, "path": LOCK, "token": "0x…", "mode":
///    "write"|"read", "leases": NUMBER, "readersShare": BOOL}
/// "leases" and "readersShare": how many clients may be inside at once; the same for all clients of one path.
/// Replies, in order:
///   {"id": NUMBER, "ok": true}
///   {"id": NUMBER, "ok": false, "rejected": BOOL, "error": SENTENCE}; "rejected": a write that came too late.

#include "core/base/Result.h"
#include "core/simulate/measure/Occupancy.h"

#include <QByteArray>
#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <string>

namespace lockscope::console {

inline constexpr qsizetype longestVisitBytes = 16'384;

struct Visit {
    enum class What {
        Enter,
        Write,
        Leave
    };

    What what = What::Enter;
    std::string client;
    std::string path;
    std::int64_t token = 0;
    bool writes = true; ///< false: the hold of a reader
    Admission admission;

    friend bool operator==(const Visit&, const Visit&) = default;
};

struct NumberedVisit {
    std::int64_t id = 0;
    Visit visit;
};

[[nodiscard]] QJsonObject toJson(const NumberedVisit& visit);
/// Errors: BadArguments, with a sentence.
[[nodiscard]] Result<NumberedVisit> parseVisit(const QByteArray& line);

struct VisitAnswer {
    std::int64_t id = 0;
    Result<void> outcome; ///< Refused: a rejected write; BadArguments: an invalid visit
};

[[nodiscard]] QJsonObject toJson(const VisitAnswer& answer);
[[nodiscard]] std::optional<VisitAnswer> parseVisitAnswer(const QByteArray& line);

} // namespace lockscope::console
