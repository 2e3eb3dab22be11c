// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksFilter.h"

#include <algorithm>

namespace lockscope::ui {

LocksFilter::LocksFilter(const QString& typed, bool onlyProblems)
    : m_text(typed)
    , m_onlyProblems(onlyProblems)
{
}

bool LocksFilter::matches(const inspect::Lock& lock, bool hasProblem) const
{
    if (m_onlyProblems && !hasProblem)
        return false;
    if (m_text.isEmpty() || m_text.isIn(lock.path))
        return true;
    return std::any_of(lock.queue.begin(), lock.queue.end(), [&](const inspect::Contender& contender) {
        return m_text.placeIn(contender) != TypedText::Place::Nowhere;
    });
}

} // namespace lockscope::ui
