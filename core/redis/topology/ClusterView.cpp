// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/ClusterView.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lockscope::redis {

namespace {

/// Removes the text up to the next separator, or to the end, and returns it.
std::string_view takeUntil(std::string_view& text, char separator)
{
    const auto end = std::min(text.find(separator), text.size());
    const auto part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

/// CLUSTER NODES: "ID ADDRESS FLAGS MASTER PING PONG CONFIG-EPOCH LINK SLOT…" a line.
std::int64_t highestEpochOf(std::string_view nodes)
{
    std::int64_t highest = 0;
    while (!nodes.empty()) {
        auto line = takeUntil(nodes, '\n');
        std::string_view fields[7];
        for (auto& field : fields)
            field = takeUntil(line, ' ');
        const auto& epochText = fields[6];
        std::int64_t epoch = 0;
        const auto [end, error] = std::from_chars(epochText.data(), epochText.data() + epochText.size(), epoch);
        // A replica repeats the epoch of its master.
        if (error == std::errc() && fields[2].find("master") != std::string_view::npos)
            highest = std::max(highest, epoch);
    }
    return highest;
}

/// COMMAND INFO: an item for each command, nil or an empty one if the server does not have it.
bool isKnownCommand(const Value& reply)
{
    return reply.items().size() == 1 && !reply.items().front().items().empty();
}

} // namespace

const std::vector<Command>& clusterViewCommands()
{
    static const std::vector<Command> commands{
        {"CLUSTER", "SLOTS"},
        {"CLUSTER", "INFO"},
        {"CLUSTER", "NODES"},
        {"PUBSUB", "SHARDNUMSUB"}, // Redisson decides by this one
        {"COMMAND", "INFO", "SSUBSCRIBE"},
    };
    return commands;
}

Result<ClusterView> parseClusterView(const std::vector<Value>& replies, const Address& asked)
{
    if (replies.size() != clusterViewCommands().size())
        return failure(ErrorCode::System, phraseLater("read the slots of the cluster"));
    auto slots = parseClusterSlots(replies[0], asked);
    if (!slots)
        return failure(slots.error());
    if (slots->uncovered() == slotCount)
        return failure(ErrorCode::NoConnection, {}, {},
                       phrase("the server serves no cluster: no hash slot has a master"));
    ClusterView view;
    view.slots = std::move(*slots);
    view.nodes = nodesInClusterSlots(replies[0], asked);
    view.isDown = replies[1].text().find("cluster_state:fail") != std::string::npos;
    view.epoch = highestEpochOf(replies[2].text());
    view.hasShardedChannels = replies[3].kind() == Value::Kind::Array || isKnownCommand(replies[4]);
    return view;
}

bool isNewer(const ClusterView& view, const ClusterView& than)
{
    return view.epoch != than.epoch ? view.epoch > than.epoch : than.isDown && !view.isDown;
}

} // namespace lockscope::redis
