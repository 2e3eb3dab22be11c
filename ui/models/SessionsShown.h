// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/SessionSummary.h"

#include <QString>

#include <memory>
#include <vector>

namespace lockscope::ui {

using SessionSummaries = std::shared_ptr<const std::vector<inspect::SessionSummary>>;

/// A filter and an order of sessions. A value.
struct SessionsSelection {
    QString filter;  ///< a part of the client, host, id or a lock that it holds or waits for; empty: all
    int column = -1; ///< of SessionsModel; -1: the order of `all`, most blocked clients first
    Qt::SortOrder order = Qt::AscendingOrder;

    friend bool operator==(const SessionsSelection&, const SessionsSelection&) = default;
};

/// The filtered and sorted sessions. A value.
struct SessionsShown {
    SessionSummaries all;                               ///< null: none
    std::vector<const inspect::SessionSummary*> rows{}; ///< of `all`, in the order shown
};

/// Sessions without a value in the column are last in either order; the sort is stable. Slow for many sessions. Any
/// thread.
[[nodiscard]] SessionsShown sessionsShown(SessionSummaries all, const SessionsSelection& selection = {});

} // namespace lockscope::ui
