// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/HolderWish.h"

#include "core/base/Path.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/locks/zookeeper/Revocation.h"
#include "core/queue/Scheme.h"

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::console {

namespace {

/// Where the nodes lie that hold, and how they are told from those that wait.
struct HoldersPlace {
    std::string directory;
    const queue::Scheme* scheme = nullptr;
    int leases = 1;
};

HoldersPlace placeOf(const ContendOptions& options)
{
    const auto& path = options.paths.front();
    switch (options.recipe) {
    case Recipe::SemaphoreMutex:
    case Recipe::Semaphore:
        return {joinPath(path, "leases"), &queue::curatorLeaseScheme(), options.leases};
    case Recipe::ReadWrite:
        return {path, &queue::curatorReadWriteScheme(), 1};
    case Recipe::KazooLock:
        return {path, &queue::kazooLockScheme(), 1};
    default:
        return {path, &queue::curatorMutexScheme(), 1};
    }
}

void askAll(zk::Client& client, const std::string& directory, const std::vector<std::string>& names,
            const zk::Reply<void>& reply)
{
    if (names.empty()) {
        reply(failure(ErrorCode::NotHeld, "revoke", directory, "nobody holds it at the moment"));
        return;
    }
    const auto left = std::make_shared<std::size_t>(names.size());
    const auto outcome = std::make_shared<Result<void>>();
    for (const auto& name : names) {
        locks::revoke(client, joinPath(directory, name), [left, outcome, reply](const Result<void>& asked) {
            if (!asked)
                *outcome = asked;
            if (--*left == 0)
                reply(*outcome);
        });
    }
}

/// Kazoo's leases have neither numbers nor an order: all that lies there is one.
void askEveryChild(zk::Client& client, const std::string& directory, zk::Reply<void> reply)
{
    client.children(directory,
                    [&client, directory, reply = std::move(reply)](const Result<std::vector<std::string>>& names) {
                        if (names)
                            askAll(client, directory, *names, reply);
                        else if (names.error().code == ErrorCode::NoNode)
                            askAll(client, directory, {}, reply);
                        else
                            reply(failure(names.error()));
                    });
}

} // namespace

void askHoldersToLetGo(zk::Client& client, const ContendOptions& options, zk::Reply<void> reply)
{
    const auto& path = options.paths.front();
    if (options.recipe == Recipe::Latch) {
        reply(failure(ErrorCode::BadArguments, "revoke", path, "a latch can't be asked to let go"));
        return;
    }
    if (options.recipe == Recipe::Single) {
        askAll(client, path, {"lock"}, reply);
        return;
    }
    if (options.recipe == Recipe::KazooSemaphore) {
        askEveryChild(client, path, std::move(reply));
        return;
    }
    const auto place = placeOf(options);
    locks::listParticipants(client, place.directory, *place.scheme, place.leases,
                            [&client, directory = place.directory,
                             reply = std::move(reply)](const Result<std::vector<locks::Participant>>& participants) {
                                if (!participants) {
                                    reply(failure(participants.error()));
                                    return;
                                }
                                std::vector<std::string> names;
                                for (const auto& participant : *participants) {
                                    if (participant.holds)
                                        names.push_back(participant.contender.node);
                                }
                                askAll(client, directory, names, reply);
                            });
}

} // namespace lockscope::console
