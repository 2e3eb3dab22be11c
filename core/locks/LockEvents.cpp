// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/LockEvents.h"

#include <utility>

namespace lockscope::locks {

std::string_view toString(LockEvent::Type type)
{
    switch (type) {
    case LockEvent::Type::Granted:
        return "granted";
    case LockEvent::Type::Failed:
        return "failed";
    case LockEvent::Type::Released:
        return "released";
    case LockEvent::Type::Lost:
        return "lost";
    }
    return "?";
}

void LockEvents::granted(GrantRecord& record)
{
    record.times.granted = m_clock.now();
    LockEvent event{.type = LockEvent::Type::Granted, .owner = record.owner};
    event.wait = record.times.granted - record.times.started;
    if (m_last && m_last->owner != record.owner && m_last->ended >= record.times.started)
        event.handOver = record.times.granted - m_last->ended;
    m_observers.report(event);
}

void LockEvents::failed(const GrantRecord& record, ErrorCode error) const
{
    LockEvent event{.type = LockEvent::Type::Failed, .owner = record.owner};
    event.wait = m_clock.now() - record.times.started;
    event.error = error;
    m_observers.report(event);
}

void LockEvents::released(GrantRecord& record)
{
    report(record, LockEvent::Type::Released, LostReason::None);
}

void LockEvents::lost(GrantRecord& record, LostReason reason)
{
    report(record, LockEvent::Type::Lost, reason);
}

void LockEvents::releasing(GrantRecord& record)
{
    if (record.times.ended)
        return;
    record.times.ended = m_clock.now();
    m_last = LastHold{record.owner, *record.times.ended};
}

void LockEvents::report(GrantRecord& record, LockEvent::Type type, LostReason reason)
{
    if (std::exchange(record.times.isEndReported, true))
        return;
    releasing(record);
    LockEvent event{.type = type, .owner = record.owner};
    event.wait = record.times.granted - record.times.started;
    event.held = *record.times.ended - record.times.granted;
    event.reason = reason;
    m_observers.report(event);
}

} // namespace lockscope::locks
