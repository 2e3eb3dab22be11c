// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <functional>
#include <optional>

namespace lockscope::inspect {

/// Where locks are seen: the servers of one backend, or a recording of them. Streams snapshots until it is stopped.
/// Reads only.
///
/// Thread: made, used and destroyed on any thread that may block in stop(). Handlers are called on a thread of the
/// source's own, one at a time, and none once stop() has returned.
class LockSource {
public:
    struct Handlers {
        std::function<void(SnapshotPtr)> snapshot; ///< each with a higher revision
        /// How the contact to what it reads stands: at the beginning, and when that changes.
        std::function<void(const SessionStatus&)> session;
        std::function<void(const Error&)> failed; ///< there is no way to what it reads; nothing follows
    };
    /// What is to be read sooner than by itself; it shows in later snapshots.
    enum class Part {
        Everything, ///< what is known stays until it is replaced
        Locks,      ///< without what the servers say
        Servers,    ///< what they say of sessions and connections
        Watches     ///< who really watches what: costly, and never read by itself
    };

    virtual ~LockSource() = default;

    /// Once.
    virtual void start(Handlers handlers) = 0;
    /// Waits until what was open is closed, or given up.
    virtual void stop() = 0;
    /// `begun` is called as a handler is, unless it is stopped before: complete snapshots that come later were read
    /// afterwards.
    virtual void read(Part part, Task begun) = 0;
    void read(Part part) { read(part, {}); }
    /// Why there is no contact, where that is known. Any thread.
    [[nodiscard]] virtual std::optional<Error> trouble() const = 0;
    /// Do snapshots come by themselves, whether the last one was looked at or not? Else each was asked for. Any thread.
    [[nodiscard]] virtual bool isLive() const { return true; }
};

} // namespace lockscope::inspect
