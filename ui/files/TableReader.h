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

/// The keys of a model's columns in a file: the ExportRole of each header, else its title.
[[nodiscard]] QStringList exportedKeys(const QAbstractItemModel& model);
/// A value for each of them. Nothing for a row without a place in a file: the folder of a tree.
[[nodiscard]] std::optional<QVariantList> exportedRow(const QAbstractItemModel& model, const QModelIndex& row);

/// Reads the rows of a model as shown: in its order, through its filter, including collapsed branches. The list of rows
/// is fixed at the start; values are read in short slices, each row as it is then. Rows removed meanwhile are left out.
/// Thread: UI; the model's.
class TableReader final : public QObject {
    Q_OBJECT
public:
    explicit TableReader(const QAbstractItemModel& model, QObject* parent = nullptr);

    [[nodiscard]] int done() const { return static_cast<int>(m_next); }
    [[nodiscard]] int total() const { return static_cast<int>(m_indexes.size()); }
    /// Call after finished().
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
