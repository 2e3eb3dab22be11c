// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/TableReader.h"

#include "ui/models/Roles.h"

#include <QAbstractItemModel>
#include <QElapsedTimer>

namespace lockscope::ui {

namespace {

constexpr int sliceMs = 8;

QVariant exportedHeader(const QAbstractItemModel& model, int column)
{
    return model.headerData(column, Qt::Horizontal, ExportRole);
}

} // namespace

QStringList exportedKeys(const QAbstractItemModel& model)
{
    QStringList keys;
    for (auto column = 0; column < model.columnCount(); ++column) {
        const auto own = exportedHeader(model, column);
        if (own.isValid())
            keys << own.toStringList();
        else
            keys << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    return keys;
}

std::optional<QVariantList> exportedRow(const QAbstractItemModel& model, const QModelIndex& row)
{
    QVariantList values;
    for (auto column = 0; column < model.columnCount(row.parent()); ++column) {
        const auto index = row.siblingAtColumn(column);
        const auto own = exportedHeader(model, column);
        const auto value = index.data(ExportRole);
        if (!own.isValid()) {
            values << (value.isValid() ? value : index.data());
        } else if (own.toStringList().size() == 1) {
            values << value;
        } else {
            const auto several = value.toList();
            if (several.size() != own.toStringList().size())
                return std::nullopt;
            values << several;
        }
    }
    return values;
}

TableReader::TableReader(const QAbstractItemModel& model, QObject* parent)
    : QObject(parent)
{
    m_table.keys = exportedKeys(model);
    settle(model, {});
    m_table.rows.reserve(m_indexes.size());
    connect(&m_slices, &QTimer::timeout, this, &TableReader::readOn);
    m_slices.start(0);
}

void TableReader::settle(const QAbstractItemModel& model, const QModelIndex& parent)
{
    for (auto row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        m_indexes.emplace_back(index);
        if (model.hasChildren(index))
            settle(model, index);
    }
}

void TableReader::readOn()
{
    QElapsedTimer clock;
    clock.start();
    for (; m_next < m_indexes.size() && clock.elapsed() < sliceMs; ++m_next) {
        const auto& index = m_indexes[m_next];
        if (!index.isValid())
            continue;
        if (auto row = exportedRow(*index.model(), index))
            m_table.rows.push_back(*std::move(row));
    }
    if (m_next < m_indexes.size()) {
        Q_EMIT progressed();
        return;
    }
    m_slices.stop();
    Q_EMIT finished();
}

} // namespace lockscope::ui

#include "moc_TableReader.cpp"
