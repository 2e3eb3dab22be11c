// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/KeyButton.h"

#include "ui/views/KeyCap.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QPainter>

#include <utility>

namespace lockscope::ui {

KeyButton::KeyButton(QAction* action, QWidget* parent)
    : QToolButton(parent)
{
    setDefaultAction(action);
    setAccessibleName(action->text());
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    connect(action, &QAction::changed, this, [this, shown = action->text()]() mutable {
        // A name that was set otherwise stays.
        if (const auto before = std::exchange(shown, defaultAction()->text()); accessibleName() == before)
            setAccessibleName(shown);
        setAccessibleDescription(whyDisabled(*defaultAction()));
        updateGeometry(); // the shortcut may have changed
        update();
    });
}

void KeyButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void KeyButton::setKeyShown(bool isShown)
{
    if (std::exchange(m_isKeyShown, isShown) == isShown)
        return;
    updateGeometry();
    update();
}

QString KeyButton::shownKey() const
{
    return m_isKeyShown && toolButtonStyle() == Qt::ToolButtonTextBesideIcon
               ? defaultAction()->shortcut().toString(QKeySequence::NativeText)
               : QString();
}

QSize KeyButton::sizeHint() const
{
    auto hint = QToolButton::sizeHint();
    hint.rwidth() += keyCapWidth(*this, shownKey());
    return hint;
}

void KeyButton::paintEvent(QPaintEvent* event)
{
    QToolButton::paintEvent(event);
    QPainter painter(this);
    paintKeyCap(painter, *this, shownKey(), m_theme.border, m_theme.muted);
}

} // namespace lockscope::ui

#include "moc_KeyButton.cpp"
