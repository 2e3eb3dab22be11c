// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/SentinelReplies.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::sentinelRepliesTest {

using redis::Address;
using redis::Role;
using redis::Value;
using test::printed;

class SentinelRepliesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheAddressOfTheMaster();
    void anUnknownMasterHasNoAddress();
    void refusesMalformedAddresses_data();
    void refusesMalformedAddresses();
    void readsTheEpoch();
    void readsTheOtherSentinels();
    void readsSwitchMaster_data();
    void readsSwitchMaster();
    void ignoresMalformedMessages_data();
    void ignoresMalformedMessages();
    void readsRoles();
    void reportsWhyARoleCannotBeRead();
};

Value strings(const std::vector<std::string>& texts)
{
    std::vector<Value> items;
    for (const auto& text : texts)
        items.push_back(Value::string(text));
    return Value::array(std::move(items));
}

QByteArray text(const std::optional<Address>& address)
{
    return address ? printed(toString(*address)) : QByteArray("none");
}

void SentinelRepliesTest::readsTheAddressOfTheMaster()
{
    const auto numeric = redis::parseMasterAddress(strings({"10.0.0.1", "6379"}));
    QVERIFY_RESULT(numeric);
    QCOMPARE(text(*numeric), "10.0.0.1:6379");
    // With "sentinel announce-hostnames yes".
    const auto named = redis::parseMasterAddress(strings({"cache.example", "6380"}));
    QVERIFY_RESULT(named);
    QCOMPARE(text(*named), "cache.example:6380");
}

void SentinelRepliesTest::anUnknownMasterHasNoAddress()
{
    const auto reply = redis::parseMasterAddress(Value());
    QVERIFY_RESULT(reply);
    QCOMPARE(text(*reply), "none");
}

void SentinelRepliesTest::refusesMalformedAddresses_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("status") << 0 << QByteArray("System");
    QTest::newRow("one item") << 1 << QByteArray("System");
    QTest::newRow("no number") << 2 << QByteArray("System");
    QTest::newRow("port 0") << 3 << QByteArray("System");
    QTest::newRow("port too large") << 4 << QByteArray("System");
    QTest::newRow("no host") << 5 << QByteArray("System");
    QTest::newRow("denied") << 6 << QByteArray("NoAuth");
    QTest::newRow("not a Sentinel") << 7 << QByteArray("NoConnection");
}

void SentinelRepliesTest::refusesMalformedAddresses()
{
    QFETCH(int, which);
    QFETCH(QByteArray, code);
    const std::vector<Value> replies{
        Value::status("OK"),
        strings({"10.0.0.1"}),
        strings({"10.0.0.1", "port"}),
        strings({"10.0.0.1", "0"}),
        strings({"10.0.0.1", "65536"}),
        strings({"", "6379"}),
        Value::error("NOPERM this user has no permissions to run the 'sentinel' command"),
        Value::error("ERR unknown command 'SENTINEL', with args beginning with: 'GET-MASTER-ADDR-BY-NAME' 'm' "),
    };
    const auto reply = redis::parseMasterAddress(replies[static_cast<std::size_t>(which)]);
    QVERIFY(!reply);
    QCOMPARE(printed(reply.error().code), code);
}

void SentinelRepliesTest::readsTheEpoch()
{
    const auto reply = strings({"name", "mymaster", "ip", "10.0.0.1", "port", "6379", "flags", "master", "config-epoch",
                                "7", "num-slaves", "1", "quorum", "2"});
    QCOMPARE(redis::parseConfigEpoch(reply), std::optional<std::int64_t>(7));
    QCOMPARE(redis::parseConfigEpoch(strings({"name", "mymaster"})), std::nullopt);
    QCOMPARE(redis::parseConfigEpoch(strings({"config-epoch", "seven"})), std::nullopt);
    QCOMPARE(redis::parseConfigEpoch(strings({"config-epoch"})), std::nullopt);
    QCOMPARE(redis::parseConfigEpoch(Value::error("ERR No such master with that name")), std::nullopt);
}

void SentinelRepliesTest::readsTheOtherSentinels()
{
    const auto reply = Value::array({
        strings({"name", "a", "ip", "10.0.0.2", "port", "26379", "runid", "0a1b", "flags", "sentinel"}),
        strings({"name", "b", "ip", "", "port", "26379"}),
        strings({"name", "c", "ip", "fd00::3", "port", "26380"}),
        strings({"name", "d", "ip", "10.0.0.5"}),
    });
    QCOMPARE(redis::parseSentinels(reply),
             (std::vector<redis::NamedSentinel>{{{"10.0.0.2", 26379, {}}, "0a1b"}, {{"fd00::3", 26380, {}}, ""}}));
    QVERIFY(redis::parseSentinels(Value::error("ERR No such master with that name")).empty());
}

