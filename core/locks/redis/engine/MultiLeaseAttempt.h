// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/BaseLeaseAttempt.h"
#include "core/locks/redis/engine/LeaseAttempt.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Acquires several locks one after the other, and holds them as one. Confined to the executor; owned by its members'
/// replies until the grant, then by its caller, and until the end by its releases. Private to core/locks/redis.
class MultiLeaseAttempt final : public BaseLeaseAttempt {
public:
    using Make = std::function<std::shared_ptr<LeaseAttempt>()>;

    MultiLeaseAttempt(Executor& executor, std::string name, LeaseOptions options, std::vector<Make> members);
    ~MultiLeaseAttempt() override;

    void start(std::optional<Duration> timeout, Reply<Grant> reply) override;
    void release(Reply<void> reply) override;
    void verify(Reply<void> reply) override;

private:
    void acquireNext();
    void onMember(const std::shared_ptr<LeaseAttempt>& member, const Result<Grant>& result);
    void observe(LeaseAttempt& member);
    void onMemberState(const LockState& state);
    /// Without a caller: what the server refuses is tried again.
    void releaseAll();
    /// The answers to a release by the holder.
    struct Releases {
        std::size_t open = 0;
        std::vector<std::shared_ptr<LeaseAttempt>> refused;
        std::optional<Error> refusal;
        std::optional<Error> loss;
    };
    void finishRelease(Releases& releases);
    [[nodiscard]] SteadyTime earliestEnd() const;
    void fail(Error error) override;
    void onLeaseOver() override;
    [[nodiscard]] bool isEndingHold() const override { return m_isOver; }
    [[nodiscard]] std::shared_ptr<MultiLeaseAttempt> self();

    const std::vector<Make> m_make;
    std::vector<std::shared_ptr<LeaseAttempt>> m_held;
    std::weak_ptr<LeaseAttempt> m_asked;
    std::optional<SteadyTime> m_deadlineOfAll;
    bool m_isOver = false;
};

} // namespace lockscope::locks
