// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/SessionSummary.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/SessionsShown.h"

#include <QAbstractTableModel>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace lockscope::ui {

/// What a row is about: a session, or on Redis a client instance.
struct SessionKey {
    SessionId session = 0;
    std::string_view instance{};

    friend bool operator==(const SessionKey&, const SessionKey&) = default;
};

} // namespace lockscope::ui

template <> struct std::hash<lockscope::ui::SessionKey> {
    std::size_t operator()(const lockscope::ui::SessionKey& key) const
    {
        return std::hash<lockscope::SessionId>()(key.session) ^ std::hash<std::string_view>()(key.instance);
    }
};

namespace lockscope::ui {

/// Sessions, or on Redis the instances of clients, and what each holds and waits for, one row each, filtered and sorted
/// by SessionsShown. Changes are announced by rows, without a reset. Thread: UI.
class SessionsModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Client,
        Session,
        Host,
        KnownFrom,
        Heard,
        Expires,
        Holds,
        Waits,
        Undecided,
        ColumnCount
    };
    using KeyedRows::KeyedRows;

    void setSessions(SessionsShown sessions);
    /// The titles of the columns: those of client instances, or of sessions.
    void setRedis(bool isRedis);
    /// Durations are counted up to this time.
    void setNow(WallTime now);

    /// Null beyond the ends.
    [[nodiscard]] const inspect::SessionSummary* summaryAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        SessionKey key;                                   ///< its text is that of the summary
        const inspect::SessionSummary* summary = nullptr; ///< in m_sessions
    };

    struct Cell {
        const inspect::SessionSummary& summary;
        WallTime now;
    };
    [[nodiscard]] static const Columns<Cell>& columns();

    SessionsShown m_sessions;
    bool m_isRedis = false;
    std::vector<Row> m_rows;
    WallTime m_now{};
};

} // namespace lockscope::ui
