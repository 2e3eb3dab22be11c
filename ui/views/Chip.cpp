// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Chip.h"

#include "ui/theme/Sizes.h"
#include "ui/views/Painting.h"

#include <QMouseEvent>

namespace lockscope::ui {

namespace {

constexpr int chipTextSize = 12;

} // namespace

Chip::Chip(const QString& objectName, QWidget* parent)
    : QLabel(parent)
{
    setObjectName(objectName);
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void Chip::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void Chip::setLink()
{
    m_isLink = true;
    setCursor(Qt::PointingHandCursor);
}

void Chip::show(const QString& text, Tone tone)
{
    setVisible(!text.isEmpty() && !m_isLeftOut);
    if (text == this->text() && tone == m_tone)
        return;
    m_tone = tone;
    setText(text);
    setAccessibleName(text);
    setFocusPolicy(m_isLink && !text.isEmpty() ? Qt::StrongFocus : Qt::NoFocus);
    updateGeometry();
    update();
}

void Chip::setLeftOut(bool leftOut)
{
    m_isLeftOut = leftOut;
    setVisible(!text().isEmpty() && !leftOut);
}

QSize Chip::sizeHint() const
{
    const QFontMetrics metrics(scaledFont(font(), chipTextSize, QFont::DemiBold));
    return {metrics.horizontalAdvance(text()) + scaled(26), metrics.height() + scaled(4)};
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto edge = hasFocus() ? 1 : 0;
    painter.setPen(hasFocus() ? QPen(m_theme.info, 2) : QPen(Qt::NoPen));
    painter.setBrush(m_theme.soft(m_tone));
    painter.drawRoundedRect(rect().adjusted(edge, edge, -edge, -edge), height() / 2.0, height() / 2.0);
    painter.setFont(scaledFont(font(), chipTextSize, QFont::DemiBold));
    painter.setPen(m_theme.color(m_tone));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

void Chip::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_isLink && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT activated();
    else
        QLabel::mouseReleaseEvent(event);
}

void Chip::keyPressEvent(QKeyEvent* event)
{
    if (m_isLink && isActivation(*event))
        Q_EMIT activated();
    else
        QLabel::keyPressEvent(event);
}

} // namespace lockscope::ui

#include "moc_Chip.cpp"
