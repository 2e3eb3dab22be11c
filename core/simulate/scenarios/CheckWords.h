// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The words of conditions, each defined once: its sentence, and when it is true. Pure.

#include "core/simulate/scenarios/ScenarioFacts.h"

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::console {

/// A word, and when it is true of an observation.
template <typename Seen> struct CheckWord {
    const char* word;
    const char* sentence; ///< for one client or several: "%1 holding"
    bool (*fits)(const Seen& seen);
};

/// Whether the inspector shows a finding.
struct FindingSeen {
    bool isNow = false;
    bool wasEver = false;
};

struct Compared {
    double found = 0;
    double wanted = 0;
};

/// The name of a measure, and a line that describes it.
struct MeasureName {
    const char* word;
    std::string_view meaning;
};

/// A client's view of itself. Exactly one of the first five is true of each client.
[[nodiscard]] const std::vector<CheckWord<ClientFacts>>& clientStates();
/// A client's state in the ensemble, by its slot; null: none. Exactly one of the first three is true.
[[nodiscard]] const std::vector<CheckWord<const SeenContender*>>& actualStates();
[[nodiscard]] const std::vector<CheckWord<FindingSeen>>& findingTimes();
/// "=", "<=" …
[[nodiscard]] const std::vector<CheckWord<Compared>>& relations();
[[nodiscard]] const std::vector<MeasureName>& measureNames();
/// The events that clients report.
[[nodiscard]] const QStringList& eventWords();
/// The kinds of findings that the inspector can show.
[[nodiscard]] QStringList findingWords();

template <typename Row> [[nodiscard]] QStringList wordsOf(const std::vector<Row>& rows)
{
    QStringList words;
    for (const Row& row : rows)
        words << QString::fromUtf8(row.word);
    return words;
}

/// The row of a word, which must exist.
template <typename Row> [[nodiscard]] const Row& rowOf(const std::vector<Row>& rows, std::string_view word)
{
    for (const Row& row : rows) {
        if (row.word == word)
            return row;
    }
    return rows.front();
}

} // namespace lockscope::console
