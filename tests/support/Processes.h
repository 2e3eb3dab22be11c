// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The processes of this machine, from /proc.

#include "tests/support/Files.h"

#include <QDir>
#include <QList>

#include <map>
#include <optional>
#include <set>

namespace lockscope::test {

struct ProcessInfo {
    qint64 parent = 0;
    char state = '?';   ///< Z: ended, not yet reaped
    QByteArray command; ///< its arguments, separated by zeros
};

[[nodiscard]] inline std::optional<ProcessInfo> processInfo(qint64 id)
{
    const auto folder = QStringLiteral("/proc/%1/").arg(id);
    const auto stat = contentsOf(folder + QStringLiteral("stat"));
    const auto fields = stat.mid(stat.lastIndexOf(')') + 2).split(' '); // the name may contain any character
    if (stat.isEmpty() || fields.size() < 2 || fields.front().isEmpty())
        return std::nullopt;
    return ProcessInfo{fields[1].toLongLong(), fields.front().front(), contentsOf(folder + QStringLiteral("cmdline"))};
}

[[nodiscard]] inline std::map<qint64, ProcessInfo> allProcesses()
{
    std::map<qint64, ProcessInfo> processes;
    const auto folders = QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs);
    for (const auto& folder : folders) {
        if (const auto info = processInfo(folder.toLongLong()))
            processes[folder.toLongLong()] = *info;
    }
    return processes;
}

/// All direct and indirect child processes of `root`.
[[nodiscard]] inline std::map<qint64, ProcessInfo> descendantsOf(qint64 root)
{
    const auto processes = allProcesses();
    std::map<qint64, ProcessInfo> found;
    std::set<qint64> parents{root};
    for (bool grew = root > 0; grew;) {
        grew = false;
        for (const auto& [id, process] : processes) {
            if (parents.count(process.parent) > 0 && parents.insert(id).second) {
                found[id] = process;
                grew = true;
            }
        }
    }
    return found;
}

[[nodiscard]] inline QList<qint64> childrenOf(qint64 parent)
{
    QList<qint64> children;
    const auto processes = allProcesses();
    for (const auto& [id, process] : processes) {
        if (process.parent == parent && parent > 0)
            children << id;
    }
    return children;
}

/// True if the process exists and has not ended.
[[nodiscard]] inline bool runs(qint64 id)
{
    const auto info = processInfo(id);
    return info && info->state != 'Z';
}

} // namespace lockscope::test
