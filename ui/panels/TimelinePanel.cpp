// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/TimelinePanel.h"

#include "ui/files/ImageActions.h"
#include "ui/files/SaveLine.h"
#include "ui/panels/ContenderMenu.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FlatButton.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/timeline/TimelineLegend.h"
#include "ui/views/timeline/TimelineView.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

TimelinePanel::TimelinePanel(QWidget* parent)
    : QWidget(parent)
    , m_header(new QWidget(this))
    , m_title(new QLabel(tr("TIMELINE"), this))
    , m_words(new ElidedLabel(this))
    , m_legend(new TimelineLegend(this))
    , m_view(new TimelineView(this))
    , m_saveLine(new SaveLine(u"timelineSaveLine"_s, this))
    , m_out(makeFlatButton(this, u"timelineZoomOut"_s, u"\u2212"_s,
                           tr("Zoom out to a longer period (−, or Ctrl and the mouse wheel).")))
    , m_in(makeFlatButton(this, u"timelineZoomIn"_s, u"+"_s,
                          tr("Zoom in to a shorter period (+, or Ctrl and the mouse wheel).")))
    , m_all(makeFlatButton(this, u"timelineAll"_s, tr("All"), tr("Show all known data (Home).")))
    , m_now(makeFlatButton(this, u"timelineNow"_s, tr("Follow Now"), tr("Go to the current time and follow it (End).")))
{
    setObjectName(u"timelinePanel"_s);
    m_now->setCheckable(true);
    m_title->setObjectName(u"timelineTitle"_s);
    m_title->setProperty("role", u"section"_s);
    m_words->setObjectName(u"timelineWords"_s);
    m_words->setProperty("role", u"muted"_s);
    // A narrow window cuts the header off instead of growing.
    m_header->setMinimumWidth(1);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(12, 4, 8, 0);
    row->setSpacing(6);
    row->addWidget(m_title);
    row->addWidget(m_words);
    row->addWidget(m_legend, 1); // has what the words leave
    for (auto* button : {m_out, m_in, m_all, m_now})
        row->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(2);
    layout->addWidget(m_header);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_saveLine);
    addImageActions(*m_view, u"timeline"_s, *m_saveLine, [this] {
        return Drawing{m_view->wholeSize(), m_view->theme(), imageCaption(m_viewState, m_path),
                       [this](QPainter& painter) { m_view->paintWhole(painter); }};
    });

    connect(m_view, &TimelineView::chosen, this, &TimelinePanel::chosen);
    connect(m_view, &TimelineView::timeChosen, this, &TimelinePanel::timeChosen);
    connect(m_view, &TimelineView::wordsChanged, this, [this] {
        showWords();
        m_now->setChecked(m_view->isFollowing());
    });
    connect(m_view, &TimelineView::samplesChanged, this, [this] { m_legend->setSamples(m_view->samples()); });
    connect(m_out, &QToolButton::clicked, m_view, [this] { m_view->zoom(1.6); });
    connect(m_in, &QToolButton::clicked, m_view, [this] { m_view->zoom(1 / 1.6); });
    connect(m_all, &QToolButton::clicked, m_view, &TimelineView::showAll);
    connect(m_now, &QToolButton::clicked, m_view, [this] {
        m_view->follow();
        m_now->setChecked(true); // a click alone does not end it
    });
}

TimelinePanel::~TimelinePanel() = default;

void TimelinePanel::setTheme(const Theme& theme)
{
    m_legend->setTheme(theme);
    m_view->setTheme(theme);
}

void TimelinePanel::setMenu(ContenderMenu& menu)
{
    menu.serve(*m_view, [view = m_view](const std::optional<QPoint>& at) {
        return at ? view->chooseAt(*at) : view->chosenSpot();
    });
}

void TimelinePanel::focusBars()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
    m_view->revealSelected();
}

/// The legend gives way to the time range and to the selected bar.
void TimelinePanel::showWords()
{
    const auto range = m_view->windowText();
    const auto chosen = m_view->chosenText();
    const auto width = m_words->fontMetrics().horizontalAdvance(range) + 2;
    m_words->setMinimumWidth(m_view->isFollowing() && !m_viewState.isReplay() ? width : 0);
    m_words->setFullText(chosen.isEmpty() ? range : chosen);
    fitTitle();
    m_header->layout()->activate(); // else the text is cut to the width of the one before until the next event
}

