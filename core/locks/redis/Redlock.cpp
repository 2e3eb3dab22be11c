// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/Redlock.h"

#include "core/base/Phrase.h"
#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/engine/RedlockAttempt.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

/// Why no acquisition can succeed; empty: it can.
std::string invalidMasters(const std::vector<redis::Client*>& masters)
{
    if (auto invalid = invalidClients(masters); !invalid.empty())
        return invalid;
    auto sorted = masters;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return phrase("a master is named twice");
    return {};
}

} // namespace

Redlock::Redlock(std::vector<redis::Client*> masters, std::string name, RedlockOptions options)
    : Lock(executorsOf(masters), name, OwnerRule::NotReentrant,
           [invalid = invalidMasters(masters), shares = sharesOf(masters), name,
            options = std::move(options)](Owner) -> Result<std::shared_ptr<Attempt>> {
               if (!invalid.empty())
                   return failure(ErrorCode::BadArguments, "acquire", name, invalid);
               if (auto invalidOptions = invalidLease(name, options); !invalidOptions.empty())
                   return failure(ErrorCode::BadArguments, "acquire", name, std::move(invalidOptions));
               return std::make_shared<RedlockAttempt>(shares, name, options);
           })
{
}

} // namespace lockscope::locks
