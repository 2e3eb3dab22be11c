// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <list>
#include <memory>

namespace lockscope::zk {

/// Limits how many clients of one thread connect at the same time. A server has a short queue for connections (50 by
/// default in Java): beyond it, connections are refused or wait for seconds. Private to core/zk. Confined to its
/// thread.
class ConnectionSlots final {
public:
    static constexpr int most = 16;

    /// One connection in progress, or the wait for its turn; ends with its destruction.
    class Slot final {
    public:
        ~Slot();
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;

        /// False while it waits for its turn.
        [[nodiscard]] bool isConnecting() const { return !m_begin; }

    private:
        friend class ConnectionSlots;
        explicit Slot(ConnectionSlots& of)
            : m_of(of)
        {
        }

        ConnectionSlots& m_of;
        Task m_begin; ///< null: it connects
    };

    /// If the slot must wait for its turn, `begin` is called then, in the end of another slot.
    [[nodiscard]] std::unique_ptr<Slot> take(Task begin);

    /// Those of the calling thread.
    [[nodiscard]] static ConnectionSlots& ofThread();

private:
    void fill();

    int m_taken = 0;
    std::list<Slot*> m_waiting; ///< oldest first
};

} // namespace lockscope::zk
