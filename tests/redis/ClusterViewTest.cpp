// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/ClusterView.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::clusterViewTest {

using redis::Address;
using redis::ClusterView;
using redis::Value;
using test::printed;

class ClusterViewTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asksForWhatItParses();
    void readsAView();
    void takesTheHighestEpochOfAMaster_data();
    void takesTheHighestEpochOfAMaster();
    void aDeniedCommandLeavesTheDefault();
    void refusesANodeWithoutACluster();
    void comparesViews();
};

const Address asked{"10.0.0.1", 7000, {}};

Value node(const char* host, int port)
{
    return Value::array({Value::string(host), Value::integer(port), Value::string("id")});
}

Value slotsReply()
{
    return Value::array(
        {Value::array({Value::integer(0), Value::integer(16383), node("10.0.0.1", 7000), node("10.0.0.2", 7000)})});
}

/// As replied by Redis 7.0.15 with sharded channels; the tests replace single replies.
std::vector<Value> usualReplies()
{
    return {slotsReply(), Value::string("cluster_enabled:1\r\ncluster_state:ok\r\ncluster_current_epoch:6\r\n"),
            Value::string("0e5a 10.0.0.1:7000@17000 myself,master - 0 1700000000000 3 connected 0-16383\n"
                          "8ab1 10.0.0.2:7000@17000 slave 0e5a 0 1700000000000 3 connected\n"),
            Value::array({}), Value::array({Value::array({Value::string("ssubscribe"), Value::integer(-2)})})};
}

void ClusterViewTest::asksForWhatItParses()
{
    QCOMPARE(redis::clusterViewCommands().size(), usualReplies().size());
    QVERIFY(!redis::parseClusterView({slotsReply()}, asked));
}

void ClusterViewTest::readsAView()
{
    const auto view = redis::parseClusterView(usualReplies(), asked);
    QVERIFY_RESULT(view);
    QCOMPARE(view->slots.masters(), std::vector<Address>{asked});
    QCOMPARE(view->nodes, (std::vector<Address>{asked, {"10.0.0.2", 7000, {}}}));
    QCOMPARE(view->epoch, 3);
    QVERIFY(!view->isDown);
    QVERIFY(view->hasShardedChannels);

    auto replies = usualReplies();
    replies[1] = Value::string("cluster_enabled:1\r\ncluster_state:fail\r\n");
    QVERIFY(redis::parseClusterView(replies, asked)->isDown);
}

void ClusterViewTest::takesTheHighestEpochOfAMaster_data()
{
    QTest::addColumn<QByteArray>("nodes");
    QTest::addColumn<int>("epoch");
    QTest::newRow("of several") << QByteArray("a h:1@2 master - 0 0 5 connected 0-9\n"
                                              "b h:1@2 myself,master - 0 0 12 connected 10-16383\n"
                                              "c h:1@2 master - 0 0 7 connected\n")
                                << 12;
    QTest::newRow("host names of 7.0") << QByteArray("a h:1@2,name.example master - 0 0 5 connected 0-16383\n") << 5;
    QTest::newRow("no line feed at the end") << QByteArray("a h:1@2 master - 0 0 5 connected") << 5;
    QTest::newRow("failed master") << QByteArray("a h:1@2 master,fail - 0 0 8 disconnected 0-16383\n") << 8;
    QTest::newRow("only a replica") << QByteArray("a h:1@2 myself,slave b 0 0 5 connected\n") << 0;
    QTest::newRow("short line") << QByteArray("a h:1@2 master - 0\n") << 0;
    QTest::newRow("no number") << QByteArray("a h:1@2 master - 0 0 x connected\n") << 0;
    QTest::newRow("too large") << QByteArray("a h:1@2 master - 0 0 99999999999999999999 connected\n") << 0;
    QTest::newRow("empty") << QByteArray() << 0;
}

void ClusterViewTest::takesTheHighestEpochOfAMaster()
{
    QFETCH(QByteArray, nodes);
    QFETCH(int, epoch);
    auto replies = usualReplies();
    replies[2] = Value::string(nodes.toStdString());
    const auto view = redis::parseClusterView(replies, asked);
    QVERIFY_RESULT(view);
    QCOMPARE(view->epoch, epoch);
}

void ClusterViewTest::aDeniedCommandLeavesTheDefault()
{
    const auto denied = Value::error("NOPERM this user has no permissions to run this command");
    std::vector<Value> replies{slotsReply(), denied, denied, denied, denied};
    const auto view = redis::parseClusterView(replies, asked);
    QVERIFY_RESULT(view);
    QCOMPARE(view->epoch, 0);
    QVERIFY(!view->isDown);
    QVERIFY(!view->hasShardedChannels);
    // One of the two questions about sharded channels is enough.
    replies[4] = usualReplies()[4];
    QVERIFY(redis::parseClusterView(replies, asked)->hasShardedChannels);
    replies[4] = Value::array({Value()}); // Redis 6
    QVERIFY(!redis::parseClusterView(replies, asked)->hasShardedChannels);

    replies[0] = denied;
    QCOMPARE(printed(redis::parseClusterView(replies, asked).error().code), "NoAuth");
}

void ClusterViewTest::refusesANodeWithoutACluster()
{
    auto replies = usualReplies();
    replies[0] = Value::array({}); // before CLUSTER MEET, or after CLUSTER RESET
    const auto view = redis::parseClusterView(replies, asked);
    QVERIFY(!view);
    QCOMPARE(printed(view.error().code), "NoConnection");
}

void ClusterViewTest::comparesViews()
{
    ClusterView older;
    older.epoch = 3;
    ClusterView newer;
    newer.epoch = 4;
    QVERIFY(isNewer(newer, older));
    QVERIFY(!isNewer(older, newer));
    QVERIFY(!isNewer(newer, newer));
    newer.isDown = true; // for example because a slot has lost its master
    QVERIFY(isNewer(newer, older));
    ClusterView down = older;
    down.isDown = true;
    QVERIFY(isNewer(older, down));
    QVERIFY(!isNewer(down, older));
}

} // namespace lockscope::clusterViewTest

LOCKSCOPE_TEST(lockscope::clusterViewTest::ClusterViewTest)
#include "ClusterViewTest.moc"
