// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/commands/ReleaseArguments.h"

#include "app/lockscopectl/Commands.h"
#include "core/base/Path.h"
#include "core/release/ReleasePlan.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"

namespace lockscope::ctl {

namespace {

/// Reads the numbers of --czxid. On an error, prints it and returns the exit status.
std::optional<Exit> readCzxids(const QStringList& texts, ReleaseRequest& request)
{
    for (const auto& text : texts) {
        bool isNumber = false;
        const auto creationId = text.toULongLong(&isNumber, 16);
        if (!isNumber || !text.startsWith(QStringLiteral("0x")))
            return complainUsage(
                QStringLiteral(
                    "invalid --czxid \"%1\": use the number as printed by show --json, such as 0x1a4f00000c31")
                    .arg(text));
        request.czxids.push_back(static_cast<std::int64_t>(creationId));
    }
    if (!request.czxids.empty() && request.czxids.size() != request.contenders.size())
        return complainUsage(
            QStringLiteral("%1 nodes, but %2 --czxid options: use one --czxid per node, in the same order")
                .arg(request.contenders.size())
                .arg(request.czxids.size()));
    return std::nullopt;
}

/// The nodes of a command for ZooKeeper. On an error, prints it and returns the exit status.
std::optional<Exit> readNodes(const QCommandLineParser& parser, ReleaseRequest& request)
{
    if (parser.isSet(redisOwnerOption) || parser.isSet(redisWaiterOption))
        return complainUsage(
            QStringLiteral("--owner and --waiter are for Redis. On ZooKeeper, name the node by its full "
                           "path, and give its --czxid"));
    if (parser.isSet(permitsOption) || parser.isSet(freePermitsOption))
        return complainUsage(
            QStringLiteral("--permits and --free-permits are for semaphores on Redis. On ZooKeeper, name the node of "
                           "a lease by its full path"));
    for (const auto& node : parser.positionalArguments()) {
        auto path = checkedPath(node.toStdString());
        if (!path)
            return complain(path.error());
        if (*path == "/")
            return complainUsage(QStringLiteral("release needs the node of a contender, not the root node"));
        request.contenders.push_back(release::keyOfNode(*std::move(path)));
    }
    if (request.contenders.empty())
        return complainUsage(
            QStringLiteral("release needs the full path of a node, such as /locks/orders/…-lock-0000000101"));
    if (const auto bad = readCzxids(parser.values(nodeCzxidOption), request))
        return bad;
    request.shown.assign(request.contenders.size(), request.czxids.empty() ? ShownAs::Nothing : ShownAs::Node);
    return std::nullopt;
}

std::optional<Exit> complainPermits(const QString& option, const QString& value, const QString& use)
{
    return complainUsage(QStringLiteral("invalid --%1 \"%2\": use %3").arg(option, value, use));
}

/// The permits that are added to a semaphore. On an error, prints it and returns the exit status.
std::optional<Exit> readPermits(const Context& context, const QCommandLineParser& parser, ReleaseRequest& request)
{
    if (!parser.isSet(permitsOption))
        return parser.isSet(freePermitsOption)
                   ? complainUsage(QStringLiteral("--free-permits needs --permits, the number of permits to add"))
                   : std::optional<Exit>();
    if (parser.isSet(redisOwnerOption) || parser.isSet(redisWaiterOption))
        return complainUsage(QStringLiteral("--permits is for semaphores without leases, which store no holders: use "
                                            "it without --owner and --waiter"));
    if (context.target.redis.topology == redis::Topology::Independent)
        return complainUsage(QStringLiteral("--permits is for semaphores. Independent masters have Redlocks only"));
    bool isNumber = false;
    request.permits = parser.value(permitsOption).toLongLong(&isNumber);
    if (!isNumber || request.permits < 1 || request.permits > release::mostPermits)
        return complainPermits(permitsOption, parser.value(permitsOption),
                               QStringLiteral("a number from 1 to %1").arg(release::mostPermits));
    if (!parser.isSet(freePermitsOption))
        return std::nullopt;
    request.freePermits = parser.value(freePermitsOption).toLongLong(&isNumber);
    return isNumber ? std::optional<Exit>()
                    : complainPermits(freePermitsOption, parser.value(freePermitsOption),
                                      QStringLiteral("the number as printed by show, such as 3"));
}

/// The same for Redis: owners and waiters of one lock; without them its only holder.
std::optional<Exit> readOwners(const Context& context, const QCommandLineParser& parser, ReleaseRequest& request)
{
    if (context.target.redis.topology == redis::Topology::Independent && parser.isSet(redisWaiterOption))
        return complainUsage(
            QStringLiteral("--waiter is for fair locks. The waiting clients of a Redlock are not recorded: "
                           "name its token by --owner"));
    if (parser.isSet(nodeCzxidOption))
        return complainUsage(
            QStringLiteral("--czxid is for ZooKeeper. On Redis, name the holder by --owner or the waiter "
                           "by --waiter"));
    if (const auto bad = readPermits(context, parser, request))
        return bad;
    const auto locks = parser.positionalArguments();
    if (locks.size() != 1 || locks.first().isEmpty())
        return complainUsage(QStringLiteral("release needs the name of one lock on Redis, such as orders:17"));
    const auto lock = locks.first().toStdString();
    const auto add = [&](const QString& option, ShownAs shown) {
        for (const auto& id : parser.values(option)) {
            request.contenders.push_back({lock, inspect::LockPart::Queue, id.toStdString()});
            request.shown.push_back(shown);
        }
    };
    add(redisOwnerOption, ShownAs::Owner);
    add(redisWaiterOption, ShownAs::Waiter);
    for (const auto& contender : request.contenders) {
        if (contender.node.empty())
            return complainUsage(QStringLiteral("--owner and --waiter need an ID as printed by show, such as "
                                                "0123abcd-0123-4567-89ab-0123456789ab:1"));
    }
    if (request.contenders.empty()) {
        request.contenders.push_back({lock, inspect::LockPart::Queue, {}});
        request.shown.push_back(request.freePermits ? ShownAs::Permits : ShownAs::Nothing);
    }
    return std::nullopt;
}

} // namespace

std::optional<Exit> readContenders(const Context& context, const QCommandLineParser& parser, ReleaseRequest& request)
{
    return context.target.isRedis() ? readOwners(context, parser, request) : readNodes(parser, request);
}

} // namespace lockscope::ctl
