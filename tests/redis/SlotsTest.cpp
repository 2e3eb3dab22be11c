// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/Slots.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <optional>

namespace lockscope::slotsTest {

using redis::Address;
using redis::Redirect;
using redis::SlotMap;
using redis::Value;
using test::printed;

class SlotsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void computesTheCrcOfTheSpecification();
    void keysHaveTheSlotsOfTheServer_data();
    void keysHaveTheSlotsOfTheServer();
    void hashesOnlyTheTag_data();
    void hashesOnlyTheTag();
    void aMapHasTheMasterOfEachSlot();
    void aLaterAssignmentReplacesAnEarlierOne();
    void readsClusterSlots();
    void takesTheAskedHostForAnUnknownEndpoint();
    void takesTheMetadataForAnUnknownHostName();
    void skipsNodesThatCannotBeReached();
    void refusesMalformedSlots_data();
    void refusesMalformedSlots();
    void reportsWhyTheSlotsCannotBeRead();
    void readsRedirects_data();
    void readsRedirects();
    void ignoresWhatIsNoRedirect_data();
    void ignoresWhatIsNoRedirect();
};

const Address asked{"10.0.0.9", 7000, {}};

Address tcp(const std::string& host, std::uint16_t port)
{
    return Address{host, port, {}};
}

Value number(std::int64_t value)
{
    return Value::integer(value);
}

Value node(Value host, std::int64_t port, std::vector<Value> metadata = {})
{
    return Value::array({std::move(host), number(port), Value::string("id"), Value::array(std::move(metadata))});
}

Value range(std::int64_t first, std::int64_t last, std::vector<Value> nodes)
{
    std::vector<Value> items{number(first), number(last)};
    items.insert(items.end(), nodes.begin(), nodes.end());
    return Value::array(std::move(items));
}

QByteArray masterOf(const SlotMap& map, int slot)
{
    const auto* master = map.masterOf(slot);
    return master ? printed(toString(*master)) : QByteArray("none");
}

void SlotsTest::computesTheCrcOfTheSpecification()
{
    // Appendix A of the Redis Cluster specification.
    QCOMPARE(redis::crc16("123456789"), std::uint16_t(0x31C3));
    QCOMPARE(redis::crc16(""), std::uint16_t(0));
}

void SlotsTest::keysHaveTheSlotsOfTheServer_data()
{
    // As replied by CLUSTER KEYSLOT of Redis 7.0.15.
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<int>("slot");
    QTest::newRow("digits") << QByteArray("123456789") << 12739;
    QTest::newRow("foo") << QByteArray("foo") << 12182;
    QTest::newRow("bar") << QByteArray("bar") << 5061;
    QTest::newRow("tag") << QByteArray("{user1000}.following") << 3443;
    QTest::newRow("the same tag") << QByteArray("{user1000}.followers") << 3443;
    QTest::newRow("empty tag first") << QByteArray("foo{}{bar}") << 8363;
    QTest::newRow("brace in the tag") << QByteArray("foo{{bar}}zap") << 4015;
    QTest::newRow("two tags") << QByteArray("foo{bar}{zap}") << 5061;
    QTest::newRow("empty") << QByteArray() << 0;
    QTest::newRow("only an empty tag") << QByteArray("{}") << 15257;
    QTest::newRow("open brace") << QByteArray("{a") << 10276;
    QTest::newRow("closing brace before") << QByteArray("a}b{c}") << 7365;
    QTest::newRow("channel") << QByteArray("redisson_lock__channel:{order}") << 16025;
    QTest::newRow("its lock") << QByteArray("order") << 16025;
}

void SlotsTest::keysHaveTheSlotsOfTheServer()
{
    QFETCH(QByteArray, key);
    QFETCH(int, slot);
    QCOMPARE(redis::slotOf(key.toStdString()), slot);
}

void SlotsTest::hashesOnlyTheTag_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("hashed");
    QTest::newRow("none") << QByteArray("foo") << QByteArray("foo");
    QTest::newRow("tag") << QByteArray("a{b}c") << QByteArray("b");
    QTest::newRow("empty") << QByteArray("a{}{b}") << QByteArray("a{}{b}");
    QTest::newRow("first") << QByteArray("{a}{b}") << QByteArray("a");
    QTest::newRow("nested") << QByteArray("{{a}}") << QByteArray("{a");
    QTest::newRow("unclosed") << QByteArray("{a") << QByteArray("{a");
}

void SlotsTest::hashesOnlyTheTag()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, hashed);
    const auto text = key.toStdString();
    QCOMPARE(printed(redis::hashedPartOf(text)), hashed);
}

