// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/zookeeper/ZooKeeperSlots.h"

#include "core/base/Path.h"
#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/MultiLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "core/locks/zookeeper/SingleNodeLock.h"
#include "core/simulate/clients/LibraryLock.h"
#include "core/simulate/clients/zookeeper/SimulatedElection.h"

#include <QHostInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <unistd.h>

namespace lockscope::console {

namespace {

/// Identifies the holder in the node's data.
std::string payloadOf(const std::string& name)
{
    const QJsonObject identity{{QStringLiteral("client"), QString::fromStdString(name)},
                               {QStringLiteral("host"), QHostInfo::localHostName()},
                               {QStringLiteral("pid"), static_cast<qint64>(getpid())}};
    return QJsonDocument(identity).toJson(QJsonDocument::Compact).toStdString();
}

std::shared_ptr<locks::Lock> makeNodeLock(zk::Client& client, const ContendOptions& options, const std::string& path,
                                          locks::NodeOptions settings)
{
    using Order = locks::MultiLock::Order;
    switch (options.recipe) {
    case Recipe::Single:
        return std::make_shared<locks::SingleNodeLock>(client, joinPath(path, "lock"), std::move(settings));
    case Recipe::SemaphoreMutex:
        return std::make_shared<locks::SemaphoreMutex>(client, path, std::move(settings));
    case Recipe::Semaphore:
        return std::make_shared<locks::Semaphore>(client, path, options.leases, std::move(settings));
    case Recipe::Multi:
        return std::make_shared<locks::MultiLock>(client, options.paths, std::move(settings),
                                                  options.asGiven ? Order::AsGiven : Order::ByPath);
    case Recipe::KazooLock:
        return std::make_shared<locks::KazooLock>(client, path, std::move(settings));
    case Recipe::KazooSemaphore:
        return std::make_shared<locks::KazooSemaphore>(client, path, options.leases, std::move(settings));
    case Recipe::Mutex:
    case Recipe::ReadWrite:
    case Recipe::Latch:
    default:
        break; // the latter two are not a Lock: makeNodeSlots() makes them; the others are not for ZooKeeper
    }
    return std::make_shared<locks::Mutex>(client, path, std::move(settings));
}

std::unique_ptr<SimulatedLock> lockSlot(std::shared_ptr<locks::Lock> lock)
{
    return std::make_unique<LibraryLock>(std::move(lock), LibraryLock::Queue::Reported);
}

std::vector<SimulatedSlot> makeNodeSides(zk::Client& client, const std::string& path, locks::NodeOptions settings)
{
    const auto lock = std::make_shared<locks::ReadWriteLock>(client, path, std::move(settings));
    const auto owner = locks::Owner::make();
    std::vector<SimulatedSlot> slots;
    for (const bool writes : {true, false}) {
        std::shared_ptr<locks::Lock> side(lock, writes ? &lock->write() : &lock->read());
        slots.push_back(
            {std::make_unique<LibraryLock>(std::move(side), LibraryLock::Queue::Reported, owner), {path}, writes});
    }
    return slots;
}

} // namespace

std::vector<SimulatedSlot> makeNodeSlots(zk::Client& client, const ContendOptions& options, const std::string& name,
                                         const Log& log)
{
    locks::NodeOptions settings;
    settings.payload = payloadOf(name);
    settings.log = log;
    // A user's lock must not disappear between two cycles (persistent parents). The parents of a program's run are
    // containers, which the server removes even after a kill.
    settings.parents = options.control ? zk::CreateMode::Container : zk::CreateMode::Persistent;
    const auto& first = options.paths.front();
    std::vector<SimulatedSlot> slots;
    if (options.recipe == Recipe::ReadWrite)
        return makeNodeSides(client, first, settings);
    if (options.recipe == Recipe::Latch) {
        slots.push_back(
            {std::make_unique<SimulatedElection>(client, first, settings.payload.text(), settings), {first}});
    } else if (options.recipe == Recipe::Multi) {
        slots.push_back({lockSlot(makeNodeLock(client, options, first, settings)), options.paths});
    } else {
        for (const auto& path : options.paths)
            slots.push_back({lockSlot(makeNodeLock(client, options, path, settings)), {path}});
    }
    return slots;
}

} // namespace lockscope::console
