// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Subscription.h"
#include "core/model/Snapshot.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/RedisDialect.h"
#include "core/sources/redis/dialects/TokenBuilder.h"
#include "core/sources/redis/discovery/NameFilter.h"
#include "core/sources/redis/discovery/RedlockMaster.h"
#include "core/sources/redis/discovery/TokenScan.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

struct RedlockInspectorSettings {
    std::string connect{};            ///< for Snapshot::connect
    std::vector<std::string> roots{}; ///< fixed beginnings of the names of locks; empty: all locks
    std::vector<std::string> names{}; ///< only these locks, without a scan; empty: all
    NameFilter filter{};              ///< of the locks that are found
    RedisDialectsPtr dialects{};      ///< may be null: no locks but Redlocks
    std::chrono::milliseconds snapshotInterval{100};
    bool manual = false;                        ///< reads once, and again only at refresh()
    std::chrono::milliseconds readEvery{1'000}; ///< each known lock; also at the end of its leases
    int readsAtOnce = 64;
    double laterScans = 20; ///< calls of SCAN per second on all masters together, after the first scan
};

/// Finds the Redlocks on N independent masters, and reads their votes. A string is one if two masters have a token by
/// its name, if its name is asked for, or if a dialect of the user's says so. Reads only.
///
/// The votes of one lock are read from all masters at the same time, but not at one moment. A master that does not
/// answer is a vote that is not reachable, and a problem of the snapshot.
///
/// Thread: the executor of the clients, which must be one. `publish` is called there, with a higher revision each time,
/// at most once per snapshot interval.
class RedlockInspector final {
public:
    using Publish = std::function<void(SnapshotPtr)>;
    using StatusHandler = std::function<void(const SessionStatus&)>;

    /// `masters`: one client each, which must outlive it; at least one. `onStatus` is called with each change of the
    /// joined status, see joinedStatus().
    RedlockInspector(const std::vector<redis::Client*>& masters, RedlockInspectorSettings settings, Publish publish,
                     StatusHandler onStatus);
    ~RedlockInspector();
    RedlockInspector(const RedlockInspector&) = delete;
    RedlockInspector& operator=(const RedlockInspector&) = delete;

    void start();
    /// Scans and reads everything again. Known locks stay until they have been read.
    void refresh();
    /// Reads the known locks again.
    void readLocks();
    void readLocks(const std::vector<std::string>& names);
    [[nodiscard]] SessionStatus status() const;

private:
    struct Master {
        std::unique_ptr<RedlockMaster> server;
        std::unique_ptr<TokenScan> scan;
        std::uint64_t generation = 0; ///< of the connection in which it was scanned last
        bool hasScanned = false;      ///< since then, and since the last refresh
        bool hasScannedOnce = false;
        std::optional<Error> scanError;
        Subscription status;
    };

    struct Known {
        bool isAsked = false;             ///< by its name
        bool isDue = false;               ///< is in m_due
        std::shared_ptr<const Lock> lock; ///< null: it was not read yet, and may be none
        Subscription leaseEnd;            ///< the timer of the next read
    };

    struct Failed {
        Error error;
        std::uint64_t round = 0; ///< in which it failed last
    };
    struct Reading;

    void onStatus(std::size_t index);
    void onAnswersChanged();
    enum class Scan {
        Requested, ///< by a user
        Missed,    ///< the first one of a connection: all keys are unknown
        Again      ///< for new locks
    };
    void scan(Master& master, Scan scan);
    [[nodiscard]] TokenScan::Settings scanSettings(const Master& master, Scan scan) const;
    void onFound(const std::string& key);
    [[nodiscard]] bool areDecided() const;
    [[nodiscard]] bool isAnswered() const;
    void readSome();
    void read(const std::string& name);
    void onAnswer(const std::shared_ptr<Reading>& reading, std::size_t index, const RedlockMaster::Answer& answer);
    static void ageVotes(Reading& reading, SteadyTime now);
    void onRead(const Reading& reading);
    [[nodiscard]] bool isLock(const Known& known, const Reading& reading) const;
    void readAtLeaseEnd(const std::string& name, Known& known, const std::vector<RedisVote>& votes);
    void tick();
    void noteWhole();
    [[nodiscard]] std::vector<Problem> problems() const;
    void changed();
    void publishNow();

    Executor& m_executor;
    const RedlockInspectorSettings m_settings;
    const Publish m_publish;
    const StatusHandler m_onStatus;
    std::vector<Master> m_masters;
    std::map<std::string, Known, std::less<>> m_known;
    std::set<std::string, std::less<>> m_looked; ///< read during this scan
    std::deque<std::string> m_due;
    int m_openReads = 0;
    bool m_isWhole = false; ///< everything was read since the last refresh, and since the last new connection
    std::map<std::string, Failed, std::less<>> m_problems; ///< by name of the lock
    std::uint64_t m_round = 0;                             ///< of scans
    SteadyTime m_lastSnapshot{};
    bool m_isPublishing = false;
    std::uint64_t m_revision = 0;
    Subscription m_tick;
    Subscription m_timer;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
