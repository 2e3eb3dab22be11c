// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FindingStrip.h"

#include "ui/models/FindingsModel.h"
#include "ui/models/FindingsPast.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>
#include <QToolButton>

#include <algorithm>
#include <utility>
namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int stripPadding = 5;
constexpr int stripMargin = 12;
constexpr int leastSentence = 24;    ///< average characters: less of it says nothing
constexpr int behindStripMark = 17;  ///< from the mark to the title
constexpr int behindStripTitle = 10; ///< to the sentence

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

void FindingStrip::setNamesLink(bool names)
{
    m_namesLink = names;
    fitLines();
}

void FindingStrip::makeMuteLink()
{
    m_mute = new QToolButton(this);
    m_mute->setObjectName(objectName() + u"Mute"_s);
    m_mute->setProperty("role", u"link"_s);
    m_mute->setFocusPolicy(Qt::StrongFocus);
    m_mute->setToolTip(
        tr("Lockscope shows no notifications and no bell count for this kind of finding at this lock. Muting ends when "
           "Lockscope closes."));
    m_mute->hide();
    setTabOrder(this, m_mute); // it is made late
    connect(m_mute, &QToolButton::clicked, this, [this] { Q_EMIT muteWanted(m_group, m_muting == Muting::Offered); });
}

void FindingStrip::setMuting(Muting muting)
{
    if (muting == m_muting)
        return;
    if (!m_mute)
        makeMuteLink();
    m_muting = muting;
    if (muting == Muting::None && m_mute->hasFocus())
        setFocus(Qt::OtherFocusReason); // else it would go to another panel
    if (muting != Muting::None) {
        const bool isMuted = muting == Muting::Muted;
        m_mute->setText(isMuted ? tr("Muted · Unmute") : tr("Mute"));
        m_mute->setAccessibleName(isMuted ? tr("Unmute the notifications of this finding")
                                          : tr("Mute the notifications of this finding"));
    }
    m_mute->setVisible(muting != Muting::None);
    fitLines();
    update();
}

/// At the right end of the first line.
void FindingStrip::placeMuteLink()
{
    if (!m_mute)
        return;
    const auto size = m_mute->sizeHint().boundedTo({width(), height()});
    const auto middle = height() / 2 - (m_lines - 1) * fontMetrics().height() / 2;
    m_mute->setGeometry(width() - stripPadding - size.width(), std::max(middle - size.height() / 2, 0), size.width(),
                        size.height());
}

int FindingStrip::muteWidth() const
{
    return m_muting == Muting::None ? 0 : m_mute->sizeHint().width();
}

void FindingStrip::setMostLines(int lines)
{
    if (std::exchange(m_mostLines, lines) == lines)
        return;
    m_lines = 1;
    fitLines();
}

void FindingStrip::setFindings(const std::vector<const inspect::Finding*>& findings, const QString& missing,
                               const QString& staleHolder)
{
    m_hasFinding = !findings.empty();
    const bool isSimulated = !m_hasFinding && !staleHolder.isEmpty();
    m_isLoud = m_hasFinding || isSimulated;
    const auto identity = m_hasFinding ? inspect::identityOf(*findings.front()) : std::string();
    if (std::exchange(m_identity, identity) != identity)
        m_lines = 1;
    m_group = m_hasFinding ? groupOf(*findings.front()) : std::string();
    setCursor(m_hasFinding ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_title = m_hasFinding        ? findingTitle(*findings.front())
              : isSimulated       ? tr("%1 acts as holder without the lock").arg(staleHolder)
              : missing.isEmpty() ? tr("No problems found")
                                  : tr("No problems found, but some checks were not possible");
    const auto sentence = m_hasFinding  ? findingSentence(*findings.front())
                          : isSimulated ? tr("The servers show that it has lost the lock. Seen in the simulation.")
                                        : QString();
    m_sentence = m_isTitleOnly ? QString() : sentence;
    m_severity = m_hasFinding  ? findings.front()->severity
                 : isSimulated ? inspect::Severity::Critical
                               : inspect::Severity::Info;
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
    const auto reported = m_isLoud ? inTurn({ended(asEntry(severityWord(m_severity), m_title)), sentence}) : m_title;
    if (accessibleName() != reported)
        setAccessibleName(reported);
    fitLines();
    update();
}

QString FindingStrip::text() const
{
    return m_sentence.isEmpty() ? m_title : asEntry(m_title, m_sentence);
}

QSize FindingStrip::sizeHint() const
{
    return {320, m_lines * fontMetrics().height() + 2 * stripPadding};
}

QString FindingStrip::linkText() const
{
    return m_namesLink && m_hasFinding ? tr("Show Evidence") : QString();
}

QFont FindingStrip::titleFont() const
{
    auto bold = font();
    bold.setWeight(m_isLoud ? QFont::DemiBold : QFont::Normal);
    return bold;
}

std::pair<int, int> FindingStrip::room() const
{
    const auto left = stripMargin + (m_isLoud ? behindStripMark : 0);
    auto width = this->width() - left - stripMargin - muteWidth();
    for (const auto& text : {m_more, linkText()})
        width -= text.isEmpty() ? 0 : wholeWidth(fontMetrics(), text) + stripMargin;
    return {left, width};
}

/// While the same finding is shown, a second line stays: its sentence may contain a time that counts.
void FindingStrip::fitLines()
{
    const auto needed = wholeWidth(QFontMetricsF(titleFont()), m_title) +
                        (m_sentence.isEmpty() ? 0 : behindStripTitle + wholeWidth(fontMetrics(), m_sentence));
    const auto lines = std::max(m_lines, needed <= room().second ? 1 : m_mostLines);
    if (std::exchange(m_lines, lines) != lines || height() != sizeHint().height())
        updateGeometry();
    placeMuteLink();
}

bool FindingStrip::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // of the link, as when the style sheet is applied
        fitLines();
    return QWidget::event(event);
}

void FindingStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeMuteLink();
    if (event->size().width() == event->oldSize().width())
        return;
    m_lines = 1;
    fitLines();
}

void FindingStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_hasFinding && rect().contains(event->position().toPoint()))
        Q_EMIT chosen(m_identity);
}

void FindingStrip::keyPressEvent(QKeyEvent* event)
{
    if (isActivation(*event) && m_mute && m_mute->hasFocus()) // a button takes no Return
        m_mute->click();
    else if (isActivation(*event) && m_hasFinding)
        Q_EMIT chosen(m_identity);
    else
        QWidget::keyPressEvent(event);
}

void FindingStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto color = m_isStale || !m_isLoud ? m_theme.muted : m_theme.color(severityTone(m_severity));
    const auto [left, width] = room();
    const auto lineHeight = fontMetrics().height();
    const auto top = (height() - m_lines * lineHeight) / 2;
    if (m_isLoud) {
        auto ground = color;
        ground.setAlphaF(0.14F);
        painter.fillRect(rect(), ground);
        painter.fillRect(QRect(0, 0, 3, height()), color);
        paintMark(painter, QRectF(stripMargin, top + (lineHeight - 10) / 2.0, 10, 10), severityMark(m_severity), color);
    }
    const QFontMetrics boldMetrics(titleFont());
    const auto title = boldMetrics.elidedText(m_title, Qt::ElideRight, width);
    painter.setFont(titleFont());
    painter.setPen(color);
    painter.drawText(QRect(left, top, width, lineHeight), Qt::AlignVCenter, title);
    painter.setFont(font());
    painter.setPen(m_isStale ? m_theme.muted : m_theme.text);
    painter.translate(0, top);
    paintSentence(painter, left, width, wholeWidth(boldMetrics, title) + behindStripTitle);
    auto right = this->width() - stripMargin - muteWidth();
    for (const auto& [text, ink] : {std::pair(linkText(), m_theme.info), std::pair(m_more, m_theme.muted)}) {
        if (text.isEmpty())
            continue;
        painter.setPen(m_isStale ? m_theme.muted : ink);
        const auto wide = wholeWidth(fontMetrics(), text);
        painter.drawText(QRect(right - wide, 0, wide, lineHeight), Qt::AlignVCenter, text);
        right -= wide + stripMargin;
    }
    painter.translate(0, -top);
    if (hasFocus())
        paintFocus(painter, rect(), m_theme);
}

/// Behind the title; what does not fit there is in the second line, if there is one, and is cut at its end.
void FindingStrip::paintSentence(QPainter& painter, int left, int width, int titleWidth) const
{
    const auto lineHeight = fontMetrics().height();
    const auto paint = [&](const QRect& box, const QString& text) {
        painter.drawText(box, Qt::AlignVCenter, fontMetrics().elidedText(text, Qt::ElideRight, box.width()));
    };
    const auto useful =
        std::min(wholeWidth(fontMetrics(), m_sentence), leastSentence * fontMetrics().averageCharWidth());
    const bool hasRoom = width >= titleWidth + useful;
    qsizetype behind = 0;
    if (m_lines > 1 && hasRoom) {
        QTextLayout layout(m_sentence, font());
        QTextOption breaks;
        breaks.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(breaks);
        layout.beginLayout();
        auto line = layout.createLine();
        line.setLineWidth(width - titleWidth);
        behind = line.textLength();
        layout.endLayout();
    }
    const QRect first(left + titleWidth, 0, std::max(width - titleWidth, 0), lineHeight);
    if (m_lines == 1) {
        if (hasRoom)
            paint(first, m_sentence);
        return;
    }
    paint(first, m_sentence.first(behind).trimmed());
    paint({left, lineHeight, this->width() - left - stripMargin, lineHeight}, m_sentence.sliced(behind));
}

} // namespace lockscope::ui

#include "moc_FindingStrip.cpp"
