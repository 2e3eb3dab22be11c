// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Changes.h"
#include "core/history/History.h"
#include "ui/models/ColumnSpec.h"

#include <QAbstractTableModel>
#include <QString>

#include <deque>
#include <string_view>
#include <vector>

namespace lockscope::ui {

struct ActivityEntry {
    WallTime at{};
    QString what; ///< "granted"
    Tone tone = Tone::Normal;
    QString lock;
    QString client;
    QString detail;
    std::string_view event = {}; ///< `what` as a file has it, "granted"; empty: as it is shown
};

/// "joined", "granted", "left".
[[nodiscard]] QString eventWord(inspect::Change::Type type);
/// The same; of a type that this program does not know, its word.
[[nodiscard]] QString eventWord(const inspect::HistoryEvent& event);
[[nodiscard]] Tone eventTone(inspect::Change::Type type);

/// Seen at `at`. `facts`: what the servers say of the sessions; null: nothing.
[[nodiscard]] ActivityEntry entryOf(const inspect::Change& change, WallTime at, const ensemble::EnsembleFacts* facts);

/// What happened, oldest first, a bounded number of entries. Thread: UI.
class ActivityModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Time,
        What,
        Lock,
        Client,
        Detail,
        ColumnCount
    };

    explicit ActivityModel(int limit = 5'000, QObject* parent = nullptr);

    /// Of more entries than fit, the newest stay.
    void append(std::vector<ActivityEntry> entries);
    [[nodiscard]] const std::deque<ActivityEntry>& entries() const { return m_entries; }

    [[nodiscard]] static const Columns<ActivityEntry>& columns();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int m_limit;
    std::deque<ActivityEntry> m_entries;
};

} // namespace lockscope::ui
