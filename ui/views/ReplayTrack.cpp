// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ReplayTrack.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <limits>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double margin = 7;
constexpr double handle = 6; ///< radius

Tone toneOf(ReplayMarks::Kind kind)
{
    switch (kind) {
    case ReplayMarks::Kind::Queue:
        return Tone::Muted;
    case ReplayMarks::Kind::Granted:
        return Tone::Good;
    case ReplayMarks::Kind::Trouble:
        return Tone::Bad;
    }
    return Tone::Muted;
}

/// The height shows the kind too, not the colour alone.
double heightOf(ReplayMarks::Kind kind)
{
    return kind == ReplayMarks::Kind::Trouble ? 11 : kind == ReplayMarks::Kind::Granted ? 7 : 4;
}

} // namespace

ReplayTrack::ReplayTrack(QWidget* parent)
    : QAbstractSlider(parent)
{
    setObjectName(u"replayTrack"_s);
    setAccessibleName(tr("Replay time"));
    setFocusPolicy(Qt::StrongFocus);
    setOrientation(Qt::Horizontal);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTracking(true);
    connect(this, &QAbstractSlider::actionTriggered, this, [this] {
        // By key or wheel: sliderPosition is the new value.
        Q_EMIT timeChosen(m_facts ? m_facts->from + m_unit * sliderPosition() : WallTime());
    });
}

void ReplayTrack::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void ReplayTrack::setRecording(std::shared_ptr<const RecordingFacts> facts)
{
    if (facts == m_facts)
        return;
    m_facts = std::move(facts);
    const auto span = m_facts ? (m_facts->to - m_facts->from).count() : 0;
    m_unit = std::chrono::milliseconds(1 + span / (std::numeric_limits<int>::max() / 2));
    const QSignalBlocker silent(this);
    setRange(0, static_cast<int>(span / m_unit.count()));
    setSingleStep(std::max(maximum() / 100, 1));
    setPageStep(std::max(maximum() / 10, 1));
    setValue(0);
    countMarks();
}

void ReplayTrack::setTime(WallTime at)
{
    if (!m_facts || isSliderDown())
        return;
    const QSignalBlocker silent(this);
    setValue(static_cast<int>((at - m_facts->from) / m_unit));
    setAccessibleDescription(
        withAside(formatTime(at),
                  tr("%1 of %2").arg(formatDuration(at - m_facts->from), formatDuration(m_facts->to - m_facts->from))));
    update();
}

WallTime ReplayTrack::time() const
{
    return m_facts ? m_facts->from + m_unit * value() : WallTime();
}

QSize ReplayTrack::sizeHint() const
{
    return {300, 34};
}

QSize ReplayTrack::minimumSizeHint() const
{
    return {120, 34};
}

QRectF ReplayTrack::line() const
{
    return {margin, height() - 11.0, std::max(width() - 2 * margin, 1.0), 4};
}

double ReplayTrack::xOf(int value) const
{
    return line().left() + line().width() * (maximum() > 0 ? static_cast<double>(value) / maximum() : 0);
}

int ReplayTrack::valueAt(double x) const
{
    const auto share = std::clamp((x - line().left()) / line().width(), 0.0, 1.0);
    return qRound(share * maximum());
}

void ReplayTrack::countMarks()
{
    m_parts = m_facts ? m_facts->marks.inParts(m_facts->from, m_facts->to, static_cast<int>(line().width()))
                      : decltype(m_parts)();
    update();
}

void ReplayTrack::resizeEvent(QResizeEvent* event)
{
    QAbstractSlider::resizeEvent(event);
    countMarks();
}

void ReplayTrack::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.border);
    painter.drawRoundedRect(line(), 2, 2);
    auto done = line();
    done.setRight(xOf(value()));
    painter.setBrush(m_theme.special);
    painter.drawRoundedRect(done, 2, 2);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (!m_parts[i])
            continue;
        const auto tall = heightOf(*m_parts[i]);
        painter.fillRect(QRectF(line().left() + static_cast<double>(i), line().top() - 3 - tall, 1, tall),
                         m_theme.color(toneOf(*m_parts[i])));
    }
    const QPointF centre(xOf(value()), line().center().y());
    painter.setBrush(m_theme.special);
    painter.setPen(QPen(m_theme.panel, 1.5));
    painter.drawEllipse(centre, handle, handle);
    if (hasFocus())
        paintFocus(painter, rect(), m_theme);
}

bool ReplayTrack::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_facts) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto at = m_facts->from + m_unit * valueAt(help->pos().x());
        QToolTip::showText(help->globalPos(), withAside(formatTime(at), formatUtc(at)), this);
        return true;
    }
    return QAbstractSlider::event(event);
}

void ReplayTrack::choose(int value)
{
    {
        const QSignalBlocker silent(this);
        setSliderPosition(value);
    }
    update();
    Q_EMIT timeChosen(m_facts->from + m_unit * value);
}

void ReplayTrack::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_facts)
        return;
    setSliderDown(true);
    choose(valueAt(event->position().x()));
}

void ReplayTrack::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown() && m_facts)
        choose(valueAt(event->position().x()));
}

void ReplayTrack::mouseReleaseEvent(QMouseEvent*)
{
    setSliderDown(false);
}

void ReplayTrack::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space)
        Q_EMIT playWanted();
    else
        QAbstractSlider::keyPressEvent(event);
}

} // namespace lockscope::ui

#include "moc_ReplayTrack.cpp"
