// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/zookeeper/HolderRevocation.h"

#include "core/base/AfterAll.h"
#include "core/base/Path.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/locks/zookeeper/Revocation.h"

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::console {

namespace {

void askAll(zk::Client& client, const std::string& directory, const std::vector<std::string>& names,
            const zk::Reply<void>& reply)
{
    if (names.empty()) {
        reply(failure(ErrorCode::NotHeld, "revoke", directory, "the lock has no holder at the moment"));
        return;
    }
    const auto outcome = std::make_shared<Result<void>>();
    const auto answered = afterAll(names.size(), [outcome, reply] { reply(*outcome); });
    for (const auto& name : names) {
        locks::revoke(client, joinPath(directory, name), [outcome, answered](const Result<void>& asked) {
            if (!asked)
                *outcome = asked;
            answered();
        });
    }
}

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

void revokeHolders(zk::Client& client, const ContendOptions& options, zk::Reply<void> reply)
{
    const auto& path = options.paths.front();
    const auto& holders = descriptionOf(options.recipe).holders;
    if (!holders) {
        reply(failure(ErrorCode::BadArguments, "revoke", path, "a latch does not support revocation requests"));
        return;
    }
    if (holders->only) {
        askAll(client, path, {holders->only}, reply);
        return;
    }
    const auto directory = *holders->below ? joinPath(path, holders->below) : path;
    if (!holders->scheme) {
        askEveryChild(client, directory, std::move(reply));
        return;
    }
    locks::listParticipants(
        client, directory, holders->scheme(), options.leases,
        [&client, directory, reply = std::move(reply)](const Result<std::vector<locks::Participant>>& participants) {
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
