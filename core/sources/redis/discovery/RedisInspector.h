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
    std::string connect{};                           ///< for Snapshot::connect
    std::vector<std::string> roots{};                ///< fixed beginnings of the names of locks; empty: all locks
    std::vector<std::string> names{};                ///< only these locks, without a scan; empty: all
    NameFilter filter{};                             ///< of the locks that are found
    RedisDialectsPtr dialects{};                     ///< of token locks; may be null
    std::chrono::milliseconds snapshotInterval{100}; ///< and between two readings of one lock that changes
    bool manual = false;                             ///< reads once, and again only at refresh()
    /// Each known lock, while its changes are not reported; and the waiters, in any case.
    std::chrono::milliseconds readEvery{1'000};
    /// Each known lock, and all keys, while changes are reported: should a report be missing.
    std::chrono::milliseconds verifyEvery{30'000};
    int readsAtOnce = 64;
    /// Of locks that have changed, so that many short holds cost the servers little. More wait for their turn, and are
    /// shown as polled meanwhile; after a pause some hundreds are read at once.
    double changedReadsPerSecond = 300;
    double laterScans = 20;              ///< calls of SCAN per second, all together, after the first scan
    int database = 0;                    ///< of the client, for keyspace events
    double mostChangesPerSecond = 2'000; ///< above this, changed keys are not followed: see ChangeFeed
    std::chrono::milliseconds followAgainEvery{60'000}; ///< after that: see ChangeFeed::Settings::retryEvery
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
    using Cause = LockFinder::Cause;

    struct Known {
        Family family = Family::Owner;
        Evidence evidence = Evidence::Channel;
        bool isDue = false;        ///< is in m_due
        bool isDirty = false;      ///< has changed since the reading under way began
        bool hasOwnKey = false;    ///< when it was read last
        bool isConfirming = false; ///< the next reading is shown in any case
        bool isOwed = false;       ///< was known at the last gap, or found by a scan since, and not read since
        bool isFoundLate = false;  ///< a scan has found it that is not the first one
        /// The first change that was reported since the last reading began.
        std::optional<SteadyTime> changedAt;
        bool isReading = false;           ///< and not answered yet
        bool isReadingToConfirm = false;  ///< that reading, or the last one
        bool isReadingAChange = false;    ///< the same: a report led to it
        std::uint64_t readAfterGap = 0;   ///< the same: m_gaps when it began
        SteadyTime readBegan{};           ///< the same
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
    void onServers(std::shared_ptr<const RedisServers> servers);
    void onReports(bool areBegun);
    void onChanged(const std::vector<std::string>* keys);
    void onChanged(const std::string& key);
    void lookForTokens(const std::vector<std::string>& keys);
    void readAgain(double callsPerSecond);
    void scan(double callsPerSecond);
    [[nodiscard]] double laterScans() const;
    [[nodiscard]] double scanRate() const;
    void tick();
    void take(const std::string& name, Family family, Evidence evidence, Cause cause);
    void onStep(LockFinder::Step step, const std::string& name, const Result<void>& result);
    void onFinderEnded();

    [[nodiscard]] bool isReported(Family family) const;
    [[nodiscard]] bool isReadInTurn(const Known& known) const;
    void readKnown();
    void markDirty(const std::string& name, Known& known);
    void readScheduled();
    void armReads();
    [[nodiscard]] double readRate() const;
    void refillReads();
    void readSome();
    void onRead(const std::string& name, Family family, const Result<std::optional<LockReading>>& result);
    void show(Known& known, const LockReading& reading);
    [[nodiscard]] bool isPolled(const Known& known, const Lock& lock) const;
    [[nodiscard]] bool isGoneUnreported(const Known& known) const;
    static void showAsPolled(Known& known);
    void showLateOnes();
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
    [[nodiscard]] std::optional<Error> hiddenCluster() const;
    void publishNow();

    redis::Client& m_client;
    const RedisInspectorSettings m_settings;
    const Publish m_publish;
    LockReader m_reader;
    LockFinder m_finder;
    std::unique_ptr<TokenInspector> m_tokens; ///< null: no token locks are looked for
    PerSecond m_tokenLooks{200};              ///< at changed keys that are no known token locks
    ServerReader m_servers;
    std::shared_ptr<const RedisServers> m_redisServers; ///< null before the first report
    ChangeFeed m_feed;
    std::uint64_t m_generation = 0; ///< of the connection in which everything was read last
    bool m_isWhole = false;         ///< a scan has ended since the last gap, and all that it found was read
    bool m_wasWhole = false;        ///< once
    std::uint64_t m_scans = 0;      ///< that were begun
    SteadyTime m_scanBegan{};       ///< the last one
    bool m_hasScannedOnce = false;
    std::uint64_t m_gaps = 0;           ///< what was read before the last one is not complete
    std::uint64_t m_scansBeforeGap = 0; ///< those found nothing that has come since
    std::map<std::string, Known, std::less<>> m_known;
    std::unordered_map<std::string, Known> m_former; ///< locks that are free now: they are read when they change
    std::deque<std::string> m_due;
    ReadSchedule m_schedule;
    std::optional<SteadyTime> m_armed; ///< for m_reads
    int m_openReads = 0;
    double m_readsLeft = 0;   ///< of readRate()
    double m_readsInTurn = 0; ///< per second, of locks that have not changed
    SteadyTime m_refilled{};
    std::map<Subject, Failed> m_failed;
    SessionState m_shown = SessionState::Connecting; ///< in the last snapshot
    SteadyTime m_lastSnapshot{};
    bool m_isPublishing = false;
    std::uint64_t m_revision = 0;
    Subscription m_status;
    Subscription m_begin; ///< the timer of the first scan
    Subscription m_tick;
    Subscription m_reads; ///< the timer of m_schedule
    Subscription m_timer;
};

} // namespace lockscope::inspect
