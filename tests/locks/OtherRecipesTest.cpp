// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What the recipes of other ZooKeeper clients are tested for: Apache ZooKeeper's WriteLockTest, ZNodeNameTest and the
/// C recipe's TestClient; go-zookeeper's lock_test.

#include "core/queue/NamePattern.h"
#include "core/queue/Scheme.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <limits>

namespace lockscope::otherRecipesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class OtherRecipesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ownershipMovesFromTheFirstToTheNext_data();
    void ownershipMovesFromTheFirstToTheNext();
    void ordersNames_data();
    void ordersNames();
    void secondSessionWaitsForTheFirst();
    void makesManyLevels();
    void readsNumbers_data();
    void readsNumbers();
};

void OtherRecipesTest::ownershipMovesFromTheFirstToTheNext_data()
{
    QTest::addColumn<bool>("restart");
    QTest::addRow("undisturbed") << false;
    QTest::addRow("servers restart in between") << true;
}

void OtherRecipesTest::ownershipMovesFromTheFirstToTheNext()
{
    QFETCH(bool, restart);
    LockWorld world;
    std::vector<std::unique_ptr<Program<>>> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 3; ++i) {
        programs.push_back(std::make_unique<Program<>>(world));
        answers.push_back(programs.back()->acquire());
    }
    QVERIFY(answers[0].ok());
    if (restart) {
        for (auto& program : programs)
            world.ensemble.disconnect(program->client());
        world.executor.advance(1s);
        for (auto& program : programs)
            world.ensemble.reconnect(program->client());
        world.executor.advance(1s);
        QCOMPARE(printed(programs[0]->state().phase), "Held");
    }
    for (std::size_t i = 0; i < programs.size(); ++i) {
        for (std::size_t j = 0; j < programs.size(); ++j)
            QCOMPARE(answers[j].arrived(), j <= i);
        QVERIFY(programs[i]->release().ok());
    }
}

void OtherRecipesTest::ordersNames_data()
{
    QTest::addColumn<QStringList>("sorted");
    QTest::addColumn<QStringList>("foreign");
    const auto list = [](std::initializer_list<const char*> names) {
        QStringList strings;
        for (const auto* name : names)
            strings << QString::fromLatin1(name);
        return strings;
    };
    const QStringList none;
    QTest::addRow("one prefix") << list({"x-0000000003", "x-0000000005", "x-0000000011"}) << none;
    QTest::addRow("one prefix, below zero") << list({"x--000000020", "x-0000000001", "x-0000000005"}) << none;
    QTest::addRow("several prefixes") << list({"r-0000000003", "r-0000000002x-0000000005", "w-0000000006"}) << none;
    QTest::addRow("session ids before") << list({"x-242681582799028564-0000000170", "x-170623981976748329-0000000171",
                                                 "x-98566387950223723-0000000172"})
                                        << none;
    QTest::addRow("more before") << list({"r-1-3-0000000002", "r-2-2-0000000003", "r-3-1-0000000004"}) << none;
    QTest::addRow("no number") << list({"b-0000000001"}) << list({"c", "a"}); // in nobody's way
    QTest::addRow("nothing") << none << list({""});
}

void OtherRecipesTest::ordersNames()
{
    QFETCH(QStringList, sorted);
    QFETCH(QStringList, foreign);
    const queue::Scheme scheme{{{queue::NamePattern::parse("{any}{seq}").value()}}};
    std::vector<std::string> names;
    for (const auto& name : foreign + sorted)
        names.push_back(name.toStdString());
    std::reverse(names.begin(), names.end());
    const auto parsed = queue::parseListing(scheme, names);
    QStringList found;
    for (const auto& contender : parsed.contenders)
        found << QString::fromStdString(contender.node);
    QCOMPARE(found, sorted);
    QCOMPARE(parsed.foreign.size(), static_cast<std::size_t>(foreign.size()));
}

void OtherRecipesTest::secondSessionWaitsForTheFirst()
{
    LockWorld world;
    Program one(world, "/test");
    Program two(world, "/test");
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    QVERIFY(two.acquire().ok());
    QVERIFY(two.release().ok());
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    world.executor.advance(1s);
    QVERIFY(!second.arrived());
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    QVERIFY(two.release().ok());
    QVERIFY(two.release().failedWith(ErrorCode::NotHeld));
}

void OtherRecipesTest::makesManyLevels()
{
    LockWorld world;
    Program one(world, "/test-multi-level/of/many/levels");
    QVERIFY(one.acquire().ok());
    QCOMPARE(world.ensemble.children("/test-multi-level/of/many/levels").size(), std::size_t(1));
    QVERIFY(one.release().ok());
}

void OtherRecipesTest::readsNumbers_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("number");
    QTest::addRow("go") << QByteArray("_c_38553bd6d1d57f710ae70ddcc3d24715-lock-0000000001") << 1;
    QTest::addRow("go, past the largest")
        << QByteArray("_c_38553bd6d1d57f710ae70ddcc3d24715-lock--2147483648") << std::numeric_limits<int>::min();
    QTest::addRow("python") << QByteArray("da5719988c244fc793f49ec3aa29b566__lock__0000000003") << 3;
}

void OtherRecipesTest::readsNumbers()
{
    QFETCH(QByteArray, name);
    QFETCH(int, number);
    QCOMPARE(queue::sequenceOf(name.toStdString()), std::optional<std::int32_t>(number));
}

} // namespace lockscope::otherRecipesTest

LOCKSCOPE_TEST(lockscope::otherRecipesTest::OtherRecipesTest)
#include "OtherRecipesTest.moc"
