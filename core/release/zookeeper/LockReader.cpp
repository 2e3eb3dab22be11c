// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/LockReader.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/release/zookeeper/BoundedListing.h"
#include "core/release/zookeeper/NodeProof.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/sources/zookeeper/dialects/Releasable.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <optional>

namespace lockscope::release {

namespace {

constexpr auto operation = phraseLater("release");

Error hasChildren(const std::string& path, std::int32_t children)
{
    return {ErrorCode::NotEmpty, operation, path,
            phrase("the node has %1, and a release never deletes nodes below another node",
                   counted(static_cast<std::size_t>(children), "%1 child node", "%1 child nodes"))};
}

Error notALock(const std::string& path)
{
    return {ErrorCode::NotALock, operation, path,
            phrase("the node is not a contender of a lock, and no lock waits for it. Use the path of a contender's "
                   "node, such as /locks/orders/NAME, not the path of the lock's directory")};
}

/// A node as read, with its siblings' names: the input that classifies it.
struct Surroundings {
    std::shared_ptr<const inspect::DialectCatalogue> dialects;
    std::string path;
    std::vector<std::string> siblings;
    std::uint32_t created = 0;
    bool isListed = true; ///< the node was among its siblings when they were listed and counted
    zk::NodeData node{};
    WallTime now{};
    bool isBesideEphemeral = false; ///< a contender among its siblings is ephemeral; only checked where it matters

    [[nodiscard]] std::string name() const { return baseName(path); }
    [[nodiscard]] std::string directory() const { return parentOf(path); }
    [[nodiscard]] inspect::Recognised recognised() const
    {
        const auto parent = directory();
        inspect::DirectoryFacts facts{parent, siblings};
        if (isListed)
            facts.created = created;
        const inspect::DetailsByNode details{{name(), inspect::detailsOf(node.stat, node.data)}};
        facts.details = &details;
        return dialects->recognise(facts);
    }
    [[nodiscard]] bool isEphemeral() const { return node.stat.ephemeralOwner != 0; }
    [[nodiscard]] bool isQueueEphemeral() const { return isEphemeral() || isBesideEphemeral; }
};

Reading readingOf(const Surroundings& at, inspect::Lock lock, inspect::Contender contender)
{
    // Whether such a child blocks the contender depends on which of them is older: this was not read.
    const auto isNoContender = [&](const std::string& node) {
        return std::find(lock.unrecognised.begin(), lock.unrecognised.end(), node) != lock.unrecognised.end();
    };
    if (std::any_of(contender.waitsOn.begin(), contender.waitsOn.end(), isNoContender)) {
        contender.isStateKnown = false;
        contender.waitsOn.clear();
    }
    return {std::move(lock), std::move(contender), at.node, at.created, at.now};
}

/// The reading for a stray child that blocks the queue; nullopt if the node is not one.
std::optional<Result<Reading>> strayIn(const Surroundings& at, const inspect::Lock& lock,
                                       const inspect::Dialect& dialect)
{
    const auto strays = inspect::strayChildren(lock, dialect);
    if (at.directory() != lock.path + dialect.queue.at ||
        std::find(strays.begin(), strays.end(), at.name()) == strays.end())
        return std::nullopt;
    if (at.node.stat.numChildren > 0)
        return failure(hasChildren(at.path, at.node.stat.numChildren));
    inspect::Contender stray;
    stray.holds = true;
    stray.isModeKnown = false;
    stray.node = at.name();
    stray.details = inspect::detailsOf(at.node.stat, at.node.data, dialect.queue.payload);
    auto reading = readingOf(at, lock, std::move(stray));
    reading.isStray = true;
    return reading;
}

/// A lock with two directories, queue and gate; the node's directory may be one of them.
struct SpreadOut {
    const inspect::Dialect* dialect = nullptr;
    bool atGate = false;
    std::string lock;

