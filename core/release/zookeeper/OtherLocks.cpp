// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/OtherLocks.h"

#include "core/base/Path.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <map>
#include <optional>

namespace lockscope::release {

namespace {

std::vector<std::string> namesIn(const ensemble::EphemeralOwners& ephemerals, const std::string& directory)
{
    const auto prefix = directory == "/" ? directory : directory + "/";
    std::vector<std::string> names;
    for (auto node = ensemble::from(ephemerals, prefix);
         node != ephemerals.end() && node->first.compare(0, prefix.size(), prefix) == 0; ++node) {
        if (node->first.find('/', prefix.size()) == std::string::npos)
            names.push_back(node->first.substr(prefix.size()));
    }
    return names;
}

std::optional<OtherNode> judge(const std::string& path, const std::vector<std::string>& names,
                               const inspect::DialectCatalogue& dialects)
{
    const auto directory = parentOf(path);
    const auto name = baseName(path);
    const auto* dialect = dialects.recognise({directory, names}).dialect;
    if (dialect && dialect->isLock()) {
        const auto lock = dialect->queue.at.empty() ? directory : inspect::lockOf(directory, dialect->queue.at);
        if (!lock.empty() && dialect->queue.at.empty() && !dialect->gate) {
            const auto built = inspect::buildQueue(directory, *dialect, names, {}, nullptr, {});
            if (const auto* contender = built.find({inspect::LockPart::Queue, name}))
                return OtherNode{lock, path, contender->isStateKnown ? std::optional(contender->holds) : std::nullopt};
        } else if (!lock.empty()) {
            return OtherNode{lock, path, std::nullopt}; // the holder depends on more than this directory
        }
    }
    for (const auto* spread : dialects.spreadOut()) {
        const auto lock = spread->gate ? inspect::lockOf(directory, spread->gate->at) : std::string();
        if (!lock.empty() && inspect::isMark(*spread->gate, name))
            return OtherNode{lock, path, false};
    }
    if (dialects.recogniseSingle(path))
        return OtherNode{path, path, true};
    return std::nullopt;
}

} // namespace

std::vector<OtherNode> otherLocks(const inspect::Snapshot& snapshot, std::int64_t session, const std::string& except)
{
    std::vector<OtherNode> others;
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue) {
            if (contender.session() != session)
                continue;
            if (auto path = lock->nodePath(contender); path != except)
                others.push_back({lock->path, std::move(path),
                                  contender.isStateKnown ? std::optional(contender.holds) : std::nullopt});
        }
    }
    return others;
}

std::vector<OtherNode> otherLocks(const ensemble::EphemeralOwners& ephemerals, std::int64_t session,
                                  const std::string& except, const inspect::DialectCatalogue& dialects)
{
    std::vector<OtherNode> others;
    std::map<std::string, std::vector<std::string>> directories;
    for (const auto& [path, owner] : ephemerals) {
        if (owner != session || path == except)
            continue;
        auto [directory, isNew] = directories.try_emplace(parentOf(path));
        if (isNew)
            directory->second = namesIn(ephemerals, directory->first);
        if (auto other = judge(path, directory->second, dialects))
            others.push_back(*std::move(other));
    }
    return others;
}

} // namespace lockscope::release
