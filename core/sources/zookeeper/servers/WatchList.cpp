// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/WatchList.h"

#include "core/sources/zookeeper/servers/AnswerText.h"

#include <QJsonArray>

namespace lockscope::ensemble {

bool addWatchesFromJson(const QByteArray& answer, std::string_view chroot, const std::set<SessionId>& but,
                        WatchList& list)
{
    const auto object = commandAnswer(answer);
    if (!object)
        return false;
    const auto paths = object->value(QLatin1String("path_to_session_ids"));
    if (!paths.isObject())
        return false;
    const auto byPath = paths.toObject();
    for (auto watched = byPath.begin(); watched != byPath.end(); ++watched) {
        const auto path = watched.key().toStdString();
        const auto inside = withinChroot(path, chroot);
        if (!inside)
            continue;
        const auto sessions = watched.value().toArray();
        for (const auto& value : sessions) {
            const auto session = sessionIdIn(value);
            if (session && !but.contains(*session))
                list[std::string(*inside)].insert(*session);
        }
    }
    return true;
}

bool addWatchesFromWord(const QByteArray& answer, std::string_view chroot, const std::set<SessionId>& but,
                        WatchList& list)
{
    // A server without watches sends an empty line. Else each path has its own line, followed by one line with a tab
    // for each watcher.
    if (answer != "\n" && !(answer.startsWith('/') && answer.endsWith("\n\n")))
        return false;
    std::optional<std::string> path;
    eachLine(answer, [&](QByteArrayView line) {
        if (line.startsWith('/')) {
            const auto whole = line.toByteArray().toStdString();
            const auto inside = withinChroot(whole, chroot);
            path = inside ? std::optional(std::string(*inside)) : std::nullopt;
        } else if (line.startsWith('\t') && path) {
            const auto session = sessionIdIn(line);
            if (session && !but.contains(*session))
                list[*path].insert(*session);
        }
        return true;
    });
    return true;
}

} // namespace lockscope::ensemble
