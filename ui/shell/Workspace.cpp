// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Workspace.h"

#include "ui/shell/Drawer.h"
#include "ui/theme/Sizes.h"

#include <QAction>
#include <QChildEvent>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QScreen>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// The version of the saveState() format; to be raised when panels are added or removed.
constexpr int arrangementVersion = 4;

// See scaled().
constexpr int leastMiddleWidth = 530; ///< of a wide window
constexpr int leastUnfolded = 520;    ///< height below which the bottom folds in favour of the middle
constexpr int leastForBottom = 760;   ///< height below which it has less
constexpr int mostOfWidth = 30;       ///< percent that the left has in a narrow window

Qt::DockWidgetArea areaOf(Workspace::Place place)
{
    switch (place) {
    case Workspace::Place::Left:
        return Qt::LeftDockWidgetArea;
    case Workspace::Place::Right:
        return Qt::RightDockWidgetArea;
    case Workspace::Place::Bottom:
        break;
    }
    return Qt::BottomDockWidgetArea;
}

/// The first widget in the panel that the Tab key reaches, also while the panel is hidden; null if there is none.
QWidget* firstFocusable(QWidget* panel)
{
    for (auto* next = panel->nextInFocusChain(); next != panel; next = next->nextInFocusChain()) {
        if (panel->isAncestorOf(next) && (next->focusPolicy() & Qt::TabFocus) && next->isEnabled() &&
            next->isVisibleTo(panel))
            return next;
    }
    return nullptr;
}

} // namespace

Workspace::Workspace(QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
    , m_arrange(new QAction(tr("Move Panels with Mouse"), this))
    , m_reset(new QAction(tr("Reset Layout"), this))
{
    setObjectName(u"workspace"_s);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_arrange->setObjectName(u"arrangePanelsAction"_s);
    m_arrange->setCheckable(true);
    m_arrange->setToolTip(tr("Show a title bar on each panel. Use the title bar to drag or close the panel."));
    m_reset->setObjectName(u"resetLayoutAction"_s);
    m_reset->setToolTip(tr("Move all panels to their initial positions."));
    connect(m_arrange, &QAction::toggled, this, [this] {
        for (const auto& panel : m_panels)
            showTitle(panel);
    });
    connect(m_reset, &QAction::triggered, this, &Workspace::reset);
    addStepAction(u"nextPanelAction"_s, tr("Go to Next Panel"), QKeySequence(Qt::Key_F6), 1);
    addStepAction(u"previousPanelAction"_s, tr("Go to Previous Panel"), QKeySequence(Qt::SHIFT | Qt::Key_F6), -1);
    auto* bottom = new QAction(tr("Go to Bottom Panel"), this);
    bottom->setObjectName(u"bottomPanelAction"_s);
    bottom->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_J));
    connect(bottom, &QAction::triggered, this, &Workspace::goToBottom);
    m_goTo.push_back(bottom);
    addSizeAction(u"widerPanelAction"_s, tr("Make Panel Wider"), Qt::Key_Right, Qt::Horizontal, 1);
    addSizeAction(u"narrowerPanelAction"_s, tr("Make Panel Narrower"), Qt::Key_Left, Qt::Horizontal, -1);
    addSizeAction(u"tallerPanelAction"_s, tr("Make Panel Taller"), Qt::Key_Up, Qt::Vertical, 1);
    addSizeAction(u"shorterPanelAction"_s, tr("Make Panel Shorter"), Qt::Key_Down, Qt::Vertical, -1);
}

Workspace::~Workspace()
{
    // The docks are hidden when they are deleted.
    for (const auto& panel : m_panels)
        panel.dock->disconnect(panel.widget);
}

// --- initial layout ------------------------------------------------------------------------------------------------

void Workspace::setMiddle(QWidget* panel, const QString& title, Qt::Key key)
{
    m_middle = panel;
    setCentralWidget(panel);
    addGoAction(panel, title, key);
}

