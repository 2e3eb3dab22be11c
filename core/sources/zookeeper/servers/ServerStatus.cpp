// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ServerStatus.h"

#include "core/sources/zookeeper/servers/AnswerText.h"

#include <algorithm>

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

std::optional<std::int64_t> signedIn(QByteArrayView text, int base = 10)
{
    bool isNumber = false;
    const auto number = text.trimmed().toByteArray().toLongLong(&isNumber, base);
    return isNumber ? std::optional<std::int64_t>(number) : std::nullopt;
}

std::optional<std::int64_t> signedAt(const QJsonObject& object, const char* key)
{
    const auto value = object.value(QLatin1String(key));
    return value.isDouble() ? std::optional<std::int64_t>(value.toInteger()) : std::nullopt;
}

std::optional<std::int64_t> unlessNegative(std::optional<std::int64_t> number)
{
    return number && *number >= 0 ? number : std::nullopt;
}

std::optional<std::int64_t> numberIn(QByteArrayView text, int base = 10)
{
    return unlessNegative(signedIn(text, base));
}

std::optional<std::int64_t> numberAt(const QJsonObject& object, const char* key)
{
    return unlessNegative(signedAt(object, key));
}

/// A server counts a request as begun after it has handed it on. If it is finished before, there is a -1 for a moment.
std::optional<std::int64_t> openRequests(std::optional<std::int64_t> reported)
{
    return reported ? std::optional(std::max<std::int64_t>(*reported, 0)) : std::nullopt;
}

std::optional<double> latencyOf(double value)
{
    return value >= 0 ? std::optional(value) : std::nullopt;
}

/// "0/0.25/12": least, average, longest, in milliseconds.
void addLatency(QByteArrayView text, ServerHealth& health)
{
    const auto parts = text.trimmed().toByteArray().split('/');
    if (parts.size() != 3)
        return;
    bool isNumber = false;
    const auto average = parts[1].toDouble(&isNumber);
    if (isNumber)
        health.latencyMs = latencyOf(average);
    health.longestLatencyMs = numberIn(parts[2]);
}

/// Without the leader itself.
void addFollowers(std::optional<std::int64_t> quorumSize, std::optional<std::int64_t> synced, ServerHealth& health)
{
    if (quorumSize && *quorumSize > 0)
        health.followers = *quorumSize - 1;
    health.syncedFollowers = synced;
}

} // namespace

std::optional<ServerStatus> statusFromJson(const QByteArray& answer)
{
    const auto object = commandAnswer(answer);
    if (!object || !object->contains(QLatin1String("server_stats")))
        return std::nullopt;
    const auto stats = object->value(QLatin1String("server_stats")).toObject();
    ServerStatus status;
    status.version = versionIn(object->value(QLatin1String("version")).toString().toUtf8());
    status.mode = wordIn(stats.value(QLatin1String("server_state")).toString().toUtf8());
    status.nodes = numberAt(*object, "node_count");
    if (const auto average = stats.value(QLatin1String("avg_latency")); average.isDouble())
        status.health.latencyMs = latencyOf(average.toDouble());
    status.health.longestLatencyMs = numberAt(stats, "max_latency");
    status.health.outstanding = openRequests(signedAt(stats, "outstanding_requests"));
    status.health.zxid = numberAt(stats, "last_processed_zxid");
    return status;
}

std::optional<ServerStatus> statusFromWord(const QByteArray& answer)
{
    constexpr QByteArrayView versionKey("Zookeeper version:");
    constexpr QByteArrayView latencyKey("Latency min/avg/max:");
    constexpr QByteArrayView outstandingKey("Outstanding:");
    constexpr QByteArrayView zxidKey("Zxid: 0x");
    constexpr QByteArrayView modeKey("Mode:");
    constexpr QByteArrayView nodesKey("Node count:");
    constexpr int hexadecimal = 16;
    std::optional<ServerStatus> status;
    eachLine(answer, [&](QByteArrayView line) {
        if (line.startsWith(versionKey)) {
            status = ServerStatus{{}, versionIn(line.sliced(versionKey.size())), std::nullopt};
        } else if (!status) {
            return true;
        } else if (line.startsWith(latencyKey)) {
            addLatency(line.sliced(latencyKey.size()), status->health);
        } else if (line.startsWith(outstandingKey)) {
            status->health.outstanding = openRequests(signedIn(line.sliced(outstandingKey.size())));
        } else if (line.startsWith(zxidKey)) {
            status->health.zxid = numberIn(line.sliced(zxidKey.size()), hexadecimal);
        } else if (line.startsWith(modeKey)) {
            status->mode = wordIn(line.sliced(modeKey.size()));
        } else if (line.startsWith(nodesKey)) {
            status->nodes = numberIn(line.sliced(nodesKey.size()));
            return false;
        }
        return true;
    });
    return status;
}

bool addFollowersFromJson(const QByteArray& answer, ServerHealth& health)
{
    const auto object = commandAnswer(answer);
    if (!object || !object->contains(QLatin1String("synced_followers")))
        return false;
    addFollowers(numberAt(*object, "quorum_size"), numberAt(*object, "synced_followers"), health);
    return true;
}

bool addFollowersFromWord(const QByteArray& answer, ServerHealth& health)
{
    constexpr QByteArrayView syncedKey("zk_synced_followers\t");
    constexpr QByteArrayView sizeKey("zk_quorum_size\t");
    std::optional<std::int64_t> synced;
    std::optional<std::int64_t> quorumSize;
    eachLine(answer, [&](QByteArrayView line) {
        if (line.startsWith(syncedKey))
            synced = numberIn(line.sliced(syncedKey.size()));
        else if (line.startsWith(sizeKey))
            quorumSize = numberIn(line.sliced(sizeKey.size()));
        return true;
    });
    if (synced)
        addFollowers(quorumSize, synced, health);
    return synced.has_value();
}

} // namespace lockscope::ensemble
