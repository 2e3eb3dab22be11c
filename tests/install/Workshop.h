// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Files.h"

#include <QByteArrayList>
#include <QMap>
#include <QStringList>
#include <QTemporaryDir>

namespace lockscope::test {

/// A temporary folder outside the source tree, where the library is installed and programs are built against it, with
/// an environment that finds no other copy of it. Thread: the one that made it; the event loop runs meanwhile.
class Workshop final {
public:
    [[nodiscard]] bool isValid() const { return m_folder.isValid(); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    /// Runs a command to its end; true if it succeeded. reported() has its output.
    [[nodiscard]] bool run(const QString& program, const QStringList& arguments,
                           const QMap<QString, QString>& variables = {});
    [[nodiscard]] const QByteArray& reported() const { return m_reported; }
    /// Its standard output, line by line.
    [[nodiscard]] const QByteArrayList& lines() const { return m_lines; }

    /// Configures `source` in the folder `build`: with Ninja, this build's compiler, and these further arguments.
    [[nodiscard]] bool configure(const QString& source, const QString& build, const QStringList& arguments);
    [[nodiscard]] bool build(const QString& build);

private:
    QTemporaryDir m_folder;
    QByteArray m_reported;
    QByteArrayList m_lines;
};

/// True if `text` names `folder`, or a path in it.
[[nodiscard]] bool mentions(const QByteArray& text, const QString& folder);

/// Every file below `folder`, relative to it, sorted.
[[nodiscard]] QStringList filesBelow(const QString& folder);

/// Copies the files directly in `from`, and overwrites files in `to`.
[[nodiscard]] bool copyFiles(const QString& from, const QString& to);

} // namespace lockscope::test
