// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Ctrl+K: searches a snapshot and the actions for a typed text. Pure functions.

#include "core/model/Snapshot.h"

#include <QAction>
#include <QList>
#include <QPointer>
#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

struct FinderHit {
    QString text;              ///< the match
    QString detail;            ///< where it was found, and its kind
    inspect::ContenderKey key; ///< a contender, or a lock
    QPointer<QAction> action;  ///< to trigger, if the hit is an action

    friend bool operator==(const FinderHit&, const FinderHit&) = default;
};

/// First locks whose path contains the text, then contenders by client, host, session or node. At most `limit`.
[[nodiscard]] std::vector<FinderHit> findInSnapshot(const inspect::Snapshot& snapshot, const QString& text,
                                                    std::size_t limit = 20);

/// The enabled actions with a word that begins with the text. At most `limit`, in their order.
[[nodiscard]] std::vector<FinderHit> findInActions(const QList<QAction*>& actions, const QString& text,
                                                   std::size_t limit = 8);

} // namespace lockscope::ui
