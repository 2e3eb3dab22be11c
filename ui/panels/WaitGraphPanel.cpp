// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/WaitGraphPanel.h"

#include "core/connect/ThreadTasks.h"
#include "core/model/QueueStates.h"
#include "core/waits/WaitDot.h"
#include "ui/files/ImageActions.h"
#include "ui/files/SaveLine.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/ContenderMenu.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/FlatButton.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitWords.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostSessions = 60; ///< more would be unreadable
constexpr int mostLines = 4;
/// Up to this cost a graph may be made ten times a second; after a higher cost the thread rests.
constexpr auto quick = 5ms;
constexpr int restFactor = 3;

} // namespace

WaitGraphPanel::WaitGraphPanel(QWidget* parent)
    : QWidget(parent)
    , m_words(new QLabel(this))
    , m_reported(new ElidedLabel(this))
    , m_all(makeFlatButton(this, u"waitGraphAll"_s, tr("All Locks"),
                           tr("Shows the deadlocks of all locks, then the longest wait chains.")))
    , m_chosen(makeFlatButton(
          this, u"waitGraphChosen"_s, tr("Selected Lock"),
          tr("Shows the holders and waiters of the selected lock, and the clients that they wait for at other locks.")))
    , m_out(makeFlatButton(this, u"waitGraphZoomOut"_s, u"\u2212"_s, tr("Zoom out (−, or Ctrl and the mouse wheel).")))
    , m_in(makeFlatButton(this, u"waitGraphZoomIn"_s, u"+"_s, tr("Zoom in (+, or Ctrl and the mouse wheel).")))
    , m_fit(makeFlatButton(this, u"waitGraphFit"_s, tr("Fit"),
                           tr("Fit the graph into the view, as far as it stays readable (0).")))
    , m_save(makeFlatButton(this, u"waitGraphSave"_s, tr("Save…"), tr("Save the graph as PNG, SVG or DOT.")))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"waitGraphEmpty"_s, this))
    , m_view(new WaitGraphView(this))
    , m_saveLine(new SaveLine(u"waitGraphSaveLine"_s, this))
{
    setObjectName(u"waitGraphPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_words->setObjectName(u"waitGraphWords"_s);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setProperty("tone", u"bad"_s);
    m_words->hide();
    m_reported->setObjectName(u"waitGraphTold"_s);
    m_reported->setProperty("role", u"muted"_s);
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, &WaitGraphPanel::refresh);

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeHeader());
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);

    auto* which = new QButtonGroup(this);
    for (auto* button : {m_all, m_chosen}) {
        button->setCheckable(true);
        which->addButton(button);
    }
    m_all->setChecked(true);
    connect(which, &QButtonGroup::buttonClicked, this, [this] {
        m_about = m_lock;
        refresh();
    });
    connect(m_view, &WaitGraphView::wordsChanged, this, &WaitGraphPanel::showWords);
    connect(m_view, &WaitGraphView::chosen, this, [this](const inspect::ContenderKey& key) {
        m_own = key.lock;
        showWords();
        Q_EMIT nodeChosen(key);
    });
    connect(m_out, &QToolButton::clicked, m_view, [this] { m_view->zoom(1 / 1.6); });
    connect(m_in, &QToolButton::clicked, m_view, [this] { m_view->zoom(1.6); });
    connect(m_fit, &QToolButton::clicked, m_view, &WaitGraphView::fit);
    auto* save = addImageActions(
        *m_view, u"wait-for-graph"_s, *m_saveLine,
        [this] {
            return Drawing{m_view->wholeSize(), m_view->theme(),
                           imageCaption(m_viewState, m_chosen->isChecked() ? m_about : std::string()),
                           [this](QPainter& painter) { m_view->paintWhole(painter); }};
        },
        [this] {
            return m_drawn ? QByteArray::fromStdString(inspect::waitDot(*m_drawn, m_viewState.moment().nodes))
                           : QByteArray();
        });
    connect(m_save, &QToolButton::clicked, save, &QAction::trigger);
    showGraph();
}

