// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <functional>

class QWidget;

namespace lockscope::ui {

/// A file type: "CSV (*.csv)", and the suffix added to a name without one.
struct FileKind {
    QString filter;
    QString suffix;
};

/// Asks where to save; not modal. Replaces a dialog that is open. `proposed`: a name without suffix. The first kind is
/// selected unless the user selects another one. `then` is not called if the user cancels.
void askForFile(QWidget& parent, const QString& objectName, const QString& title, const QString& proposed,
                const QList<FileKind>& kinds, std::function<void(const QString& file)> then);

} // namespace lockscope::ui
