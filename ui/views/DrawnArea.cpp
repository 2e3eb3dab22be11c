// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/DrawnArea.h"

#include "ui/models/text/Formatting.h"

#include <QHelpEvent>
#include <QToolTip>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

DrawnArea::DrawnArea(const QString& name, const QString& accessibleName, QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(name + u"View"_s);
    setAccessibleName(accessibleName);
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setObjectName(name + u"Viewport"_s);
    viewport()->setAutoFillBackground(false);
    viewport()->setMouseTracking(true);
}

void DrawnArea::setTheme(const Theme& theme)
{
    m_theme = theme;
    viewport()->update();
}

bool DrawnArea::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(tip), viewport());
    return true;
}

void DrawnArea::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void DrawnArea::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace lockscope::ui

#include "moc_DrawnArea.cpp"