void Workspace::add(QWidget* panel, const QString& title, Qt::Key key, Place where, int height)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(panel->objectName() + u"Dock"_s);
    dock->setWidget(panel);
    auto* noTitle = new QWidget(dock);
    auto* nothing = new QHBoxLayout(noTitle); // gives the widget a size: zero
    nothing->setContentsMargins(0, 0, 0, 0);
    noTitle->setObjectName(panel->objectName() + u"NoTitle"_s);
    auto* note = new QLabel(tr("This panel is in the middle. Double-click its tab to move it back."), dock);
    note->setObjectName(panel->objectName() + u"Note"_s);
    note->setProperty("role", u"muted"_s);
    note->setAlignment(Qt::AlignCenter);
    note->setWordWrap(true);
    note->hide();
    m_panels.push_back({panel, dock, noTitle, where, height, note});
    auto policy = panel->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    panel->setSizePolicy(policy);
    // A panel behind another tab would otherwise keep the keyboard focus and update without being visible.
    connect(dock, &QDockWidget::visibilityChanged, panel,
            [this, panel](bool isInSight) { onDockInSight(panel, isInSight); });
    connect(dock, &QDockWidget::topLevelChanged, this, [this, panel](bool isOwnWindow) {
        showTitle(*panelOf(panel));
        fitDrawer();
        fitFolded();
        if (isOwnWindow)
            panel->show();
    });
    connect(dock, &QDockWidget::dockLocationChanged, this, [this] {
        fitDrawer();
        fitFolded();
    });
    showTitle(m_panels.back());
    place(m_panels.back(), where);
    addGoAction(panel, title, key);
}

Drawer& Workspace::makeDrawer(QWidget* panel)
{
    m_inDrawer = panel;
    m_drawer = new Drawer(*this, *panelOf(panel)->dock, *panel);
    return *m_drawer;
}

/// The drawer needs a narrow window, its dock at the right edge, and its panel not in the middle.
void Workspace::fitDrawer()
{
    if (!m_drawer)
        return;
    const bool wasNarrow = m_drawer->isNarrow();
    m_drawer->setNarrow(m_inDrawer != m_guest && isDrawerAtEdge() && isInNarrowWindow(*this));
    if (wasNarrow && !m_drawer->isNarrow() && isDrawerAtEdge() && !isInNarrowWindow(*this))
        shareRight();
}

bool Workspace::isDrawerAtEdge() const
{
    return isAt(*panelOf(m_inDrawer), Place::Right);
}

bool Workspace::isInRail(const Panel& panel) const
{
    return m_drawer && panel.widget == m_inDrawer && m_drawer->isNarrow();
}

/// The rail of a drawer has a width of its own.
void Workspace::shareRight()
{
    if (!m_drawer || !m_drawer->isNarrow())
        resizeFirst(Place::Right, scaled(m_right), Qt::Horizontal);
}

/// The positions may be of a narrow window.
void Workspace::widenDrawer()
{
    if (m_drawer && isDrawerAtEdge() && panelOf(m_inDrawer)->dock->width() < scaled(m_right) * 3 / 4)
        shareRight();
}

void Workspace::setExtents(Widths left, int right, int bottom)
{
    m_left = left;
    m_right = right;
    m_bottom = bottom;
}

void Workspace::setFront(QWidget* panel)
{
    m_front = panel;
}

void Workspace::addGoAction(QWidget* panel, const QString& title, Qt::Key key)
{
    auto* action = new QAction(tr("Go to %1").arg(title), this);
    action->setObjectName(panel->objectName() + u"GoAction"_s);
    action->setShortcut(QKeySequence(Qt::CTRL | key));
    connect(action, &QAction::triggered, this, [this, panel] {
        if (panel == m_middle)
            showMiddle();
        else if (panel == m_centred && !panelOf(panel)->dock->isFloating())
            moveToMiddle(panel);
        goTo(panel);
    });
    m_goTo.push_back(action);
}

void Workspace::addStepAction(const QString& objectName, const QString& text, const QKeySequence& keys, int step)
{
    auto* action = new QAction(text, this);
    action->setObjectName(objectName);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [this, step] { goBy(step); });
    m_goTo.push_back(action);
}

