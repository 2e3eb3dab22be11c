// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FindingStrip.h"

#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int stripPadding = 5;
constexpr int stripMargin = 12;
constexpr int leastSentence = 24; ///< average characters: less of it says nothing

} // namespace

FindingStrip::FindingStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"findingStrip"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus); // also without a finding, so that the focus stays when it ends
    setFindings({});
}

void FindingStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void FindingStrip::setStale(bool stale)
{
    m_isStale = stale;
    update();
}

void FindingStrip::setFindings(const std::vector<const inspect::Finding*>& findings, const QString& missing)
{
    m_hasFinding = !findings.empty();
    m_identity = m_hasFinding ? inspect::identityOf(*findings.front()) : std::string();
    setCursor(m_hasFinding ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_title = m_hasFinding        ? findingTitle(*findings.front())
              : missing.isEmpty() ? tr("No problems found")
                                  : tr("No problems found, but some checks were not possible");
    const auto sentence = m_hasFinding ? oneLine(findings.front()->text) : QString();
    m_sentence = m_isTitleOnly ? QString() : sentence;
    m_severity = m_hasFinding ? findings.front()->severity : inspect::Severity::Info;
    m_more =
        findings.size() > 1 ? tr("+%1 more").arg(formatCount(static_cast<qint64>(findings.size()) - 1)) : QString();
    QStringList all;
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(findings.size(), most); ++i)
        all << findingText(*findings[i]);
    if (!missing.isEmpty())
        all << missing;
    setToolTip(plainToolTip(all.join(u"\n\n"_s)));
    // Set only when it has changed: screen readers announce each change.
    const auto reported =
        m_hasFinding ? inTurn({ended(asEntry(severityWord(m_severity), m_title)), sentence}) : m_title;
    if (accessibleName() != reported)
        setAccessibleName(reported);
    update();
}

QString FindingStrip::text() const
{
    return m_sentence.isEmpty() ? m_title : asEntry(m_title, m_sentence);
}

QSize FindingStrip::sizeHint() const
{
    return {320, fontMetrics().height() + 2 * stripPadding};
}

void FindingStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_hasFinding && rect().contains(event->position().toPoint()))
        Q_EMIT chosen(m_identity);
}

void FindingStrip::keyPressEvent(QKeyEvent* event)
{
    if (isActivation(*event) && m_hasFinding)
        Q_EMIT chosen(m_identity);
    else
        QWidget::keyPressEvent(event);
}

void FindingStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto color = m_isStale || !m_hasFinding ? m_theme.muted : m_theme.color(severityTone(m_severity));
    auto left = stripMargin;
    if (m_hasFinding) {
        auto ground = color;
        ground.setAlphaF(0.14F);
        painter.fillRect(rect(), ground);
        painter.fillRect(QRect(0, 0, 3, height()), color);
        paintMark(painter, QRectF(left, (height() - 10) / 2.0, 10, 10), severityMark(m_severity), color);
        left += 17;
    }
    auto bold = font();
    bold.setWeight(m_hasFinding ? QFont::DemiBold : QFont::Normal);
    const QFontMetrics boldMetrics(bold);
    const auto moreWidth = m_more.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_more) + stripMargin;
    const auto room = width() - left - stripMargin - moreWidth;
    const auto title = boldMetrics.elidedText(m_title, Qt::ElideRight, room);
    painter.setFont(bold);
    painter.setPen(color);
    painter.drawText(QRect(left, 0, room, height()), Qt::AlignVCenter, title);
    const auto titleWidth = boldMetrics.horizontalAdvance(title) + 10;
    painter.setFont(font());
    painter.setPen(m_isStale ? m_theme.muted : m_theme.text);
    const auto useful =
        std::min(fontMetrics().horizontalAdvance(m_sentence), leastSentence * fontMetrics().averageCharWidth());
    if (room >= titleWidth + useful)
        painter.drawText(QRect(left + titleWidth, 0, room - titleWidth, height()), Qt::AlignVCenter,
                         fontMetrics().elidedText(m_sentence, Qt::ElideRight, room - titleWidth));
    painter.setPen(m_theme.muted);
    painter.drawText(rect().adjusted(0, 0, -stripMargin, 0), Qt::AlignVCenter | Qt::AlignRight, m_more);
    if (hasFocus())
        paintFocus(painter, rect(), m_theme);
}

} // namespace lockscope::ui

#include "moc_FindingStrip.cpp"
