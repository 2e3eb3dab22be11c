// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/WatchTable.h"
#include "tests/support/Test.h"

namespace lockscope::zk::watchTableTest {

class WatchTableTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void firesWhatTheEventIsFor_data();
    void firesWhatTheEventIsFor();
    void firesOnceAndOnlyWhenArmed();
    void reportsWhenNoWatcherIsLeft();
    void remembersTheServerBehindAnUnsentOne();
    void dropsAFiredOne();
    void dropsOneWhoseRequestIsOnItsWay();
    void saysWhatARefusedRequestLeaves();
    void remembersWhatCouldNotBeTakenBack();

private:
    static WatchEvent event(WatchEvent::Type type) { return {type, "/a", 7, {}}; }

    static std::uint64_t sent(WatchTable& table, WatchKind kind = WatchKind::Data)
    {
        const auto id = table.add("/a", kind, [](const WatchEvent&) {});
        table.markSent(id);
        return id;
    }
    static std::uint64_t armed(WatchTable& table, WatchKind kind)
    {
        const auto id = sent(table, kind);
        if (table.arm(id))
            qFatal("the watch was not dropped");
        return id;
    }
};

void WatchTableTest::firesWhatTheEventIsFor_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("data");
    QTest::addColumn<bool>("child");
    QTest::newRow("created") << int(WatchEvent::Type::Created) << true << false;
    QTest::newRow("changed") << int(WatchEvent::Type::DataChanged) << true << false;
    QTest::newRow("children") << int(WatchEvent::Type::ChildrenChanged) << false << true;
    QTest::newRow("deleted") << int(WatchEvent::Type::Deleted) << true << true;
}

void WatchTableTest::firesWhatTheEventIsFor()
{
    QFETCH(int, type);
    QFETCH(bool, data);
    QFETCH(bool, child);
    WatchTable table;
    const auto onData = armed(table, WatchKind::Data);
    const auto onChild = armed(table, WatchKind::Child);
    std::vector<std::uint64_t> expected;
    if (data)
        expected.push_back(onData);
    if (child)
        expected.push_back(onChild);
    QVERIFY(table.fire(event(static_cast<WatchEvent::Type>(type))) == expected);
}

void WatchTableTest::firesOnceAndOnlyWhenArmed()
{
    WatchTable table;
    const auto first = armed(table, WatchKind::Data);
    const auto second = sent(table);
    QVERIFY(table.fire(event(WatchEvent::Type::DataChanged)) == std::vector{first});
    QVERIFY(table.takeFired(first));
    QVERIFY(!table.contains(first));
    QVERIFY(!table.arm(second));
    QVERIFY(table.fire(event(WatchEvent::Type::DataChanged)) == std::vector{second});
    QVERIFY(table.fire(event(WatchEvent::Type::DataChanged)).empty());
}

void WatchTableTest::reportsWhenNoWatcherIsLeft()
{
    WatchTable table;
    const auto first = armed(table, WatchKind::Data);
    const auto second = armed(table, WatchKind::Data);
    const auto child = armed(table, WatchKind::Child);
    QVERIFY(!table.drop(first));
    QVERIFY(table.drop(second) == WatchTable::Node("/a", WatchKind::Data));
    QVERIFY(table.drop(child) == WatchTable::Node("/a", WatchKind::Child));
    QVERIFY(!table.drop(child));
}

void WatchTableTest::remembersTheServerBehindAnUnsentOne()
{
    WatchTable table;
    QVERIFY(!table.drop(table.add("/a", WatchKind::Data, [](const WatchEvent&) {})));
    const auto first = armed(table, WatchKind::Data);
    const auto unsent = table.add("/a", WatchKind::Data, [](const WatchEvent&) {});
    QVERIFY(!table.drop(first));
    QVERIFY(table.drop(unsent) == WatchTable::Node("/a", WatchKind::Data));
}

void WatchTableTest::dropsAFiredOne()
{
    WatchTable table;
    const auto id = armed(table, WatchKind::Data);
    QCOMPARE(table.fire(event(WatchEvent::Type::Deleted)).size(), std::size_t(1));
    QVERIFY(!table.drop(id)); // the watch fired, so the server has removed it
    QVERIFY(!table.takeFired(id));
}

void WatchTableTest::dropsOneWhoseRequestIsOnItsWay()
{
    const WatchTable::Node node("/a", WatchKind::Data);
    WatchTable table;
    const auto alone = sent(table);
    (void)table.drop(alone);
    QVERIFY(table.arm(alone) == node); // the server keeps a watch without an owner
    QVERIFY(!table.arm(alone));
    const auto refused = sent(table);
    (void)table.drop(refused);
    QVERIFY(!table.erase(refused)); // no watch was set
    QVERIFY(!table.arm(refused));
    const auto dropped = sent(table);
    (void)table.drop(dropped);
    const auto next = sent(table); // another watch on the node is wanted by now
    QVERIFY(!table.arm(dropped));
    QVERIFY(!table.arm(next));
    QVERIFY(table.drop(next) == node);
}

void WatchTableTest::saysWhatARefusedRequestLeaves()
{
    const WatchTable::Node node("/a", WatchKind::Data);
    WatchTable table;
    const auto first = sent(table);
    QVERIFY(!table.arm(first));
    const auto second = sent(table);
    QVERIFY(!table.drop(first)); // the second needs it
    QVERIFY(table.erase(second) == node);
    QVERIFY(!table.erase(sent(table))); // the server has removed it by now
    // The same with a watch that fired meanwhile, and with one that was dropped before the refusal arrived.
    (void)table.arm(sent(table));
    const auto third = sent(table);
    QCOMPARE(table.fire(event(WatchEvent::Type::DataChanged)).size(), std::size_t(1));
    QVERIFY(!table.erase(third));
    const auto fourth = sent(table);
    (void)table.arm(fourth);
    const auto fifth = sent(table);
    QVERIFY(!table.drop(fourth));
    QVERIFY(table.drop(fifth) == node);
    QVERIFY(!table.erase(fifth)); // reported already
}

/// The request that removes a watch was lost with the connection when another watch on the node was wanted.
void WatchTableTest::remembersWhatCouldNotBeTakenBack()
{
    const WatchTable::Node node("/a", WatchKind::Data);
    const auto added = [](WatchTable& table) { return table.add("/a", WatchKind::Data, [](const WatchEvent&) {}); };
    WatchTable table;
    const auto first = added(table);
    table.markSent(first);
    QVERIFY(!table.arm(first));
    QVERIFY(table.drop(first) == node);
    const auto second = added(table);
    table.markSent(second);
    table.noteSet(node);
    QVERIFY(table.erase(second) == node);
    const auto third = added(table); // not sent yet
    table.noteSet(node);
    QVERIFY(table.drop(third) == node);
}

} // namespace lockscope::zk::watchTableTest

LOCKSCOPE_TEST(lockscope::zk::watchTableTest::WatchTableTest)
#include "WatchTableTest.moc"
