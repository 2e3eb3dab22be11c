// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Ctrl+K: what a typed text means, of a snapshot and of what can be done. Pure.

#include "core/model/Snapshot.h"

#include <QAction>
#include <QList>
#include <QPointer>
#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

struct FinderHit {
    QString text;              ///< what was found
    QString detail;            ///< where, and what it is
    inspect::ContenderKey key; ///< a contender, or a lock
    QPointer<QAction> action;  ///< to be done, where it is no place to go to

    friend bool operator==(const FinderHit&, const FinderHit&) = default;
};

/// Locks whose path contains the text come first, then contenders by client, host, session or node. At most `limit`.
[[nodiscard]] std::vector<FinderHit> findInSnapshot(const inspect::Snapshot& snapshot, const QString& text,
                                                    std::size_t limit = 20);

/// Those that can be done now and whose text has a word that begins so. At most `limit`, in their order.
[[nodiscard]] std::vector<FinderHit> findInActions(const QList<QAction*>& actions, const QString& text,
                                                   std::size_t limit = 8);

} // namespace lockscope::ui
