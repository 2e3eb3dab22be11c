// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who runs on this machine, as /proc tells it.

#include "tests/support/Files.h"

#include <QDir>
#include <QList>

#include <map>
#include <optional>
#include <set>

namespace lockscope::test {

struct ProcessInfo {
    qint64 parent = 0;
    char state = '?';   ///< Z: it has ended, and nobody has collected it yet
    QByteArray command; ///< its arguments, separated by zeros
};

[[nodiscard]] inline std::optional<ProcessInfo> processInfo(qint64 id)
{
    const auto folder = QStringLiteral("/proc/%1/").arg(id);
    const auto stat = contentsOf(folder + QStringLiteral("stat"));
    const auto fields = stat.mid(stat.lastIndexOf(')') + 2).split(' '); // behind the name, which may be anything
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

/// All that `root` has started, and what these have.
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

/// Whether there is such a process, and it has not ended.
[[nodiscard]] inline bool runs(qint64 id)
{
    const auto info = processInfo(id);
    return info && info->state != 'Z';
}

} // namespace lockscope::test