/// The title gives way to the selected bar, behind the legend.
void TimelinePanel::fitTitle()
{
    const auto& row = *m_header->layout();
    auto wanted = row.minimumSize().width() - row.itemAt(row.indexOf(m_words))->minimumSize().width() +
                  m_words->sizeHint().width();
    if (m_title->isHidden())
        wanted += m_title->sizeHint().width() + row.spacing();
    m_title->setHidden(wanted > m_header->width() && !m_view->chosenText().isEmpty());
}

void TimelinePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTitle();
}

void TimelinePanel::setViewState(const ViewState& viewState, const std::string& lockPath,
                                 std::shared_ptr<const inspect::Lock> lock)
{
    if (!viewState.snapshot || viewState.history != m_viewState.history) // of another source
        m_leases.clear();
    // A pause makes no gap in what is known of the leases.
    const auto& newest = viewState.paused && viewState.history ? viewState.history->last() : viewState.snapshot;
    if (newest)
        m_leases.see(newest);
    auto shownWrites = std::exchange(m_viewState, viewState).writes;
    if (viewState.paused && viewState.writes && shownWrites)
        m_viewState.writes = std::move(shownWrites); // the view stands
    m_path = lockPath;
    m_lock = std::move(lock);
    if (isVisible())
        refresh();
}

int TimelinePanel::heightOf(int lanes) const
{
    return m_header->sizeHint().height() + m_view->heightOfLanes(lanes) + 2 * layout()->spacing() +
           layout()->contentsMargins().bottom();
}

void TimelinePanel::setSelected(const inspect::ContenderKey& key, std::int64_t creationId, bool isFollowed)
{
    m_view->setSelected(key, creationId, isFollowed);
}

void TimelinePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TimelinePanel::refresh()
{
    const bool isOther = !m_timeline || m_timeline->lockPath() != m_path || m_seen != m_viewState.history;
    // The content shown last must exist until the view has the next one.
    const auto last = isOther ? std::exchange(m_timeline, nullptr) : nullptr;
    if (isOther && m_viewState.history && !m_path.empty())
        m_timeline = std::make_unique<inspect::Timeline>(m_path);
    m_seen = m_viewState.history;
    if (m_timeline && (isOther || !m_viewState.paused)) // the view stands while it is paused
        m_timeline->see(*m_seen);
    auto content = contentOf(m_viewState, m_timeline.get(), m_lock);
    const bool isEmpty = (!m_timeline || m_timeline->size() == 0) && !content.hasVotes();
    content.whyEmpty = isEmpty ? whyEmpty() : QString();
    content.leases = m_leases.of(m_path);
    m_view->setContent(std::move(content));
    showWords();
    for (auto* button : {m_out, m_in, m_all, m_now})
        enableUnless(*button, isEmpty ? whyEmpty() : QString());
    m_now->setVisible(!m_viewState.isReplay());
    m_now->setChecked(m_view->isFollowing());
    m_words->setVisible(!isEmpty);
}

TimelineContent TimelinePanel::contentOf(const ViewState& viewState, const inspect::Timeline* timeline,
                                         std::shared_ptr<const inspect::Lock> lock)
{
    TimelineContent content;
    content.timeline = timeline;
    content.lock = std::move(lock);
    content.begin = viewState.history ? viewState.history->since() : viewState.now;
    content.now = viewState.now;
    content.end = viewState.isReplay() ? viewState.recordedUntil : viewState.now;
    // An open bar ends where nothing more is known.
    if (timeline && !timeline->gaps().empty() && !timeline->gaps().back().to)
        content.end = std::min(content.end, timeline->gaps().back().from);
    content.isReplay = viewState.isReplay();
    content.isStale = viewState.isStale();
    if (const auto* lockHistory =
            timeline && viewState.history ? viewState.history->find(timeline->lockPath()) : nullptr)
        content.usualHold = inspect::usualHoldOf(*lockHistory);
    content.writes = viewState.writes;
    if (timeline && viewState.mistakes) {
        for (const auto& mistake : *viewState.mistakes) {
            if (mistake.path == timeline->lockPath())
                content.mistakes.push_back(mistake);
        }
    }
    return content;
}

QString TimelinePanel::whyEmpty() const
{
    if (m_lock && m_lock->kind == inspect::LockKind::Unrecognised)
        return tr("The type of this lock is unknown, so its holder is unknown.");
    if (m_viewState.isReplay())
        return tr("No client waited for this lock or held it in the whole recording.");
    return tr("No client has queued here since monitoring started. Waits and holds appear here as they happen.");
}

} // namespace lockscope::ui

#include "moc_TimelinePanel.cpp"
