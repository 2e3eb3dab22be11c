// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// Many readers or one writer, first come, first served; both locks are re-entrant and have fencing tokens. A
/// writer excludes all other clients until validUntil(), unless others delete its node. Compatible with Curator's
/// InterProcessReadWriteLock (children "_c_<UUID>-__READ__<number>" and "…-__WRIT__<number>"), or with the tutorials'
/// "host-R-<number>" and "host-W-<number>".
///
/// A writer may also acquire the read lock, at once, and keep it after it has released the write lock: no other writer
/// acquires in between (as in Curator from 5.5; older versions respect this, but do not guarantee it). A reader cannot
/// become a writer, because it would wait for itself: acquiring the write lock fails with BadArguments.
class ReadWriteLock final {
public:
    /// `path`: absolute and valid; created if missing.
    ReadWriteLock(zk::Client& client, std::string path, NodeOptions options = {});
    ~ReadWriteLock();

    /// With the tutorials' node names, which start with `host`.
    [[nodiscard]] static std::unique_ptr<ReadWriteLock>
    withTutorialNames(zk::Client& client, std::string path, const std::string& host, NodeOptions options = {});

    [[nodiscard]] Lock& read();
    [[nodiscard]] Lock& write();

private:
    struct Names;
    class Side;
    ReadWriteLock(zk::Client& client, std::string path, const Names& names, const NodeOptions& options);

    std::unique_ptr<Side> m_read;
    std::unique_ptr<Side> m_write;
};

} // namespace lockscope::locks
