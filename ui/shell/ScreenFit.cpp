// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/ScreenFit.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

qint64 areaOf(const QRect& rect)
{
    return rect.isEmpty() ? 0 : qint64{rect.width()} * rect.height();
}

} // namespace

QRect fittedToScreen(const QRect& wanted, const QMargins& frame, const QList<QRect>& screens)
{
    if (screens.isEmpty())
        return wanted;
    const auto whole = wanted.marginsAdded(frame);
    const auto screen = *std::max_element(screens.begin(), screens.end(), [&](const QRect& one, const QRect& other) {
        return areaOf(one.intersected(whole)) < areaOf(other.intersected(whole));
    });
    QRect fitted(whole.topLeft(), whole.size().boundedTo(screen.size()));
    fitted.moveRight(std::min(fitted.right(), screen.right()));
    fitted.moveBottom(std::min(fitted.bottom(), screen.bottom()));
    fitted.moveLeft(std::max(fitted.left(), screen.left()));
    fitted.moveTop(std::max(fitted.top(), screen.top()));
    return fitted.marginsRemoved(frame);
}

} // namespace lockscope::ui
