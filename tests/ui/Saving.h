// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Saves as a user does: by an action, the dialog that it opens, and the message afterwards.

#include "tests/support/Test.h"
#include "ui/files/SaveLine.h"
#include "ui/views/ElidedLabel.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>

namespace lockscope::test {

/// Types the name into the dialog below `root` and presses its button. Removes an existing file first, because the
/// dialog would ask whether to replace it.
inline void chooseFile(const QWidget& root, const QString& dialogName, const QString& file)
{
    auto* dialog = root.findChild<QFileDialog*>(dialogName);
    QVERIFY2(dialog && dialog->isVisible(), qPrintable(dialogName));
    QFile::remove(file);
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
    static_cast<QDialog*>(dialog)->accept();
    QVERIFY(!dialog->isVisible());
}

/// The text of the save line when it is idle.
[[nodiscard]] inline QString reportedAfterwards(const QWidget& root, const QString& lineName)
{
    auto* line = root.findChild<ui::SaveLine*>(lineName);
    if (!line || !QTest::qWaitFor([line] { return !line->isBusy(); }, 30'000))
        return QStringLiteral("(%1 has not come to an end)").arg(lineName);
    return line->findChild<ui::ElidedLabel*>(lineName + QStringLiteral("Told"))->fullText();
}

/// Triggers the action `view` + "Save", saves to the file, and returns the message.
[[nodiscard]] inline QString save(const QWidget& root, const QString& view, const QString& line, const QString& file)
{
    auto* action = root.findChild<QAction*>(view + QStringLiteral("Save"));
    if (!action)
        return QStringLiteral("(there is no such action)");
    action->trigger();
    chooseFile(root, view + QStringLiteral("SaveDialog"), file);
    return reportedAfterwards(root, line);
}

[[nodiscard]] inline QByteArray bytesOf(const QString& file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

} // namespace lockscope::test
