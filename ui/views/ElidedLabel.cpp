// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ElidedLabel.h"

#include "ui/models/text/Formatting.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr qsizetype mostMeasured = 1'000; ///< characters; no screen is wider
constexpr int wrapAnywhere = Qt::TextWordWrap | Qt::TextWrapAnywhere;

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    updateGeometry();
    elide();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    if (std::exchange(m_mode, mode) != mode)
        elide();
}

void ElidedLabel::setMostLines(int lines)
{
    if (std::exchange(m_mostLines, lines) == lines)
        return;
    auto policy = sizePolicy();
    policy.setHeightForWidth(wraps());
    policy.setVerticalPolicy(wraps() ? QSizePolicy::Minimum : QSizePolicy::Fixed);
    setSizePolicy(policy);
    updateGeometry();
    elide();
}

void ElidedLabel::setInk(const QColor& ink)
{
    if (std::exchange(m_ink, ink) != ink)
        update();
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    if (!m_ink.isValid() && !wraps()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(m_ink.isValid() ? m_ink : palette().color(foregroundRole()));
    painter.drawText(contentsRect(),
                     static_cast<int>(alignment()) | (wraps() ? wrapAnywhere : static_cast<int>(Qt::TextSingleLine)),
                     text());
    if (hasFocus())
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {std::min(48, sizeHint().width()), fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text.left(mostMeasured)) + 2, fontMetrics().height()};
}

int ElidedLabel::heightForWidth(int width) const
{
    return wraps() ? std::min(heightOf(m_text.left(mostMeasured), width), mostHeight()) : sizeHint().height();
}

int ElidedLabel::heightOf(const QString& text, int width) const
{
    const QRect box(0, 0, std::max(width, 1), QWIDGETSIZE_MAX);
    return std::max(fontMetrics().boundingRect(box, wrapAnywhere, text).height(), fontMetrics().height());
}

int ElidedLabel::mostHeight() const
{
    return fontMetrics().height() + (m_mostLines - 1) * fontMetrics().lineSpacing();
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
        elide();
    }
}

/// The longest form of elideNode() that fits: the end of a node's name identifies it better than the beginning.
QString ElidedLabel::elidedLikeNode() const
{
    const auto fits = [this](const QString& text) { return fontMetrics().horizontalAdvance(text) <= width(); };
    // A label shows at most one character per pixel, so a long text is not measured completely.
    auto most = static_cast<int>(std::min<qsizetype>(m_text.size(), std::max(width(), 1)));
    if (most == m_text.size() && fits(m_text))
        return m_text;
    auto least = 1;
    while (least + 1 < most) {
        const auto middle = (least + most) / 2;
        if (fits(elideNode(m_text, middle)))
            least = middle;
        else
            most = middle;
    }
    return elideNode(m_text, least);
}

/// The longest beginning that fits into the lines.
QString ElidedLabel::wrapped() const
{
    const auto fits = [this](const QString& text) { return heightOf(text, width()) <= mostHeight(); };
    if (m_text.size() <= mostMeasured && fits(m_text))
        return m_text;
    qsizetype least = 0;
    auto most = std::min(m_text.size(), mostMeasured) + 1;
    while (least + 1 < most) {
        const auto middle = (least + most) / 2;
        (fits(m_text.left(middle) + u'…') ? least : most) = middle;
    }
    return m_text.left(least) + u'…';
}

QString ElidedLabel::elided() const
{
    if (wraps())
        return wrapped();
    return m_mode == Qt::ElideMiddle ? elidedLikeNode() : fontMetrics().elidedText(m_text, m_mode, width());
}

void ElidedLabel::elide()
{
    const auto shown = elided();
    if (shown != text())
        setText(shown);
    setToolTip(shown == m_text ? QString() : plainToolTip(m_text));
}

} // namespace lockscope::ui

#include "moc_ElidedLabel.cpp"
