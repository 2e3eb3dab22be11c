// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ElidedLabel.h"

#include "ui/models/text/Formatting.h"

#include <QEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr qsizetype mostMeasured = 1'000; ///< characters; no screen is wider

struct WrappedSize {
    int lines;
    int height;
};

/// At word borders; only a word that is longer than a line is broken.
WrappedSize wrapText(QTextLayout& layout, int width, Qt::Alignment alignment)
{
    QTextOption option(alignment & Qt::AlignHorizontal_Mask);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    const qreal least = QFontMetrics(layout.font()).height();
    qreal top = 0;
    layout.beginLayout();
    for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(width, 1));
        line.setPosition({0, top});
        top += std::max(line.height(), least);
    }
    layout.endLayout();
    return {layout.lineCount(), static_cast<int>(std::ceil(top))};
}

WrappedSize wrappedSize(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    return wrapText(layout, width, Qt::AlignLeft);
}

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

void ElidedLabel::setExplanation(const QString& explanation)
{
    if (std::exchange(m_explanation, explanation) == explanation)
        return;
    setAccessibleDescription(explanation);
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
    if (wraps()) {
        QTextLayout layout(text(), font());
        wrapText(layout, width(), alignment());
        const auto free = (alignment() & Qt::AlignVCenter) ? height() - layout.boundingRect().height() : 0.0;
        layout.draw(&painter, QPointF(0, std::max(free, 0.0) / 2));
    } else {
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, text());
    }
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
    if (!wraps())
        return sizeHint().height();
    const auto line = fontMetrics().height();
    return std::clamp(wrappedSize(m_text.left(mostMeasured), font(), width).height, line, m_mostLines * line);
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
    const auto fits = [this](const QString& text) { return wrappedSize(text, font(), width()).lines <= m_mostLines; };
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
    const auto whole = shown == m_text ? QString() : m_text;
    const auto gap = whole.isEmpty() || m_explanation.isEmpty() ? QString() : QStringLiteral("\n\n");
    setToolTip(plainToolTip(whole + gap + m_explanation));
}

} // namespace lockscope::ui

#include "moc_ElidedLabel.cpp"