void Workspace::addSizeAction(const QString& objectName, const QString& text, Qt::Key key, Qt::Orientation orientation,
                              int direction)
{
    auto* action = new QAction(text, this);
    action->setObjectName(objectName);
    action->setShortcut(QKeySequence(Qt::ALT | Qt::SHIFT | key));
    connect(action, &QAction::triggered, this,
            [this, orientation, direction] { resizeFocused(orientation, direction); });
    m_sizes.push_back(action);
}

void Workspace::addMenus(QMenu& menu, QWidget& window)
{
    auto* goTo = menu.addMenu(tr("Go To"));
    goTo->setObjectName(u"goToMenu"_s);
    for (auto* action : m_goTo) {
        goTo->addAction(action);
        window.addAction(action);
    }
    auto* panels = menu.addMenu(tr("Panels"));
    panels->setObjectName(u"panelsMenu"_s);
    addPanelMenus(*panels);
    panels->addSeparator();
    panels->addActions(m_sizes);
    panels->addSeparator();
    panels->addActions({m_arrange, m_reset});
    window.addActions(m_sizes);
    window.addActions({m_arrange, m_reset});
}

void Workspace::addPanelMenus(QMenu& menu)
{
    for (auto& panel : m_panels) {
        auto* own = menu.addMenu(panel.dock->windowTitle());
        panel.menu = own;
        own->setObjectName(panel.widget->objectName() + u"Menu"_s);
        auto* shown = panel.dock->toggleViewAction();
        shown->setObjectName(panel.widget->objectName() + u"ShownAction"_s);
        shown->setText(tr("Show Panel"));
        own->addAction(shown);
        own->addSeparator();
        for (const auto& [where, text] :
             {std::pair(Place::Left, tr("Dock on the Left")), std::pair(Place::Right, tr("Dock on the Right")),
              std::pair(Place::Bottom, tr("Dock at the Bottom"))})
            connect(own->addAction(text), &QAction::triggered, this, [this, widget = panel.widget, where = where] {
                leaveMiddle(widget);
                place(*panelOf(widget), where);
                bringForward(widget);
            });
        connect(own->addAction(tr("Open in Separate Window")), &QAction::triggered, this,
                [this, widget = panel.widget] {
                    leaveMiddle(widget);
                    openInWindow(*panelOf(widget));
                    bringForward(widget);
                });
        connect(own->addAction(tr("Show in the Middle")), &QAction::triggered, this, [this, widget = panel.widget] {
            moveToMiddle(widget);
            goTo(widget);
        });
    }
}

// --- panel positions -----------------------------------------------------------------------------------------------

const Workspace::Panel* Workspace::panelOf(const QWidget* widget) const
{
    const auto found =
        std::find_if(m_panels.begin(), m_panels.end(), [&](const Panel& panel) { return panel.widget == widget; });
    return found == m_panels.end() ? nullptr : &*found;
}

void Workspace::onDockInSight(QWidget* panel, bool isInSight)
{
    const auto found =
        std::find_if(m_panels.begin(), m_panels.end(), [&](const Panel& one) { return one.widget == panel; });
    found->isInSight = isInSight || found->dock->isFloating();
    showOrHide(*found);
}

void Workspace::showOrHide(const Panel& panel)
{
    if (panel.widget != m_guest)
        panel.widget->setVisible(panel.isInSight && !isFolded(panel));
}

void Workspace::moveToMiddle(QWidget* panel)
{
    const auto* found = panelOf(panel);
    if (!found || panel == m_guest)
        return;
    showMiddle();
    m_guest = panel;
    fitDrawer();
    Q_EMIT guestChanged();
    panel->show();
    found->dock->setWidget(found->note);
    found->note->show();
}

void Workspace::showMiddle()
{
    const auto* found = panelOf(std::exchange(m_guest, nullptr));
    if (!found)
        return;
    found->note->hide();
    found->dock->setWidget(found->widget);
    Q_EMIT guestChanged();
    // Its dock does not report what a tab has changed at the same moment as the widget.
    onDockInSight(found->widget, !found->dock->isHidden() && !isBehindTab(*found));
    fitDrawer();
    if (found->widget == m_inDrawer)
        widenDrawer();
}

