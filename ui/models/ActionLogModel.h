// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ActionLogReader.h"
#include "ui/models/ColumnSpec.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace lockscope::ui {

/// The entries of the action log, newest first. Thread: UI.
class ActionLogModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Time,
        Who,
        Act,
        Lock,
        Client,
        Reason,
        Ticket,
        Outcome,
        Detail,
        ColumnCount
    };

    explicit ActionLogModel(QObject* parent = nullptr);

    /// Rows are keyed by the action's id: existing rows stay, and their outcome may be updated.
    void setEntries(std::vector<release::ActionEntry> entries);
    [[nodiscard]] const std::vector<release::ActionEntry>& entries() const { return m_entries; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static const Columns<release::ActionEntry>& columns();
    [[nodiscard]] static QString moreOf(const release::ActionEntry& entry, int column);

    std::vector<release::ActionEntry> m_entries;
};

/// The rows that pass a filter.
class ActionLogProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ActionLogProxy(ActionLogModel& model, QObject* parent = nullptr);

    void setFilter(release::ActionLogFilter filter);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    ActionLogModel& m_model;
    release::ActionLogFilter m_filter;
};

/// "released", "refused", …: the text of a verdict.
[[nodiscard]] QString verdictText(release::ActionStatus verdict);

} // namespace lockscope::ui
