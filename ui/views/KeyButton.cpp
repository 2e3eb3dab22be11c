// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/KeyButton.h"

#include "ui/theme/Sizes.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QPainter>

#include <utility>

namespace lockscope::ui {

namespace {

// See scaled().
constexpr int keyFontSize = 11;
constexpr int besideKey = 5;
constexpr int beforeKey = 6;
constexpr int behindKey = 8;

} // namespace

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

QFont KeyButton::keyFont() const
{
    return scaledFont(font(), keyFontSize);
}

int KeyButton::keyWidth() const
{
    return QFontMetrics(keyFont()).horizontalAdvance(shownKey()) + 2 * scaled(besideKey);
}

QSize KeyButton::sizeHint() const
{
    auto hint = QToolButton::sizeHint();
    if (!shownKey().isEmpty())
        hint.rwidth() += scaled(beforeKey) + keyWidth();
    return hint;
}

void KeyButton::paintEvent(QPaintEvent* event)
{
    QToolButton::paintEvent(event);
    const auto key = shownKey();
    if (key.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(keyFont());
    const auto high = painter.fontMetrics().height();
    const QRectF box(width() - scaled(behindKey) - keyWidth() + 0.5, (height() - high) / 2.0, keyWidth() - 1, high - 1);
    painter.setPen(m_theme.border);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(m_theme.muted);
    painter.drawText(box, Qt::AlignCenter, key);
}

} // namespace lockscope::ui

#include "moc_KeyButton.cpp"
