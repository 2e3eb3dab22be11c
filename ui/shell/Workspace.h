// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>

#include <vector>

class QAction;
class QContextMenuEvent;
class QDockWidget;
class QKeySequence;
class QLabel;
class QMenu;
class QTabBar;

namespace lockscope::ui {

class Drawer;

/// The panels around the one in the middle. Each can be hidden, moved to another side or put into a window of its own,
/// by menu. The mouse works only while the action for it is checked. Panels at the bottom share one area, as tabs. A
/// panel that is not visible is hidden as a widget, too. Until the user moves a border, the bottom takes less of a low
/// window, and the left more of a wide one. A right click on a tab opens the panel's menu. One panel at a time may be a
/// guest of the middle panel: a double click on its tab moves it there and back. Its dock stays where it is, with a
/// note. In a narrow window one panel of the right side is a drawer, and the bottom is folded to its tabs.
class Workspace final : public QMainWindow {
    Q_OBJECT
public:
    enum class Place {
        Left,
        Right,
        Bottom
    };

    explicit Workspace(QWidget* parent = nullptr);
    ~Workspace() override;

    /// Called in the order of the menu. `key`: with Ctrl, goes to the panel.
    void setMiddle(QWidget* panel, const QString& title, Qt::Key key);
    /// `height`: the initial height of a panel above or below others; see scaled().
    void add(QWidget* panel, const QString& title, Qt::Key key, Place place, int height = 0);
    /// This panel, which was added, is a drawer in a narrow window.
    Drawer& makeDrawer(QWidget* panel);
    struct Widths {
        int narrow = 0; ///< in a narrow window
        int least = 0;
        int most = 0; ///< in a wide window, as far as the middle has room
    };
    /// The initial widths of the sides and height of the bottom; see scaled().
    void setExtents(Widths left, int right, int bottom);
    /// The panel that is initially in front of the others in its area.
    void setFront(QWidget* panel);

    /// From now on, its key shows this panel in the middle.
    void setCentred(QWidget* panel) { m_centred = panel; }
    /// Makes it the guest of the middle panel, which places it at guestChanged().
    void moveToMiddle(QWidget* panel);
    /// The middle panel without a guest, which is in its dock again.
    void showMiddle();
    /// Null: none.
    [[nodiscard]] QWidget* guest() const { return m_guest; }

    /// Shows the panel, in front of the others in its area.
    void bringForward(QWidget* panel);
    /// The same, unless the user has hidden the panel.
    void raise(QWidget* panel);
    using QMainWindow::raise;
    /// Calls bringForward() and sets the keyboard focus.
    void goTo(QWidget* panel);
    /// Without the middle panel, which is always visible. With the front panel of those that are folded to their tabs,
    /// and with a closed drawer.
    [[nodiscard]] std::vector<QWidget*> panelsInSight() const;

    /// Adds the "go to" actions, and for each panel a menu: visible or not, and where. The actions work in all of
    /// `window`.
    void addMenus(QMenu& menu, QWidget& window);

    /// The positions of all panels, as bytes.
    [[nodiscard]] QByteArray arrangement() const;
    /// At once, or when it is first shown. Ignores bytes that are not from arrangement().
    void restore(const QByteArray& arrangement);
    void reset();

Q_SIGNALS:
    /// A new guest is to be placed in the middle panel; the one before has left it.
    void guestChanged();

protected:
    void childEvent(QChildEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Panel {
        QWidget* widget = nullptr;
        QDockWidget* dock = nullptr;
        QWidget* noTitle = nullptr;
        Place place = Place::Left; ///< initially; so is the height
        int height = 0;
        QLabel* note = nullptr; ///< in the dock while the panel is in the middle
        QMenu* menu = nullptr;  ///< see addMenus()
        bool isInSight = false; ///< the dock, not behind another tab
    };

    /// Null for the middle panel.
    [[nodiscard]] const Panel* panelOf(const QWidget* widget) const;
    void onDockInSight(QWidget* panel, bool isInSight);
    void leaveMiddle(const QWidget* panel);
    void showOrHide(const Panel& panel);
    [[nodiscard]] bool isBehindTab(const Panel& panel) const;
    [[nodiscard]] const Panel* panelOfTab(const QTabBar& bar, int index) const;
    void onTabDoubleClicked(const QTabBar& bar, int index);
    void openTabMenu(const QTabBar& bar, const QContextMenuEvent& event);
    void addPanelMenus(QMenu& menu);
    void addGoAction(QWidget* panel, const QString& title, Qt::Key key);
    void addStepAction(const QString& objectName, const QString& text, const QKeySequence& keys, int step);
    void addSizeAction(const QString& objectName, const QString& text, Qt::Key key, Qt::Orientation orientation,
                       int direction);
    /// Moves a border of the panel that has the focus; of the middle one, its border to the right or the bottom.
    void resizeFocused(Qt::Orientation orientation, int direction);
    [[nodiscard]] const Panel* panelAt(Place place) const;
    /// From left to right, with the middle one.
    [[nodiscard]] std::vector<QWidget*> visiblePanels() const;
    [[nodiscard]] bool isReachable(const Panel& panel) const;
    [[nodiscard]] bool isFocusIn(const QWidget* panel) const;
    void goBy(int step);
    void goToBottom();
    [[nodiscard]] const Panel* frontAtBottom() const;
    void showTitle(const Panel& panel);
    void place(const Panel& panel, Place place);
    [[nodiscard]] bool isAt(const Panel& panel, Place place) const;
    void openInWindow(const Panel& panel);
    void placeAll();
    void resizeFirst(Place place, int extent, Qt::Orientation orientation);
    void shareRoom();
    void shareWidth();
    void shareRight();
    void fitDrawer();
    void widenDrawer();
    [[nodiscard]] bool isDrawerAtEdge() const;
    /// The drawer, in a narrow window.
    [[nodiscard]] bool isInRail(const Panel& panel) const;
    bool restorePanels(const QByteArray& arrangement);
    void setFolded(bool folded);
    void fitFolded();
    void unfold();
    void restoreFolded(bool wasFolded);
    [[nodiscard]] bool isFolded(const Panel& panel) const;
    void onTabClicked(const QTabBar& bar, int index);
    [[nodiscard]] bool foldsBottom() const;
    [[nodiscard]] int bottomHeight() const;

    std::vector<Panel> m_panels; ///< without the middle panel
    QWidget* m_middle = nullptr;
    QWidget* m_guest = nullptr;   ///< in it
    QWidget* m_centred = nullptr; ///< see setCentred()
    std::vector<QAction*> m_goTo;
    QList<QAction*> m_sizes;
    QAction* m_arrange;
    QAction* m_reset;
    Widths m_left;
    int m_right = 0;
    int m_bottom = 0;
    QWidget* m_front = nullptr;
    Drawer* m_drawer = nullptr; ///< null: there is none
    QWidget* m_inDrawer = nullptr;
    bool m_isPlaced = false;
    bool m_isFolded = false;     ///< of the bottom area, only the tabs are visible
    bool m_wasFolded = false;    ///< before the last click on a tab
    bool m_foldedBottom = false; ///< foldsBottom() before
    bool m_isSized = false;      ///< the user has moved a border
    QByteArray m_wanted;         ///< to be restored on the first show
};

} // namespace lockscope::ui
