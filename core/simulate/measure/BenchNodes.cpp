// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/BenchNodes.h"

#include "core/base/Path.h"
#include "core/locks/Uuid.h"
#include "core/simulate/measure/BenchPipeline.h"

#include <future>
#include <thread>

namespace lockscope::console {

namespace {

constexpr auto longestAnswer = std::chrono::seconds(20);
constexpr int mostTries = 30;
constexpr auto betweenTries = std::chrono::seconds(1);
constexpr auto longestRemoval = std::chrono::minutes(5);

/// Sends one request and waits for the reply.
template <typename T>
Result<T> await(zk::Client& client, const std::string& path, const std::function<void(zk::Reply<T>)>& ask)
{
    const auto promise = std::make_shared<std::promise<Result<T>>>();
    auto answer = promise->get_future();
    client.executor().post(
        [ask, promise] { ask([promise](Result<T> result) { promise->set_value(std::move(result)); }); });
    if (answer.wait_for(longestAnswer) != std::future_status::ready)
        return failure(ErrorCode::OperationTimeout, "measure", path, "the ensemble does not answer");
    return answer.get();
}

/// The nodes of one depth. Listing and removal go level by level, with many requests at a time.
using Level = std::vector<std::string>;

Result<Level> below(zk::Client& client, const Level& level)
{
    const auto found = std::make_shared<Level>();
    const auto paths = std::make_shared<const Level>(level);
    const auto listed = runPipeline(
        client.executor(), level.size(), benchWidth,
        [&client, found, paths](std::size_t index, const BenchStepDone& done) {
            const auto& path = (*paths)[index];
            client.children(path, [found, path, done](const Result<std::vector<std::string>>& names) {
                if (!names) {
                    done(names.error().code == ErrorCode::NoNode ? Result<void>() : failure(names.error()));
                    return;
                }
                for (const auto& name : *names)
                    found->push_back(joinPath(path, name));
                done({});
            });
        },
        longestRemoval);
    if (!listed)
        return failure(listed.error());
    return *found;
}

Result<void> removeLevel(zk::Client& client, const Level& level)
{
    const auto paths = std::make_shared<const Level>(level);
    const auto removed = runPipeline(
        client.executor(), level.size(), benchWidth,
        [&client, paths](std::size_t index, const BenchStepDone& done) {
            client.remove((*paths)[index], zk::anyVersion, [done](const Result<void>& gone) {
                done(!gone && gone.error().code == ErrorCode::NoNode ? Result<void>() : gone);
            });
        },
        longestRemoval);
    return removed ? Result<void>() : failure(removed.error());
}

Result<void> removeLevels(zk::Client& client, const std::string& path)
{
    std::vector<Level> levels{{path}};
    while (!levels.back().empty()) {
        auto next = below(client, levels.back());
        if (!next)
            return failure(next.error());
        levels.push_back(*std::move(next));
    }
    for (; !levels.empty(); levels.pop_back()) {
        if (auto removed = removeLevel(client, levels.back()); !removed)
            return removed;
    }
    return {};
}

} // namespace

std::string freshBenchPath()
{
    return "/lockscope-bench-" + locks::randomUuid();
}

Result<void> makeNode(zk::Client& client, const std::string& path)
{
    const auto made = await<zk::Created>(client, path, [&client, path](zk::Reply<zk::Created> reply) {
        client.create({path, {}, zk::CreateMode::Persistent, zk::openAcl()}, std::move(reply));
    });
    return made ? Result<void>() : failure(made.error());
}

Result<void> removeTree(zk::Client& client, const std::string& path)
{
    // A server that lags behind could still list nodes of ended sessions. A server that ends thousands of sessions
    // answers late.
    Result<void> removed;
    for (int left = mostTries; left > 0; --left) {
        removed =
            await<void>(client, path, [&client, path](zk::Reply<void> reply) { client.sync(path, std::move(reply)); });
        if (removed || !isRetryable(removed.error()))
            break;
        std::this_thread::sleep_for(betweenTries);
    }
    if (removed)
        removed = removeLevels(client, path);
    if (removed)
        return removed;
    auto error = removed.error();
    error.detail += (error.detail.empty() ? "" : "; ") + path + " could not be removed: delete it by hand";
    return failure(std::move(error));
}

} // namespace lockscope::console