void Workspace::leaveMiddle(const QWidget* panel)
{
    if (panel == m_guest)
        showMiddle();
}

const Workspace::Panel* Workspace::panelOfTab(const QTabBar& bar, int index) const
{
    const auto found = std::find_if(m_panels.begin(), m_panels.end(), [&](const Panel& panel) {
        return panel.dock->windowTitle() == bar.tabText(index);
    });
    return found == m_panels.end() ? nullptr : &*found;
}

bool Workspace::isBehindTab(const Panel& panel) const
{
    for (const auto* bar : findChildren<QTabBar*>(u"panelTabs"_s, Qt::FindDirectChildrenOnly)) {
        for (auto index = 0; bar->isVisible() && index < bar->count(); ++index) {
            if (panelOfTab(*bar, index) == &panel)
                return index != bar->currentIndex();
        }
    }
    return false;
}

void Workspace::onTabDoubleClicked(const QTabBar& bar, int index)
{
    const auto* found = panelOfTab(bar, index);
    if (!found)
        return;
    // Later, because its second click, which also folds or unfolds, may be reported after it.
    if (isAt(*found, Place::Bottom))
        QMetaObject::invokeMethod(
            this, [this, wasFolded = m_wasFolded] { restoreFolded(wasFolded); }, Qt::QueuedConnection);
    if (found->widget == m_guest)
        showMiddle();
    else
        moveToMiddle(found->widget);
}

/// By a key: of the current tab.
void Workspace::openTabMenu(const QTabBar& bar, const QContextMenuEvent& event)
{
    const bool isByKey = event.reason() == QContextMenuEvent::Keyboard;
    const auto index = isByKey ? bar.currentIndex() : bar.tabAt(event.pos());
    const auto* found = panelOfTab(bar, index);
    if (found && found->menu)
        found->menu->popup(isByKey ? bar.mapToGlobal(bar.tabRect(index).bottomLeft()) : event.globalPos());
}

/// The title bar appears where it is needed to move the panel: also in a window of its own.
void Workspace::showTitle(const Panel& panel)
{
    const bool isMovable = m_arrange->isChecked();
    panel.dock->setFeatures(isMovable ? QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable |
                                            QDockWidget::DockWidgetFloatable
                                      : QDockWidget::DockWidgetClosable);
    panel.dock->setTitleBarWidget(isMovable || panel.dock->isFloating() ? nullptr : panel.noTitle);
}

void Workspace::place(const Panel& panel, Place where)
{
    const auto area = areaOf(where);
    const auto there = std::find_if(m_panels.begin(), m_panels.end(),
                                    [&](const Panel& other) { return other.dock != panel.dock && isAt(other, where); });
    const auto* neighbour = there == m_panels.end() ? nullptr : &*there;
    panel.dock->setFloating(false);
    addDockWidget(area, panel.dock);
    if (where == Place::Bottom && neighbour)
        tabifyDockWidget(neighbour->dock, panel.dock);
    fitFolded();
}

bool Workspace::isAt(const Panel& panel, Place place) const
{
    return !panel.dock->isFloating() && dockWidgetArea(panel.dock) == areaOf(place);
}

/// What was folded has neither a height nor, behind its tab, a position.
void Workspace::openInWindow(const Panel& panel)
{
    const bool wasFolded = isFolded(panel);
    panel.dock->setFloating(true);
    if (wasFolded)
        panel.dock->resize(panel.dock->size().expandedTo(panel.dock->sizeHint()));
    if (!screen()->virtualGeometry().intersects(panel.dock->geometry()))
        panel.dock->move(mapToGlobal(QPoint()));
}

