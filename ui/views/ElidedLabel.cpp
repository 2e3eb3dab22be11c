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

void ElidedLabel::setInk(const QColor& ink)
{
    if (std::exchange(m_ink, ink) != ink)
        update();
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    if (!m_ink.isValid()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(m_ink);
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, text());
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {std::min(48, sizeHint().width()), fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text.left(mostMeasured)) + 2, fontMetrics().height()};
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

void ElidedLabel::elide()
{
    const auto shown = m_mode == Qt::ElideMiddle ? elidedLikeNode() : fontMetrics().elidedText(m_text, m_mode, width());
    if (shown != text())
        setText(shown);
    setToolTip(shown == m_text ? QString() : plainToolTip(m_text));
}

} // namespace lockscope::ui

#include "moc_ElidedLabel.cpp"
