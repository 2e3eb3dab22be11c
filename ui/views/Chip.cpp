// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Chip.h"

#include "ui/theme/Sizes.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr int chipTextSize = 12;
constexpr int chipPadding = 9; ///< left and right of the text; see scaled(), as the next two
constexpr int chipMarkSide = 10;
constexpr int besideChipMark = 5;

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

void Chip::show(const QString& text, Tone tone, Mark mark, const QString& spoken)
{
    setVisible(!text.isEmpty() && !m_isLeftOut);
    // Set only when it has changed: screen readers announce each change.
    if (const auto& name = spoken.isEmpty() ? text : spoken; accessibleName() != name)
        setAccessibleName(name);
    if (text == this->text() && tone == m_tone && mark == m_mark)
        return;
    m_tone = tone;
    m_mark = mark;
    setText(text);
    setFocusPolicy(m_isLink && !text.isEmpty() ? Qt::StrongFocus : Qt::NoFocus);
    if (m_keepsWidth && !text.isEmpty())
        m_widest = {neededWidth(false), neededWidth(true)};
    updateGeometry();
    update();
}

void Chip::setShort(bool isShort)
{
    if (std::exchange(m_isShort, isShort) == isShort)
        return;
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
    const QFontMetricsF metrics(scaledFont(font(), chipTextSize, QFont::DemiBold));
    return {neededWidth(m_isShort), qCeil(metrics.height()) + scaled(4)};
}

QString Chip::textOf(bool isShort) const
{
    const bool hasShort = !m_shortText.isEmpty() && m_shortText.size() < text().size();
    return isShort && hasShort ? m_shortText : text();
}

int Chip::widthOf(const QString& text) const
{
    const QFontMetricsF metrics(scaledFont(font(), chipTextSize, QFont::DemiBold));
    return wholeWidth(metrics, text) + 2 * scaled(chipPadding) + markWidth();
}

int Chip::neededWidth(bool isShort) const
{
    return std::max(widthOf(textOf(isShort)), m_widest[isShort ? 1 : 0]);
}

int Chip::markWidth() const
{
    return m_mark == Mark::None ? 0 : scaled(chipMarkSide + besideChipMark);
}

QString Chip::shownText() const
{
    const auto room = width() - 2 * scaled(chipPadding) - markWidth();
    return QFontMetricsF(scaledFont(font(), chipTextSize, QFont::DemiBold))
        .elidedText(textOf(m_isShort), Qt::ElideRight, room);
}

/// What it was as wide as belongs to the font from before.
void Chip::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    forgetWidth();
    updateGeometry();
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool hasEdge = m_tone == Tone::Normal || m_tone == Tone::Warn || m_tone == Tone::Bad;
    const auto color = m_theme.color(m_tone);
    const auto edge = hasFocus() ? 1.0 : 0.5;
    painter.setPen(hasFocus() ? QPen(m_theme.info, 2)
                   : hasEdge  ? QPen(m_tone == Tone::Normal ? m_theme.border : color, 1)
                              : QPen(Qt::NoPen));
    painter.setBrush(m_theme.soft(m_tone));
    painter.drawRoundedRect(QRectF(rect()).adjusted(edge, edge, -edge, -edge), height() / 2.0, height() / 2.0);
    painter.setFont(scaledFont(font(), chipTextSize, QFont::DemiBold));
    const auto shown = shownText();
    const auto left = (width() - markWidth() - painter.fontMetrics().horizontalAdvance(shown)) / 2;
    if (m_mark != Mark::None) {
        const auto side = scaled(chipMarkSide);
        paintMark(painter, QRectF(left, (height() - side) / 2.0, side, side), m_mark, color);
    }
    painter.setPen(color);
    painter.drawText(rect().adjusted(left + markWidth(), 0, 0, 0), Qt::AlignVCenter, shown);
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