void Workspace::placeAll()
{
    for (const auto& panel : m_panels) {
        panel.dock->setFloating(false);
        removeDockWidget(panel.dock);
    }
    for (const auto& panel : m_panels) {
        place(panel, panel.place);
        panel.dock->show();
    }
    m_isSized = false;
    shareRoom();
    shareWidth();
    shareRight();
    QList<QDockWidget*> above;
    QList<int> heights;
    for (const auto& panel : m_panels) {
        if (panel.height > 0) {
            above.push_back(panel.dock);
            heights.push_back(scaled(panel.height));
        }
    }
    resizeDocks(above, heights, Qt::Vertical);
    if (m_front)
        bringForward(m_front);
    setFolded(foldsBottom());
}

void Workspace::resizeFirst(Place where, int extent, Qt::Orientation orientation)
{
    const auto first =
        std::find_if(m_panels.begin(), m_panels.end(), [&](const Panel& panel) { return panel.place == where; });
    if (first != m_panels.end())
        resizeDocks({first->dock}, {extent}, orientation);
}

/// The visible one there; null if there is none. A rail has no border to move.
const Workspace::Panel* Workspace::panelAt(Place place) const
{
    const auto found = std::find_if(m_panels.begin(), m_panels.end(), [&](const Panel& panel) {
        return panel.widget->isVisible() && isAt(panel, place) && !isInRail(panel);
    });
    return found == m_panels.end() ? nullptr : &*found;
}

void Workspace::resizeFocused(Qt::Orientation orientation, int direction)
{
    constexpr int lines = 2;
    const auto* focus = window()->focusWidget();
    const bool isMiddle = focus && centralWidget()->isAncestorOf(focus);
    const auto found = std::find_if(m_panels.begin(), m_panels.end(), [&](const Panel& panel) {
        return focus && !panel.dock->isFloating() && panel.dock->isAncestorOf(focus);
    });
    const auto* panel = isMiddle ? panelAt(orientation == Qt::Horizontal ? Place::Right : Place::Bottom)
                                 : (found == m_panels.end() ? nullptr : &*found);
    if (!panel)
        return;
    const auto step = direction * lines * fontMetrics().height() * (isMiddle ? -1 : 1);
    const auto before = panel->dock->size();
    const auto extent = orientation == Qt::Horizontal ? before.width() : before.height();
    resizeDocks({panel->dock}, {std::max(1, extent + step)}, orientation);
    layout()->activate(); // at once
    m_isSized = m_isSized || panel->dock->size() != before;
}

void Workspace::shareRoom()
{
    fitDrawer();
    if (const auto folded = std::exchange(m_foldedBottom, foldsBottom()); folded != m_foldedBottom)
        setFolded(m_foldedBottom);
    if (!m_isSized)
        resizeFirst(Place::Bottom, bottomHeight(), Qt::Vertical);
}

/// In a high window the bottom has its share, so that its lists grow too. In a low one the queue comes first.
int Workspace::bottomHeight() const
{
    if (height() < scaled(leastForBottom))
        return height() / 5;
    return std::max(std::min(scaled(m_bottom), height() * 3 / 10), height() / 4);
}

void Workspace::shareWidth()
{
    const auto room = width() - scaled(m_right) - scaled(leastMiddleWidth);
    const auto narrow = std::min(scaled(m_left.narrow), width() * mostOfWidth / 100);
    // In a very wide window long names have room, too.
    const auto wide = std::clamp(room, scaled(m_left.least), std::max(scaled(m_left.most), width() / 4));
    resizeFirst(Place::Left, isInNarrowWindow(*this) ? narrow : wide, Qt::Horizontal);
}

bool Workspace::foldsBottom() const
{
    return height() < scaled(leastUnfolded) || isInNarrowWindow(*this);
}

/// In a low or narrow window the panels at the bottom fold to their tabs. A click on a tab, a panel's shortcut or more
/// room unfolds them.
void Workspace::setFolded(bool folded)
{
    m_isFolded = folded;
    fitFolded();
}

/// What is folded has no height, and is hidden, so that the Tab key does not reach it.
void Workspace::fitFolded()
{
    for (const auto& panel : m_panels) {
        const auto height = isFolded(panel) ? 0 : QWIDGETSIZE_MAX;
        if (panel.dock->maximumHeight() == height)
            continue;
        panel.dock->setMaximumHeight(height);
        showOrHide(panel);
    }
}

