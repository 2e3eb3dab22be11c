// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <cstdio>
#include <map>
#include <utility>

namespace lockscope::soak {

using namespace Qt::StringLiterals;

/// The queues by the path of the lock. An empty lock is not recognised by a reader that starts late.
using Content = std::map<QString, std::pair<QStringList, int>>; ///< holders' nodes, number of waiters

inline Content contentOf(const QJsonArray& locks)
{
    Content content;
    for (const auto& element : locks) {
        const auto lock = element.toObject();
        QStringList holders;
        for (const auto& holder : lock.value(u"holders"_s).toArray())
            holders.append(holder.isString() ? holder.toString() : holder.toObject().value(u"node"_s).toString());
        holders.sort();
        const auto waiters = lock.value(u"waiters"_s).toInt();
        if (!holders.isEmpty() || waiters > 0)
            content[lock.value(u"path"_s).toString()] = {holders, waiters};
    }
    return content;
}

inline void print(const char* whose, const Content& content)
{
    for (const auto& [path, queue] : content)
        std::printf("  %s: %s: %s, and %d wait\n", whose, qPrintable(path), qPrintable(queue.first.join(u' ')),
                    queue.second);
}

} // namespace lockscope::soak
