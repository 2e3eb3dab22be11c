// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Guard.h"

#include "core/base/Phrase.h"
#include "core/locks/Await.h"
#include "core/locks/HoldShare.h"
#include "core/locks/LockHolders.h"
#include "core/locks/zookeeper/engine/NodeAttempt.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace lockscope::locks {

namespace {

using OpResults = std::vector<zk::OpResult>;

/// One transaction: first the attempt's checks, then `operations`.
void executeChecked(const std::shared_ptr<NodeAttempt>& attempt, std::vector<zk::Op> checks,
                    std::vector<zk::Op> operations, const Reply<OpResults>& reply)
{
    std::vector<std::string> own;
    own.reserve(checks.size());
    for (const auto& check : checks)
        own.push_back(std::get<zk::CheckOp>(check).path);
    auto steps = std::move(checks);
    steps.insert(steps.end(), std::make_move_iterator(operations.begin()), std::make_move_iterator(operations.end()));
    attempt->client().multi(std::move(steps), [attempt, own, reply](Result<OpResults> done) {
        if (done) {
            done->erase(done->begin(), done->begin() + static_cast<std::ptrdiff_t>(own.size()));
            reply(std::move(done));
            return;
        }
        const auto& error = done.error();
        if (error.code == ErrorCode::NoNode && std::find(own.begin(), own.end(), error.path) != own.end()) {
            // The watch of the own node may not have fired yet.
            attempt->verify([reply, error](const Result<void>&) {
                reply(failure(ErrorCode::NotHeld, "guard", error.path,
                              phrase("the node of the holder no longer exists")));
            });
            return;
        }
        reply(std::move(done));
    });
}

/// On the executor.
void guardHeld(const LockHolders::SharePtr& share, std::vector<zk::Op> operations, const Reply<OpResults>& reply)
{
    const auto& name = share->holders->name();
    const auto held = share->heldAttempt();
    if (!held) {
        reply(failure(ErrorCode::NotHeld, "guard", name));
        return;
    }
    const auto attempt = std::dynamic_pointer_cast<NodeAttempt>(held);
    if (!attempt) {
        reply(failure(ErrorCode::Unimplemented, "guard", name,
                      phrase("the lock is not on ZooKeeper, so no transaction can check it")));
        return;
    }
    auto checks = attempt->checks();
    if (checks.empty()) {
        reply(failure(ErrorCode::Unimplemented, "guard", name,
                      phrase("the node of this lock has the same name for every holder, so no check is possible. Let "
                             "the resource check the fencing token")));
        return;
    }
    executeChecked(attempt, std::move(checks), std::move(operations), reply);
}

/// Calls the reply on the executor: for a blocked thread, which needs no callback.
void postGuard(const LockHolders::SharePtr& share, std::vector<zk::Op> operations, Reply<OpResults> reply)
{
    share->executors.loop.post([share, operations = std::move(operations), reply = std::move(reply)]() mutable {
        guardHeld(share, std::move(operations), reply);
    });
}

} // namespace

void guardAsync(const Hold& hold, std::vector<zk::Op> operations, Reply<OpResults> reply)
{
    const auto& share = HoldAccess::shareOf(hold);
    postGuard(share, std::move(operations), onCallbacks(share->executors, std::move(reply)));
}

Result<std::vector<zk::OpResult>> guard(const Hold& hold, std::vector<zk::Op> operations)
{
    const auto& share = HoldAccess::shareOf(hold);
    return awaitReply<OpResults>(share->executors.loop, "guard", [&](Reply<OpResults> reply) {
        postGuard(share, std::move(operations), std::move(reply));
    });
}

} // namespace lockscope::locks
