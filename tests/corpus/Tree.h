// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lockscope::corpus {

/// One node, as its program creates it.
struct TreeNode {
    std::string path;
    std::string session; ///< a label; empty: persistent
    bool isSequential = false;
    bool isContainer = false;
    bool isTtl = false; ///< persistent, with a time to live
    std::string data;
    int created = 0; ///< children that were created, and deleted, before the first one of the file
};

struct ExpectedContender {
    std::string node;
    bool holds = false;
    LockMode mode = LockMode::Exclusive;
    std::optional<std::vector<std::string>> waitsOn; ///< nullopt: its client does not say
};

struct ExpectedLock {
    std::string path;
    std::string kind;
    std::string certainty;
    std::string dialect;
    std::optional<int> leases; ///< of semaphores; 0: only the clients know it
    bool isElection = false;
    std::vector<ExpectedContender> queue;
    std::vector<std::string> unrecognised;
};

struct ExpectedFinding {
    std::string kind;
    std::string severity;
    std::string path;
    std::vector<std::string> nodes;
};

/// A tree of a real system, and what is right about it. README.md describes the file.
struct Tree {
    QString name; ///< "kazoo/party"
    std::vector<TreeNode> nodes;
    std::vector<ExpectedLock> locks;
    std::vector<ExpectedFinding> findings;
};

/// Every tree in the folder's subfolders, by name; or the file and the place of the first fault. Pure.
[[nodiscard]] tl::expected<std::vector<Tree>, QString> readTrees(const QString& folder);

/// What the snapshot shows otherwise, a line each: missing and unexpected locks and findings. What is at or below
/// `except` does not count.
[[nodiscard]] std::vector<std::string> differences(const Tree& tree, const inspect::Snapshot& snapshot,
                                                   std::string_view except);

} // namespace lockscope::corpus
