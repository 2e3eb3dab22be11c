// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Test.h"
#include "ui/views/ElidedLabel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLineEdit>
#include <QTabBar>
#include <QWindow>

namespace lockscope::test {

/// Acts as a user does: sees what is painted and not scrolled out of sight, and clicks it by its position in its
/// window, so that a widget above it receives the click. Counts the clicks.
class Hand final {
public:
    explicit Hand(QWidget& window)
        : m_window(window)
    {
    }

    [[nodiscard]] int clicks() const { return m_clicks; }

    /// Null until a widget of this name is completely visible.
    template <typename T = QWidget> [[nodiscard]] T* seen(const QString& name) const
    {
        for (auto* each : m_window.findChildren<T*>(name))
            if (isSeen(*each))
                return each;
        return nullptr;
    }

    /// The text of all visible labels, one line each, as painted: text that is cut off is missing.
    [[nodiscard]] QString read() const
    {
        QStringList lines;
        for (const auto* label : m_window.findChildren<QLabel*>())
            if (!label->text().isEmpty() && isSeen(*label))
                lines << label->text();
        return lines.join(QLatin1Char('\n'));
    }
    /// The value beside this key in a list of names and values; empty while it is not visible.
    [[nodiscard]] QString readBeside(const QString& word, const QString& list) const
    {
        for (const auto* key :
             m_window.findChildren<QLabel*>(QRegularExpression(QLatin1Char('^') + list + QStringLiteral("Key\\d+$"))))
            if (key->text() == word && isSeen(*key))
                if (const auto* value =
                        seen<QLabel>(key->objectName().replace(QStringLiteral("Key"), QStringLiteral("Value"))))
                    return value->text();
        return {};
    }

    /// Clicks the middle by default.
    void click(const QWidget* widget, QPoint at = {})
    {
        QVERIFY(widget);
        if (at.isNull())
            at = widget->rect().center();
        QVERIFY2(widget->visibleRegion().contains(at),
                 qPrintable(widget->objectName() + QStringLiteral(" is not in sight")));
        auto* window = widget->window();
        QTest::mouseClick(window->windowHandle(), Qt::LeftButton, {}, widget->mapTo(window, at));
        ++m_clicks;
    }
    void click(const QString& name)
    {
        QTRY_VERIFY2(seen(name), qPrintable(name));
        click(seen(name));
    }
    void clickRow(const QAbstractItemView* view, int row, int column = 0)
    {
        QVERIFY(view);
        const auto place = view->visualRect(view->model()->index(row, column));
        QVERIFY2(!place.isEmpty(), qPrintable(view->objectName()));
        click(view->viewport(), place.center());
    }
    void clickTab(const QString& bar, const QString& text)
    {
        for (auto* each : m_window.findChildren<QTabBar*>(bar)) {
            for (auto tab = 0; each->isVisible() && tab < each->count(); ++tab)
                if (each->tabText(tab) == text)
                    return click(each, each->tabRect(tab).center());
        }
        QFAIL(qPrintable(text));
    }
    /// Replaces the content of the line edit of this name.
    void type(const QString& name, const QString& text)
    {
        click(name);
        auto* line = seen<QLineEdit>(name);
        QVERIFY2(line, qPrintable(name));
        QTRY_COMPARE(QApplication::focusWidget(), line);
        QTest::keySequence(line->window()->windowHandle(), QKeySequence::SelectAll);
        press(Qt::Key_Backspace);
        for (const auto letter : text)
            QTest::keyClick(line->window()->windowHandle(), letter.toLatin1());
        QCOMPARE(line->text(), text);
    }
    /// In the widget that has the keyboard focus.
    static void press(Qt::Key key)
    {
        auto* focus = QApplication::focusWidget();
        QVERIFY(focus);
        QTest::keyClick(focus->window()->windowHandle(), key);
    }

private:
    static bool isSeen(const QWidget& widget)
    {
        return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
    }

    QWidget& m_window;
    int m_clicks = 0;
};

} // namespace lockscope::test
