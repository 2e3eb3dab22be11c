// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// When an owner keeps its number on the server, and when it gets a new one.

#include "core/locks/redis/engine/LeaseAttempt.h"
#include "tests/support/Test.h"

#include <QByteArray>

#include <algorithm>
#include <memory>
#include <vector>

namespace lockscope::ownerNumbersTest {

using locks::Owner;
using locks::OwnerNumbers;
using locks::OwnerUse;

namespace {

constexpr OwnerNumbers::Side reading = 0;
constexpr OwnerNumbers::Side writing = 1;

/// One lock object with one owner.
struct World {
    OwnerNumbers numbers;
    Owner owner = Owner::make();

    struct Acquisition {
        std::uint64_t number = 0;
        std::shared_ptr<OwnerUse> use = std::make_shared<OwnerUse>();

        void end() const { use->isOver = true; }
    };
    Acquisition acquire(OwnerNumbers::Side side = reading)
    {
        Acquisition made{numbers.next(owner, side).value_or(0)};
        numbers.note(owner, side, made.use);
        return made;
    }
};

} // namespace

class OwnerNumbersTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isKeptOnceTheLastAcquisitionIsOver();
    void isNewWhileTheLastAcquisitionEnds();
    void isNewAfterAnUnknownOutcome();
    void ownersAndObjectsDiffer();
    void bothSidesShareIt();
    void isNotSharedWithASideThatLeaves_data();
    void isNotSharedWithASideThatLeaves();
    void anUnknownOutcomeOnOneSideIsNotForgotten();
    void isRefusedWhereALateReleaseCouldEndIt();
    void changesWhileNothingElseUsesIt();
    void manyOwnersDoNotPileUp();
};

void OwnerNumbersTest::isKeptOnceTheLastAcquisitionIsOver()
{
    World world;
    const auto first = world.acquire();
    QVERIFY(first.number > 0);
    first.end();
    QCOMPARE(world.acquire().number, first.number);
}

void OwnerNumbersTest::isNewWhileTheLastAcquisitionEnds()
{
    World world;
    const auto first = world.acquire();
    first.use->isEnding = true;
    const auto second = world.acquire();
    QVERIFY(second.number != first.number);
    first.end();
    second.end();
    QCOMPARE(world.acquire().number, second.number);
}

void OwnerNumbersTest::isNewAfterAnUnknownOutcome()
{
    World world;
    const auto first = world.acquire();
    first.use->isCertain = false;
    first.end();
    QVERIFY(world.acquire().number != first.number);
}

void OwnerNumbersTest::ownersAndObjectsDiffer()
{
    World world;
    World other;
    const auto mine = world.acquire();
    QVERIFY(world.numbers.next(Owner::make(), reading) != mine.number);
    QVERIFY(other.acquire().number != mine.number);
}

void OwnerNumbersTest::bothSidesShareIt()
{
    World world;
    const auto writer = world.acquire(writing);
    const auto reader = world.acquire(reading); // downgrade
    QCOMPARE(reader.number, writer.number);
    // The reader again, while its last release is under way: a new number would wait for the own writer.
    reader.use->isEnding = true;
    QCOMPARE(world.acquire(reading).number, writer.number);
}

void OwnerNumbersTest::isNotSharedWithASideThatLeaves_data()
{
    QTest::addColumn<bool>("isLeaving");
    QTest::newRow("its release is under way") << false;
    QTest::newRow("it is released in a later task") << true;
}

void OwnerNumbersTest::isNotSharedWithASideThatLeaves()
{
    QFETCH(bool, isLeaving);
    World world;
    const auto writer = world.acquire(writing);
    (isLeaving ? writer.use->isLeaving : writer.use->isEnding) = true;
    QVERIFY(world.acquire(reading).number != writer.number);
}

void OwnerNumbersTest::anUnknownOutcomeOnOneSideIsNotForgotten()
{
    World world;
    const auto writer = world.acquire(writing);
    const auto lost = world.acquire(reading);
    lost.use->isCertain = false;
    lost.end();
    const auto reader = world.acquire(reading); // replaces `lost`, under the writer's number
    QCOMPARE(reader.number, writer.number);
    reader.end();
    writer.end();
    QVERIFY(world.acquire(reading).number != writer.number);
}

/// The reader needs the writer's number, and the server may still execute a release by that number.
void OwnerNumbersTest::isRefusedWhereALateReleaseCouldEndIt()
{
    World world;
    const auto writer = world.acquire(writing);
    const auto lost = world.acquire(reading);
    lost.use->mayBeReleasedLate = true;
    lost.use->isCertain = false;
    lost.end();
    QVERIFY(!world.numbers.next(world.owner, reading));
    QVERIFY(!world.numbers.next(world.owner, reading)); // not forgotten
    writer.end();
    QVERIFY(world.acquire(reading).number > writer.number);
}

void OwnerNumbersTest::changesWhileNothingElseUsesIt()
{
    World world;
    const auto reader = world.acquire(reading);
    const auto other = world.numbers.another(world.owner, reading);
    QVERIFY(other && *other != reader.number);
    world.numbers.note(world.owner, reading, reader.use);
    reader.end();
    QCOMPARE(world.acquire(reading).number, *other);
    const auto writer = world.acquire(writing);
    QVERIFY(!world.numbers.another(world.owner, writing)); // the reader has not ended
}

void OwnerNumbersTest::manyOwnersDoNotPileUp()
{
    World world;
    const auto held = world.acquire();
    std::vector<std::weak_ptr<OwnerUse>> ended;
    for (int i = 0; i < 1'000; ++i) { // each asynchronous acquisition may have an owner of its own
        const auto owner = Owner::make();
        const auto use = std::make_shared<OwnerUse>();
        (void)world.numbers.next(owner, reading);
        world.numbers.note(owner, reading, use);
        use->isOver = true;
        ended.push_back(use);
    }
    const auto kept = std::count_if(ended.begin(), ended.end(), [](const auto& use) { return !use.expired(); });
    QVERIFY2(kept < 100, QByteArray::number(static_cast<qlonglong>(kept)).constData());
    held.end();
    QCOMPARE(world.acquire().number, held.number); // what is held is not dropped
}

} // namespace lockscope::ownerNumbersTest

LOCKSCOPE_TEST(lockscope::ownerNumbersTest::OwnerNumbersTest)
#include "OwnerNumbersTest.moc"
