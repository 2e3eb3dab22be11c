// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/LockReading.h"
#include "core/sources/redis/discovery/KeyScan.h"
#include "core/sources/redis/discovery/NameFilter.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockscope::inspect {

/// At most a number of something in each second. A value.
class PerSecond final {
public:
    explicit PerSecond(int most)
        : m_most(most)
    {
    }
    /// Counts one; false: it is too much.
    [[nodiscard]] bool take(SteadyTime now)
    {
        if (now - m_began >= std::chrono::seconds(1)) {
            m_began = now;
            m_taken = 0;
        }
        return m_taken < m_most && ++m_taken > 0;
    }

private:
    int m_most;
    SteadyTime m_began{};
    int m_taken = 0;
};

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
        WantedNames wanted{};
        /// Of keys that were reported to have changed, at most this many a second are looked at, so that unrelated keys
        /// cost little. The next scan finds the others.
        int mostLooksPerSecond = 200;
        /// Of the hashes that a scan with a rate finds; their fields are read.
        double scannedLooksPerSecond = 5'000;
    };
    /// What led to a lock.
    enum class Cause {
        Scan,  ///< or a listing of the channels: the lock may have been there for some time
        Report ///< of a changed key: look()
    };
    struct Handlers {
        std::function<void(const std::string& name, Family family, Evidence evidence, Cause cause)> found;
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
    /// Hashes that a scan has found are being looked at.
    [[nodiscard]] bool isLooking() const { return m_openLooks > 0; }
    /// A server could not be reached during the last scan: what it has is missing.
    [[nodiscard]] bool isLost() const { return m_isLost; }
    /// Only the locks for which clients wait.
    void listChannels();
    /// A key has changed that may be a lock.
    void look(const std::string& key);

private:
    struct Listing;

    void lookFor(const std::string& name);
    void lookAtFields(const std::string& key, Cause cause);
    void ask(const std::string& name, redis::Command command, Cause cause,
             std::function<void(const redis::Value&)> onReply);
    void noteLost(std::uint64_t scan, const Result<void>& result);
    void endStep(std::uint64_t scan, Step step, const Result<void>& result);
    void makeScans(double callsPerSecond);
    void list(const std::shared_ptr<Listing>& listing);
    void takeChannels(const redis::Value& reply);
    void takeNames(const std::vector<std::string>& keys, Cause cause);
    void takeHashes(const std::vector<std::string>& keys);
    void onFields(const std::string& key, const redis::Value& reply, Cause cause);
    void found(const std::string& name, Family family, Evidence evidence, Cause cause);

    redis::Client& m_client;
    const Settings m_settings;
    const Handlers m_handlers;
    std::unique_ptr<KeyScan> m_names;
    std::unique_ptr<KeyScan> m_hashes;
    double m_callsPerSecond = 0; ///< of both together
    std::uint64_t m_scan = 0;    ///< counts the scans: replies to an earlier one are of no interest
    int m_openSteps = 0;
    int m_openLooks = 0; ///< of scans
    bool m_isLost = false;
    // Of look():
    PerSecond m_looks;
    std::unordered_set<std::string> m_noLocks; ///< keys that were looked at since m_noLocksSince
    SteadyTime m_noLocksSince{};
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