void SentinelRepliesTest::readsSwitchMaster_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("master");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("usual") << QByteArray("mymaster 10.0.0.1 6379 10.0.0.2 6380") << QByteArray("mymaster")
                           << QByteArray("10.0.0.1:6379") << QByteArray("10.0.0.2:6380");
    QTest::newRow("IPv6") << QByteArray("m fd00::1 6379 fd00::2 6379") << QByteArray("m")
                          << QByteArray("[fd00::1]:6379") << QByteArray("[fd00::2]:6379");
    QTest::newRow("name with spaces") << QByteArray("my cache 10.0.0.1 6379 10.0.0.2 6380") << QByteArray("my cache")
                                      << QByteArray("10.0.0.1:6379") << QByteArray("10.0.0.2:6380");
}

void SentinelRepliesTest::readsSwitchMaster()
{
    QFETCH(QByteArray, payload);
    const auto message = redis::parseSwitchMaster(payload.toStdString());
    QVERIFY(message.has_value());
    QTEST(printed(message->master), "master");
    QTEST(printed(toString(message->from)), "from");
    QTEST(printed(toString(message->to)), "to");
}

void SentinelRepliesTest::ignoresMalformedMessages_data()
{
    QTest::addColumn<QByteArray>("payload");
    for (const char* payload : {"", "mymaster", "10.0.0.1 6379 10.0.0.2 6379", " 10.0.0.1 6379 10.0.0.2 6379",
                                "mymaster 10.0.0.1 6379 10.0.0.2", "mymaster 10.0.0.1 6379 10.0.0.2 x",
                                "mymaster 10.0.0.1 0 10.0.0.2 6379", "mymaster  6379 10.0.0.2 6379"})
        QTest::newRow(*payload ? payload : "empty") << QByteArray(payload);
}

void SentinelRepliesTest::ignoresMalformedMessages()
{
    QFETCH(QByteArray, payload);
    QVERIFY(!redis::parseSwitchMaster(payload.toStdString()));
}

void SentinelRepliesTest::readsRoles()
{
    const auto master = redis::parseRole(Value::array(
        {Value::string("master"), Value::integer(3129659), Value::array({strings({"10.0.0.2", "6379", "3129242"})})}));
    QVERIFY_RESULT(master);
    QVERIFY(master->kind == Role::Kind::Master);

    const auto replica =
        redis::parseRole(Value::array({Value::string("slave"), Value::string("10.0.0.1"), Value::integer(6379),
                                       Value::string("connected"), Value::integer(3167038)}));
    QVERIFY_RESULT(replica);
    QVERIFY(replica->kind == Role::Kind::Replica);
    QCOMPARE(text(replica->master), "10.0.0.1:6379");

    // A replica that is being reconfigured may have no master.
    const auto lost = redis::parseRole(Value::array(
        {Value::string("slave"), Value::string(""), Value::integer(0), Value::string("connect"), Value::integer(-1)}));
    QVERIFY_RESULT(lost);
    QVERIFY(lost->kind == Role::Kind::Replica);
    QCOMPARE(text(lost->master), "none");

    const auto sentinel = redis::parseRole(Value::array({Value::string("sentinel"), strings({"mymaster"})}));
    QVERIFY_RESULT(sentinel);
    QVERIFY(sentinel->kind == Role::Kind::Sentinel);
}

void SentinelRepliesTest::reportsWhyARoleCannotBeRead()
{
    const auto codeOf = [](const Value& reply) { return printed(redis::parseRole(reply).error().code); };
    QCOMPARE(codeOf(Value::error("NOPERM this user has no permissions to run the 'role' command")), "NoAuth");
    QCOMPARE(codeOf(Value::error("LOADING Redis is loading the dataset in memory")), "NoConnection");
    QCOMPARE(codeOf(Value()), "System");
    QCOMPARE(codeOf(strings({"slave"})), "System");
    QCOMPARE(codeOf(strings({"queen"})), "System");
}

} // namespace lockscope::sentinelRepliesTest

LOCKSCOPE_TEST(lockscope::sentinelRepliesTest::SentinelRepliesTest)
#include "SentinelRepliesTest.moc"
