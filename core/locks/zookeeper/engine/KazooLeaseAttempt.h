// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Path.h"
#include "core/locks/zookeeper/engine/BaseAttempt.h"

#include <string>
#include <vector>

namespace lockscope::locks {

/// One lease of Kazoo's semaphore: counts the children of the path, and creates its node if there are fewer than the
/// maximum. Only the holder of the gate lock may do this, otherwise two clients could count at the same time. The
/// path's data is the maximum as text; a different number there is an error. Source: Kazoo, kazoo/recipe/lock.py,
/// Semaphore.
class KazooLeaseAttempt final : public BaseAttempt {
public:
    KazooLeaseAttempt(zk::Client& client, std::string path, int maxLeases, NodeOptions options);

    bool replace(const std::shared_ptr<Attempt>&, Reply<void>&) override
    {
        return false;
    } // it counts before it creates

private:
    void enter() override;
    void resume() override;
    void leave() override { m_children.reset(); }
    [[nodiscard]] zk::CreateRequest createRequest() const override;
    void directoryMissing() override { makePath(); } // with the number of leases as its data
    void nodeMade() override { grant(); }
    void findOwnNode() override { findOwnNodeAt(joinPath(directory(), m_name)); }

    void checkMaximum();
    void makePath();
    void count();
    void onCounted(const Result<std::vector<std::string>>& leases);

    int m_maxLeases;
    std::string m_name;
    Subscription m_children;
};

} // namespace lockscope::locks
