// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FocusWithoutChoice.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QItemSelectionModel>
#include <QSignalBlocker>

namespace lockscope::ui {

FocusWithoutChoice::FocusWithoutChoice(QAbstractItemView& view)
    : QObject(&view)
    , m_view(view)
{
    view.installEventFilter(this);
}

bool FocusWithoutChoice::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::FocusIn || m_view.currentIndex().isValid() || !m_view.selectionModel())
        return false;
    const QSignalBlocker quiet(m_view.selectionModel());
    watched->event(event);
    m_view.selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
    return true;
}

} // namespace lockscope::ui

#include "moc_FocusWithoutChoice.cpp"
