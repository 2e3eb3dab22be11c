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
    setWindowTitle(tr("Keyboard"));
    resize(620, 620);
    m_list->setObjectName(u"keysList"_s);
    m_list->setAccessibleName(tr("Keys and what they do"));
    m_list->setHeaderLabels({tr("Key"), tr("What it does")});
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
    addGroup(tr("Find"), {{along, tr("The next or the previous of what was found")},
                          {enter, tr("Go there, or do it")},
                          {escape, tr("Give up")}});
    addGroup(tr("Locks"), {{along, tr("The next lock or directory")}, {aside, tr("Close or open a directory")}});
    addGroup(tr("Findings"),
             {{enter, tr("Go to what it is about")}, {copy, tr("Copy it")}, {escape, tr("Choose none")}});
    addGroup(tr("Sessions"), {{enter, tr("Go to what it holds, or waits for")}});
    addGroup(tr("Simulation"), {{enter, tr("In a field: run it")}});
    addGroup(tr("Activity"), {{enter, tr("In a replay: go to that moment")}});
    addGroup(tr("Queue"), {{along, tr("In the table: the next contender")},
                           {aside, tr("In the lane: the next contender")},
                           {ends, tr("In the lane: the first or the last one")},
                           {escape, tr("Follow the holder again, whoever it is")}});
    addGroup(tr("Timeline"), {{aside, tr("Earlier, later")},
                              {along, tr("The next client")},
                              {shifted, tr("The client's next wait or hold")},
                              {zoom, tr("Look closer, see more")},
                              {ends, tr("All of it, or follow the present")}});
    addGroup(tr("Wait-for graph"), {{aside, tr("Along an arrow, back or ahead")},
                                    {along, tr("What lies beside it")},
                                    {keyText(Qt::Key_Home), tr("The first one")},
                                    {enter, tr("Go to its lock")},
                                    {zoom, tr("Look closer, see more")},
                                    {keyText(Qt::Key_0), tr("All of it")},
                                    {shifted, tr("Move the picture")}});
    addGroup(tr("Any table or picture"),
             {{copy, tr("In a table: copy the chosen rows")},
              {QKeySequence(QKeySequence::Save).toString(QKeySequence::NativeText), tr("Save it as a file")}});
    addGroup(tr("Replay"), {{keyText(Qt::Key_Space), tr("On the track: play or pause")},
                            {aside, tr("On the track: earlier, later")},
                            {keyText(Qt::Key_PageDown, Qt::Key_PageUp), tr("On the track: a tenth earlier, later")},
                            {ends, tr("On the track: the beginning, the end")}});
    addGroup(tr("Queue length"), {{aside, tr("Another moment")}, {enter, tr("In a replay: go to that moment")}});
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
