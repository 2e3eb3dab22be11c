// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Simulation.h"

#include <QLabel>

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::test {

/// A test of the window alone: there is no connection, and the test supplies the state to show.
class WindowTest : public QObject {
protected:
    void openWindow()
    {
        failOnAnyWarning();
        makeWindow();
        showWindow();
    }
    /// Replaces the previous window.
    void makeWindow()
    {
        if (!m_simulation)
            m_simulation = std::make_unique<ui::Simulation>(ui::Simulation::Dependencies());
        m_window = std::make_unique<ui::MainWindow>(*m_simulation, ui::Preferences{ui::ThemeChoice::Dark});
    }
    void showWindow()
    {
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void closeWindow()
    {
        m_window.reset();
        m_simulation.reset();
    }

    template <typename T> T* child(const QString& name) { return childOf<T>(*m_window, name); }
    QString text(const QString& label) { return child<QLabel>(label)->text(); }
    void show(const ui::ViewState& viewState) { m_window->setViewState(viewState, snapshotTime, false); }
    void show(std::vector<LockPtr> locks) { show(liveViewState(snapshot(std::move(locks)))); }

    /// The input widgets below `root` without an object name or an accessible name.
    [[nodiscard]] static QStringList nameless(const QWidget& root)
    {
        QStringList nameless;
        for (const auto* widget : root.findChildren<QWidget*>()) {
            const bool takesInput = widget->focusPolicy() & Qt::TabFocus;
            const auto* parent = widget->parentWidget();
            const bool isInner = widget->objectName().startsWith(QStringLiteral("qt_")) ||
                                 widget->inherits("QTabBar") || widget->inherits("QComboBoxListView") ||
                                 (parent && parent->inherits("QAbstractSpinBox"));
            if (takesInput && !isInner && (widget->objectName().isEmpty() || widget->accessibleName().isEmpty()))
                nameless << QStringLiteral("%1 '%2'").arg(QString::fromLatin1(widget->metaObject()->className()),
                                                          widget->objectName());
        }
        return nameless;
    }

    std::unique_ptr<ui::Simulation> m_simulation;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace lockscope::test
