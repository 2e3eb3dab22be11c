// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
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
/// The whole finding as lines of plain text.
[[nodiscard]] QString findingText(const inspect::Finding& finding);
/// The waits when it began, a heading first; empty if there were none.
[[nodiscard]] QStringList chainLines(const inspect::Finding& finding);

/// The contender or lock to select for a finding. Nothing if it concerns no lock of the snapshot.
[[nodiscard]] std::optional<inspect::ContenderKey> targetOf(const inspect::Snapshot& snapshot,
                                                            const inspect::Finding& finding);

/// The findings of a snapshot, worst first, keyed by kind, path and node: the ages in their texts may change. Changes
/// are announced row by row, without a reset. Thread: UI. Shares the snapshot, copies nothing.
class FindingsModel final : public KeyedRows<QAbstractListModel> {
    Q_OBJECT
public:
    enum FindingRole : int {
        SeverityRole = Qt::UserRole + 100, ///< int
        TitleRole,                         ///< QString: findingTitle(), and the lock's name
    };

    using KeyedRows::KeyedRows;

    /// Null: none.
    void setSnapshot(inspect::SnapshotPtr snapshot);

    /// Null beyond the ends.
    [[nodiscard]] const inspect::Finding* findingAt(int row) const;
    [[nodiscard]] const inspect::SnapshotPtr& snapshot() const { return m_snapshot; }
    [[nodiscard]] int count(inspect::Severity severity) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::string key;
        const inspect::Finding* finding = nullptr; ///< in m_snapshot
    };

    [[nodiscard]] static std::vector<Row> rowsOf(const inspect::Snapshot& snapshot);

    inspect::SnapshotPtr m_snapshot;
    std::vector<Row> m_rows;
};

} // namespace lockscope::ui
