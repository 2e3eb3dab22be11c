// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QDockWidget;
class QFrame;
class QToolButton;

namespace lockscope::ui {

/// A panel at the right edge of a narrow window. Its dock then contains a rail with a button for each part of the
/// panel. A button opens the panel above the others; the button again or Escape closes it, and the focus goes back. In
/// a wide window the dock contains the panel itself. Thread: UI.
class Drawer final : public QObject {
    Q_OBJECT
public:
    /// The dock contains the panel. `workspace`: contains the dock.
    Drawer(QWidget& workspace, QDockWidget& dock, QWidget& panel);

    void addPart(const QString& text, const QString& objectName, const QString& accessibleName);
    void setNarrow(bool narrow);
    [[nodiscard]] bool isNarrow() const { return m_isNarrow; }
    [[nodiscard]] bool isOpen() const;
    /// In a wide window without effect.
    void open(int part);
    void close();
    /// The first button gets the focus.
    void focusRail();

Q_SIGNALS:
    /// The part to show; -1: all of them, in a wide window.
    void partChosen(int part);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void check(int part);

    QWidget& m_workspace;
    QDockWidget& m_dock;
    QWidget& m_panel;
    QWidget* m_rail;
    QFrame* m_frame; ///< contains the panel, in a narrow window
    std::vector<QToolButton*> m_parts;
    QPointer<QWidget> m_before; ///< had the focus
    bool m_isNarrow = false;
};

} // namespace lockscope::ui
