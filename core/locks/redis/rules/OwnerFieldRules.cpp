// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/OwnerFieldRules.h"

#include "core/locks/redis/scripts/Scripts.h"

#include <utility>

namespace lockscope::locks {

OwnerFieldRules::OwnerFieldRules(std::string name, std::string owner, redis::Client& client)
    : m_name(std::move(name))
    , m_owner(std::move(owner))
    , m_publish(client)
{
}

std::optional<ScriptCall> OwnerFieldRules::inspect() const
{
    return ScriptCall{&scripts::lockInspect(), {m_name}, {m_owner}};
}

Result<bool> OwnerFieldRules::isHeld(const redis::Value& reply) const
{
    return heldIfCounted(reply, m_name);
}

Result<ReleaseAnswer> OwnerFieldRules::released(const redis::Value& reply) const
{
    return releasedUnlessNil(reply, m_name);
}

std::optional<Renewal> OwnerFieldRules::renewal() const
{
    return Renewal{.script = &scripts::lockRenew(), .keys = {m_name}, .arguments = {m_owner}};
}

} // namespace lockscope::locks