WaitGraphPanel::~WaitGraphPanel()
{
    m_thread.stop();
}

QWidget* WaitGraphPanel::makeHeader()
{
    // A narrow window cuts the header off instead of growing.
    auto* header = new QWidget(this);
    header->setMinimumWidth(1);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_reported, 1);
    for (auto* button : {m_all, m_chosen, m_out, m_in, m_fit, m_save})
        row->addWidget(button);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->setSpacing(3);
    layout->addWidget(m_words);
    layout->addLayout(row);
    return header;
}

void WaitGraphPanel::setTheme(const Theme& theme)
{
    m_view->setTheme(theme);
}

void WaitGraphPanel::setMenu(ContenderMenu& menu)
{
    menu.serve(*m_view, [view = m_view](const std::optional<QPoint>& at) {
        return at ? view->chooseAt(*at) : view->chosenSpot();
    });
}

void WaitGraphPanel::setViewState(const ViewState& viewState, const std::string& lockPath)
{
    if (viewState.history != m_viewState.history)
        forget();
    m_viewState = viewState;
    // A selection in the graph itself keeps the graph: only a selection elsewhere changes it.
    if (lockPath != m_lock && lockPath != m_own)
        m_about = lockPath;
    if (lockPath != m_own)
        m_own.clear();
    m_lock = lockPath;
    if (isVisible())
        refresh();
}

void WaitGraphPanel::showEvent(QShowEvent* event)
{
    // The text leaves room for the graph.
    m_words->setMaximumHeight(mostLines * m_words->fontMetrics().lineSpacing());
    QWidget::showEvent(event);
    refresh();
}

/// While the thread rests, another part of the same snapshot can still be shown.
WaitGraphPanel::Wanted WaitGraphPanel::wanted() const
{
    const bool isResting = m_rest.isActive() && m_graph && m_viewState.snapshot;
    return {isResting ? m_graph->snapshot() : m_viewState.snapshot, m_chosen->isChecked() ? m_about : std::string()};
}

void WaitGraphPanel::refresh()
{
    if (!isVisible())
        return;
    make();
    showGraph();
}

/// Clears the graph of a previous connection.
void WaitGraphPanel::forget()
{
    m_made = {};
    m_graph.reset();
    m_drawn.reset();
    m_rest.stop();
}

/// One graph at a time; the newest snapshot is next.
void WaitGraphPanel::make()
{
    auto next = wanted();
    if (m_isMaking || (m_drawn && next == m_made))
        return;
    if (!next.snapshot || (m_chosen->isChecked() && next.lock.empty())) {
        forget();
        return;
    }
    m_isMaking = true;
    m_thread.post([this, next = std::move(next), graph = m_graph, history = m_viewState.history]() mutable {
        const auto began = m_thread.clock().now();
        if (!graph || graph->snapshot() != next.snapshot)
            graph = std::make_shared<const inspect::WaitGraph>(next.snapshot);
        auto drawn = std::make_shared<const inspect::WaitSnapshot>(
            next.lock.empty() ? graph->whole(mostSessions) : graph->around(next.lock, mostSessions));
        const auto cost = std::chrono::duration_cast<std::chrono::milliseconds>(m_thread.clock().now() - began);
        ensemble::runLater(this, [this, next = std::move(next), graph = std::move(graph), history = std::move(history),
                                  drawn = std::move(drawn), cost] {
            m_isMaking = false;
            // A graph of a connection that has been closed is dropped.
            if (history == m_viewState.history && m_viewState.snapshot)
                take(next, graph, drawn, cost);
            refresh();
        });
    });
}

void WaitGraphPanel::take(const Wanted& made, GraphPtr graph, DrawnPtr drawn, std::chrono::milliseconds cost)
{
    m_made = made;
    m_graph = std::move(graph);
    // An equal part is kept, so the view does not arrange it again.
    if (!m_drawn || *m_drawn != *drawn)
        m_drawn = std::move(drawn);
    if (cost > quick)
        m_rest.start(cost * restFactor);
}

