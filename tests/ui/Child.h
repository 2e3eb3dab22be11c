// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace lockscope::test {

/// The child of this name below `root`. Aborts the test if there is none.
template <typename T> [[nodiscard]] T* childOf(const QObject& root, const QString& name)
{
    auto* found = root.findChild<T*>(name);
    if (!found)
        qFatal("there is no %s", qPrintable(name));
    return found;
}

} // namespace lockscope::test
