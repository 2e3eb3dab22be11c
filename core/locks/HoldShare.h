// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Await.h"
#include "core/locks/GrantRecord.h"
#include "core/locks/Hold.h"

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace lockscope::locks {

/// State shared by a Hold and its lock. Private to core/locks.
struct Hold::Share {
    Share(std::shared_ptr<LockHolders> ofHolders, std::shared_ptr<GrantRecord> ofRecord, LockExecutors on)
        : holders(std::move(ofHolders))
        , record(std::move(ofRecord))
        , executors(on)
    {
    }

    static void verify(const std::shared_ptr<Share>& share, Reply<void> reply);
    static void release(const std::shared_ptr<Share>& share, Reply<void> reply);
    static void yield(const std::shared_ptr<Share>& share, std::optional<Duration> timeout, std::stop_token stop,
                      Reply<Hold> reply);

    /// On the executor. Null if this Hold was released or its grant is no longer held.
    [[nodiscard]] std::shared_ptr<Attempt> heldAttempt() const
    {
        return !isReleased && record->isHeld() ? record->held : nullptr;
    }

    std::shared_ptr<LockHolders> holders;
    std::shared_ptr<GrantRecord> record;
    LockExecutors executors;
    std::atomic<bool> isReleased{false}; ///< released or being released. Changed only on the executor
    bool isAbandoned = false;            ///< the Hold was destroyed. Used only on the executor
};

/// For functions of one backend on a Hold, which need its attempt. Private to core/locks.
struct HoldAccess {
    [[nodiscard]] static const std::shared_ptr<Hold::Share>& shareOf(const Hold& hold) { return hold.m_share; }
};

} // namespace lockscope::locks