void SlotsTest::aMapHasTheMasterOfEachSlot()
{
    SlotMap map;
    QCOMPARE(map.uncovered(), redis::slotCount);
    QCOMPARE(masterOf(map, 0), "none");
    map.assign(0, 5460, tcp("a", 1));
    map.assign(5461, 16382, tcp("b", 2));
    QCOMPARE(masterOf(map, 0), "a:1");
    QCOMPARE(masterOf(map, 5460), "a:1");
    QCOMPARE(masterOf(map, 5461), "b:2");
    QCOMPARE(masterOf(map, 16382), "b:2");
    QCOMPARE(masterOf(map, 16383), "none");
    QCOMPARE(map.uncovered(), 1);
}

void SlotsTest::aLaterAssignmentReplacesAnEarlierOne()
{
    SlotMap map;
    map.assign(0, 10, tcp("b", 2));
    map.assign(5, 5, tcp("a", 1));
    QCOMPARE(masterOf(map, 4), "b:2");
    QCOMPARE(masterOf(map, 5), "a:1");
    QCOMPARE(map.masters(), (std::vector<Address>{tcp("a", 1), tcp("b", 2)}));
    map.assign(0, 10, tcp("a", 1));
    QCOMPARE(map.masters(), std::vector<Address>{tcp("a", 1)});
}

void SlotsTest::readsClusterSlots()
{
    const auto reply = Value::array({
        range(0, 8191, {node(Value::string("10.0.0.1"), 7000), node(Value::string("10.0.0.3"), 7002)}),
        range(8192, 16383, {node(Value::string("fd00::1"), 7001)}),
    });
    const auto map = redis::parseClusterSlots(reply, asked);
    QVERIFY_RESULT(map);
    QCOMPARE(map->masters(), (std::vector<Address>{tcp("10.0.0.1", 7000), tcp("fd00::1", 7001)}));
    QCOMPARE(masterOf(*map, 8191), "10.0.0.1:7000");
    QCOMPARE(masterOf(*map, 8192), "[fd00::1]:7001");
    QCOMPARE(map->uncovered(), 0);

    // Before Redis 4 a node has no id, before 7 no metadata.
    const auto old = Value::array({range(0, 16383, {Value::array({Value::string("10.0.0.1"), number(7000)})})});
    QCOMPARE(redis::parseClusterSlots(old, asked)->masters(), std::vector<Address>{tcp("10.0.0.1", 7000)});
    // A node that belongs to no cluster yet.
    QCOMPARE(redis::parseClusterSlots(Value::array({}), asked)->uncovered(), redis::slotCount);
}

void SlotsTest::takesTheAskedHostForAnUnknownEndpoint()
{
    const auto reply = Value::array({range(0, 1, {node(Value(), 7001)}), range(2, 3, {node(Value::string(""), 7002)})});
    const auto map = redis::parseClusterSlots(reply, asked);
    QVERIFY_RESULT(map);
    QCOMPARE(masterOf(*map, 0), "10.0.0.9:7001");
    QCOMPARE(masterOf(*map, 2), "10.0.0.9:7002");
}

void SlotsTest::takesTheMetadataForAnUnknownHostName()
{
    const auto metadata = [](const char* ip) { return std::vector{Value::string("ip"), Value::string(ip)}; };
    const auto reply = Value::array({
        range(0, 0, {node(Value::string("?"), 7001, metadata("10.0.0.1"))}),
        range(1, 1, {node(Value::string("?"), 7002)}),
        range(2, 2, {node(Value::string("?"), 7003, metadata(""))}),
        range(3, 3, {node(Value::string("cache.example"), 7004, metadata("10.0.0.4"))}),
    });
    const auto map = redis::parseClusterSlots(reply, asked);
    QVERIFY_RESULT(map);
    QCOMPARE(masterOf(*map, 0), "10.0.0.1:7001");
    QCOMPARE(masterOf(*map, 1), "none");
    QCOMPARE(masterOf(*map, 2), "none");
    QCOMPARE(masterOf(*map, 3), "cache.example:7004");
}

void SlotsTest::skipsNodesThatCannotBeReached()
{
    // The port is 0 if the server has only a unix socket, or no TLS port.
    const auto reply = Value::array({
        range(0, 0, {node(Value::string("10.0.0.1"), 0)}),
        range(1, 1, {node(Value::string("10.0.0.1"), 65536)}),
        range(2, 2, {node(Value::string("10.0.0.1"), 65535)}),
    });
    const auto map = redis::parseClusterSlots(reply, asked);
    QVERIFY_RESULT(map);
    QCOMPARE(masterOf(*map, 0), "none");
    QCOMPARE(masterOf(*map, 1), "none");
    QCOMPARE(masterOf(*map, 2), "10.0.0.1:65535");
}

void SlotsTest::refusesMalformedSlots_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("no array") << 0;
    QTest::newRow("range without a node") << 1;
    QTest::newRow("negative") << 2;
    QTest::newRow("too large") << 3;
    QTest::newRow("reversed") << 4;
    QTest::newRow("text for a number") << 5;
    QTest::newRow("node is no array") << 6;
}

