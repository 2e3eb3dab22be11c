// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/LockFinder.h"

#include "core/redis/ConnectionError.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/HashShape.h"
#include "core/sources/redis/dialects/KeyRoles.h"
#include "core/sources/redis/dialects/OwnerName.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Fields of a hash that tell whether it may be a lock. A small hash is answered whole.
const std::string someFields = "16";

/// Keys whose name may tell of a lock with another name: namesIn() of core/sources/redis/dialects/KeyRoles.cpp.
const std::string namesOfParts = "*{*";

/// For so long a key that is no lock is not looked at again when it changes.
constexpr auto noLockFor = std::chrono::seconds(30);
constexpr std::size_t mostNoLocks = 10'000;

/// The Family of the hash with these fields.
LockReading::Family familyOf(const HashFields& fields)
{
    const bool hasMode = std::any_of(fields.begin(), fields.end(), [](const auto& one) { return one.first == "mode"; });
    if (hasMode)
        return LockReading::Family::ReadWrite;
    const bool isOwner = std::any_of(fields.begin(), fields.end(),
                                     [](const auto& one) { return parseOwnerName(one.first).has_value(); });
    return isOwner ? LockReading::Family::Owner : LockReading::Family::FasterMulti;
}

LockReading::Family familyOf(const ChannelRole& role)
{
    switch (role.family) {
    case ChannelRole::Family::ReadWrite:
        return LockReading::Family::ReadWrite;
    case ChannelRole::Family::Semaphore:
        return LockReading::Family::Semaphore;
    case ChannelRole::Family::Lock:
        break;
    }
    return LockReading::Family::Owner;
}

} // namespace

/// Of the channels, on all masters.
struct LockFinder::Listing {
    std::size_t open = 0;
    Result<void> result; ///< the first error
    std::function<void(const Result<void>&)> done;
};

LockFinder::LockFinder(redis::Client& client, Settings settings, Handlers handlers)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_handlers(std::move(handlers))
    , m_looks(m_settings.mostLooksPerSecond)
{
}

LockFinder::~LockFinder() = default;

/// The same ones again, so that they keep their rate over several scans.
void LockFinder::makeScans(double callsPerSecond)
{
    if (m_names && m_callsPerSecond == callsPerSecond)
        return;
    m_callsPerSecond = callsPerSecond;
    KeyScan::Settings names;
    names.callsPerSecond = callsPerSecond / 2;
    auto hashes = names;
    names.pattern = namesOfParts;
    hashes.type = "hash";
    m_names = std::make_unique<KeyScan>(
        m_client, std::move(names),
        [this](const redis::Address&, const std::vector<std::string>& keys) { takeNames(keys, Cause::Scan); });
    m_hashes = std::make_unique<KeyScan>(
        m_client, std::move(hashes),
        [this](const redis::Address&, const std::vector<std::string>& keys) { takeHashes(keys); });
}

void LockFinder::scan(double callsPerSecond)
{
    ++m_scan;
    m_openSteps = 0;
    m_isLost = false;
    if (!m_settings.wanted.names.empty()) {
        for (const auto& name : m_settings.wanted.names)
            lookFor(name);
        return;
    }
    makeScans(callsPerSecond);
    m_openSteps = 3;
    const auto ending = [this, scan = m_scan](Step step) {
        return [this, scan, step](const Result<void>& result) { endStep(scan, step, result); };
    };
    const auto listing = std::make_shared<Listing>();
    listing->done = ending(Step::Channels);
    list(listing);
    m_names->start(ending(Step::Names));
    m_hashes->start(ending(Step::Hashes));
}

void LockFinder::endStep(std::uint64_t scan, Step step, const Result<void>& result)
{
    if (scan != m_scan)
        return;
    --m_openSteps;
    noteLost(scan, result);
    m_handlers.done(step, {}, result);
    m_handlers.ended();
}

void LockFinder::noteLost(std::uint64_t scan, const Result<void>& result)
{
    m_isLost = m_isLost || (scan == m_scan && !result && redis::isConnectionError(result.error()));
}

void LockFinder::listChannels()
{
    const auto listing = std::make_shared<Listing>();
    listing->done = [this](const Result<void>& result) { m_handlers.done(Step::Channels, {}, result); };
    list(listing);
}

/// Patterns do not count as listeners.
void LockFinder::list(const std::shared_ptr<Listing>& listing)
{
    listing->open = 1;
    const auto answered = [listing, alive = std::weak_ptr(m_alive)](const Result<void>& result) {
        if (!result && listing->result)
            listing->result = failure(result.error());
        if (--listing->open == 0 && !alive.expired())
            listing->done(listing->result);
    };
    const bool isSharded = m_client.usesShardedChannels();
    for (const auto& master : m_client.masters()) {
        for (const char* const command : {"CHANNELS", "SHARDCHANNELS"}) {
            if (!isSharded && std::string_view(command) == "SHARDCHANNELS")
                continue;
            ++listing->open;
            m_client.sendTo(master, {"PUBSUB", command, std::string(channelPattern)}, redis::Access::Read,
                            [this, answered, alive = std::weak_ptr(m_alive)](const Result<redis::Value>& reply) {
                                if (alive.expired())
                                    return;
                                if (reply)
                                    takeChannels(*reply);
                                answered(reply ? Result<void>() : failure(reply.error()));
                            });
        }
    }
    m_client.executor().post([answered] { answered({}); });
}

