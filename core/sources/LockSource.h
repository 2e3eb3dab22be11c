// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/model/Snapshot.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// A source of lock snapshots: the servers of one backend, or a recording. Streams snapshots until it is stopped. Reads
/// only.
///
/// Thread: created, used and destroyed on any thread that may block in stop(). Handlers are called on a thread of the
/// source, one at a time, and never after stop() has returned.
class LockSource {
public:
    struct Handlers {
        std::function<void(SnapshotPtr)> snapshot; ///< each with a higher revision
        /// The connection state: at the start, and on each change.
        std::function<void(const SessionStatus&)> session;
        std::function<void(const Error&)> failed; ///< the servers or the recording cannot be reached; no further calls
    };
    /// What to read again immediately; the result is in later snapshots.
    enum class Part {
        Everything, ///< locks and facts; known values stay until they are replaced
        AllNodes,   ///< the rest of a tree with many nodes, from now on: see Snapshot::isHalted
        Locks,      ///< the known locks, without the facts reported by the servers
        Servers,    ///< sessions and connections, as reported by the servers
        Watches     ///< the actual watches: costly, and only read on request
    };

    virtual ~LockSource() = default;

    /// Call once.
    virtual void start(Handlers handlers) = 0;
    /// Waits until all connections are closed, or the close timed out.
    virtual void stop() = 0;
    /// `begun` is called like a handler, unless stop() comes first. Complete snapshots after it contain data read after
    /// this call.
    virtual void read(Part part, Task begun) = 0;
    void read(Part part) { read(part, {}); }
    /// Reads these locks again, at least as new as the servers' common state at this call: later snapshots have
    /// Lock::confirmedAt. False if the source can't: what it shows is all there is to know. Any thread.
    virtual bool confirm(const std::vector<std::string>& locks)
    {
        static_cast<void>(locks);
        return false;
    }
    /// The longest sampleHosts(), because of its cost.
    static constexpr std::chrono::milliseconds longestSample{15'000};
    /// Redis: looks for the hosts of holders and waiters in the commands that all masters execute in this time, by
    /// MONITOR. That more than doubles the servers' work for each lock operation, so ask the user first. Later
    /// snapshots have Snapshot::redisHosts. `ended` is called like a handler, unless stop() comes first; an error: no
    /// master could be sampled. False if the source has no such commands. Any thread.
    virtual bool sampleHosts(std::chrono::milliseconds duration, std::function<void(const Result<void>&)> ended)
    {
        static_cast<void>(duration);
        static_cast<void>(ended);
        return false;
    }
    /// Why there is no connection, if known. Any thread.
    [[nodiscard]] virtual std::optional<Error> trouble() const = 0;
    /// Whether snapshots arrive on their own; else each one must be requested. Any thread.
    [[nodiscard]] virtual bool isLive() const { return true; }
};

} // namespace lockscope::inspect