void SlotsTest::refusesMalformedSlots()
{
    QFETCH(int, which);
    const auto master = node(Value::string("10.0.0.1"), 7000);
    const std::vector<Value> replies{
        Value::status("OK"),
        Value::array({range(0, 5, {})}),
        Value::array({range(-1, 5, {master})}),
        Value::array({range(0, 16384, {master})}),
        Value::array({range(5, 4, {master})}),
        Value::array({Value::array({Value::string("0"), Value::string("5"), master})}),
        Value::array({range(0, 5, {Value::string("10.0.0.1:7000")})}),
    };
    const auto map = redis::parseClusterSlots(replies[static_cast<std::size_t>(which)], asked);
    QVERIFY(!map);
    QCOMPARE(printed(map.error().code), "System");
}

void SlotsTest::reportsWhyTheSlotsCannotBeRead()
{
    const auto codeOf = [](const char* text) {
        return printed(redis::parseClusterSlots(Value::error(text), asked).error().code);
    };
    QCOMPARE(codeOf("ERR This instance has cluster support disabled"), "BadArguments");
    QCOMPARE(codeOf("NOPERM this user has no permissions to run the 'cluster|slots' command"), "NoAuth");
    QCOMPARE(codeOf("LOADING Redis is loading the dataset in memory"), "NoConnection");
    const auto single = redis::parseClusterSlots(Value::error("ERR This instance has cluster support disabled"), asked);
    QCOMPARE(printed(describe(single.error())),
             "Cannot read the slots of the cluster: the server is not in cluster mode. Use the form redis://HOST:PORT");
    const auto proxy = redis::parseClusterSlots(
        Value::error("ERR unknown command 'CLUSTER', with args beginning with: 'SLOTS' "), asked);
    QCOMPARE(printed(describe(proxy.error())),
             "Cannot read the slots of the cluster: the server does not have the command CLUSTER (ERR unknown command "
             "'CLUSTER', with args beginning with: 'SLOTS' ). To a proxy that hides the cluster, use the form "
             "redis://HOST:PORT");
}

QByteArray redirectText(std::string_view error)
{
    const auto redirect = redis::parseRedirect(error, asked);
    if (!redirect)
        return "none";
    const auto to = redirect->address ? printed(toString(*redirect->address)) : QByteArray("unknown");
    return (redirect->kind == Redirect::Kind::Ask ? "ask " : "moved ") + QByteArray::number(redirect->slot) + ' ' + to;
}

void SlotsTest::readsRedirects_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QByteArray>("redirect");
    QTest::newRow("moved") << QByteArray("MOVED 3999 127.0.0.1:6381") << QByteArray("moved 3999 127.0.0.1:6381");
    QTest::newRow("ask") << QByteArray("ASK 3999 127.0.0.1:6381") << QByteArray("ask 3999 127.0.0.1:6381");
    QTest::newRow("host name") << QByteArray("MOVED 0 a.example:7000") << QByteArray("moved 0 a.example:7000");
    QTest::newRow("IPv6") << QByteArray("MOVED 16383 fd00::1:7000") << QByteArray("moved 16383 [fd00::1]:7000");
    QTest::newRow("the asked host") << QByteArray("MOVED 1 :7001") << QByteArray("moved 1 10.0.0.9:7001");
    QTest::newRow("unknown host") << QByteArray("MOVED 1 ?:7001") << QByteArray("moved 1 unknown");
}

void SlotsTest::readsRedirects()
{
    QFETCH(QByteArray, error);
    QFETCH(QByteArray, redirect);
    QCOMPARE(redirectText(error.toStdString()), redirect);
}

void SlotsTest::ignoresWhatIsNoRedirect_data()
{
    QTest::addColumn<QByteArray>("error");
    for (const char* error :
         {"", "ERR", "MOVED", "MOVED ", "MOVED 1", "MOVED 1 host", "MOVED x 127.0.0.1:1", "MOVED 16384 127.0.0.1:1",
          "MOVED -1 127.0.0.1:1", "MOVED 1 127.0.0.1:0", "MOVED 1 127.0.0.1:65536", "MOVED 1 127.0.0.1:", "MOVED 1:2 3",
          "ASKING 1 127.0.0.1:1", "moved 1 127.0.0.1:1", "CLUSTERDOWN The cluster is down"})
        QTest::newRow(*error ? error : "empty") << QByteArray(error);
}

void SlotsTest::ignoresWhatIsNoRedirect()
{
    QFETCH(QByteArray, error);
    QCOMPARE(redirectText(error.toStdString()), "none");
}

} // namespace lockscope::slotsTest

LOCKSCOPE_TEST(lockscope::slotsTest::SlotsTest)
#include "SlotsTest.moc"
