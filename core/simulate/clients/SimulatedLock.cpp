// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/SimulatedLock.h"

#include "core/base/Path.h"
#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/MultiLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "core/locks/zookeeper/SingleNodeLock.h"
#include "core/simulate/clients/SimulatedElection.h"

#include <QHostInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <unistd.h>

namespace lockscope::console {

namespace {

class SimulatedLibraryLock final : public SimulatedLock {
public:
    /// `owner`: the same for both sides of a read/write lock.
    explicit SimulatedLibraryLock(std::shared_ptr<locks::Lock> lock, locks::Owner owner = locks::Owner::make())
        : m_lock(std::move(lock))
        , m_owner(owner)
    {
    }

    void acquire(std::optional<Duration> timeout, std::stop_token stop, Reply<locks::Grant> reply) override
    {
        // The reply may come after destruction.
        m_lock->acquireAsync(m_owner, timeout, std::move(stop),
                             [weak = std::weak_ptr(m_hold), reply = std::move(reply)](Result<locks::Hold> hold) {
                                 if (!hold) {
                                     reply(failure(std::move(hold.error())));
                                     return;
                                 }
                                 auto grant = hold->grant();
                                 if (const auto kept = weak.lock())
                                     *kept = *std::move(hold);
                                 reply(std::move(grant));
                             });
    }
    void release(Reply<void> reply) override
    {
        if (*m_hold)
            (*m_hold)->releaseAsync(std::move(reply));
        else
            m_lock->executor().post([reply = std::move(reply)] { reply(failure(ErrorCode::NotHeld, "release")); });
    }
    [[nodiscard]] Subscription onState(StateHandler handler) override
    {
        return m_lock->onState(
            [handler = std::move(handler)](locks::Owner, const locks::LockState& state) { handler(state); });
    }
    [[nodiscard]] Subscription onRevoked(Task handler) override
    {
        return m_lock->onRevoked([handler = std::move(handler)](locks::Owner) { handler(); });
    }

private:
    std::shared_ptr<locks::Lock> m_lock;
    locks::Owner m_owner;
    std::shared_ptr<std::optional<locks::Hold>> m_hold = std::make_shared<std::optional<locks::Hold>>();
};

/// Identifies the holder in the node's data.
std::string payloadOf(const std::string& name)
{
    const QJsonObject identity{{QStringLiteral("client"), QString::fromStdString(name)},
                               {QStringLiteral("host"), QHostInfo::localHostName()},
                               {QStringLiteral("pid"), static_cast<qint64>(getpid())}};
    return QJsonDocument(identity).toJson(QJsonDocument::Compact).toStdString();
}

std::shared_ptr<locks::Lock> makeLock(zk::Client& client, const ContendOptions& options, const std::string& path,
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
        break; // the latter two are not a Lock: makeSlots() makes them
    }
    return std::make_shared<locks::Mutex>(client, path, std::move(settings));
}

std::vector<SimulatedSlot> makeSides(zk::Client& client, const std::string& path, locks::NodeOptions settings)
{
    const auto lock = std::make_shared<locks::ReadWriteLock>(client, path, std::move(settings));
    const auto owner = locks::Owner::make();
    std::vector<SimulatedSlot> slots;
    for (const bool writes : {true, false}) {
        std::shared_ptr<locks::Lock> side(lock, writes ? &lock->write() : &lock->read());
        slots.push_back({std::make_unique<SimulatedLibraryLock>(std::move(side), owner), {path}, writes});
    }
    return slots;
}

} // namespace

std::vector<SimulatedSlot> makeSlots(zk::Client& client, const ContendOptions& options, const std::string& name,
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
        return makeSides(client, first, settings);
    if (options.recipe == Recipe::Latch) {
        slots.push_back(
            {std::make_unique<SimulatedElection>(client, first, settings.payload.text(), settings), {first}});
    } else if (options.recipe == Recipe::Multi) {
        slots.push_back(
            {std::make_unique<SimulatedLibraryLock>(makeLock(client, options, first, settings)), options.paths});
    } else {
        for (const auto& path : options.paths)
            slots.push_back(
                {std::make_unique<SimulatedLibraryLock>(makeLock(client, options, path, settings)), {path}});
    }
    return slots;
}

} // namespace lockscope::console
