// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our Redlock and node-redlock on five masters. Both poll, so there are no wake-ups.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redlockInteropTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

class RedlockInteropTest final : public RedisPeerTest {
    Q_OBJECT
public:
    RedlockInteropTest()
        : RedisPeerTest({Kind::Ours, Kind::NodeRedlock}, {"a", "b"}, {.kind = redis::SandboxKind::Independent})
    {
    }

private Q_SLOTS:
    void takeTurnsOnTheSame();
    void excludesTheOther_data() { addWays(); }
    void excludesTheOther();
    void holderIsKilled_data() { addWays(); }
    void holderIsKilled();

private:
    static void addWays();
};

void RedlockInteropTest::addWays()
{
    QTest::addColumn<Kind>("one");
    QTest::addColumn<Kind>("other");
    QTest::addRow("ours, then node-redlock") << Kind::Ours << Kind::NodeRedlock;
    QTest::addRow("node-redlock, then ours") << Kind::NodeRedlock << Kind::Ours;
}

void RedlockInteropTest::takeTurnsOnTheSame()
{
    const auto spec = "redlock:" + freshName();
    QCOMPARE(takeTurnsOfPollers({ours(spec, "a"), ours(spec, "b"), slot(Kind::NodeRedlock, spec, "a"),
                                 slot(Kind::NodeRedlock, spec, "b")}),
             "");
}

void RedlockInteropTest::excludesTheOther()
{
    QFETCH(Kind, one);
    QFETCH(Kind, other);
    const auto name = freshName();
    const auto spec = "redlock:" + name;
    QCOMPARE(slot(one, spec).acquire(), "granted");
    const auto token = QByteArray::fromStdString(slot(one, spec).node());
    int votes = 0;
    for (int i = 0; i < 5; ++i)
        votes += servers().command({"GET", QByteArray::fromStdString(name)}, i) == token ? 1 : 0;
    QVERIFY2(votes >= 3, QByteArray::number(votes));
    for (const auto millis : {0, 300})
        QCOMPARE(slot(other, spec).acquire(millis), "timedOut");
    QCOMPARE(slot(one, spec).release(), "released");
    QCOMPARE(slot(other, spec).acquire(), "granted");
    QCOMPARE(slot(other, spec).release(), "released");
}

void RedlockInteropTest::holderIsKilled()
{
    QFETCH(Kind, one);
    QFETCH(Kind, other);
    const auto holder = mortal(one, {"a"});
    QVERIFY(holder);
    const auto spec = "redlock:" + freshName();
    QCOMPARE(dieAsHolder(*holder, {{{holder.get(), "a", spec}, slot(other, spec)}}), "");
}

} // namespace lockscope::redlockInteropTest

LOCKSCOPE_TEST(lockscope::redlockInteropTest::RedlockInteropTest)
#include "RedlockInteropTest.moc"
