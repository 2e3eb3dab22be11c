// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/Table.h"

#include <QObject>
#include <QPersistentModelIndex>
#include <QTimer>

#include <optional>

class QAbstractItemModel;

namespace lockscope::ui {

/// What of a model's columns goes into a file: the ExportRole of each header, else its title.
[[nodiscard]] QStringList exportedKeys(const QAbstractItemModel& model);
/// A value for each of them. Nothing for a row that is none of a file: the folder of a tree.
[[nodiscard]] std::optional<QVariantList> exportedRow(const QAbstractItemModel& model, const QModelIndex& row);

/// Reads the rows of a model as they are shown: in its order, through its filter, and those of folded branches too.
/// Which rows there are is settled at once; their values are read in slices that are too short to be felt, each row as
/// it is then. One that goes meanwhile is left out. Thread: UI; the model's.
class TableReader final : public QObject {
    Q_OBJECT
public:
    explicit TableReader(const QAbstractItemModel& model, QObject* parent = nullptr);

    [[nodiscard]] int done() const { return static_cast<int>(m_next); }
    [[nodiscard]] int total() const { return static_cast<int>(m_indexes.size()); }
    /// Once it is finished.
    [[nodiscard]] Table take() { return std::move(m_table); }

Q_SIGNALS:
    void progressed();
    void finished();

private:
    void settle(const QAbstractItemModel& model, const QModelIndex& parent);
    void readOn();

    std::vector<QPersistentModelIndex> m_indexes;
    std::size_t m_next = 0;
    Table m_table;
    QTimer m_slices;
};

} // namespace lockscope::ui
