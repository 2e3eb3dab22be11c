// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/simulate/clients/SimulatedLock.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace lockscope::console {

/// A lock of the library, of any backend, as a simulated client uses it.
class LibraryLock final : public SimulatedLock {
public:
    enum class Queue {
        Reported, ///< by the states of the lock, as on ZooKeeper
        Unknown
    };

    /// `owner`: the same for both sides of a read/write lock.
    LibraryLock(std::shared_ptr<locks::Lock> lock, Queue queue, locks::Owner owner = locks::Owner::make());

    void acquire(std::optional<Duration> timeout, std::stop_token stop, Reply<locks::Grant> reply) override;
    void release(Reply<void> reply) override;
    [[nodiscard]] Subscription onState(StateHandler handler) override;
    [[nodiscard]] Subscription onRevoked(Task handler) override;
    [[nodiscard]] bool reportsQueue() const override { return m_queue == Queue::Reported; }

private:
    std::shared_ptr<locks::Lock> m_lock;
    Queue m_queue;
    locks::Owner m_owner;
    std::shared_ptr<std::optional<locks::Hold>> m_hold = std::make_shared<std::optional<locks::Hold>>();
};

} // namespace lockscope::console
