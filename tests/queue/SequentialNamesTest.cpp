// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/SequentialNames.h"

#include "tests/support/Test.h"

#include <map>

namespace lockscope::sequentialNamesTest {

using namespace lockscope::queue;
using Names = std::vector<std::string>;
using Faults = std::vector<NumberFault>;
using enum NumberFault;

Faults faultsOf(const Names& names, const SequentialFacts& facts)
{
    Faults faults;
    for (const auto& check : checkNumbers(names, facts))
        faults.push_back(check.fault);
    return faults;
}

class SequentialNamesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersBelowTheCounterCanBeTheServers()
    {
        QCOMPARE(faultsOf({"a-0000000007", "a-0000000008", "b"}, {8, {}}), (Faults{None, AboveCounter, NoNumber}));
        QCOMPARE(faultsOf({"a-0000000007"}, {std::nullopt, {}}), Faults{None});
    }

    void timesPortsAndIdsAreNotTheServers()
    {
        // An epoch second, a start code behind a port, the end of a UUID.
        QCOMPARE(faultsOf({"lock-1700000001", "rs:160201700000000"}, {5, {}}), (Faults{AboveCounter, MoreDigits}));
        QCOMPARE(faultsOf({"3f2a-16020000000004"}, {5, {}}), Faults{MoreDigits});
    }

    void noTwoChildrenHaveOneNumber()
    {
        const auto checks = checkNumbers(Names{"a-0000000001", "b-0000000001", "b-0000000002"}, {3, {}});
        QCOMPARE(checks[0].fault, SameNumber);
        QCOMPARE(checks[0].other, std::size_t(1));
        QCOMPARE(checks[1].fault, SameNumber);
        QCOMPARE(checks[1].other, std::size_t(0));
        QCOMPARE(checks[2].fault, None);
        // At the end of the counter they do.
        QCOMPARE(faultsOf({"a-2147483647", "b-2147483647"}, {std::nullopt, {}}), (Faults{None, None}));
    }

    void laterChildrenHaveHigherNumbers()
    {
        const std::map<std::string, std::int64_t> created{
            {"a-0000000001", 30}, {"a-0000000002", 20}, {"a-0000000003", 40}};
        const auto creationId = [&](const std::string& name) { return created.at(name); };
        QCOMPARE(faultsOf({"a-0000000001", "a-0000000002", "a-0000000003"}, {4, creationId}),
                 (Faults{OutOfOrder, OutOfOrder, None}));
    }

    void nearItsEndTheCounterProvesNothing()
    {
        QCOMPARE(faultsOf({"a-2147480000", "a--000000005"}, {2'000'000'000, {}}), (Faults{None, None}));
    }
};

} // namespace lockscope::sequentialNamesTest

LOCKSCOPE_TEST(lockscope::sequentialNamesTest::SequentialNamesTest)
#include "SequentialNamesTest.moc"
