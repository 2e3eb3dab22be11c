// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/text/ServerHealth.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope::ui {

/// The servers, one row each, keyed by address; an update is announced row by row. Thread: UI.
class ServersModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Server,
        State,
        Figure,
        ColumnCount
    };
    using KeyedRows::KeyedRows;

    void setServers(std::vector<ServerRow> servers);
    [[nodiscard]] const std::vector<ServerRow>& servers() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static const Columns<ServerRow>& columns();

    std::vector<ServerRow> m_rows;
};

} // namespace lockscope::ui
