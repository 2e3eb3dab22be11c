// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/ClientList.h"

#include "core/redis/ClientNames.h"
#include "core/sources/redis/dialects/OwnerName.h"
#include "core/sources/redis/dialects/TokenShape.h"
#include "core/sources/redis/hosts/MonitorLine.h"

namespace lockscope::inspect {

namespace {

/// "id=3 addr=10.0.0.4:51234 … name=orders-7 …": no value has a space.
std::string_view fieldOf(std::string_view line, std::string_view field)
{
    while (!line.empty()) {
        const auto end = line.find(' ');
        const auto part = line.substr(0, end);
        if (part.starts_with(field))
            return part.substr(field.size());
        line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    }
    return {};
}

} // namespace

std::vector<NamedClient> parseClientList(std::string_view reply)
{
    std::vector<NamedClient> clients;
    while (!reply.empty()) {
        const auto end = reply.find('\n');
        const auto line = reply.substr(0, end);
        const auto address = fieldOf(line, "addr=");
        const auto name = fieldOf(line, "name=");
        if (isSocketAddress(address) && !name.empty())
            clients.push_back({std::string(address), std::string(name)});
        reply.remove_prefix(end == std::string_view::npos ? reply.size() : end + 1);
    }
    return clients;
}

std::string instanceNamedBy(std::string_view clientName, const std::set<std::string, std::less<>>& instances)
{
    // A shorter token may be a word that a connection has as its name by chance.
    if (clientName.size() >= shortestToken && instances.contains(clientName))
        return std::string(clientName);
    for (std::size_t at = 0; at + uuidLength <= clientName.size(); ++at) {
        const auto part = clientName.substr(at, uuidLength);
        if (part[8] == '-' && instances.contains(part))
            return std::string(part);
    }
    return {};
}

bool isOwnName(std::string_view clientName)
{
    return clientName == redis::windowClientName || clientName == redis::commandClientName;
}

} // namespace lockscope::inspect
