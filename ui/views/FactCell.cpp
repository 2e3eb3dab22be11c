// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FactCell.h"

#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"

#include <QEvent>
#include <QLabel>

#include <algorithm>

namespace lockscope::ui {

namespace {

// See scaled().
constexpr int cellGap = 8;
constexpr int leastElided = 90;    ///< of an id beside its source: its end identifies it
constexpr int mostSourceLines = 3; ///< of a source that is wider than the cell

} // namespace

FactCell::FactCell(QWidget* parent)
    : QWidget(parent)
    , m_mark(new QLabel(this))
    , m_value(new ElidedLabel(this))
    , m_source(new ElidedLabel(this))
{
    m_mark->hide();
    m_source->hide();
    m_source->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_source->setMostLines(mostSourceLines);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FactCell::arrange(bool hasMark)
{
    m_hasMark = hasMark;
    m_mark->setVisible(hasMark);
    m_source->setVisible(!m_source->fullText().isEmpty());
    updateGeometry();
    place();
}

FactCell::Places FactCell::placesIn(int width) const
{
    const auto gap = scaled(cellGap);
    const auto left = m_hasMark ? m_mark->sizeHint().width() + gap : 0;
    const auto room = std::max(width - left, 1);
    const auto wanted = m_value->sizeHint();
    if (m_source->fullText().isEmpty())
        return {{left, 0, room, m_value->heightForWidth(room)}, {}};
    const auto source = m_source->sizeHint();
    const auto beside = room - source.width() - gap;
    const bool isElided = !m_value->hasHeightForWidth() && wanted.width() > room && beside >= scaled(leastElided);
    if (wanted.width() <= beside || isElided) {
        const auto toBaseline = m_value->fontMetrics().ascent() - m_source->fontMetrics().ascent();
        return {{left, 0, beside, wanted.height()},
                {width - source.width(), std::max(toBaseline, 0), source.width(), source.height()}};
    }
    const auto height = m_value->heightForWidth(room);
    return {{left, 0, room, height}, {0, height, width, m_source->heightForWidth(width)}};
}

void FactCell::place()
{
    const auto places = placesIn(width());
    const auto mark = m_mark->sizeHint();
    m_mark->setGeometry({QPoint(0, std::max((m_value->sizeHint().height() - mark.height()) / 2, 0)), mark});
    m_value->setGeometry(places.value);
    m_source->setGeometry(places.source);
}

QSize FactCell::minimumSizeHint() const
{
    return {scaled(leastElided), m_value->sizeHint().height()};
}

QSize FactCell::sizeHint() const
{
    const auto source = m_source->fullText().isEmpty() ? 0 : m_source->sizeHint().width() + scaled(cellGap);
    return {m_value->sizeHint().width() + source, m_value->sizeHint().height()};
}

int FactCell::heightForWidth(int width) const
{
    const auto places = placesIn(width);
    return std::max(places.value.bottom(), places.source.bottom()) + 1;
}

void FactCell::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

bool FactCell::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        place();
    }
    return QWidget::event(event);
}

} // namespace lockscope::ui

#include "moc_FactCell.cpp"
