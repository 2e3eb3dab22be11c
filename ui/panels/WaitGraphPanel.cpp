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
#include "ui/panels/DeadlockWays.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/FlatButton.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/graph/DrawingWords.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitLegend.h"
#include "ui/views/graph/WaitWords.h"

#include <QAction>
#include <QButtonGroup>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>
#include <initializer_list>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostSessions = 60; ///< more would be unreadable
constexpr int mostLines = 4;
constexpr int widthWithLegend = 760;  ///< see scaled(); else the header has only its controls
constexpr int linesForWaysBelow = 26; ///< with less height they are beside the graph
/// Up to this cost a graph may be made ten times a second; after a higher cost the thread rests.
constexpr auto quick = 5ms;
constexpr int restFactor = 3;

} // namespace

WaitGraphPanel::WaitGraphPanel(QWidget* parent)
    : QWidget(parent)
    , m_words(new QLabel(this))
    , m_reported(new ElidedLabel(this))
    , m_legend(new WaitLegend(this))
    , m_all(makeFlatButton(this, u"waitGraphAll"_s, tr("All Locks"),
                           tr("Shows the deadlocks of all locks, then the longest wait chains.")))
    , m_chosen(makeFlatButton(
          this, u"waitGraphChosen"_s, tr("Selected Lock"),
          tr("Shows the holders and waiters of the selected lock, and the clients that they wait for at other locks.")))
    , m_onlyCycles(new QCheckBox(tr("Only cycles"), this))
    , m_out(makeFlatButton(this, u"waitGraphZoomOut"_s, u"\u2212"_s, tr("Zoom out (−, or Ctrl and the mouse wheel).")))
    , m_in(makeFlatButton(this, u"waitGraphZoomIn"_s, u"+"_s, tr("Zoom in (+, or Ctrl and the mouse wheel).")))
    , m_fit(makeFlatButton(this, u"waitGraphFit"_s, tr("Fit"),
                           tr("Fit the graph into the view, as far as it stays readable (0).")))
    , m_save(makeFlatButton(this, u"waitGraphSave"_s, tr("Export…"), tr("Save the graph as PNG, SVG or DOT.")))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"waitGraphEmpty"_s, this))
    , m_view(new WaitGraphView(this))
    , m_saveLine(new SaveLine(u"waitGraphSaveLine"_s, this))
    , m_ways(new DeadlockWays(*m_saveLine, this))
    , m_body(new QBoxLayout(QBoxLayout::TopToBottom))
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
    m_onlyCycles->setObjectName(u"waitGraphOnlyCycles"_s);
    m_onlyCycles->setAccessibleName(m_onlyCycles->text());
    m_onlyCycles->setToolTip(plainToolTip(tr("Shows only the sessions and locks of deadlocks.")));
    connect(m_onlyCycles, &QCheckBox::toggled, this, &WaitGraphPanel::refresh);
    m_ways->hide();
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, &WaitGraphPanel::refresh);

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeHeader());
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->addWidget(m_stack, 2);
    m_body->addWidget(m_ways, 1);
    layout->addLayout(m_body, 1);
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
    connect(m_view, &WaitGraphView::chosen, this, &WaitGraphPanel::chooseHere);
    connect(m_ways, &DeadlockWays::wayChosen, this, &WaitGraphPanel::chooseHere);
    connect(m_ways, &DeadlockWays::releaseWanted, this, [this](const inspect::ContenderKey& key) {
        m_own = key.lock;
        Q_EMIT releaseWanted(key);
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
            return drawn() ? QByteArray::fromStdString(
                                 inspect::waitDot(*drawn(), *m_graph->snapshot(), m_viewState.moment().nodes))
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
    row->addWidget(m_legend);
    for (auto* control : std::initializer_list<QWidget*>{m_all, m_chosen, m_onlyCycles, m_out, m_in, m_fit, m_save})
        row->addWidget(control);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->setSpacing(3);
    layout->addWidget(m_words);
    layout->addLayout(row);
    return header;
}

void WaitGraphPanel::setTheme(const Theme& theme)
{
    m_legend->setTheme(theme);
    m_view->setTheme(theme);
    m_ways->setTheme(theme);
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

void WaitGraphPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isLow = height() < linesForWaysBelow * fontMetrics().lineSpacing();
    const bool isBeside = isLow && width() > 2 * height();
    m_body->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_legend->setVisible(width() >= scaled(widthWithLegend));
    // Below the graph, no higher than their rows.
    m_ways->setSizePolicy(QSizePolicy::Ignored, isBeside ? QSizePolicy::Preferred : QSizePolicy::Maximum);
}

/// While the thread rests, another part of the same snapshot can still be shown.
WaitGraphPanel::Wanted WaitGraphPanel::wanted() const
{
    const bool isResting = m_rest.isActive() && m_graph && m_viewState.snapshot;
    return {isResting ? m_graph->snapshot() : m_viewState.snapshot, m_chosen->isChecked() ? m_about : std::string(),
            m_onlyCycles->isChecked()};
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
        auto drawn = draw(*graph, next);
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

/// In the thread.
WaitGraphPanel::DrawnPtr WaitGraphPanel::draw(const inspect::WaitGraph& graph, const Wanted& wanted)
{
    auto part = wanted.lock.empty() ? graph.whole(mostSessions) : graph.around(wanted.lock, mostSessions);
    auto made = std::make_shared<Drawn>();
    made->hasWaits = !part.nodes.empty();
    if (wanted.onlyCycles)
        part = cyclesOnly(part);
    const auto& all = *wanted.snapshot;
    for (std::size_t cycle = 0; cycle < part.cycles.size(); ++cycle)
        made->ways.push_back(waysToEnd(part, cycle, all));
    made->drawing = std::make_shared<const WaitDrawing>(
        waitDrawing(std::make_shared<const inspect::WaitSnapshot>(std::move(part)), all));
    return made;
}

const inspect::WaitSnapshot* WaitGraphPanel::drawn() const
{
    return m_drawn ? m_drawn->drawing->snapshot.get() : nullptr;
}

void WaitGraphPanel::take(const Wanted& made, GraphPtr graph, DrawnPtr drawn, std::chrono::milliseconds cost)
{
    m_made = made;
    m_graph = std::move(graph);
    // An equal drawing is kept, so the view does not arrange it again.
    const bool isSame = m_drawn && *m_drawn->drawing == *drawn->drawing;
    auto next = std::make_shared<Drawn>(*drawn);
    if (isSame)
        next->drawing = m_drawn->drawing;
    m_drawn = std::move(next);
    if (cost > quick)
        m_rest.start(cost * restFactor);
}

void WaitGraphPanel::chooseHere(const inspect::ContenderKey& key)
{
    m_own = key.lock;
    showWords();
    Q_EMIT nodeChosen(key);
}

void WaitGraphPanel::showGraph()
{
    const bool isShown = m_viewState.snapshot && drawn() && !drawn()->nodes.empty();
    m_view->setContent({isShown ? m_drawn->drawing : nullptr, m_viewState.moment().nodes, m_viewState.isStale()});
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
    const auto* shown = m_viewState.snapshot ? drawn() : nullptr;
    const auto words = shown ? cyclesText(*shown, m_viewState.moment().nodes) : QString();
    if (words != m_words->text()) {
        m_words->setText(words);
        m_words->setToolTip(plainToolTip(words)); // many deadlocks do not fit
    }
    m_words->setVisible(!words.isEmpty());
    const auto chosen = m_view->chosenText();
    m_reported->setFullText(!chosen.isEmpty()                ? chosen
                            : shown && !shown->nodes.empty() ? shownText(*m_drawn->drawing)
                                                             : QString());
    showWays();
}

/// Of the deadlock that is selected, here or elsewhere, or of the only one.
std::optional<std::size_t> WaitGraphPanel::shownCycle() const
{
    if (const auto chosen = m_view->chosenCycle())
        return chosen;
    const auto& cycles = drawn()->cycles;
    if (cycles.size() == 1)
        return 0;
    for (std::size_t cycle = 0; cycle < cycles.size(); ++cycle) {
        for (const auto step : cycles[cycle].edges) {
            if (drawn()->edges[step].waiter.lock == m_lock)
                return cycle;
        }
    }
    return std::nullopt;
}

void WaitGraphPanel::showWays()
{
    const auto cycle = m_viewState.snapshot && drawn() ? shownCycle() : std::nullopt;
    m_ways->setStale(m_viewState.isStale());
    m_ways->setWays(cycle ? m_drawn->ways[*cycle] : std::vector<DeadlockWay>(), m_viewState.moment().nodes,
                    ReleaseBox::whyNothingIsReleased(m_viewState));
    m_ways->setVisible(cycle.has_value());
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
    else if (m_drawn->hasWaits)
        m_empty->say(tr("No deadlocks"), tr("Clear “Only cycles” to see the clients that wait."));
    else if (isAbout && sayWhyWithoutWaits())
        return;
    else if (isAbout)
        m_empty->say(tr("No waiting clients at %1").arg(oneLine(m_about)),
                     tr("“All Locks” shows the waiting clients of other locks."));
    else if (drawn()->undecidedLocks > 0)
        m_empty->say(tr("No waiting clients known"), undecidedText(*drawn()));
    else if (m_viewState.isReplay())
        m_empty->say(tr("No waiting clients at this time"),
                     tr("Press Ctrl+Right or Ctrl+Left to go to the next or previous event."));
    else
        m_empty->say(tr("No waiting clients"), tr("Waiting clients appear here, with an arrow to the client they wait "
                                                  "for. Run a simulation to see an example."));
}

} // namespace lockscope::ui

#include "moc_WaitGraphPanel.cpp"
