// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ServerStatus.h"

#include "core/sources/zookeeper/servers/AnswerText.h"

namespace lockscope::ensemble {

namespace {

constexpr qsizetype longestWord = 40; ///< limit for display; real values are shorter

/// Returns "3.8.0" for "3.8.0-5a02a05eddb59aee6ac762f7ea82e92a68eb9c0f, built on 2022-02-25 08:49 UTC".
std::string versionIn(QByteArrayView text)
{
    const auto trimmed = text.trimmed().toByteArray();
    qsizetype end = 0;
    while (end < trimmed.size() && trimmed[end] != '-' && trimmed[end] != ',' && trimmed[end] != ' ')
        ++end;
    return trimmed.left(std::min(end, longestWord)).toStdString();
}

std::string wordIn(QByteArrayView text)
{
    return text.trimmed().toByteArray().left(longestWord).toLower().toStdString();
}

} // namespace

std::optional<ServerStatus> statusFromJson(const QByteArray& answer)
{
    const auto object = commandAnswer(answer);
    if (!object || !object->contains(QLatin1String("server_stats")))
        return std::nullopt;
    ServerStatus status;
    status.version = versionIn(object->value(QLatin1String("version")).toString().toUtf8());
    status.mode = wordIn(object->value(QLatin1String("server_stats"))
                             .toObject()
                             .value(QLatin1String("server_state"))
                             .toString()
                             .toUtf8());
    if (const auto nodes = object->value(QLatin1String("node_count")); nodes.isDouble())
        status.nodes = nodes.toInteger();
    return status;
}

std::optional<ServerStatus> statusFromWord(const QByteArray& answer)
{
    constexpr QByteArrayView versionKey("Zookeeper version:");
    constexpr QByteArrayView modeKey("Mode:");
    constexpr QByteArrayView nodesKey("Node count:");
    std::optional<ServerStatus> status;
    eachLine(answer, [&](QByteArrayView line) {
        if (line.startsWith(versionKey)) {
            status = ServerStatus{{}, versionIn(line.sliced(versionKey.size())), std::nullopt};
        } else if (line.startsWith(modeKey) && status) {
            status->mode = wordIn(line.sliced(modeKey.size()));
        } else if (line.startsWith(nodesKey) && status) {
            bool isNumber = false;
            const auto nodes = line.sliced(nodesKey.size()).trimmed().toByteArray().toLongLong(&isNumber);
            if (isNumber && nodes >= 0)
                status->nodes = nodes;
            return false;
        }
        return true;
    });
    return status;
}

} // namespace lockscope::ensemble
