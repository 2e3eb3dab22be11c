// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/RecordingChoice.h"

#include <QCoreApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct RecordingChoiceText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::RecordingChoice)
};

} // namespace

QFileDialog* makeRecordingDialog(QWidget* parent)
{
    auto* dialog = new QFileDialog(parent, RecordingChoiceText::tr("Open Recording or Audit Logs"));
    dialog->setObjectName(u"openRecordingDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({RecordingChoiceText::tr("Recordings (*.rec)"),
                            RecordingChoiceText::tr("Audit logs (*.log *.log.*)"),
                            RecordingChoiceText::tr("All files (*)")});
    return dialog;
}

RecordingDrop::RecordingDrop(QWidget& window)
    : QObject(&window)
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

bool RecordingDrop::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event); // QDragEnterEvent derives from it
    const auto urls = drop->mimeData()->urls();
    if (urls.isEmpty() || !std::all_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); }))
        return true;
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop) {
        QStringList files;
        for (const auto& url : urls)
            files << url.toLocalFile();
        Q_EMIT dropped(files);
    }
    return true;
}

} // namespace lockscope::ui

#include "moc_RecordingChoice.cpp"
