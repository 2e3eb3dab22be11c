// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/text/ServerHealth.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope::ui {

/// The servers, one row each, keyed by address; an update is announced row by row. Where there is little room, the
/// first column is enough. Thread: UI.
class ServersModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Server,
        State,
        Note,
        Figure,
        ColumnCount
    };
    using KeyedRows::KeyedRows;

    void setServers(std::vector<ServerRow> servers);
    [[nodiscard]] const std::vector<ServerRow>& servers() const { return m_rows; }
    /// The first column has the names in short, and the colour of the state.
    void setBrief(bool isBrief);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static const Columns<ServerRow>& columns();

    std::vector<ServerRow> m_rows;
    bool m_isBrief = false;
};

} // namespace lockscope::ui
