// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/LeaseRules.h"
#include "core/locks/redis/rules/RuleReplies.h"
#include "core/redis/Client.h"

#include <optional>
#include <string>

namespace lockscope::locks {

/// What the locks have in common that are a hash with a field for each owner: its number of holds. Private to
/// core/locks/redis.
class OwnerFieldRules : public LeaseRules {
public:
    [[nodiscard]] const std::string& name() const final { return m_name; }
    [[nodiscard]] const std::string& owner() const final { return m_owner; }
    [[nodiscard]] std::optional<ScriptCall> inspect() const final;
    [[nodiscard]] Result<bool> isHeld(const redis::Value& reply) const final;
    [[nodiscard]] Result<ReleaseAnswer> released(const redis::Value& reply) const override;
    [[nodiscard]] std::optional<Renewal> renewal() const override;

protected:
    OwnerFieldRules(std::string name, std::string owner, redis::Client& client);

    /// "publish" or "spublish".
    [[nodiscard]] std::string publish() const { return m_publish.word(); }
    [[nodiscard]] bool reachesAllAtMaster() const { return m_publish.reachesAllAtMaster(); }

private:
    const std::string m_name;
    const std::string m_owner;
    const PublishCommand m_publish;
};

} // namespace lockscope::locks
