// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/MultiLock.h"

#include "core/base/Phrase.h"
#include "core/locks/zookeeper/Recipes.h"
#include "core/locks/zookeeper/engine/ChainAttempt.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

std::vector<MultiLock::Member> mutexes(const std::vector<std::string>& paths)
{
    std::vector<MultiLock::Member> members;
    members.reserve(paths.size());
    for (const auto& path : paths)
        members.push_back({path});
    return members;
}

/// The name of the whole lock, for errors.
std::string nameOf(const std::vector<MultiLock::Member>& members)
{
    std::string name;
    for (const auto& member : members)
        name += (name.empty() ? "" : ",") + member.path;
    return name;
}

Attempts attemptsOf(zk::Client& client, const MultiLock::Member& member, const NodeOptions& options)
{
    switch (member.kind) {
    case MultiLock::Kind::Mutex:
        break;
    case MultiLock::Kind::SemaphoreMutex:
        return semaphoreMutexAttempts(client, member.path, options);
    case MultiLock::Kind::KazooLock:
        return kazooLockAttempts(client, member.path, options);
    }
    return mutexAttempts(client, member.path, options);
}

std::function<Result<std::shared_ptr<Attempt>>(Owner)> chain(zk::Client& client, std::vector<MultiLock::Member> members,
                                                             const NodeOptions& options, MultiLock::Order order)
{
    const auto byPath = [](const MultiLock::Member& a, const MultiLock::Member& b) { return a.path < b.path; };
    auto sorted = members;
    std::sort(sorted.begin(), sorted.end(), byPath);
    const auto samePath = [](const MultiLock::Member& a, const MultiLock::Member& b) { return a.path == b.path; };
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end(), samePath);
    if (sorted.empty() || twice != sorted.end()) {
        Error error{ErrorCode::BadArguments, "acquire", {}, phrase("the list of paths is empty")};
        if (twice != sorted.end())
            error = {ErrorCode::BadArguments, "acquire", twice->path,
                     phrase("the path is listed twice, so the lock would wait for itself")};
        return [error](Owner) -> Result<std::shared_ptr<Attempt>> { return failure(error); };
    }
    if (order == MultiLock::Order::ByPath)
        members = std::move(sorted);
    std::vector<ChainAttempt::Link> links;
    links.reserve(members.size());
    for (const auto& member : members)
        links.push_back({attemptsOf(client, member, options), false});
    return [&client, name = nameOf(members), links](Owner) -> Result<std::shared_ptr<Attempt>> {
        return std::make_shared<ChainAttempt>(client, name, links);
    };
}

} // namespace

MultiLock::MultiLock(zk::Client& client, const std::vector<std::string>& paths, NodeOptions options, Order order)
    : MultiLock(client, mutexes(paths), std::move(options), order)
{
}

MultiLock::MultiLock(zk::Client& client, std::initializer_list<const char*> paths, NodeOptions options, Order order)
    : MultiLock(client, mutexes({paths.begin(), paths.end()}), std::move(options), order)
{
}

MultiLock::MultiLock(zk::Client& client, std::vector<Member> members, NodeOptions options, Order order)
    : Lock(executorsOf(client), nameOf(members), OwnerRule::Reentrant, chain(client, members, options, order))
{
}

} // namespace lockscope::locks
