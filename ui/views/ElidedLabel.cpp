// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ElidedLabel.h"

#include "ui/models/Formatting.h"

#include <QEvent>

namespace lockscope::ui {

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
    m_mode = mode;
    elide();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {std::min(48, sizeHint().width()), fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height()};
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

void ElidedLabel::elide()
{
    auto shown = m_text;
    if (m_mode != Qt::ElideMiddle)
        shown = fontMetrics().elidedText(m_text, m_mode, width());
    else // as the nodes are: the end tells more than the beginning
        for (auto length = static_cast<int>(m_text.size());
             length > 4 && fontMetrics().horizontalAdvance(shown) > width();)
            shown = elideNode(m_text, --length);
    if (shown != text())
        setText(shown);
    setToolTip(shown == m_text ? QString() : plainToolTip(m_text));
}

} // namespace lockscope::ui