void WaitGraphPanel::showGraph()
{
    const bool isShown = m_viewState.snapshot && m_drawn && !m_drawn->nodes.empty();
    m_view->setContent({isShown ? m_drawn : nullptr, m_viewState.moment().nodes, m_viewState.isStale()});
    m_stack->setCurrentWidget(isShown ? static_cast<QWidget*>(m_view) : m_empty);
    for (auto* button : {m_out, m_in, m_fit, m_save})
        enableUnless(*button, isShown ? QString() : tr("No graph is shown."));
    enableUnless(*m_chosen, !m_lock.empty() || m_chosen->isChecked() ? QString() : tr("Select a lock first."));
    if (!isShown)
        sayWhy();
    showWords();
}

void WaitGraphPanel::showWords()
{
    const auto words = m_drawn && m_viewState.snapshot ? cyclesText(*m_drawn, m_viewState.moment().nodes) : QString();
    if (words != m_words->text()) {
        m_words->setText(words);
        m_words->setToolTip(plainToolTip(words)); // many deadlocks do not fit
    }
    m_words->setVisible(!words.isEmpty());
    const auto chosen = m_view->chosenText();
    m_reported->setFullText(!chosen.isEmpty()                                            ? chosen
                            : m_drawn && !m_drawn->nodes.empty() && m_viewState.snapshot ? shownText(*m_drawn)
                                                                                         : QString());
}

/// False if the graph has the waits of the selected lock.
bool WaitGraphPanel::sayWhyWithoutWaits()
{
    const auto* lock = m_viewState.snapshot->find(m_about);
    if (!lock)
        return false;
    const auto path = oneLine(m_about);
    if (lock->isPossible())
        m_empty->say(tr("%1 is possibly a lock").arg(path), tr("The graph has no possible locks."));
    else if (lock->isElection)
        m_empty->say(tr("%1 is an election").arg(path), tr("A candidate is not blocked by the leader."));
    else if (lock->kind == inspect::LockKind::Single)
        m_empty->say(tr("The waiting clients at %1 are unknown").arg(path),
                     lock->redis ? tr("The clients poll. Redis has no list of them.")
                                 : tr("They have no nodes at this lock."));
    else if (inspect::undecided(*lock) > 0)
        m_empty->say(tr("The waits at %1 are unknown").arg(path),
                     tr("Which clients hold the lock depends on data that Lockscope has not read or may not read."));
    else
        return false;
    return true;
}

void WaitGraphPanel::sayWhy()
{
    const bool isAbout = m_chosen->isChecked();
    if (m_viewState.source == SourceState::NotConnected)
        m_empty->say(tr("No waiting clients yet"), tr("Connect to ZooKeeper or Redis, or open a recording."));
    else if (!m_viewState.snapshot)
        m_empty->say(tr("Reading the locks…"));
    else if (isAbout && m_about.empty())
        m_empty->say(tr("Select a lock"),
                     tr("The holders and waiters of the lock appear here, with the clients that they wait for."));
    else if (!m_drawn)
        m_empty->say(tr("Analyzing the waits…"));
    else if (isAbout && sayWhyWithoutWaits())
        return;
    else if (isAbout)
        m_empty->say(tr("No waiting clients at %1").arg(oneLine(m_about)),
                     tr("“All Locks” shows the waiting clients of other locks."));
    else if (m_drawn->undecidedLocks > 0)
        m_empty->say(tr("No waiting clients known"), undecidedText(*m_drawn));
    else if (m_viewState.isReplay())
        m_empty->say(tr("No waiting clients at this time"),
                     tr("Press Ctrl+Right or Ctrl+Left to go to the next or previous event."));
    else
        m_empty->say(tr("No waiting clients"), tr("Waiting clients appear here, with an arrow to the client they wait "
                                                  "for. Run a simulation to see an example."));
}

} // namespace lockscope::ui

#include "moc_WaitGraphPanel.cpp"
