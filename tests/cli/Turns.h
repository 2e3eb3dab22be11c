// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The turns of clients at a lock, by their own log, compared with those that a `watch` prints.

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace lockscope::test {

/// Longer than any delay of this machine between a change and its event.
constexpr qint64 turnTolerance = 1'500;

inline qint64 timeIn(const QJsonObject& line, const QString& key)
{
    return QDateTime::fromString(line.value(key).toString(), Qt::ISODateWithMs).toMSecsSinceEpoch();
}

struct Turn {
    qint64 queued = 0;
    qint64 granted = 0;
    qint64 released = 0;
};

struct Span {
    qint64 from = 0;
    qint64 to = 0;
};

/// The complete turns by node, as `contend --json` reports them.
inline std::map<QString, Turn> turnsIn(const QList<QByteArray>& lines)
{
    std::map<QString, Turn> turns;
    for (const auto& line : lines) {
        const auto json = QJsonDocument::fromJson(line).object();
        const auto node = json.value(QStringLiteral("node")).toString().section(u'/', -1);
        const auto event = json.value(QStringLiteral("event")).toString();
        if (event == u"queued")
            turns[node].queued = timeIn(json, QStringLiteral("at"));
        else if (event == u"granted")
            turns[node].granted = timeIn(json, QStringLiteral("at"));
        else if (event == u"released" && turns.contains(node))
            turns[node].released = timeIn(json, QStringLiteral("at"));
    }
    std::erase_if(turns, [](const auto& turn) { return turn.second.released == 0; });
    return turns;
}

/// What `watch --json` printed, read once.
struct WatchedTurns {
    qint64 begin = 0;
    qint64 end = 0;
    std::vector<Span> gaps;
    std::vector<Span> unseen;
    qint64 unseenCount = 0;
    std::map<QString, int> parts; ///< by node: 1: granted, 2: left, at known times
    std::map<QString, qint64> held;
    std::vector<std::pair<qint64, QByteArray>> lost; ///< times and lines

    explicit WatchedTurns(const QList<QByteArray>& lines)
    {
        for (const auto& line : lines) {
            const auto json = QJsonDocument::fromJson(line).object();
            const auto event = json.value(QStringLiteral("event")).toString();
            if (event.isEmpty())
                continue;
            const auto at = timeIn(json, QStringLiteral("at"));
            if (event == u"gap" || event == u"unseen") {
                (event == u"gap" ? gaps : unseen).push_back({timeIn(json, QStringLiteral("from")), at});
                unseenCount += json.value(QStringLiteral("count")).toInteger();
                continue;
            }
            begin = begin == 0 ? at : begin;
            end = std::max(end, at);
            if (event == u"lost")
                lost.emplace_back(at, line);
            if (json.value(QStringLiteral("atKnown")) != QStringLiteral("exact"))
                continue;
            const auto node = json.value(QStringLiteral("node")).toString();
            parts[node] |= event == u"granted" ? 1 : event == u"left" ? 2 : 0;
            if (json.value(QStringLiteral("heldMs")).isDouble())
                held[node] = json.value(QStringLiteral("heldMs")).toInteger();
        }
    }

    [[nodiscard]] bool isComplete(const QString& node) const
    {
        const auto found = parts.find(node);
        return found != parts.end() && found->second == 3;
    }

    /// How the watch contradicts the clients' turns; empty if each turn was seen, but for those at marked times and
    /// those whose node existed at an `excused` one, and no client was lost at another time.
    [[nodiscard]] QByteArray disagreement(const std::map<QString, Turn>& turns,
                                          const std::vector<Span>& excused = {}) const
    {
        const auto touches = [](qint64 from, qint64 to, const std::vector<Span>& spans) {
            return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
                return to >= span.from - turnTolerance && from <= span.to + turnTolerance;
            });
        };
        for (const auto& [at, line] : lost) {
            if (!touches(at, at, excused))
                return "no client was lost: " + line;
        }
        for (const auto& [node, turn] : turns) {
            const auto length = turn.released - turn.granted;
            const auto seen = held.find(node);
            if (seen != held.end() && std::abs(seen->second - length) > turnTolerance)
                return node.toUtf8() + " held for " + QByteArray::number(length) + " ms, not for " +
                       QByteArray::number(seen->second);
            const bool hasGapInside = std::any_of(gaps.begin(), gaps.end(), [&, turn = turn](const Span& gap) {
                return turn.granted < gap.from && turn.released > gap.to;
            });
            if (seen != held.end() && hasGapInside)
                return "the hold of " + node.toUtf8() + " touches a gap and has a length";
            const bool isInside = turn.granted > begin + turnTolerance && turn.released < end - turnTolerance;
            const bool isMarked =
                touches(turn.granted, turn.released, gaps) || touches(turn.granted, turn.released, unseen);
            if (isInside && !isComplete(node) && !isMarked && !touches(turn.queued, turn.released, excused))
                return "this turn is missing: " + node.toUtf8() + ", queued at " + QByteArray::number(turn.queued) +
                       ", granted at " + QByteArray::number(turn.granted);
        }
        return {};
    }
};

} // namespace lockscope::test
