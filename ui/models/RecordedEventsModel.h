// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/History.h"
#include "ui/models/ColumnSpec.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace lockscope::ui {

/// The log of a recording, oldest first, with the columns of ActivityModel. Events after the time shown are muted.
/// Another recording resets the model; another time announces the rows between. Thread: UI.
class RecordedEventsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using HistoryPtr = std::shared_ptr<const inspect::History>;
    using QAbstractTableModel::QAbstractTableModel;

    /// Null: none. The history must not change afterwards.
    void setHistory(HistoryPtr history);
    void setNow(WallTime now);

    [[nodiscard]] const HistoryPtr& history() const { return m_history; }
    /// Null beyond the ends.
    [[nodiscard]] const inspect::HistoryEvent* eventAt(int row) const;
    /// True if lock, client, host, session, node or event contain the text; ignores case. Does not build the row's
    /// texts: each typed character checks 100,000 rows.
    [[nodiscard]] bool matches(int row, const QString& text) const;
    /// The number of events up to the time shown.
    [[nodiscard]] int pastRows() const { return m_past; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static const Columns<inspect::HistoryEvent>& columns();

    HistoryPtr m_history;
    WallTime m_now{};
    int m_past = 0;
    std::optional<WallTime> m_day; ///< of all events; nothing: they are of several days, so each is shown with its date
};

} // namespace lockscope::ui
