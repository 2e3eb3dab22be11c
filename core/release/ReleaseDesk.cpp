// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleaseDesk.h"

#include "core/inspect/QueueBuilder.h"
#include "core/zk/Path.h"

namespace lockscope::release {

namespace {

constexpr auto operation = "release";

Error notALock(const std::string& path)
{
    return {ErrorCode::NotALock, operation, path,
            "it is no contender's node: name the node itself, as `show` prints it, not the lock's directory"};
}

/// A node as it is read, with the names around it. Answers a question of its own: what it is.
struct Surroundings {
    std::shared_ptr<const inspect::DialectCatalogue> dialects;
    std::string path;
    zk::NodeData node;
    std::vector<std::string> siblings;
    WallTime now{};

    [[nodiscard]] std::string name() const { return zk::baseName(path); }
    [[nodiscard]] std::string directory() const { return zk::parentOf(path); }
    [[nodiscard]] bool isEphemeral() const { return node.stat.ephemeralOwner != 0; }
};

/// A lock of which the node's directory may be one of two: its queue or its gate.
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
    const auto* dialect = at.dialects->recognise(at.directory(), at.siblings).dialect;
    if (!dialect || !dialect->gate)
        return std::nullopt;
    return SpreadOut{dialect, false, inspect::lockOf(at.directory(), dialect->queue.at)};
}

/// Is it a place in that lock, whose other directory was listed too?
Result<ReleasePlan> judgeSpreadOut(const Surroundings& at, const SpreadOut& spread,
                                   const std::vector<std::string>& others, int leases)
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
    const auto lock = inspect::buildQueue(listing, nullptr, at.now);
    if (const auto* contender = lock.find(at.name()))
        return makePlan(lock, *contender, at.node.stat, *at.dialects);
    if (at.name() != lock.gateHolder)
        return failure(notALock(at.path));
    inspect::Contender holder; // of the gate: it waits for a lease by another node
    holder.atGate = true;
    holder.node = lock.gateHolder;
    holder.sequence = queue::sequenceOf(holder.node);
    holder.details = details.begin()->second;
    return makePlan(lock, holder, at.node.stat, *at.dialects);
}

/// Is it a place in a queue, a lock of its own, or nothing of ours?
Result<ReleasePlan> judge(const Surroundings& at)
{
    const auto recognised = at.dialects->recognise(at.directory(), at.siblings);
    const auto* dialect = recognised.dialect;
    const bool inQueue = dialect && dialect->isLock() &&
                         (recognised.certainty == inspect::Certainty::Yes ||
                          (recognised.certainty == inspect::Certainty::IfEphemeral && at.isEphemeral()));
    if (inQueue) {
        const inspect::DetailsByNode details{
            {at.name(), inspect::detailsOf(at.node.stat, at.node.data, dialect->queue.payload)}};
        const auto lock = inspect::buildQueue(at.directory(), *dialect, at.siblings, details, nullptr, at.now);
        if (const auto* contender = lock.find(at.name()))
            return makePlan(lock, *contender, at.node.stat, *at.dialects);
    }
    const auto* single = at.isEphemeral() ? at.dialects->recogniseSingle(at.path) : nullptr;
    if (!single)
        return failure(notALock(at.path));
    const auto details = inspect::detailsOf(at.node.stat, at.node.data, single->queue.payload);
    const auto lock = inspect::buildSingle(at.path, *single, &details, nullptr, at.now);
    return makePlan(lock, lock.queue.front(), at.node.stat, *at.dialects);
}

/// How the family writes who the node at `path` belongs to.
inspect::PayloadRule payloadsAt(const inspect::DialectCatalogue& dialects, const ReleasePlan& plan,
                                const std::string& path)
{
    const auto* dialect = dialects.find(plan.dialect);
    if (!dialect)
        return {};
    const bool atGate = dialect->gate && zk::parentOf(path) == plan.lockPath + dialect->gate->at;
    return (atGate ? *dialect->gate : dialect->queue).payload;
}

/// Who comes next is part of the decision: asks that node for its name.
void withNext(zk::Client& client, const Surroundings& at, Result<ReleasePlan> plan, const zk::Reply<ReleasePlan>& reply)
{
    if (!plan || plan->next.empty()) {
        reply(std::move(plan));
        return;
    }
    const auto next = plan->nextPath;
    const auto payloads = payloadsAt(*at.dialects, *plan, next);
    client.get(next, [reply, payloads, plan = *std::move(plan)](Result<zk::NodeData> read) mutable {
        if (read)
            plan.nextClient = inspect::detailsOf(read->stat, std::move(read->data), payloads).client;
        reply(std::move(plan));
    });
}

