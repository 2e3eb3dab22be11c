// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/corpus/Tree.h"
#include "tests/support/BlockingClient.h"

#include <map>
#include <memory>

namespace lockscope::corpus {

/// Creates trees on a server, one at a time, as the programs of their sessions do. Blocks.
class TreeLoader final {
public:
    explicit TreeLoader(QString connect);

    /// BadArguments: a sequential node got another number than the file says.
    [[nodiscard]] Result<void> load(const Tree& tree);
    /// Creates a lock that is held, after everything else: an inspection that shows it has received all of the tree.
    [[nodiscard]] Result<void> markEnd();
    static constexpr std::string_view endMark = "/corpus-end";
    /// Deletes everything.
    [[nodiscard]] Result<void> clear();

private:
    [[nodiscard]] Result<void> createParents(const std::string& path);
    [[nodiscard]] Result<void> create(const TreeNode& node);
    [[nodiscard]] Result<void> count(const std::string& parent, int created);
    [[nodiscard]] Result<void> removeBelow(const std::string& path);
    [[nodiscard]] test::BlockingClient& clientOf(const std::string& session);

    QString m_connect;
    test::BlockingClient m_client;
    std::map<std::string, std::unique_ptr<test::BlockingClient>> m_sessions;
};

} // namespace lockscope::corpus
