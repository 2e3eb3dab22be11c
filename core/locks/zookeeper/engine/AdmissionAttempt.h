// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/NodeAttempt.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// The first link of a chain that needs a value before it can queue: waits for admit() within the budget. Acquires
/// nothing, so there is nothing to release or lose. Private to core/locks.
class AdmissionAttempt final : public NodeAttempt, public std::enable_shared_from_this<AdmissionAttempt> {
public:
    /// `path`: for errors. `lacking`: the detail of TimedOut if the budget ends before admit(). `firstContact`: see
    /// NodeOptions.
    AdmissionAttempt(zk::Client& client, std::string path, std::string lacking, std::optional<Duration> firstContact);

    /// May be called before start().
    void admit();
    /// Ends the wait with this error.
    void refuse(Error error);

    void start(std::optional<Duration> timeout, Reply<Grant> reply) override;
    void cancel() override;
    void release(Reply<void> reply) override;
    [[nodiscard]] LockState state() const override { return m_state; }
    void onState(StateHandler) override {}
    void verify(Reply<void> reply) override;
    [[nodiscard]] std::shared_ptr<const Expiry> expiry() const override { return nullptr; }
    [[nodiscard]] zk::Client& client() const override { return *m_client; }
    [[nodiscard]] std::vector<zk::Op> checks() const override { return {}; }

private:
    void onSession(const zk::Session& session);
    void end(Phase phase, Result<Grant> result);

    std::shared_ptr<zk::Client> m_client;
    std::string m_path;
    std::string m_lacking;
    std::optional<Duration> m_firstContact;
    LockState m_state;
    Reply<Grant> m_reply;
    Subscription m_session; ///< keeps this alive while waiting
    Subscription m_budget;
};

} // namespace lockscope::locks