/// Lists the other directory of the lock first, and reads how many leases there are.
void planSpreadOut(zk::Client& client, const Surroundings& at, const SpreadOut& spread,
                   const zk::Reply<ReleasePlan>& reply)
{
    client.children(spread.other(), [&client, at, spread, reply](Result<std::vector<std::string>> others) {
        if (!others && others.error().code == ErrorCode::NoNode) {
            // Without a gate it may be something else; the gate of nothing is a lock by itself.
            if (!spread.atGate && spread.dialect->certainty != inspect::Certainty::IfGate)
                withNext(client, at, judgeSpreadOut(at, spread, {}, 0), reply);
            else
                withNext(client, at, judge(at), reply);
            return;
        }
        if (!others) {
            reply(failure(others.error()));
            return;
        }
        // What has other children than leases is the queue of nothing, whatever it is called.
        if (spread.atGate && !others->empty() && inspect::contendersAmong(spread.dialect->queue, *others) == 0) {
            withNext(client, at, judge(at), reply);
            return;
        }
        const auto& count = spread.dialect->leases;
        if (count.from != inspect::LeaseCount::From::Node) {
            withNext(client, at, judgeSpreadOut(at, spread, *others, 0), reply);
            return;
        }
        client.get(spread.lock + count.at,
                   [&client, at, spread, reply, others = *std::move(others)](const Result<zk::NodeData>& read) {
                       const auto leases = read ? inspect::leasesIn(spread.dialect->leases, read->data) : 0;
                       withNext(client, at, judgeSpreadOut(at, spread, others, leases), reply);
                   });
    });
}

/// Deletes a node that is known to be the one in the plan, and still at `version`.
void removeGuarded(zk::Client& client, const ReleasePlan& plan, std::int32_t version, zk::Reply<ReleaseOutcome> reply)
{
    client.remove(plan.nodePath, version, [&client, plan, reply = std::move(reply)](Result<void> removed) {
        if (removed) {
            reply(ReleaseOutcome{plan, client.executor().clock().wallNow()});
            return;
        }
        auto error = removed.error();
        error.operation = operation;
        if (error.code == ErrorCode::BadVersion || error.code == ErrorCode::NoNode) {
            error.detail = error.code == ErrorCode::NoNode ? "it went away by itself in between, nothing was deleted"
                                                           : "it was changed in between, nothing was deleted";
            error.code = ErrorCode::Refused;
        } else if (error.code == ErrorCode::NoAuth) {
            error.detail = "deleting needs the DELETE permission on " + zk::parentOf(plan.nodePath);
        }
        reply(failure(error));
    });
}

} // namespace

void ReleaseDesk::plan(std::string nodePath, zk::Reply<ReleasePlan> reply)
{
    m_client.get(nodePath, [&client = m_client, dialects = m_dialects, nodePath,
                            reply = std::move(reply)](Result<zk::NodeData> node) {
        if (!node) {
            auto error = node.error();
            error.operation = operation;
            reply(failure(error));
            return;
        }
        Surroundings at{dialects, nodePath, *std::move(node), {}, client.executor().clock().wallNow()};
        client.children(zk::parentOf(nodePath),
                        [&client, reply, at](Result<std::vector<std::string>> siblings) mutable {
                            if (!siblings) {
                                reply(failure(siblings.error()));
                                return;
                            }
                            at.siblings = *std::move(siblings);
                            if (const auto spread = spreadOutLock(at))
                                planSpreadOut(client, at, *spread, reply);
                            else
                                withNext(client, at, judge(at), reply);
                        });
    });
}

void ReleaseDesk::apply(ReleasePlan plan, zk::Reply<ReleaseOutcome> reply)
{
    const auto refuse = [plan, reply](const std::string& why) {
        reply(failure(ErrorCode::Refused, operation, plan.nodePath, why + "; nothing was deleted"));
    };
    m_client.get(plan.nodePath, [&client = m_client, plan, reply, refuse](Result<zk::NodeData> node) {
        if (!node && node.error().code == ErrorCode::NoNode) {
            refuse("it is gone already");
            return;
        }
        if (!node) {
            reply(failure(node.error()));
            return;
        }
        if (const auto why = whyRefused(plan, node->stat)) {
            refuse(*why);
            return;
        }
        if (plan.numbered) {
            // The server never gives a number twice: nobody can take this node's place between the look and the delete.
            removeGuarded(client, plan, node->stat.version, reply);
            return;
        }
        // Anybody may create this name again, and a new node starts at version 0 like the old one. Writing the same
        // data raises the version of the very node that answers, so the delete below can only hit that one.
        client.set(plan.nodePath, node->data, node->stat.version,
                   [&client, plan, reply, refuse, version = node->stat.version](Result<zk::Stat> written) {
                       if (!written && written.error().code == ErrorCode::NoAuth)
                           removeGuarded(client, plan, version, reply); // no right to write: the version must do
                       else if (!written && (written.error().code == ErrorCode::NoNode ||
                                             written.error().code == ErrorCode::BadVersion))
                           refuse("it changed in between");
                       else if (!written)
                           reply(failure(written.error()));
                       else if (const auto why = whyRefused(plan, *written))
                           refuse(*why);
                       else
                           removeGuarded(client, plan, written->version, reply);
                   });
    });
}

} // namespace lockscope::release
