// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/KeyPushButton.h"

#include "ui/views/KeyCap.h"

#include <QStyleOptionButton>
#include <QStylePainter>

#include <utility>

namespace lockscope::ui {

KeyPushButton::KeyPushButton(const QString& key, QWidget* parent)
    : QPushButton(parent)
    , m_key(key)
{
}

void KeyPushButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void KeyPushButton::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

QSize KeyPushButton::sizeHint() const
{
    auto hint = QPushButton::sizeHint();
    hint.rwidth() += keyCapWidth(*this, m_key);
    return hint;
}

void KeyPushButton::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    const auto label = std::exchange(option.text, QString());
    painter.drawControl(QStyle::CE_PushButton, option); // with the mark of the focus
    option.text = label;
    option.rect = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this);
    option.rect.setRight(option.rect.right() - keyCapWidth(*this, m_key));
    painter.drawControl(QStyle::CE_PushButtonLabel, option);
    const auto ink = m_theme.color(isEnabled() ? m_tone : Tone::Muted);
    paintKeyCap(painter, *this, m_key, ink, ink);
}

} // namespace lockscope::ui

#include "moc_KeyPushButton.cpp"
