// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/TableActions.h"

#include "ui/files/SaveDialog.h"
#include "ui/files/SaveLine.h"
#include "ui/files/TableReader.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct TableActionsText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::TableActions)
};

void copyRows(const QAbstractItemView& view)
{
    auto chosen = view.selectionModel()->selectedRows();
    if (chosen.isEmpty() && view.currentIndex().isValid())
        chosen = {view.currentIndex()};
    std::sort(chosen.begin(), chosen.end());
    std::vector<QVariantList> rows;
    for (const auto& index : std::as_const(chosen)) {
        if (auto row = exportedRow(*view.model(), index))
            rows.push_back(*std::move(row));
    }
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(tabSeparated(rows));
}

/// Handles the copy keys before the view, which would copy its current cell.
class CopyKeys final : public QObject {
public:
    CopyKeys(QAbstractItemView& view, QAction& copy)
        : QObject(&view)
        , m_copy(copy)
    {
        view.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
            return false;
        m_copy.trigger();
        return true;
    }

private:
    QAction& m_copy;
};

QAction* addAction(QAbstractItemView& view, const QString& name, const QString& text, QKeySequence::StandardKey key)
{
    auto* action = new QAction(text, &view);
    action->setObjectName(view.objectName() + name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    view.addAction(action);
    return action;
}

} // namespace

void addTableActions(QAbstractItemView& view, const QString& name, SaveLine& line, std::function<void()> copy)
{
    auto* copyAction = addAction(view, u"Copy"_s, TableActionsText::tr("Copy"), QKeySequence::Copy);
    auto* saveAction = addAction(view, u"Save"_s, TableActionsText::tr("Save Table…"), QKeySequence::Save);
    if (!copy)
        copy = [&view] { copyRows(view); };
    QObject::connect(copyAction, &QAction::triggered, &view, std::move(copy));
    QObject::connect(saveAction, &QAction::triggered, &view, [&view, &line, name] {
        askForFile(
            view, view.objectName() + u"SaveDialog"_s, TableActionsText::tr("Save Table"), name,
            {{TableActionsText::tr("CSV (*.csv)"), u"csv"_s}, {TableActionsText::tr("JSON (*.json)"), u"json"_s}},
            [&view, &line](const QString& file) { line.saveTable(*view.model(), file); });
    });
    new CopyKeys(view, *copyAction);
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace lockscope::ui
