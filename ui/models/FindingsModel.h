// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/FindingsPast.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/Roles.h"

#include <QAbstractListModel>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

/// "Deadlock", "Held for too long": the short title of a kind.
[[nodiscard]] QString findingTitle(inspect::FindingKind kind);
/// The same; of an unknown kind, its name in the recording.
[[nodiscard]] QString findingTitle(const inspect::Finding& finding);
[[nodiscard]] Tone severityTone(inspect::Severity severity);
[[nodiscard]] Mark severityMark(inspect::Severity severity);
/// "critical", "warning", "note".
[[nodiscard]] QString severityWord(inspect::Severity severity);
/// "3 m 14 s": its age; "≥ 3 m 14 s" if it began before it was seen.
[[nodiscard]] QString ageText(const FindingSpan& span, WallTime now);
/// "ended 34 s ago".
[[nodiscard]] QString endedText(const FindingSpan& span, WallTime now);
/// "lasted 2 m 5 s"; "≥" and "≤" if its begin or its end was not seen.
[[nodiscard]] QString lastedText(const FindingSpan& span);
/// The whole finding as lines of plain text.
[[nodiscard]] QString findingText(const inspect::Finding& finding);
/// Its text, to be shown behind findingTitle(), which it does not repeat. Owners on Redis are short.
[[nodiscard]] QString findingSentence(const inspect::Finding& finding);
/// The waits when it began, a heading first; empty if there were none.
[[nodiscard]] QStringList chainLines(const inspect::Finding& finding);

/// The contender or lock to select for a finding. Nothing if it concerns no lock of the snapshot.
[[nodiscard]] std::optional<inspect::ContenderKey> targetOf(const inspect::Snapshot& snapshot,
                                                            const inspect::Finding& finding);

/// The findings of a snapshot, worst first, keyed by kind, path and node: the ages in their texts may change. Behind
/// them those of its history that have ended, one row for each kind and lock, the last one to end first. Changes are
/// announced row by row, without a reset, except for ages: the view is painted again. Thread: UI. Shares the snapshot.
class FindingsModel final : public KeyedRows<QAbstractListModel> {
    Q_OBJECT
public:
    enum FindingRole : int {
        SeverityRole = Qt::UserRole + 100, ///< int
        TitleRole,                         ///< QString: findingTitle()
        PlaceRole,                         ///< QString: the name of the lock; empty: a server
        AgeRole,                           ///< QString: ageText() or endedText(); empty: unknown
        TimesRole,                         ///< QString: "× 3" of its kind at its lock; empty: the only one
        EndedRole,                         ///< bool
    };

    using KeyedRows::KeyedRows;

    /// Null: none. `history`: of this snapshot and others; null: no ages and no ended findings.
    void setSnapshot(inspect::SnapshotPtr snapshot, const std::shared_ptr<const inspect::History>& history = {},
                     WallTime now = {});

    /// Null beyond the ends.
    [[nodiscard]] const inspect::Finding* findingAt(int row) const;
    [[nodiscard]] const inspect::SnapshotPtr& snapshot() const { return m_snapshot; }
    /// Of those that have not ended.
    [[nodiscard]] int count(inspect::Severity severity) const;
    /// The rows of findings that have ended.
    [[nodiscard]] int endedCount() const { return static_cast<int>(m_past.ended()->size()); }
    [[nodiscard]] bool isEnded(int row) const;
    /// When it began or ended, and how often; empty: unknown.
    [[nodiscard]] QStringList timesAt(int row) const;
    /// The row of the finding with this inspect::identityOf(), which has not ended; -1: none.
    [[nodiscard]] int rowOf(const std::string& identity) const;
    /// The row of the ended findings of this groupOf(); -1: none.
    [[nodiscard]] int endedRowOf(const std::string& group) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::string key;
        std::string group;                         ///< of ended ones: see groupOf(); else empty
        const inspect::Finding* finding = nullptr; ///< in m_snapshot, or in m_past
        std::optional<FindingSpan> span;           ///< nothing: unknown
        int times = 1;                             ///< of its kind at its lock

        [[nodiscard]] bool isEnded() const { return span && span->ended; }
    };

    [[nodiscard]] std::vector<Row> wantedRows() const;
    [[nodiscard]] static bool isSame(const Row& one, const Row& other);
    [[nodiscard]] QStringList timesOf(const Row& row) const;
    [[nodiscard]] QString spokenText(const Row& row) const;

    inspect::SnapshotPtr m_snapshot;
    FindingsPast m_past;
    WallTime m_now{};
    std::vector<Row> m_rows;
};

} // namespace lockscope::ui
