// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Measurements as JSON and as CSV. Pure.
///
/// {"summary": …}, for users and scripts:
///   {"recipe", "clients", "cycles", "seconds", "handoversPerS", "grantsPerS", "handoverUs": P, "waitMs": P,
///    "holdMs": P, "fairness", "wakeUpsPerRelease", "requestsPerGrant", "grants", "releases", "timeouts", "losses",
///    "revocations", "writes", "writesRejected", "overlaps", "errors"}; P is {"p50", "p99", "max"}
///
/// {"measurements": …}, for programs that add up several processes:
///   {"elapsedUs", "overlaps", "handovers": H, "clients": {NAME: {"cycles", "grants", "releases", "timeouts",
///    "losses", "errors", "requests", "wakeUps", "writes", "writesRejected", "revocations", "waits": H, "holds": H}}}
///   H is {"maxNs", "buckets": [INDEX, COUNT, INDEX, COUNT, …]} of a DurationHistogram.
///
/// Of a benchmark: {"count", "seconds", "perS", "us": {"p50", "p99"}, "overlaps"}
///
/// CSV: a header line, one line per client in the order of their names, and a line "total".

#include "core/base/Result.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/measure/BenchRun.h"
#include "core/simulate/measure/Measurements.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope::console {

/// Rounds to three decimals, the precision of the measurements.
[[nodiscard]] double rounded(double value);

[[nodiscard]] QJsonObject summaryJson(const ContendOptions& options, const Measurements& measurements);
/// A few lines for users.
[[nodiscard]] QString summaryText(const Measurements& measurements);

[[nodiscard]] QJsonObject toJson(const Measurements& measurements);
/// Errors: BadArguments, with the reason.
[[nodiscard]] Result<Measurements> measurementsFrom(const QJsonObject& json);

[[nodiscard]] QJsonObject toJson(const BenchFigures& figures);

[[nodiscard]] QByteArray toCsv(const Measurements& measurements);

} // namespace lockscope::console
