// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContenderStatus.h"

#include <utility>

namespace lockscope::console {

namespace {

QString wordOf(const QJsonObject& line, QLatin1StringView key)
{
    return line.value(key).toString();
}

bool isAbout(const ContenderStatus::Holding& holding, const QJsonObject& line)
{
    return holding.path == wordOf(line, QLatin1StringView("path")) &&
           holding.mode == wordOf(line, QLatin1StringView("mode"));
}

} // namespace

void ContenderStatus::enter(State next)
{
    (state == State::Suspended ? m_resumed : state) = next;
}

void ContenderStatus::apply(const QJsonObject& line)
{
    const QString what = wordOf(line, QLatin1StringView("event"));
    if (what == u"connected") {
        if (state == State::Suspended)
            state = m_resumed;
        else if (state == State::Starting)
            state = State::Connected;
    } else if (what == u"queued") {
        enter(State::Waiting);
        node = wordOf(line, QLatin1StringView("node"));
    } else if (what == u"granted") {
        granted(line);
    } else if (what == u"released") {
        released(line);
    } else if (what == u"lost") {
        lost(line);
    } else if (what == u"timedOut") {
        ++counts.timedOut;
        node.clear();
        enter(holdings.empty() ? State::Idle : State::Holding);
    } else if (what == u"suspended") {
        if (state != State::Suspended)
            m_resumed = std::exchange(state, State::Suspended);
    } else {
        noted(line);
    }
}

void ContenderStatus::granted(const QJsonObject& line)
{
    enter(State::Holding);
    node = wordOf(line, QLatin1StringView("node"));
    ++counts.granted;
    counts.token = wordOf(line, QLatin1StringView("token"));
    counts.lastWaitMs = line.value(QLatin1StringView("waitMs")).toInteger(-1);
    holdings.push_back({wordOf(line, QLatin1StringView("path")), node, wordOf(line, QLatin1StringView("nodePath")),
                        wordOf(line, QLatin1StringView("mode")), counts.token, false});
}

void ContenderStatus::released(const QJsonObject& line)
{
    std::erase_if(holdings, [&](const Holding& holding) { return isAbout(holding, line); });
    node.clear();
    enter(holdings.empty() ? State::Idle : State::Holding);
}

void ContenderStatus::lost(const QJsonObject& line)
{
    ++counts.lost;
    if (!line.value(QLatin1StringView("careless")).toBool()) {
        released(line);
        return;
    }
    for (auto& holding : holdings)
        holding.isLost = holding.isLost || isAbout(holding, line);
}

void ContenderStatus::noted(const QJsonObject& line)
{
    if (wordOf(line, QLatin1StringView("note")) == u"revoked")
        ++counts.askedToLetGo;
    if (wordOf(line, QLatin1StringView("event")) != u"error")
        return;
    complaint = wordOf(line, QLatin1StringView("detail"));
    if (wordOf(line, QLatin1StringView("cause")) == u"writeRejected")
        ++counts.writesRejected;
    else
        ++counts.errors;
}

} // namespace lockscope::console
