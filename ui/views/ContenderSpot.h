// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/ContenderKey.h"

#include <QRect>

namespace lockscope::ui {

/// A contender as a view shows it.
struct ContenderSpot {
    inspect::ContenderKey key; ///< without a node: the lock
    QRect box;                 ///< in the viewport
    bool isPast = false;       ///< it has left: the one that has this key now, if any, is another turn
};

} // namespace lockscope::ui
