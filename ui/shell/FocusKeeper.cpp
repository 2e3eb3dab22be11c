// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/FocusKeeper.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>

#include <algorithm>

namespace lockscope::ui {

namespace {

/// The first of this type below `place` that can have the focus; null without one.
template <typename View> View* viewIn(const QWidget& place)
{
    const auto views = place.findChildren<View*>();
    const auto found = std::find_if(views.begin(), views.end(), [](const View* view) {
        return view->isVisible() && view->isEnabled() && (view->focusPolicy() & Qt::TabFocus);
    });
    return found == views.end() ? nullptr : *found;
}

/// The nearest one, in the same dock if the control is in a dock.
QWidget* viewNear(const QWidget& control)
{
    for (const auto* place = control.parentWidget(); place; place = place->parentWidget()) {
        if (auto* table = viewIn<QAbstractItemView>(*place))
            return table;
        if (auto* area = viewIn<QAbstractScrollArea>(*place))
            return area;
        if (qobject_cast<const QDockWidget*>(place))
            break;
    }
    return nullptr;
}

} // namespace

FocusKeeper::FocusKeeper(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget* before, QWidget* now) { keep(before, now); });
}

void FocusKeeper::keep(const QWidget* before, QWidget* now) const
{
    if (!before || !now || before->window() != &m_window || now->window() != &m_window)
        return;
    if (before->isEnabled() && before->isVisible())
        return; // the user has moved the focus
    if (auto* view = viewNear(*before))
        view->setFocus(Qt::OtherFocusReason);
    else if (qobject_cast<QAbstractButton*>(now))
        now->clearFocus();
}

} // namespace lockscope::ui
