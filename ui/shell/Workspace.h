// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>

#include <vector>

class QAction;
class QDockWidget;
class QMenu;

namespace lockscope::ui {

/// The panels around the one in the middle. Each can be hidden, moved to another side or put into a window of its own,
/// by menu or, while its action for that is checked, by the mouse; otherwise nothing moves by mistake. Panels at the
/// bottom share one place, as tabs. What is not in sight is hidden as a widget, too. Until the user moves a border, the
/// bottom takes less of a low window, and leaves its right corner to the panels above where that makes it not too
/// narrow.
class Workspace final : public QMainWindow {
    Q_OBJECT
public:
    enum class Place {
        Left,
        Right,
        Bottom
    };

    explicit Workspace(QWidget* parent = nullptr);

    /// Called in the order in which the keyboard counts the panels.
    void setMiddle(QWidget* panel, const QString& title);
    /// `height`: of one above or below others, to begin with, in pixels.
    void add(QWidget* panel, const QString& title, Place place, int height = 0);
    /// To begin with, in pixels: how wide the sides are and how high the bottom is.
    void setExtents(int left, int right, int bottom);
    /// To begin with, which of those that share a place is in sight.
    void setFront(QWidget* panel);

    /// Shows it, in front of what shares its place.
    void bringForward(QWidget* panel);
    /// The same of one that the user has not hidden.
    void raise(QWidget* panel);
    using QMainWindow::raise;
    /// bringForward(), and goes there with the keyboard.
    void goTo(QWidget* panel);
    /// All but the one in the middle, which always is.
    [[nodiscard]] std::vector<QWidget*> panelsInSight() const;

    /// Where to go (Ctrl and the panel's number, as far as there are digits), and one menu for each panel: shown or
    /// not, and where. Their actions work in all of `window`.
    void addMenus(QMenu& menu, QWidget& window);

    /// Where everything is.
    [[nodiscard]] QByteArray arrangement() const;
    /// At once, or when it is shown for the first time. Bytes that are not from arrangement() change nothing.
    void restore(const QByteArray& arrangement);
    void reset();

protected:
    void childEvent(QChildEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Panel {
        QWidget* widget = nullptr;
        QDockWidget* dock = nullptr;
        QWidget* noTitle = nullptr;
        Place place = Place::Left; ///< to begin with, like
        int height = 0;
    };

    /// Null: it is the one in the middle.
    [[nodiscard]] const Panel* panelOf(const QWidget* widget) const;
    void addPanelMenus(QMenu& menu);
    void addGoAction(QWidget* panel, const QString& title);
    void showTitle(const Panel& panel);
    void place(const Panel& panel, Place place);
    void placeAll();
    void resizeFirst(Place place, int extent, Qt::Orientation orientation);
    void shareRoom();
    void setFolded(bool folded);
    void onTabClicked(QTabBar& bar, int index);
    [[nodiscard]] bool isLow() const;

    std::vector<Panel> m_panels; ///< all but the one in the middle
    std::vector<QAction*> m_goTo;
    QAction* m_arrange;
    QAction* m_reset;
    int m_left = 0;
    int m_right = 0;
    int m_bottom = 0;
    QWidget* m_front = nullptr;
    bool m_isPlaced = false;
    bool m_isFolded = false; ///< of what is at the bottom, the tabs alone are in sight
    bool m_wasLow = false;
    bool m_isSized = false; ///< by the user, who has moved a border
    QByteArray m_wanted;    ///< to be restored once it has its size
};

} // namespace lockscope::ui
