// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Observers.h"
#include "core/locks/GrantRecord.h"
#include "core/locks/LockEvent.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace lockscope::locks {

/// The LockEvents of one lock object: each grant is reported once, and each end of one. Confined to the executor.
/// Private to core/locks.
class LockEvents final {
public:
    using Handler = std::function<void(const LockEvent&)>;

    explicit LockEvents(const Clock& clock)
        : m_clock(clock)
    {
    }

    void add(std::uint64_t id, Handler handler) { m_observers.add(id, std::move(handler)); }
    void remove(std::uint64_t id) { m_observers.remove(id); }
    void clear() { m_observers.clear(); }

    void started(GrantRecord& record) const { record.times.started = m_clock.now(); }
    void granted(GrantRecord& record);
    void failed(const GrantRecord& record, ErrorCode error) const;
    /// The owner has called release(). It is not yet known whether the server confirms it. No effect the second time.
    void releasing(GrantRecord& record);
    /// The server refused it: the owner still holds.
    static void kept(GrantRecord& record) { record.times.ended.reset(); }
    /// No effect the second time.
    void released(GrantRecord& record);
    void lost(GrantRecord& record, LostReason reason);

private:
    struct LastHold {
        Owner owner;
        SteadyTime ended{};
    };

    void report(GrantRecord& record, LockEvent::Type type, LostReason reason);

    const Clock& m_clock;
    Observers<LockEvent> m_observers;
    std::optional<LastHold> m_last;
};

} // namespace lockscope::locks
