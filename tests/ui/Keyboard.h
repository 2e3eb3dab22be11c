// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Test.h"

#include <QAccessible>
#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <functional>

namespace lockscope::test {

/// Acts as a user without a mouse who hears what a screen reader says: presses keys in the widget that has the focus,
/// and reads names, values, descriptions and states of QAccessible, never a widget. Counts the keys.
class Keyboard final {
public:
    using Interface = QAccessibleInterface;

    [[nodiscard]] int keys() const { return m_keys; }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        if (QApplication::activePopupWidget())
            QCoreApplication::processEvents(); // its activation: later, the closed popup would become the active window
        QWidget* to = QApplication::activePopupWidget();
        if (!to)
            to = QApplication::focusWidget();
        if (!to)
            to = QApplication::activeWindow(); // as at the start, when no widget has the focus yet
        QVERIFY(to);
        QTest::keyClick(to, key, modifiers);
        ++m_keys;
    }
    void type(const QString& text)
    {
        for (const auto letter : text) {
            QVERIFY(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), letter.toLatin1());
            ++m_keys;
        }
    }
    /// Presses Tab until the focus is on what has this name.
    void tabTo(const QString& name)
    {
        constexpr auto most = 40;
        for (auto pressed = 0; pressed < most && focusName() != name; ++pressed)
            press(Qt::Key_Tab);
        QCOMPARE(focusName(), name);
    }
    /// Goes down in the list that has the focus, from its first row, until the current row has all of these words.
    void goDownTo(const QStringList& words)
    {
        constexpr auto most = 40;
        press(Qt::Key_Home);
        for (auto pressed = 0; pressed < most && !hasAll(currentItem(), words); ++pressed)
            press(Qt::Key_Down);
        QVERIFY2(hasAll(currentItem(), words), qPrintable(currentItem()));
    }

    /// That of the control with the focus, as in the event that a screen reader gets; not of its current item.
    [[nodiscard]] static Interface* focus()
    {
        auto* widget = QApplication::focusWidget();
        return QAccessible::queryAccessibleInterface(widget ? widget : QApplication::activeWindow());
    }
    [[nodiscard]] static QString focusName() { return name(focus()); }
    [[nodiscard]] static QString focusValue()
    {
        const auto* it = focus();
        return it ? it->text(QAccessible::Value) : QString();
    }
    /// The name of the current row of the list that has the focus.
    [[nodiscard]] static QString currentItem()
    {
        QString item;
        visitChildren(fresh(focus()), [&](Interface& child) {
            if (child.state().focused && item.isEmpty())
                item = name(&child);
        });
        return item;
    }

    /// All that the active window says: name, value and description of what is visible, one line each.
    [[nodiscard]] static QStringList read()
    {
        return readIn(QAccessible::queryAccessibleInterface(QApplication::activeWindow()));
    }
    [[nodiscard]] static bool reads(const QString& words) { return read().join(u'\n').contains(words); }
    /// The value of a fact, which has the name "key: value"; empty if there is none.
    [[nodiscard]] static QString fact(const QString& key)
    {
        const auto begin = key + QStringLiteral(": ");
        for (const auto& line : read()) {
            if (line.startsWith(begin))
                return line.mid(begin.size());
        }
        return {};
    }
    /// The first visible one with such a role and a name that begins so; null if there is none.
    [[nodiscard]] static Interface* find(QAccessible::Role role, const QString& begin)
    {
        Interface* found = nullptr;
        visit(QAccessible::queryAccessibleInterface(QApplication::activeWindow()), [&](Interface& each) {
            if (!found && each.role() == role && name(&each).startsWith(begin))
                found = &each;
        });
        return found;
    }
    [[nodiscard]] static QStringList readIn(Interface* top)
    {
        QStringList lines;
        visit(top, [&](Interface& each) {
            for (const auto text : {QAccessible::Name, QAccessible::Value, QAccessible::Description}) {
                if (const auto line = each.text(text); !line.isEmpty())
                    lines << line;
            }
        });
        return lines;
    }
    [[nodiscard]] static QStringList childNames(Interface* list)
    {
        QStringList names;
        visitChildren(list, [&](Interface& child) { names << name(&child); });
        return names;
    }
    /// A combo box has its value for a name: the label beside it tells what it is.
    [[nodiscard]] static QString name(const Interface* of)
    {
        if (of && of->role() == QAccessible::ComboBox) {
            for (const auto& [label, relation] : of->relations(QAccessible::Label))
                return label->text(QAccessible::Name);
        }
        return of ? of->text(QAccessible::Name) : QString();
    }

private:
    static bool hasAll(const QString& text, const QStringList& words)
    {
        return std::all_of(words.begin(), words.end(), [&](const QString& word) { return text.contains(word); });
    }
    /// Qt keeps the cells of a table up to date only for assistive technologies that run: here they are made again.
    static Interface* fresh(Interface* of)
    {
        auto* object = of ? of->object() : nullptr;
        if (!object || !of->tableInterface())
            return of;
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(of));
        return QAccessible::queryAccessibleInterface(object);
    }
    static void visitChildren(Interface* of, const std::function<void(Interface&)>& what)
    {
        for (auto index = 0; of && index < of->childCount(); ++index) {
            if (auto* child = of->child(index); child && child->isValid())
                what(*child);
        }
    }
    static void visit(Interface* top, const std::function<void(Interface&)>& what)
    {
        auto* here = fresh(top);
        if (!here || !here->isValid() || here->state().invisible)
            return;
        what(*here);
        visitChildren(here, [&](Interface& child) { visit(&child, what); });
    }

    int m_keys = 0;
};

} // namespace lockscope::test
