// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/corpus/Tree.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <memory>
#include <set>
#include <vector>

namespace lockscope::corpus {

enum class StatusEndpoints {
    Open,  ///< AdminServer and four-letter commands answer
    Closed ///< srvr alone answers
};

enum class TreeIsCreated {
    BeforeTheInspection,
    AfterTheFirstSnapshot
};

/// Test functions for all trees on one server: start() in initTestCase(), addRows() as the test's data, check() in the
/// test itself. They use QVERIFY.
class CorpusWorld final {
public:
    CorpusWorld(StatusEndpoints endpoints, TreeIsCreated created, QString name);

    void start();
    void addRows() const;
    void check();

private:
    void compare(const Tree& tree);

    StatusEndpoints m_endpoints;
    TreeIsCreated m_created;
    QString m_name; ///< in the list of pending trees
    std::unique_ptr<test::ServerFixture> m_servers;
    std::vector<Tree> m_trees;
    std::set<QString> m_pending; ///< trees that are not shown right yet
};

} // namespace lockscope::corpus
