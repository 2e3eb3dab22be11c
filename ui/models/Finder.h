// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Ctrl+K: what of a picture a typed text means. Pure.

#include "core/inspect/Picture.h"

#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

struct FinderHit {
    QString text;   ///< what was found
    QString detail; ///< where, and what it is
    std::string lockPath;
    std::string node; ///< empty: the lock itself

    friend bool operator==(const FinderHit&, const FinderHit&) = default;
};

/// Locks whose path contains the text come first, then contenders by client, host, session or node. At most `limit`.
[[nodiscard]] std::vector<FinderHit> findInPicture(const inspect::Picture& picture, const QString& text,
                                                   std::size_t limit = 20);

} // namespace lockscope::ui
