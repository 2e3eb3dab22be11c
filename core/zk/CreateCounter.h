// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A node's counter of created children, and a transaction that fails when the counter has changed. Pure.
///
/// The server appends the counter to a sequential name, and the Stat contains it: (cversion + numChildren) / 2
/// (ZooKeeper, DataNode.copyStat and PrepRequestProcessor). While it is unchanged, no child was created.

#include "core/zk/Values.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::zk {

/// The number of children ever created below a node, from its Stat.
[[nodiscard]] std::uint32_t createdChildren(const Stat& parent);

/// The counter stops at 2147483647. Near this limit a probe proves nothing, and would use one of the last numbers.
[[nodiscard]] bool isCounterExhausted(std::uint32_t created);

/// "/a/b", "/a", "/" for "/a/b/c".
[[nodiscard]] std::vector<std::string> ancestorsOf(const std::string& path);

/// Three steps of a transaction: create a sequential node, check it by its expected name, delete it. The expected name
/// is that for a counter unchanged since it was read.
class CreateProbe final {
public:
    explicit CreateProbe(std::string directory);

    [[nodiscard]] const std::string& directory() const { return m_directory; }
    void setCreated(std::uint32_t created) { m_created = created; }

    void appendTo(std::vector<Op>& steps) const;

    [[nodiscard]] std::string prefix() const; ///< path of the create request
    [[nodiscard]] std::string path() const;   ///< path of the other steps, if the counter is unchanged
    /// True if one of the three steps failed.
    [[nodiscard]] bool isSubjectOf(const Error& error) const { return error.path == prefix() || error.path == path(); }

private:
    std::string m_directory;
    std::uint32_t m_created = 0;
};

} // namespace lockscope::zk
