// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QStringList>

#include <fcntl.h>

namespace lockscope::test {

/// The descriptors of this process that a child process would inherit, but for the three standard ones: number and
/// what it is.
[[nodiscard]] inline QStringList inheritableDescriptors()
{
    QStringList found;
    const QDir folder(QStringLiteral("/proc/self/fd"));
    for (const auto& name : folder.entryList(QDir::Files | QDir::System)) {
        const int flags = ::fcntl(name.toInt(), F_GETFD);
        if (name.toInt() > 2 && flags >= 0 && (flags & FD_CLOEXEC) == 0)
            found += name + QStringLiteral(": ") + QFile::symLinkTarget(folder.filePath(name));
    }
    return found;
}

} // namespace lockscope::test
