// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/KeysDialog.h"

#include "ui/theme/Theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequence>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString keyText(QKeyCombination key)
{
    return QKeySequence(key).toString(QKeySequence::NativeText);
}

QString keyText(QKeyCombination first, QKeyCombination second)
{
    return keyText(first) + u"  "_s + keyText(second);
}

} // namespace

KeysDialog::KeysDialog(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent)
    , m_list(new QTreeWidget(this))
{
    setObjectName(u"keysDialog"_s);
    setWindowTitle(tr("Keyboard Shortcuts"));
    resize(620, 620);
    m_list->setObjectName(u"keysList"_s);
    m_list->setAccessibleName(tr("Keyboard shortcuts"));
    m_list->setHeaderLabels({tr("Key"), tr("Action")});
    m_list->header()->resizeSection(0, 200);
    m_list->setUniformRowHeights(true);
    QList<Key> anywhere;
    for (const auto* action : actions) {
        if (!action->shortcut().isEmpty())
            anywhere.push_back({action->shortcut().toString(QKeySequence::NativeText),
                                action->statusTip().isEmpty() ? action->text().remove(u'…') : action->statusTip()});
    }
    addGroup(tr("Anywhere"), anywhere);
    addPanels();
    m_list->expandAll();
    m_list->setCurrentItem(m_list->topLevelItem(0)->child(0));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    m_list->setFocus();
}

void KeysDialog::addPanels()
{
    const auto enter = keyText(Qt::Key_Return);
    const auto escape = keyText(Qt::Key_Escape);
    const auto aside = keyText(Qt::Key_Left, Qt::Key_Right);
    const auto along = keyText(Qt::Key_Up, Qt::Key_Down);
    const auto ends = keyText(Qt::Key_Home, Qt::Key_End);
    const auto zoom = keyText(Qt::Key_Plus, Qt::Key_Minus);
    const auto shifted = keyText(Qt::SHIFT | Qt::Key_Left, Qt::SHIFT | Qt::Key_Right);
    const auto copy = QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText);
    addGroup(tr("Find"), {{along, tr("Select the next or previous result")},
                          {enter, tr("Go to the result, or run the action")},
                          {escape, tr("Cancel the search")}});
    addGroup(tr("Notice in the status bar"), {{escape, tr("Close the notice")}});
    addGroup(tr("Locks"), {{along, tr("Select the next or previous lock or directory")},
                           {aside, tr("Collapse or expand a directory")}});
    addGroup(tr("Findings"), {{enter, tr("Go to the lock of the finding")},
                              {copy, tr("Copy the finding")},
                              {escape, tr("Clear the selection")}});
    addGroup(tr("Sessions"), {{enter, tr("Go to the lock that the session holds or waits for")}});
    addGroup(tr("Simulation"), {{enter, tr("In a field: run the simulation")}});
    addGroup(tr("Activity"), {{enter, tr("In a replay: go to the selected time")}});
    addGroup(tr("Queue"), {{along, tr("In the table: select the next or previous contender")},
                           {aside, tr("In the queue diagram: select the next or previous contender")},
                           {ends, tr("In the queue diagram: select the first or last contender")},
                           {escape, tr("Follow the current holder again")}});
    addGroup(tr("Timeline"), {{aside, tr("Scroll to earlier or later times")},
                              {along, tr("Select the next or previous client")},
                              {shifted, tr("Select the next or previous wait or hold of the client")},
                              {zoom, tr("Zoom in or out")},
                              {ends, tr("Show all, or follow the current time")}});
    addGroup(tr("Wait Graph"), {{aside, tr("Follow an arrow backward or forward")},
                                {along, tr("Select the neighbouring session or arrow")},
                                {keyText(Qt::Key_Home), tr("Select the first session")},
                                {enter, tr("Go to the lock of the selection")},
                                {zoom, tr("Zoom in or out")},
                                {keyText(Qt::Key_0), tr("Show all")},
                                {shifted, tr("Move the view")}});
    addGroup(tr("Any table or view"),
             {{copy, tr("In a table: copy the selected rows")},
              {QKeySequence(QKeySequence::Save).toString(QKeySequence::NativeText), tr("Save to a file")}});
    addGroup(tr("Replay"),
             {{keyText(Qt::Key_Space), tr("On the replay slider: play or pause")},
              {aside, tr("On the replay slider: go to an earlier or later time")},
              {keyText(Qt::Key_PageDown, Qt::Key_PageUp), tr("On the replay slider: go back or forward by a tenth")},
              {ends, tr("On the replay slider: go to the beginning or the end")},
              {enter, tr("In the field of the time: go to that time")},
              {escape, tr("In the field of the time: close it")}});
    addGroup(tr("Queue length"),
             {{aside, tr("Select another time")}, {enter, tr("In a replay: go to the selected time")}});
}

void KeysDialog::addGroup(const QString& title, const QList<Key>& keys)
{
    auto* group = new QTreeWidgetItem(m_list, {title});
    group->setFirstColumnSpanned(true);
    auto font = group->font(0);
    font.setBold(true);
    group->setFont(0, font);
    for (const auto& key : keys) {
        auto* row = new QTreeWidgetItem(group, {key.keys, key.does});
        row->setFont(0, monoFont());
    }
}

} // namespace lockscope::ui

#include "moc_KeysDialog.cpp"
