// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What `lockscopectl` shows of a stock multi-lock, which has no key of its own, and of two stock clients that wait for
/// each other in fair queues.

#include "tests/cli/Cli.h"
#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QJsonArray>

namespace lockscope::multiLockTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using Kind = RedisClientKind;

class MultiLockTest final : public RedisPeerTest {
    Q_OBJECT
public:
    MultiLockTest()
        : RedisPeerTest({Kind::Redisson3, Kind::Redisson4}, {"a", "b"})
    {
    }

private Q_SLOTS:
    static void itsLocksAreShownTogether_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void itsLocksAreShownTogether();
    static void crossedFairLocksAreADeadlock_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void crossedFairLocksAreADeadlock();
    static void crossedPlainLocksAreUnseen_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void crossedPlainLocksAreUnseen();

private:
    [[nodiscard]] Outcome ctl(QStringList arguments)
    {
        return runCtl(QStringList{u"--connect"_s, servers().target()} + arguments);
    }
    /// The first contender in the JSON of `show`.
    [[nodiscard]] QJsonObject holderOf(const std::string& name)
    {
        const auto json = ctl({u"--json"_s, u"show"_s, QString::fromStdString(name)}).json();
        return json[u"queue"_s].toArray()[0].toObject();
    }
    [[nodiscard]] QList<QJsonObject> deadlocks()
    {
        QList<QJsonObject> found;
        for (const auto& each : ctl({u"--json"_s, u"findings"_s}).json()[u"findings"_s].toArray()) {
            if (each.toObject()[u"kind"_s] == u"deadlock"_s)
                found << each.toObject();
        }
        return found;
    }
};

void MultiLockTest::itsLocksAreShownTogether()
{
    QFETCH(Kind, kind);
    const auto first = freshName();
    const auto second = freshName();
    const auto third = freshName();
    const auto alone = freshName();
    const auto multi = slot(kind, "multi:" + first + "," + second + "," + third, "a");
    const auto other = slot(kind, "lock:" + alone, "b"); // another thread of the same instance
    QCOMPARE(multi.acquire(), "granted");
    const auto owner = QString::fromStdString(multi.node());
    QCOMPARE(other.acquire(), "granted");

    const auto holder = holderOf(second);
    QCOMPARE(holder[u"owner"_s].toString(), owner);
    auto names = holder[u"alsoHolds"_s].toArray().toVariantList();
    std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.toString() < b.toString(); });
    QVariantList expected{QString::fromStdString(first), QString::fromStdString(third)};
    std::sort(expected.begin(), expected.end(),
              [](const auto& a, const auto& b) { return a.toString() < b.toString(); });
    QCOMPARE(names, expected);
    QCOMPARE(holderOf(alone)[u"alsoHolds"_s], QJsonValue(QJsonArray()));
    const auto text = ctl({u"show"_s, QString::fromStdString(second)});
    QVERIFY2(text.out.contains((owner + u" also holds: "_s).toUtf8()) &&
                 text.out.contains("Together they may be one multi-lock."),
             text.reported());

    QCOMPARE(multi.release(), "released");
    QCOMPARE(other.release(), "released");
}

/// Each holds one lock and waits in the queue of the other.
void MultiLockTest::crossedFairLocksAreADeadlock()
{
    QFETCH(Kind, kind);
    const auto first = freshName();
    const auto second = freshName();
    const auto one = slot(kind, "fair:" + first, "a");
    const auto two = slot(kind, "fair:" + second, "b");
    QCOMPARE(one.acquire(), "granted");
    const auto ownerOne = QString::fromStdString(one.node());
    QCOMPARE(two.acquire(), "granted");
    const auto ownerTwo = QString::fromStdString(two.node());
    QVERIFY(deadlocks().isEmpty());

    const auto oneWaits = slot(kind, "fair:" + second, "a");
    const auto twoWaits = slot(kind, "fair:" + first, "b");
    oneWaits.reportAcquire(20'000);
    QVERIFY2(waitForQueue(second, 1) && waitForListener(second), oneWaits.peer->reported());
    QVERIFY(deadlocks().isEmpty()); // one of them can go on
    twoWaits.reportAcquire(40'000);
    QVERIFY2(waitForQueue(first, 1) && waitForListener(first), twoWaits.peer->reported());
    const auto found = deadlocks();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0][u"severity"_s].toString(), u"critical"_s);
    const auto evidence = found[0][u"evidence"_s].toString();
    QVERIFY2(evidence.contains(
                 u"%1 waits for %2, which %3 holds."_s.arg(ownerOne, QString::fromStdString(second), ownerTwo)),
             qPrintable(evidence));

    QCOMPARE(oneWaits.answer(), "timedOut"); // it gives up first, and releases
    QVERIFY(deadlocks().isEmpty());
    QCOMPARE(one.release(), "released");
    QCOMPARE(twoWaits.answer(), "granted");
    QCOMPARE(twoWaits.release(), "released");
    QCOMPARE(two.release(), "released");
}

/// Redis has no entry of a client that waits for a lock that is not fair: nothing is guessed.
void MultiLockTest::crossedPlainLocksAreUnseen()
{
    QFETCH(Kind, kind);
    const auto first = freshName();
    const auto second = freshName();
    const auto one = slot(kind, "lock:" + first, "a");
    const auto two = slot(kind, "lock:" + second, "b");
    QCOMPARE(one.acquire(), "granted");
    QCOMPARE(two.acquire(), "granted");
    const auto oneWaits = slot(kind, "lock:" + second, "a");
    const auto twoWaits = slot(kind, "lock:" + first, "b");
    oneWaits.reportAcquire(5'000);
    twoWaits.reportAcquire(5'000);
    QVERIFY2(waitForListener(second) && waitForListener(first), oneWaits.peer->reported());
    QVERIFY(deadlocks().isEmpty());
    QCOMPARE(oneWaits.answer(), "timedOut");
    QCOMPARE(twoWaits.answer(), "timedOut");
    QCOMPARE(one.release(), "released");
    QCOMPARE(two.release(), "released");
}

} // namespace lockscope::multiLockTest

LOCKSCOPE_TEST(lockscope::multiLockTest::MultiLockTest)
#include "MultiLockTest.moc"
