// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspect/DialectFiles.h"
#include "core/release/ReleasePlan.h"
#include "core/zk/Client.h"

namespace lockscope::release {

struct ReleaseOutcome {
    ReleasePlan plan;
    WallTime releasedAt{};
};

/// Plans and carries out the release of one contender's node. Thread: client.executor(). The client must outlive the
/// calls. A node that is no longer the one in the plan (other czxid or owner) is left alone, and the error says
/// Refused. One node is deleted, never anything below or beside it.
class ReleaseDesk final {
public:
    /// `dialects`: the families that are known; not null.
    explicit ReleaseDesk(zk::Client& client,
                         std::shared_ptr<const inspect::DialectCatalogue> dialects = inspect::builtinDialects())
        : m_client(client)
        , m_dialects(std::move(dialects))
    {
    }

    /// Reads the lock and the node afresh. NoNode: there is no such node. NotALock: it is nobody's place in a queue.
    void plan(std::string nodePath, zk::Reply<ReleasePlan> reply);

    /// Checks the guards against the server and deletes. Refused: the node is another one by now, or gone.
    /// NoAuth: deleting needs the DELETE permission on the parent.
    void apply(ReleasePlan plan, zk::Reply<ReleaseOutcome> reply);

private:
    zk::Client& m_client;
    std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
};

} // namespace lockscope::release
