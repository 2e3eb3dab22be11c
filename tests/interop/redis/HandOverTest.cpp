// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A release by one program wakes a waiter of the other: within 20 ms by the median, with leases of 40 seconds.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::handOverTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

namespace {

constexpr int rounds = 50;

} // namespace

class HandOverTest final : public RedisPeerTest {
    Q_OBJECT
public:
    HandOverTest()
        : RedisPeerTest({Kind::Ours, Kind::Redisson3, Kind::Redisson4}, {"a"})
    {
    }

private Q_SLOTS:
    static void wakesTheOther_data()
    {
        addRecipes({Kind::Redisson3, Kind::Redisson4},
                   {"lock", "fair", "fenced", "write", "semaphore", "permit", "multi"});
    }
    void wakesTheOther();
    static void writersWakeReadersAndReadersWriters_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void writersWakeReadersAndReadersWriters();
};

void HandOverTest::wakesTheOther()
{
    QFETCH(Kind, kind);
    QFETCH(QByteArray, recipe);
    const std::string more = recipe == "semaphore" || recipe == "permit" ? ":1" : "";
    const auto mine = ours(recipe.toStdString());
    const auto theirs = slot(kind, recipe.toStdString());
    QCOMPARE(handOver({{mine, theirs, more}, {theirs, mine, more}}, rounds), "");
}

void HandOverTest::writersWakeReadersAndReadersWriters()
{
    QFETCH(Kind, kind);
    QCOMPARE(handOver({{ours("write"), slot(kind, "read"), {}},
                       {slot(kind, "write"), ours("read"), {}},
                       {ours("read"), slot(kind, "write"), {}},
                       {slot(kind, "read"), ours("write"), {}}},
                      rounds),
             "");
}

} // namespace lockscope::handOverTest

LOCKSCOPE_TEST(lockscope::handOverTest::HandOverTest)
#include "HandOverTest.moc"