    [[nodiscard]] std::string other() const { return lock + (atGate ? dialect->queue.at : dialect->gate->at); }
};

std::optional<SpreadOut> spreadOutLock(const Surroundings& at)
{
    for (const auto* dialect : at.dialects->spreadOut()) {
        const auto* gate = dialect->gatePart();
        if (auto lock = gate ? inspect::lockOf(at.directory(), gate->at) : std::string();
            !lock.empty() && inspect::isMark(*gate, at.name()))
            return SpreadOut{dialect, true, std::move(lock)};
    }
    const auto* dialect = at.recognised().dialect;
    if (!dialect || !dialect->gate)
        return std::nullopt;
    return SpreadOut{dialect, false, inspect::lockOf(at.directory(), dialect->queue.at)};
}

/// The reading if the node is a contender of that lock. `others`: the children of its other directory.
Result<Reading> judgeSpreadOut(const Surroundings& at, const SpreadOut& spread, const std::vector<std::string>& others,
                               int leases)
{
    const auto& part = spread.atGate ? *spread.dialect->gate : spread.dialect->queue;
    const inspect::DetailsByNode details{{at.name(), inspect::detailsOf(at.node.stat, at.node.data, part.payload)}};
    inspect::LockListing listing;
    listing.path = spread.lock;
    listing.dialect = spread.dialect;
    listing.queue.names = spread.atGate ? others : at.siblings;
    listing.gate.names = spread.atGate ? at.siblings : others;
    (spread.atGate ? listing.gate : listing.queue).details = &details;
    listing.leases = leases;
    auto lock = inspect::buildQueue(listing, nullptr, at.now);
    if (const auto* found = lock.find(lock.keyAt(at.path))) {
        auto contender = *found;
        return readingOf(at, std::move(lock), std::move(contender));
    }
    if (auto stray = strayIn(at, lock, *spread.dialect))
        return *std::move(stray);
    if (at.name() != lock.gateHolder || !spread.atGate)
        return failure(notALock(at.path));
    inspect::Contender holder; // the gate's holder, which waits for a lease by its other node
    holder.atGate = true;
    holder.node = lock.gateHolder;
    holder.sequence = queue::sequenceOf(holder.node);
    holder.details = details.begin()->second;
    return readingOf(at, std::move(lock), std::move(holder));
}

/// The reading if the node is a contender of a queue or a single-node lock; else NotALock.
Result<Reading> judge(const Surroundings& at)
{
    const auto recognised = at.recognised();
    const auto* dialect = recognised.dialect;
    const bool inQueue = dialect && dialect->isLock() &&
                         (recognised.needs == inspect::Need::Nothing ||
                          (recognised.needs == inspect::Need::Ephemeral && at.isQueueEphemeral()));
    if (inQueue) {
        const inspect::DetailsByNode details{
            {at.name(), inspect::detailsOf(at.node.stat, at.node.data, dialect->queue.payload)}};
        auto lock = inspect::buildQueue(at.directory(), *dialect, at.siblings, details, nullptr, at.now);
        if (const auto* found = lock.find(lock.keyAt(at.path))) {
            auto contender = *found;
            return readingOf(at, std::move(lock), std::move(contender));
        }
        if (auto stray = strayIn(at, lock, *dialect))
            return *std::move(stray);
    }
    if (dialect && !dialect->isLock() && inspect::isMark(dialect->queue, at.name()))
        return failure(notALock(at.path));
    const auto* single = at.isEphemeral()
                             ? at.dialects->recogniseSingle(at.path)
                             : inspect::persistentSingle(*at.dialects, at.path, at.node.stat.numChildren > 0);
    if (!single || (single->heldWhen && !single->heldWhen->isHeld(at.node.data, at.now)))
        return failure(notALock(at.path));
    const auto details = inspect::detailsOf(at.node.stat, at.node.data, single->queue.payload);
    auto lock = inspect::buildSingle(at.path, *single, &details, nullptr, at.now);
    auto holder = lock.queue.front();
    return readingOf(at, std::move(lock), std::move(holder));
}

/// Lists the other directory of the lock, and reads the number of leases.
void readSpreadOut(zk::Client& client, const Surroundings& at, const SpreadOut& spread, const zk::Reply<Reading>& reply)
{
    listBounded(client, spread.other(), at.name(), [&client, at, spread, reply](Result<zk::Listing> listing) {
        auto others = std::move(listing).map([](zk::Listing&& one) { return std::move(one.names); });
        if (!others && others.error().code == ErrorCode::NoNode) {
            // Without a gate the directory may be another lock; a gate without a queue is a lock by itself.
            if (!spread.atGate && spread.dialect->needs != inspect::Need::Gate)
                reply(judgeSpreadOut(at, spread, {}, 0));
            else
                reply(judge(at));
            return;
        }
        if (!others) {
            reply(failure(others.error()));
            return;
        }
        // A directory with children, but no leases among them, is not the queue, whatever its name.
        if (spread.atGate && !others->empty() && inspect::contendersAmong(spread.dialect->queue, *others) == 0) {
            reply(judge(at));
            return;
        }
        const auto& count = spread.dialect->leases;
        if (count.from != inspect::LeaseCount::From::Node) {
            reply(judgeSpreadOut(at, spread, *others, 0));
            return;
        }
        client.get(spread.lock + count.at,
                   [at, spread, reply, others = *std::move(others)](const Result<zk::NodeData>& read) {
                       const auto leases = read ? inspect::leasesIn(spread.dialect->leases, read->data) : 0;
                       reply(judgeSpreadOut(at, spread, others, leases));
                   });
    });
}

/// For a persistent node whose name alone does not identify a queue: an ephemeral contender among its siblings does.
/// Reads at most mostAsked of them.
void lookBeside(zk::Client& client, const Surroundings& at, const zk::Reply<Reading>& reply)
{
    constexpr std::size_t mostAsked = 64;
    const auto recognised = at.recognised();
    std::vector<std::string> beside;
    if (!at.isEphemeral() && recognised.dialect && recognised.needs == inspect::Need::Ephemeral) {
        for (const auto& name : at.siblings) {
            if (beside.size() < mostAsked && name != at.name() && inspect::isMark(recognised.dialect->queue, name))
                beside.push_back(joinPath(at.directory(), name));
        }
    }
    if (beside.empty()) {
        reply(judge(at));
        return;
    }
    struct Asked {
        Surroundings at;
        zk::Reply<Reading> reply;
        std::size_t open = 0;
    };
    const auto asked = std::make_shared<Asked>(Asked{at, reply, beside.size()});
    for (const auto& path : beside) {
        client.exists(path, [asked](const Result<std::optional<zk::Stat>>& found) {
            if (found && *found && (*found)->ephemeralOwner != 0)
                asked->at.isBesideEphemeral = true;
            if (--asked->open == 0)
                asked->reply(judge(asked->at));
        });
    }
}

} // namespace

void readContender(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, std::string path,
                   zk::Reply<Reading> reply)
{
    const auto directory = parentOf(path);
    const auto name = baseName(path);
    listBounded(client, directory, name,
                [&client, dialects = std::move(dialects), path = std::move(path),
                 reply = std::move(reply)](Result<zk::Listing> listing) mutable {
                    if (!listing) {
                        auto error = std::move(listing).error();
                        error.operation = operation;
                        if (error.code == ErrorCode::NoNode)
                            error.path = path; // without its directory the node does not exist either
                        reply(failure(std::move(error)));
                        return;
                    }
                    const auto created = zk::createdChildren(listing->stat);
                    Surroundings at{std::move(dialects), std::move(path), std::move(listing->names), created};
                    client.get(at.path, [&client, at, reply = std::move(reply)](Result<zk::NodeData> node) mutable {
                        if (!node) {
                            auto error = std::move(node).error();
                            error.operation = operation;
                            reply(failure(std::move(error)));
                            return;
                        }
                        at.node = *std::move(node);
                        at.now = client.executor().clock().wallNow();
                        at.isListed = std::find(at.siblings.begin(), at.siblings.end(), at.name()) != at.siblings.end();
                        if (!at.isListed) // it was created after the listing
                            at.siblings.push_back(at.name());
                        if (const auto spread = spreadOutLock(at))
                            readSpreadOut(client, at, *spread, reply);
                        else
                            lookBeside(client, at, reply);
                    });
                });
}

inspect::PayloadRule payloadsAt(const inspect::DialectCatalogue& dialects, const std::string& dialect,
                                const std::string& lockPath, const std::string& path)
{
    const auto* family = dialects.find(dialect);
    if (!family)
        return {};
    const bool atGate = family->gate && parentOf(path) == lockPath + family->gate->at;
    return (atGate ? *family->gate : family->queue).payload;
}

} // namespace lockscope::release
