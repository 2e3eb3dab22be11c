// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/SequentialNames.h"

#include "tests/support/Test.h"

#include <map>

namespace lockscope::sequentialNamesTest {

using namespace lockscope::queue;
using Names = std::vector<std::string>;
using Answers = std::vector<bool>;

class SequentialNamesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersBelowTheCounterCanBeTheServers()
    {
        QCOMPARE(notMadeSequential(Names{"a-0000000007", "a-0000000008", "b"}, {8, {}}), (Answers{false, true, true}));
        QCOMPARE(notMadeSequential(Names{"a-0000000007"}, {std::nullopt, {}}), Answers{false});
    }

    void timesPortsAndIdsAreNotTheServers()
    {
        // An epoch second, a start code behind a port, the end of a UUID.
        QCOMPARE(notMadeSequential(Names{"lock-1700000001", "rs:160201700000000"}, {5, {}}), (Answers{true, true}));
        QCOMPARE(notMadeSequential(Names{"3f2a-16020000000004"}, {5, {}}), Answers{true});
    }

    void noTwoChildrenHaveOneNumber()
    {
        QCOMPARE(notMadeSequential(Names{"a-0000000001", "b-0000000001", "b-0000000002"}, {3, {}}),
                 (Answers{true, true, false}));
        // At the end of the counter they do.
        QCOMPARE(notMadeSequential(Names{"a-2147483647", "b-2147483647"}, {std::nullopt, {}}), (Answers{false, false}));
    }

    void laterChildrenHaveHigherNumbers()
    {
        const std::map<std::string, std::int64_t> created{
            {"a-0000000001", 30}, {"a-0000000002", 20}, {"a-0000000003", 40}};
        const auto creationId = [&](const std::string& name) { return created.at(name); };
        QCOMPARE(notMadeSequential(Names{"a-0000000001", "a-0000000002", "a-0000000003"}, {4, creationId}),
                 (Answers{true, true, false}));
    }

    void nearItsEndTheCounterProvesNothing()
    {
        QCOMPARE(notMadeSequential(Names{"a-2147480000", "a--000000005"}, {2'000'000'000, {}}),
                 (Answers{false, false}));
    }
};

} // namespace lockscope::sequentialNamesTest

LOCKSCOPE_TEST(lockscope::sequentialNamesTest::SequentialNamesTest)
#include "SequentialNamesTest.moc"
