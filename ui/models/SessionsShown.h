// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/SessionSummary.h"

#include <QString>

#include <memory>
#include <vector>

namespace lockscope::ui {

using SessionSummaries = std::shared_ptr<const std::vector<inspect::SessionSummary>>;

/// Which sessions somebody wants to see, and in which order. A value.
struct SessionsWish {
    QString filter;  ///< a part of who it is, its host, its id or a lock that it holds or waits for; empty: all
    int column = -1; ///< of SessionsModel; -1: who blocks most comes first
    Qt::SortOrder order = Qt::AscendingOrder;

    friend bool operator==(const SessionsWish&, const SessionsWish&) = default;
};

/// The ones that are shown of many. A value.
struct SessionsShown {
    SessionSummaries all;                               ///< null: none
    std::vector<const inspect::SessionSummary*> rows{}; ///< of `all`, in their order
};

/// Whatever nobody told of a session stands last, in either order; equal ones stay as they are. Takes a while for many.
/// Any thread.
[[nodiscard]] SessionsShown sessionsShown(SessionSummaries all, const SessionsWish& wish = {});

} // namespace lockscope::ui
