// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Subscription.h"
#include "core/model/Snapshot.h"
#include "core/redis/Client.h"
#include "core/sources/redis/discovery/ChangeFeed.h"
#include "core/sources/redis/discovery/LockFinder.h"
#include "core/sources/redis/discovery/LockReader.h"
#include "core/sources/redis/discovery/ReadSchedule.h"
#include "core/sources/redis/discovery/TokenInspector.h"
#include "core/sources/redis/topology/ServerReader.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockscope::inspect {

struct RedisInspectorSettings {
    std::string connect;                             ///< for Snapshot::connect
    std::vector<std::string> roots;                  ///< fixed beginnings of the names of locks; empty: all locks
    std::vector<std::string> names;                  ///< only these locks, without a scan; empty: all
    RedisDialectsPtr dialects;                       ///< of token locks; may be null
    std::chrono::milliseconds snapshotInterval{100}; ///< and between two readings of one lock that changes
    bool manual = false;                             ///< reads once, and again only at refresh()
    /// Each known lock, while changes are not reported; and the waiters, in any case.
    std::chrono::milliseconds readEvery{1'000};
    /// Each known lock, and all keys, while changes are reported: should a report be missing.
    std::chrono::milliseconds verifyEvery{30'000};
    int readsAtOnce = 64;
    /// Of locks that have changed, so that many short holds cost the servers little. More wait for their turn; after a
    /// pause some hundreds are read at once.
    double changedReadsPerSecond = 300;
    double laterScans = 20;              ///< calls of SCAN per second, after the first scan
    int database = 0;                    ///< of the client, for keyspace events
    double mostChangesPerSecond = 2'000; ///< above this, changed keys are not followed: see ChangeFeed
};

/// Finds the locks of Redisson's on the masters of one client and reads them: the channels on which clients listen, the
/// keys by their names, and the hashes by their fields. Where the servers report changes, a lock is read again when it
/// has changed or its lease ends. Token locks (SET NX) are shown only where `roots` or `names` say so: nothing but its
/// place tells such a key from a cache entry. Nothing is written, and no setting of the server is changed.
///
/// Thread: the client's executor. `publish` is called there, with a higher revision each time, at most once per
/// snapshot interval; also at once when changes may have been missed: that snapshot's session is Suspended, and the
/// next ones are incomplete until everything has been read again.
class RedisInspector final {
public:
    using Publish = std::function<void(SnapshotPtr)>;

    /// `client` must outlive it.
    RedisInspector(redis::Client& client, RedisInspectorSettings settings, Publish publish);
    ~RedisInspector();
    RedisInspector(const RedisInspector&) = delete;
    RedisInspector& operator=(const RedisInspector&) = delete;

    /// Begins with the first connection.
    void start();
    /// Scans and reads everything again. Known locks stay until they have been read.
    void refresh();
    /// Reads the known locks again.
    void readLocks();
    void readLocks(const std::vector<std::string>& names);
    /// The same, and shows when that was, even if they have not changed.
    void confirm(const std::vector<std::string>& names);

private:
    using Family = LockReading::Family;
    using Evidence = LockFinder::Evidence;

    struct Known {
        Family family = Family::Owner;
        Evidence evidence = Evidence::Channel;
        bool isDue = false;               ///< is in m_due
        bool isReading = false;           ///< and not answered yet
        bool isDirty = false;             ///< has changed since that reading began
        bool hasOwnKey = false;           ///< when it was read last
        bool isConfirming = false;        ///< the next reading is shown in any case
        SteadyTime readBegan{};           ///< the last time
        SteadyTime lastRead{};            ///< when the last reading that was answered began
        std::shared_ptr<const Lock> lock; ///< null before it has been read
    };
    /// What can fail; it has failed until it succeeds. Reads come after the finder's steps.
    using Subject = std::pair<int, std::string>;
    static constexpr int readStep = 10;
    struct Failed {
        Error error;
        std::uint64_t scan = 0; ///< during which it failed
    };

    void onStatus(const redis::Status& status);
    void onReports(bool areBegun);
    void onChanged(const std::vector<std::string>* keys);
    void onChanged(const std::string& key);
    void readAgain(double callsPerSecond);
    void scan(double callsPerSecond);
    [[nodiscard]] double scanRate() const;
    void tick();
    void take(const std::string& name, Family family, Evidence evidence);
    void onStep(LockFinder::Step step, const std::string& name, const Result<void>& result);
    void onFinderEnded();

    [[nodiscard]] static bool isContended(const Lock& lock);
    void markDirty(const std::string& name, Known& known);
    void readScheduled();
    void armReads();
    void refillReads();
    void readSome();
    void onRead(const std::string& name, Family family, const Result<std::optional<LockReading>>& result);
    [[nodiscard]] bool isOfAnother(const std::string& name, const LockReading& reading) const;
    void noteOwnKey(const std::string& name, Known& known, bool hasOwnKey);
    void forget(std::map<std::string, Known, std::less<>>::iterator known);
    [[nodiscard]] SteadyTime nextRead(const Known& known, bool hasFailed) const;

    void note(const Subject& subject, const Result<void>& result);
    void noteGap();
    void noteWhole();
    void changed();
    void sayGap(const std::string& why);
    [[nodiscard]] std::shared_ptr<Snapshot> snapshot();
    void addTokens(Snapshot& snapshot) const;
    void publishNow();

    redis::Client& m_client;
    const RedisInspectorSettings m_settings;
    const Publish m_publish;
    LockReader m_reader;
    LockFinder m_finder;
    std::unique_ptr<TokenInspector> m_tokens; ///< null: no token locks are looked for
    ServerReader m_servers;
    std::shared_ptr<const RedisServers> m_redisServers; ///< null before the first report
    ChangeFeed m_feed;
    std::uint64_t m_generation = 0; ///< of the connection in which everything was read last
    bool m_isWhole = false;         ///< a scan has ended since the last gap, and all that it found was read
    std::uint64_t m_scans = 0;      ///< that were begun
    SteadyTime m_scanBegan{};       ///< the last one
    bool m_hasScannedOnce = false;
    SteadyTime m_gapEnd{}; ///< what was read before is not complete
    std::map<std::string, Known, std::less<>> m_known;
    std::unordered_map<std::string, Known> m_former; ///< locks that are free now: they are read when they change
    std::deque<std::string> m_due;
    ReadSchedule m_schedule;
    std::optional<SteadyTime> m_armed; ///< for m_reads
    int m_openReads = 0;
    double m_readsLeft = 0; ///< of changedReadsPerSecond
    SteadyTime m_refilled{};
    std::map<Subject, Failed> m_failed;
    SessionState m_shown = SessionState::Connecting; ///< in the last snapshot
    SteadyTime m_lastSnapshot{};
    bool m_isPublishing = false;
    std::uint64_t m_revision = 0;
    Subscription m_status;
    Subscription m_tick;
    Subscription m_reads; ///< the timer of m_schedule
    Subscription m_timer;
};

} // namespace lockscope::inspect
