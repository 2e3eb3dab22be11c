// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContenderStatus.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

std::string textOf(const QJsonObject& line, QLatin1StringView key)
{
    return line.value(key).toString().toStdString();
}

std::int64_t tokenOf(const QJsonObject& line)
{
    return line.value(QLatin1StringView("token")).toString().toLongLong(nullptr, 16);
}

/// The name by which the servers know the client: its node, on Redis its owner, token or permit.
std::string nameAtServers(const QJsonObject& line)
{
    const std::string node = textOf(line, QLatin1StringView("node"));
    return node.empty() ? textOf(line, QLatin1StringView("owner")) : node;
}

bool isAbout(const ContenderStatus::Holding& holding, const QJsonObject& line)
{
    return holding.path == textOf(line, QLatin1StringView("path")) &&
           holding.mode == textOf(line, QLatin1StringView("mode"));
}

} // namespace

std::string eventOf(const QJsonObject& line)
{
    if (textOf(line, QLatin1StringView("note")) == "revoked")
        return "revocation";
    if (textOf(line, QLatin1StringView("cause")) == "writeRejected")
        return "rejected";
    return textOf(line, QLatin1StringView("event"));
}

int ContenderStatus::times(const std::string& event) const
{
    const auto seen = saw.find(event);
    return seen == saw.end() ? 0 : seen->second;
}

void ContenderStatus::apply(const QJsonObject& line)
{
    const std::string event = eventOf(line);
    if (event.empty())
        return;
    ++saw[event];
    lastEvent = event;
    if (const std::string detail = textOf(line, QLatin1StringView("detail")); !detail.empty())
        lastEvent = phrase("%1: %2", event, detail);
    if (const std::string given = textOf(line, QLatin1StringView("path")); !given.empty())
        path = given;
    if (const std::string given = nameAtServers(line); !given.empty()) {
        node = given;
        nodePath = textOf(line, QLatin1StringView("nodePath"));
    }
    if (const auto given = tokenOf(line); given != 0 && event != "rejected") // a late write has an old token
        token = given;
    believe(event, line);
    careless = std::any_of(holdings.begin(), holdings.end(), [](const Holding& holding) { return holding.isLost; });
    if (clientView != ClientView::Holding || holdings.empty())
        return;
    // Of several holds, the last: the node of a recent release is not one of them.
    const Holding& holding = holdings.back();
    path = holding.path;
    node = holding.node;
    nodePath = holding.nodePath;
    token = holding.token != 0 ? holding.token : token;
}

void ContenderStatus::believe(const std::string& event, const QJsonObject& line)
{
    if (event == "connected") {
        if (std::exchange(suspended, false))
            clientView = m_resumed;
        if (clientView == ClientView::Starting)
            clientView = ClientView::Idle;
    } else if (event == "suspended") {
        if (!std::exchange(suspended, true))
            m_resumed = clientView;
    } else if (event == "queued") {
        enter(ClientView::Waiting);
    } else if (event == "granted") {
        holdings.push_back({textOf(line, QLatin1StringView("path")), nameAtServers(line),
                            textOf(line, QLatin1StringView("nodePath")), textOf(line, QLatin1StringView("mode")),
                            tokenOf(line), false});
        enter(ClientView::Holding);
    } else if (event == "released") {
        released(line);
    } else if (event == "lost") {
        lost(line);
    } else if (event == "timedOut") {
        enter(holdings.empty() ? ClientView::Idle : ClientView::Holding);
    }
}

void ContenderStatus::enter(ClientView next)
{
    (suspended ? m_resumed : clientView) = next;
}

void ContenderStatus::released(const QJsonObject& line)
{
    std::erase_if(holdings, [&](const Holding& holding) { return isAbout(holding, line); });
    enter(holdings.empty() ? ClientView::Idle : ClientView::Holding);
}

void ContenderStatus::lost(const QJsonObject& line)
{
    if (!line.value(QLatin1StringView("careless")).toBool()) {
        released(line);
        return;
    }
    for (Holding& holding : holdings)
        holding.isLost = holding.isLost || isAbout(holding, line);
}

void ContenderStatus::end()
{
    clientView = ClientView::Ended;
    suspended = false;
    careless = false;
    holdings.clear();
}

} // namespace lockscope::console
