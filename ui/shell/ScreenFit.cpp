// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/ScreenFit.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

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

void fitToScreen(QWidget& window)
{
    if (window.windowState().testAnyFlags(Qt::WindowMaximized | Qt::WindowFullScreen))
        return;
    QList<QRect> screens;
    for (const auto* screen : QGuiApplication::screens())
        screens << screen->availableGeometry();
    const auto inside = window.geometry();
    const auto around = window.frameGeometry();
    const QMargins frame(inside.left() - around.left(), inside.top() - around.top(), around.right() - inside.right(),
                         around.bottom() - inside.bottom());
    if (const auto fitted = fittedToScreen(inside, frame, screens); fitted != inside)
        window.setGeometry(fitted);
}

} // namespace lockscope::ui