void Workspace::unfold()
{
    if (!m_isFolded)
        return;
    setFolded(false);
    resizeFirst(Place::Bottom, std::min(scaled(m_bottom), height() / 2), Qt::Vertical);
}

void Workspace::restoreFolded(bool wasFolded)
{
    if (wasFolded)
        setFolded(true);
    else
        unfold();
}

bool Workspace::isFolded(const Panel& panel) const
{
    return m_isFolded && isAt(panel, Place::Bottom);
}

void Workspace::onTabClicked(const QTabBar& bar, int index)
{
    m_wasFolded = m_isFolded;
    const auto* panel = panelOfTab(bar, index);
    if (!panel || !isAt(*panel, Place::Bottom) || !foldsBottom())
        return;
    if (m_isFolded)
        unfold();
    else
        setFolded(index == bar.currentIndex());
}

void Workspace::reset()
{
    m_arrange->setChecked(false);
    showMiddle();
    placeAll();
}

void Workspace::bringForward(QWidget* panel)
{
    const auto* found = panelOf(panel);
    if (!found || panel == m_guest)
        return;
    found->dock->show();
    found->dock->raise();
    if (m_drawer && panel == m_inDrawer && !m_drawer->isOpen())
        m_drawer->open(0);
    if (m_isPlaced && isFolded(*found))
        unfold();
}

void Workspace::raise(QWidget* panel)
{
    const auto* found = panelOf(panel);
    if (found && panel != m_guest && !found->dock->isHidden())
        found->dock->raise();
}

void Workspace::goTo(QWidget* panel)
{
    bringForward(panel);
    panel->show(); // at once: raise() emits visibilityChanged later
    panel->window()->activateWindow();
    if (auto* first = firstFocusable(panel))
        first->setFocus(Qt::ShortcutFocusReason);
}

std::vector<QWidget*> Workspace::visiblePanels() const
{
    std::vector<QWidget*> panels;
    const auto add = [&](bool isLeft) {
        for (const auto& panel : m_panels) {
            if ((panel.place == Place::Left) == isLeft && panel.widget != m_guest && isReachable(panel))
                panels.push_back(panel.widget);
        }
    };
    add(true);
    panels.push_back(m_guest ? m_guest : m_middle);
    add(false);
    return panels;
}

/// The visible ones, the front one of those that are folded, and what opens from the rail.
bool Workspace::isReachable(const Panel& panel) const
{
    return panel.widget->isVisible() || (m_isFolded && &panel == frontAtBottom()) ||
           (isInRail(panel) && panel.dock->isVisible());
}

/// Also in the rail of the panel, or in the frame around it; in the middle panel for its guest.
bool Workspace::isFocusIn(const QWidget* panel) const
{
    const auto* focus = window()->focusWidget();
    const auto* found = panelOf(panel);
    if (focus && panel == m_guest && m_middle->isAncestorOf(focus))
        return true;
    return focus && (panel->isAncestorOf(focus) || panel->parentWidget() == focus ||
                     (found && found->dock->isAncestorOf(focus)));
}

/// Panels that take no keys are passed over. A closed drawer stays closed: its rail gets the focus.
void Workspace::goBy(int step)
{
    const auto panels = visiblePanels();
    const auto count = static_cast<int>(panels.size());
    const auto found =
        std::find_if(panels.begin(), panels.end(), [this](const QWidget* panel) { return isFocusIn(panel); });
    auto at = found != panels.end() ? static_cast<int>(found - panels.begin()) : step > 0 ? -1 : count;
    for (auto tried = 0; tried < count; ++tried) {
        at = (at + step + count) % count;
        auto* panel = panels[static_cast<std::size_t>(at)];
        if (panel == m_inDrawer && m_drawer->isNarrow() && !m_drawer->isOpen()) {
            m_drawer->focusRail();
            return;
        }
        if (firstFocusable(panel)) {
            goTo(panel);
            return;
        }
    }
}

