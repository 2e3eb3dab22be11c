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
    QString what; ///< "acquired"
    Tone tone = Tone::Normal;
    QString lock;
    QString client;
    QString detail;
    std::string_view event = {}; ///< the value of `what` in a file, "granted"; empty: as shown
    bool isNode = false;         ///< `detail` is a node: its end tells it from others
};

/// "joined", "acquired", "left".
[[nodiscard]] QString eventWord(inspect::Change::Type type);
/// The same; of an unknown type, its name in the recording.
[[nodiscard]] QString eventWord(const inspect::HistoryEvent& event);
[[nodiscard]] Tone eventTone(inspect::Change::Type type);
/// What the event means, as a tooltip; empty for an unknown type.
[[nodiscard]] QString eventToolTip(inspect::Change::Type type);

/// An event observed at `at`. `facts`: the session data from the servers; null: none.
[[nodiscard]] ActivityEntry entryOf(const inspect::Change& change, WallTime at, const ensemble::EnsembleFacts* facts);
/// A time in which nothing was watched.
[[nodiscard]] ActivityEntry gapEntryOf(const inspect::LockEvent& gap);
/// Acquisitions that may be missing.
[[nodiscard]] ActivityEntry unseenEntryOf(const inspect::LockEvent& event);
/// The begin of a problem, or its end.
[[nodiscard]] ActivityEntry entryOf(const inspect::FindingRecord& record);
/// "from 10:00:00 (30 s)", or "since 10:00:00" if the gap has not ended.
[[nodiscard]] QString gapDetail(WallTime from, std::optional<WallTime> to);
/// "up to 3 acquisitions, from 10:00:00 (100 ms)"
[[nodiscard]] QString unseenDetail(WallTime from, WallTime to, std::int32_t unseen);

/// The events, oldest first, a limited number of entries. Thread: UI.
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

    /// If there are more entries than the limit, the newest stay.
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