void LockFinder::takeChannels(const redis::Value& reply)
{
    for (const auto& channel : reply.items()) {
        const auto role = roleOfChannel(channel.text());
        if (!role)
            continue;
        for (const auto& name : role->locks)
            found(name, familyOf(*role), Evidence::Channel, Cause::Scan);
    }
}

void LockFinder::takeNames(const std::vector<std::string>& keys, Cause cause)
{
    for (const auto& key : keys) {
        const auto role = roleOfKey(key);
        if (!role)
            continue;
        const bool isQueue = role->part == KeyRole::Part::FairQueue;
        const bool isPermits = role->part == KeyRole::Part::PermitLeases;
        for (const auto& name : role->locks) {
            if (isQueue || isPermits)
                found(name, isQueue ? Family::Owner : Family::PermitSemaphore, Evidence::OtherKey, cause);
        }
    }
}

void LockFinder::takeHashes(const std::vector<std::string>& keys)
{
    std::size_t looks = 0;
    for (const auto& key : keys) {
        if (!m_settings.wanted.has(key))
            continue;
        ++looks;
        lookAtFields(key, Cause::Scan);
    }
    m_hashes->delay(std::chrono::duration_cast<Duration>(
        std::chrono::duration<double>(static_cast<double>(looks) / m_settings.scannedLooksPerSecond)));
}

void LockFinder::look(const std::string& key)
{
    if (roleOfKey(key)) {
        takeNames({key}, Cause::Report);
        return;
    }
    if (!m_settings.wanted.has(key))
        return;
    const auto now = m_client.executor().clock().now();
    if (now - m_noLocksSince >= noLockFor || m_noLocks.size() >= mostNoLocks) {
        m_noLocksSince = now;
        m_noLocks.clear();
    }
    if (!m_noLocks.contains(key) && m_looks.take(now))
        lookAtFields(key, Cause::Report);
}

/// While keys change all the time some of them are always being looked at: only the looks of a scan count.
void LockFinder::ask(const std::string& name, redis::Command command, Cause cause,
                     std::function<void(const redis::Value&)> onReply)
{
    const bool isOfScan = cause == Cause::Scan;
    m_openLooks += isOfScan ? 1 : 0;
    m_client.send(name, std::move(command), redis::Access::Read,
                  [this, name, isOfScan, scan = m_scan, onReply = std::move(onReply),
                   alive = std::weak_ptr(m_alive)](const Result<redis::Value>& reply) {
                      if (alive.expired())
                          return;
                      if (reply)
                          onReply(*reply);
                      const auto result = reply ? Result<void>() : failure(reply.error());
                      m_handlers.done(Step::Fields, name, result);
                      if (!isOfScan)
                          return;
                      noteLost(scan, result);
                      if (--m_openLooks == 0)
                          m_handlers.ended();
                  });
}

void LockFinder::lookAtFields(const std::string& key, Cause cause)
{
    ask(key, {"HSCAN", key, "0", "COUNT", someFields}, cause,
        [this, key, cause](const redis::Value& reply) { onFields(key, reply, cause); });
}

/// Without a scan: the keys and channels that a lock of this name would have.
void LockFinder::lookFor(const std::string& name)
{
    lookAtFields(name, Cause::Scan);
    const auto exists = [this, &name](const std::string& key, Family family) {
        ask(name, {"EXISTS", key}, Cause::Scan, [this, name, family](const redis::Value& reply) {
            if (reply.number() > 0)
                found(name, family, Evidence::OtherKey, Cause::Scan);
        });
    };
    exists(redis::keys::permitTimeouts(name), Family::PermitSemaphore);
    exists(redis::keys::fairQueue(name), Family::Owner);
    ask(name,
        {"PUBSUB", m_client.usesShardedChannels() ? "SHARDNUMSUB" : "NUMSUB", redis::keys::semaphoreChannel(name)},
        Cause::Scan, [this, name](const redis::Value& reply) {
            if (reply.items().size() == 2 && reply.items()[1].number() > 0)
                found(name, Family::Semaphore, Evidence::Channel, Cause::Scan);
        });
}

void LockFinder::onFields(const std::string& key, const redis::Value& reply, Cause cause)
{
    HashFields fields;
    if (reply.items().size() == 2) {
        const auto& items = reply.items()[1].items();
        for (std::size_t i = 0; i + 1 < items.size(); i += 2)
            fields.emplace_back(items[i].text(), items[i + 1].text());
    }
    if (mayBeLock(fields))
        found(key, familyOf(fields), Evidence::Content, cause);
    else if ((reply.isError() || !fields.empty()) && m_noLocks.size() < mostNoLocks)
        m_noLocks.insert(key); // one that is gone may come back as a lock
}

void LockFinder::found(const std::string& name, Family family, Evidence evidence, Cause cause)
{
    if (m_settings.wanted.has(name))
        m_handlers.found(name, family, evidence, cause);
}

} // namespace lockscope::inspect
