// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Empty lock directories, counted below their ancestors.

#include "core/sources/zookeeper/discovery/EmptyDirectories.h"
#include "core/sources/DialectFiles.h"
#include "tests/support/Test.h"

namespace lockscope::emptyDirectoriesTest {

using namespace lockscope::inspect;

class EmptyDirectoriesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsWhatIsDirectlyBelow()
    {
        for (int i = 0; i < 120; ++i)
            m_empty.set("/locks/order-" + std::to_string(i), true);
        QCOMPARE(m_empty.counted(), (std::vector<EmptyParents>{{"/locks", 120, "/locks/order-0"}}));
    }

    /// Each has a parent of its own: none of the parents has many.
    void countsWhatIsFurtherBelow()
    {
        for (int i = 100; i < 250; ++i)
            m_empty.set("/app/" + std::to_string(i) + "/lock", true);
        m_empty.set("/other/lock", true);
        QCOMPARE(m_empty.counted(),
                 (std::vector<EmptyParents>{{"/app", 150, "/app/100/lock"}, {"/other", 1, "/other/lock"}}));
    }

    void countsNothingTwice()
    {
        for (int i = 100; i < 300; ++i)
            m_empty.set("/app/a/" + std::to_string(i), true);
        for (int i = 100; i < 199; ++i)
            m_empty.set("/app/b-" + std::to_string(i) + "/lock", true);
        QCOMPARE(m_empty.counted(),
                 (std::vector<EmptyParents>{{"/app", 99, "/app/b-100/lock"}, {"/app/a", 200, "/app/a/100"}}));
    }

    /// A semaphore of Curator has two directories, and one of Kazoo has two beside each other.
    void aPairIsOneLock()
    {
        for (int i = 100; i < 220; ++i) {
            m_empty.set("/sem/" + std::to_string(i) + "/locks", true);
            m_empty.set("/sem/" + std::to_string(i) + "/leases", true);
            m_empty.set("/kazoo/" + std::to_string(i), true);
            m_empty.set("/kazoo/" + std::to_string(i) + "-__lock__", true);
        }
        QCOMPARE(m_empty.counted(),
                 (std::vector<EmptyParents>{{"/kazoo", 120, "/kazoo/100"}, {"/sem", 120, "/sem/100"}}));
    }

    void forgetsWhatIsUsedAgain()
    {
        m_empty.set("/a/x", true);
        m_empty.set("/a/y", true);
        QCOMPARE(m_empty.counted(), (std::vector<EmptyParents>{{"/a", 2, "/a/x"}}));
        m_empty.set("/a/x", false);
        QCOMPARE(m_empty.counted(), (std::vector<EmptyParents>{{"/a", 1, "/a/y"}}));
        m_empty.set("/a/y", false);
        QVERIFY(m_empty.counted().empty());
    }

    void cleanup() { m_empty = EmptyDirectories(builtinDialects().get()); }

private:
    EmptyDirectories m_empty{builtinDialects().get()};
};

} // namespace lockscope::emptyDirectoriesTest

LOCKSCOPE_TEST(lockscope::emptyDirectoriesTest::EmptyDirectoriesTest)
#include "EmptyDirectoriesTest.moc"
