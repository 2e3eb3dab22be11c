// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/install/Workshop.h"

#include <QProcessEnvironment>

namespace lockscope::test {

/// A way to link the installed library, and the program of tests/install that is built this way.
struct Way {
    QString name;    ///< also the program's folder
    QString program; ///< "service" locks on ZooKeeper, "section" on Redis
    bool byCMake = true;
    bool isShared = false;
};

/// Every way: by CMake and by pkg-config, each with the archive and with the shared library.
[[nodiscard]] const QList<Way>& ways();
[[nodiscard]] const Way& wayNamed(const QString& name);

/// Builds the way's program as `program` against the package at `prefix`, and checks that nothing else of Lockscope was
/// used, and that the right library is linked. Returns the error, or empty.
[[nodiscard]] QByteArray buildProgram(Workshop& workshop, const Way& way, const QString& prefix,
                                      const QString& program);

/// In which a program of this way finds its libraries.
[[nodiscard]] QProcessEnvironment environmentOf(const Way& way, const QString& prefix);

} // namespace lockscope::test
