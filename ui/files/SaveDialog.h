// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <functional>

class QWidget;

namespace lockscope::ui {

/// A kind of file: "CSV (*.csv)", and the ending that a name without one gets.
struct FileKind {
    QString filter;
    QString suffix;
};

/// Asks where to save; not modal. Asked again, the dialog that is open comes to the front. `proposed`: a name without
/// its ending. The first kind is chosen unless the user chooses another one. `then` is not called when the user
/// cancels.
void askForFile(QWidget& parent, const QString& objectName, const QString& title, const QString& proposed,
                const QList<FileKind>& kinds, std::function<void(const QString& file)> then);

} // namespace lockscope::ui
