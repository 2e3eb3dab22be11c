// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our token lock and the Lock of redis-py. Both poll, so there are no wake-ups.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redisPyTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

class RedisPyTest final : public RedisPeerTest {
    Q_OBJECT
public:
    RedisPyTest()
        : RedisPeerTest({Kind::Ours, Kind::RedisPy}, {"a", "b"})
    {
    }

private Q_SLOTS:
    void takeTurnsOnTheSame();
    void excludesTheOther_data() { addWays(); }
    void excludesTheOther();
    void killed_data() { addWays(); }
    void killed();

private:
    static void addWays();
};

void RedisPyTest::addWays()
{
    QTest::addColumn<Kind>("one");
    QTest::addColumn<Kind>("other");
    QTest::addRow("ours, then redis-py") << Kind::Ours << Kind::RedisPy;
    QTest::addRow("redis-py, then ours") << Kind::RedisPy << Kind::Ours;
}

void RedisPyTest::takeTurnsOnTheSame()
{
    const auto spec = "token:" + freshName();
    QCOMPARE(takeTurnsOfPollers(
                 {ours(spec, "a"), ours(spec, "b"), slot(Kind::RedisPy, spec, "a"), slot(Kind::RedisPy, spec, "b")}),
             "");
}

void RedisPyTest::excludesTheOther()
{
    QFETCH(Kind, one);
    QFETCH(Kind, other);
    const auto name = freshName();
    const auto spec = "token:" + name;
    QCOMPARE(slot(one, spec).acquire(), "granted");
    QCOMPARE(servers().command({"GET", QByteArray::fromStdString(name)}),
             QByteArray::fromStdString(slot(one, spec).node()));
    for (const auto millis : {0, 300})
        QCOMPARE(slot(other, spec).acquire(millis), "timedOut");
    QCOMPARE(slot(one, spec).release(), "released");
    QCOMPARE(slot(other, spec).acquire(), "granted");
    QCOMPARE(slot(other, spec).release(), "released");
}

void RedisPyTest::killed()
{
    QFETCH(Kind, one);
    QFETCH(Kind, other);
    const auto holder = mortal(one, {"a"});
    QVERIFY(holder);
    const auto spec = "token:" + freshName();
    QCOMPARE(dieAsHolder(*holder, {{{holder.get(), "a", spec}, slot(other, spec)}}), "");
}

} // namespace lockscope::redisPyTest

LOCKSCOPE_TEST(lockscope::redisPyTest::RedisPyTest)
#include "RedisPyTest.moc"
