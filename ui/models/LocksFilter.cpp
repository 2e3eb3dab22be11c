// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksFilter.h"

#include <algorithm>

namespace lockscope::ui {

LocksFilter::LocksFilter(const QString& typed)
    : m_text(typed)
{
}

bool LocksFilter::matches(const std::string& path, const inspect::Lock* lock) const
{
    if (m_text.isEmpty() || m_text.isIn(path))
        return true;
    return lock && std::any_of(lock->queue.begin(), lock->queue.end(), [&](const inspect::Contender& contender) {
               return m_text.placeIn(contender) != TypedText::Place::Nowhere;
           });
}

} // namespace lockscope::ui
