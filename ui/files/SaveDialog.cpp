// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/SaveDialog.h"

#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace lockscope::ui {

void askForFile(QWidget& parent, const QString& objectName, const QString& title, const QString& proposed,
                const QList<FileKind>& kinds, std::function<void(const QString& file)> then)
{
    // An open dialog belongs to an earlier request.
    if (auto* open = parent.findChild<QFileDialog*>(objectName, Qt::FindDirectChildrenOnly)) {
        open->setObjectName({});
        open->close();
    }
    auto* dialog = new QFileDialog(&parent, title);
    dialog->setObjectName(objectName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const auto& kind : kinds)
        filters << kind.filter;
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(kinds.front().suffix);
    dialog->selectFile(proposed + u'.' + kinds.front().suffix);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, kinds, filters](const QString& filter) {
        const auto suffix = kinds.value(filters.indexOf(filter)).suffix;
        dialog->setDefaultSuffix(suffix);
        // Qt's own dialog does this itself; a desktop's may not.
        const auto chosen = dialog->selectedFiles().value(0);
        if (const QFileInfo file(chosen); !chosen.isEmpty() && !file.isDir())
            dialog->selectFile(file.path() + u'/' + file.completeBaseName() + u'.' + suffix);
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, &parent, std::move(then));
    dialog->show();
}

} // namespace lockscope::ui