/// The panel in front there; a folded one unfolds.
void Workspace::goToBottom()
{
    if (const auto* front = frontAtBottom(); front && front->widget != m_guest)
        goTo(front->widget);
}

/// Of the panels at the bottom, the one that is not behind another tab; null if there is none.
const Workspace::Panel* Workspace::frontAtBottom() const
{
    for (const auto* bar : findChildren<QTabBar*>(u"panelTabs"_s, Qt::FindDirectChildrenOnly)) {
        const auto* front = bar->isVisible() ? panelOfTab(*bar, bar->currentIndex()) : nullptr;
        if (front && isAt(*front, Place::Bottom))
            return front;
    }
    const auto only = std::find_if(m_panels.begin(), m_panels.end(), [this](const Panel& panel) {
        return isAt(panel, Place::Bottom) && !panel.dock->isHidden();
    });
    return only == m_panels.end() ? nullptr : &*only;
}

std::vector<QWidget*> Workspace::panelsInSight() const
{
    std::vector<QWidget*> panels;
    for (const auto& panel : m_panels) {
        if (isReachable(panel))
            panels.push_back(panel.widget);
    }
    return panels;
}

QByteArray Workspace::arrangement() const
{
    return m_wanted.isEmpty() ? saveState(arrangementVersion) : m_wanted;
}

void Workspace::restore(const QByteArray& arrangement)
{
    if (m_isPlaced)
        m_isSized = restorePanels(arrangement) || m_isSized;
    else
        m_wanted = arrangement;
}

bool Workspace::restorePanels(const QByteArray& arrangement)
{
    const bool isRestored = restoreState(arrangement, arrangementVersion);
    fitDrawer();
    fitFolded();
    return isRestored;
}

// --- events --------------------------------------------------------------------------------------------------------

/// On the first show the placed panels get their sizes.
void Workspace::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (std::exchange(m_isPlaced, true))
        return;
    placeAll();
    if (const auto wanted = std::exchange(m_wanted, {}); !wanted.isEmpty())
        m_isSized = restorePanels(wanted);
    if (m_isSized)
        widenDrawer();
}

void Workspace::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (!m_isPlaced)
        return;
    shareRoom();
    if (!m_isSized && (event->size().width() != event->oldSize().width()))
        shareWidth();
}

/// A press that no panel accepts but QMainWindow does is the start of a border move.
bool Workspace::event(QEvent* event)
{
    const bool isTaken = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonPress && event->isAccepted())
        m_isSized = true;
    return isTaken;
}

/// Of the tabs: only the left button selects, folds and moves; QTabBar reports the click of every button.
bool Workspace::eventFilter(QObject* watched, QEvent* event)
{
    auto* bar = qobject_cast<QTabBar*>(watched);
    if (bar && event->type() == QEvent::Show)
        bar->setDrawBase(false); // Qt sets it again for a bar that was hidden
    if (bar && event->type() == QEvent::ContextMenu) {
        openTabMenu(*bar, *static_cast<QContextMenuEvent*>(event));
        return true;
    }
    const bool isPress = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (bar && isPress && static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return true;
    return QMainWindow::eventFilter(watched, event);
}

void Workspace::childEvent(QChildEvent* event)
{
    QMainWindow::childEvent(event);
    auto* bar = event->polished() ? qobject_cast<QTabBar*>(event->child()) : nullptr;
    if (!bar)
        return;
    bar->setObjectName(u"panelTabs"_s);
    bar->installEventFilter(this);
    connect(bar, &QTabBar::tabBarClicked, this, [this, bar](int index) { onTabClicked(*bar, index); });
    connect(bar, &QTabBar::tabBarDoubleClicked, this, [this, bar](int index) { onTabDoubleClicked(*bar, index); });
    bar->setAccessibleName(tr("Tabbed panels"));
    bar->setDrawBase(false);
    bar->setExpanding(false);
    bar->setFocusPolicy(Qt::TabFocus);
}

} // namespace lockscope::ui

#include "moc_Workspace.cpp"
