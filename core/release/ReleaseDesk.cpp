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

/// The node as it is read, and the names beside it: is it a place in a queue, a lock of its own, or nothing of ours?
Result<ReleasePlan> judge(const std::string& path, const zk::NodeData& node, const std::vector<std::string>& siblings,
                          WallTime now)
{
    const auto name = zk::baseName(path);
    inspect::DetailsByNode details{{name, inspect::detailsOf(node.stat, node.data)}};
    const auto recognised = inspect::recognise(siblings);
    const bool ephemeral = node.stat.ephemeralOwner != 0;
    const bool inQueue = recognised.certainty == inspect::Certainty::Yes ||
                         (recognised.certainty == inspect::Certainty::IfEphemeral && ephemeral);
    if (inQueue) {
        const auto lock = inspect::buildQueue(zk::parentOf(path), *recognised.dialect, siblings, details, nullptr, now);
        if (const auto* contender = lock.find(name))
            return makePlan(lock, *contender, node.stat);
    }
    if (!ephemeral || !inspect::isSingleNodeName(name))
        return failure(notALock(path));
    const auto lock = inspect::buildSingle(path, &details.begin()->second, nullptr, now);
    return makePlan(lock, lock.queue.front(), node.stat);
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
    m_client.get(nodePath, [&client = m_client, nodePath, reply = std::move(reply)](Result<zk::NodeData> node) {
        if (!node) {
            auto error = node.error();
            error.operation = operation;
            reply(failure(error));
            return;
        }
        client.children(zk::parentOf(nodePath), [&client, nodePath, reply,
                                                 node = *std::move(node)](Result<std::vector<std::string>> siblings) {
            if (!siblings) {
                reply(failure(siblings.error()));
                return;
            }
            auto plan = judge(nodePath, node, *siblings, client.executor().clock().wallNow());
            if (!plan || plan->next.empty()) {
                reply(std::move(plan));
                return;
            }
            // Who comes next is part of the decision: ask that node for its name.
            client.get(zk::join(plan->lockPath, plan->next), [reply, plan = *plan](Result<zk::NodeData> next) mutable {
                if (next)
                    plan.nextClient = inspect::detailsOf(next->stat, std::move(next->data)).client;
                reply(std::move(plan));
            });
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
        if (queue::sequenceOf(plan.node)) {
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
