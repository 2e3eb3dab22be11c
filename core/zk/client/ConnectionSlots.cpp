// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ConnectionSlots.h"

#include <utility>

namespace lockscope::zk {

ConnectionSlots::Slot::~Slot()
{
    if (m_begin) {
        m_of.m_waiting.remove(this);
    } else {
        --m_of.m_taken;
        m_of.fill();
    }
}

std::unique_ptr<ConnectionSlots::Slot> ConnectionSlots::take(Task begin)
{
    std::unique_ptr<Slot> slot(new Slot(*this));
    if (m_taken < most) {
        ++m_taken;
    } else {
        slot->m_begin = std::move(begin);
        m_waiting.push_back(slot.get());
    }
    return slot;
}

void ConnectionSlots::fill()
{
    while (m_taken < most && !m_waiting.empty()) {
        ++m_taken;
        const auto begin = std::exchange(m_waiting.front()->m_begin, nullptr);
        m_waiting.pop_front();
        begin(); // may end its slot
    }
}

ConnectionSlots& ConnectionSlots::ofThread()
{
    thread_local ConnectionSlots all;
    return all;
}

} // namespace lockscope::zk
