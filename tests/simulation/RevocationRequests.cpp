// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/RevocationRequests.h"

#include <algorithm>

namespace lockscope::simulation {

using locks::Phase;

namespace {

bool isOf(const std::shared_ptr<Hold>& hold, const std::string& path, std::int64_t czxid)
{
    return hold && std::any_of(hold->nodes.begin(), hold->nodes.end(),
                               [&](const locks::HeldNode& node) { return node.path == path && node.token == czxid; });
}

/// Released, but the lock has not received that yet, or the server refused.
bool isStillKept(const World& world, const std::shared_ptr<Hold>& hold)
{
    if (!hold || hold->phase == Phase::Released)
        return false;
    return world.mayBeRefused(hold->left) || !hold->releaseHold; // also a lost one, until the lock receives its release
}

} // namespace

void RevocationRequests::takeNote()
{
    for (const auto& path : std::exchange(m_world.written, {})) {
        const auto stat = m_world.ensemble.stat(path);
        if (!stat)
            continue;
        auto& request = m_requests[{path, stat->czxid}];
        if (std::exchange(request.version, stat->version) == stat->version)
            continue; // refused, or lost in flight
        const auto data = m_world.ensemble.data(path);
        request.isOpen = data == "__REVOKE__" || data == "unlock";
        request.written += request.isOpen ? 1 : 0;
    }
}

bool RevocationRequests::isWaitingOrHolding(const User& user) const
{
    return user.ask || user.hold || // including the rest of a lost hold that is not released yet
           isStillKept(m_world, user.yielded) ||
           std::any_of(user.leaving.begin(), user.leaving.end(),
                       [&](const std::shared_ptr<Hold>& hold) { return isStillKept(m_world, hold); });
}

bool RevocationRequests::concerns(const User& user, const Node& node) const
{
    const auto& [path, czxid] = node;
    const auto isKeptWith = [&, &path = path, czxid = czxid](const std::shared_ptr<Hold>& hold) {
        return isStillKept(m_world, hold) && isOf(hold, path, czxid);
    };
    return m_world.isAskedWith(user, path) || isOf(user.hold, path, czxid) || isKeptWith(user.yielded) ||
           std::any_of(user.leaving.begin(), user.leaving.end(), isKeptWith);
}

void RevocationRequests::reported(const User& user)
{
    takeNote();
    if (!isWaitingOrHolding(user)) {
        m_world.violated("no client receives a revocation request after its release", user.name);
        return;
    }
    // A lock does not report the node.
    bool isNew = false;
    for (auto& [node, request] : m_requests) {
        if (!concerns(user, node))
            continue;
        request.isOpen = false;
        if (isNew || request.reported >= request.written)
            continue;
        ++request.reported;
        isNew = true;
    }
    if (!isNew)
        m_world.violated("a revocation request is delivered once",
                         user.name + " received a request that was not sent, or received it again");
}

void RevocationRequests::whenCalm()
{
    takeNote();
    for (const auto& [node, request] : m_requests) {
        const auto& [path, czxid] = node;
        const auto stat = m_world.ensemble.stat(path);
        if (!request.isOpen || !stat || stat->czxid != czxid)
            continue;
        forEachUser(m_world, [&, &path = path, czxid = czxid](const Process& process, const LockObject& object,
                                                              const User& user) {
            if (!object.heeds || !object.lock || object.dying || process.closing || !m_world.isConnected(process) ||
                m_world.sessionOf(process) != stat->ephemeralOwner)
                return;
            const auto isGate = [&](const Queue& queue) {
                return queue.isGate && queue.directory == parentOf(path); // not a hold
            };
            if (std::any_of(m_world.recipe.queues.begin(), m_world.recipe.queues.end(), isGate))
                return;
            // One of several parts was lost, and the server refuses to delete the others: they do not wait.
            const bool isGivenBack = m_world.hasRefused();
            if (isOf(user.hold, path, czxid) || (m_world.isAskedWith(user, path) && !isGivenBack))
                m_world.violated("a wish is heard", user.name + " was not told of what was written to " + path);
        });
    }
}

} // namespace lockscope::simulation
