// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A node's counter of created children, and a transaction that fails when it has moved. Pure.
///
/// The server appends the counter to a sequential name, and the Stat shows it: (cversion + numChildren) / 2 (ZooKeeper,
/// DataNode.copyStat and PrepRequestProcessor). While it stands still, no child was created.

#include "core/zk/Values.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::zk {

/// How many children were ever created below a node, by its Stat.
[[nodiscard]] std::uint32_t createdChildren(const Stat& parent);

/// The counter stops at 2147483647. Near it a probe proves nothing, and would use up one of the last numbers.
[[nodiscard]] bool isCounterExhausted(std::uint32_t created);

/// "/a/b", "/a", "/" of "/a/b/c".
[[nodiscard]] std::vector<std::string> ancestorsOf(const std::string& path);

/// Three steps of a transaction: a sequential node is created, checked by the name that it gets if no child was created
/// since the counter was read, and deleted.
class CreateProbe final {
public:
    explicit CreateProbe(std::string directory);

    [[nodiscard]] const std::string& directory() const { return m_directory; }
    void setCreated(std::uint32_t created) { m_created = created; }

    void appendTo(std::vector<Op>& steps) const;

    [[nodiscard]] std::string prefix() const; ///< of the request that creates it
    [[nodiscard]] std::string path() const;   ///< of the others, if the counter stands still
    /// Is it one of the three that failed?
    [[nodiscard]] bool isSubjectOf(const Error& error) const { return error.path == prefix() || error.path == path(); }

private:
    std::string m_directory;
    std::uint32_t m_created = 0;
};

} // namespace lockscope::zk
