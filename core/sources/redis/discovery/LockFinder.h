// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/LockReading.h"
#include "core/sources/redis/discovery/KeyScan.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockscope::inspect {

/// Finds the names of Redisson's locks on the masters of one client: by the channels on which clients listen, by the
/// names of keys, and by the fields of hashes.
///
/// Thread: the client's executor. Destroying it ends the calls.
class LockFinder final {
public:
    using Family = LockReading::Family;

    /// What says that there is a lock of this family; the later decides.
    enum class Evidence {
        Channel,  ///< clients listen
        OtherKey, ///< a key that belongs to one
        Content   ///< the fields of its own key
    };
    /// What is read to find locks.
    enum class Step {
        Names,
        Hashes,
        Channels,
        Fields ///< of one hash
    };
    struct Settings {
        std::vector<std::string> roots; ///< the beginnings of the names of locks; empty: all
        std::vector<std::string> names; ///< only these, without a scan; empty: all
        /// Of keys that were reported to have changed, at most this many a second are looked at, so that unrelated keys
        /// cost little. The next scan finds the others.
        int mostLooksPerSecond = 200;
    };
    struct Handlers {
        std::function<void(const std::string& name, Family family, Evidence evidence)> found;
        /// The result of a step; `name` is that of the hash, else empty.
        std::function<void(Step step, const std::string& name, const Result<void>& result)> done;
        /// isScanning() or isLooking() is false now.
        Task ended;
    };

    /// `client` must outlive it.
    LockFinder(redis::Client& client, Settings settings, Handlers handlers);
    ~LockFinder();
    LockFinder(const LockFinder&) = delete;
    LockFinder& operator=(const LockFinder&) = delete;

    /// Begins again; a scan that is under way ends. `callsPerSecond`: of SCAN; 0: the next call follows each reply.
    void scan(double callsPerSecond);
    [[nodiscard]] bool isScanning() const { return m_openSteps > 0; }
    /// A scan has ended since it was begun.
    [[nodiscard]] bool hasScanned() const { return m_scan > 0 && m_openSteps == 0; }
    /// Hashes are being looked at.
    [[nodiscard]] bool isLooking() const { return m_openLooks > 0; }
    /// Only the locks for which clients wait.
    void listChannels();
    /// A key has changed that may be a lock.
    void look(const std::string& key);
    /// It may have a lock that is to be found, by its name.
    [[nodiscard]] bool isWanted(const std::string& name) const;

private:
    struct Listing;

    void lookFor(const std::string& name);
    void lookAtFields(const std::string& key);
    void ask(const std::string& name, redis::Command command, std::function<void(const redis::Value&)> onReply);
    void endStep(std::uint64_t scan, Step step, const Result<void>& result);
    void list(const std::shared_ptr<Listing>& listing);
    void takeChannels(const redis::Value& reply);
    void takeNames(const std::vector<std::string>& keys);
    void takeHashes(const std::vector<std::string>& keys);
    void onFields(const std::string& key, const redis::Value& reply);
    void found(const std::string& name, Family family, Evidence evidence);

    redis::Client& m_client;
    const Settings m_settings;
    const Handlers m_handlers;
    std::unique_ptr<KeyScan> m_names;
    std::unique_ptr<KeyScan> m_hashes;
    std::uint64_t m_scan = 0; ///< counts the scans: replies to an earlier one are of no interest
    int m_openSteps = 0;
    int m_openLooks = 0;
    // Of look():
    SteadyTime m_secondBegan{};
    int m_looksInSecond = 0;
    std::unordered_set<std::string> m_noLocks; ///< keys that were looked at since m_noLocksSince
    SteadyTime m_noLocksSince{};
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
