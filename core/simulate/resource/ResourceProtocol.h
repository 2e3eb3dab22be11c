// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What simulated clients and the guarded resource say to each other. Pure; both ends use it.
///
/// JSON objects, one a line. To the resource:
///   {"id": NUMBER, "do": "enter"|"write"|"leave", "client": NAME, "path": LOCK, "token": "0x…", "mode":
///    "write"|"read", "leases": NUMBER, "readersShare": BOOL}
/// "leases" and "readersShare" say how many may be inside at once; all who come to one path must agree.
/// Back, in order:
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
    bool writes = true; ///< a writer's hold, not a reader's
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
    Result<void> outcome; ///< Refused: rejected for its token; BadArguments: makes no sense
};

[[nodiscard]] QJsonObject toJson(const VisitAnswer& answer);
[[nodiscard]] std::optional<VisitAnswer> parseVisitAnswer(const QByteArray& line);

} // namespace lockscope::console
