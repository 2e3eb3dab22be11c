// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zookeeper/EnsembleFacts.h"

#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::ensemble {

std::string_view toString(Source source)
{
    switch (source) {
    case Source::AdminServer:
        return "adminserver";
    case Source::FourLetter:
        return "fourletter";
    case Source::None:
        return "none";
    }
    return {};
}

std::string_view toString(ServerState state)
{
    switch (state) {
    case ServerState::Unknown:
        return "unknown";
    case ServerState::Serving:
        return "serving";
    case ServerState::NotServing:
        return "not-serving";
    case ServerState::Silent:
        return "silent";
    case ServerState::Down:
        return "down";
    }
    return {};
}

std::string inWords(Source source)
{
    switch (source) {
    case Source::AdminServer:
        return phrase("the AdminServer");
    case Source::FourLetter:
        return phrase("four-letter commands");
    case Source::None:
        break;
    }
    return phrase("unknown");
}

inspect::HostSource hostSourceOf(Source source)
{
    switch (source) {
    case Source::AdminServer:
        return inspect::HostSource::StatusPage;
    case Source::FourLetter:
        return inspect::HostSource::StatusCommand;
    case Source::None:
        break;
    }
    return inspect::HostSource::None;
}

std::optional<std::int64_t> EnsembleFacts::nodes() const
{
    std::optional<std::int64_t> most;
    for (const auto& server : servers) {
        if (server.nodes)
            most = std::max(most.value_or(0), *server.nodes);
    }
    return most;
}

std::vector<const ServerFacts*> EnsembleFacts::serversDown() const
{
    std::vector<const ServerFacts*> down;
    for (const auto& server : servers) {
        const bool isSilent = server.state == ServerState::Silent && server.downSince && *server.downSince < takenAt;
        if (server.state == ServerState::Down || isSilent)
            down.push_back(&server);
    }
    return down;
}

const SessionFacts* EnsembleFacts::find(SessionId session) const
{
    const auto found = sessions.find(session);
    return found == sessions.end() ? nullptr : &found->second;
}

EphemeralOwners::const_iterator from(const EphemeralOwners& ephemerals, std::string_view path)
{
    return std::lower_bound(ephemerals.begin(), ephemerals.end(), path,
                            [](const auto& one, std::string_view wanted) { return one.first < wanted; });
}

const SessionId* ownerOf(const EphemeralOwners& ephemerals, std::string_view path)
{
    const auto found = from(ephemerals, path);
    return found != ephemerals.end() && found->first == path ? &found->second : nullptr;
}

} // namespace lockscope::ensemble
