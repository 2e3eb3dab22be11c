// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// Many readers or one writer, first come, first served; both sides re-entrant. On the wire it is Curator's
/// InterProcessReadWriteLock (children "_c_<UUID>-__READ__<number>" and "…-__WRIT__<number>"), or the tutorials'
/// "host-R-<number>" and "host-W-<number>".
///
/// A writer may take the read lock as well, at once, and go on reading after it has given the write lock back: no
/// writer gets in between (as Curator does it from 5.5; older ones respect it, though theirs lack the promise). A
/// reader can't become a writer: it would wait for itself, so the write lock refuses an owner that reads with
/// BadArguments.
class ReadWriteLock final {
public:
    /// `path`: absolute and valid; made when missing.
    ReadWriteLock(zk::Client& client, std::string path, LockOptions options = {});
    ~ReadWriteLock();

    /// On the names of the tutorials. `host` stands first in the node's name.
    [[nodiscard]] static std::unique_ptr<ReadWriteLock>
    withTutorialNames(zk::Client& client, std::string path, const std::string& host, LockOptions options = {});

    [[nodiscard]] Lock& read();
    [[nodiscard]] Lock& write();

private:
    struct Names;
    class Side;
    ReadWriteLock(zk::Client& client, std::string path, const Names& names, const LockOptions& options);

    std::unique_ptr<Side> m_read;
    std::unique_ptr<Side> m_write;
};

} // namespace lockscope::locks
