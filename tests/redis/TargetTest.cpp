// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Target.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redis::targetTest {

using test::printed;

class TargetTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void printsWhatItParsesBack_data();
    void printsWhatItParsesBack();
    void refuses_data();
    void refuses();
    void refusesPasswordsWithoutRepeatingThem_data();
    void refusesPasswordsWithoutRepeatingThem();
    void givesAnExampleThatIsValid_data();
    void givesAnExampleThatIsValid();
    void knowsItsSchemes();
};

QByteArray nameOf(Topology topology)
{
    switch (topology) {
    case Topology::Single:
        return "single";
    case Topology::Sentinel:
        return "sentinel";
    case Topology::Cluster:
        return "cluster";
    case Topology::Independent:
        return "independent";
    }
    return {};
}

/// "sentinel tls s1:26379 master=m user=u db=2": all parts that are not at their default.
QByteArray described(const Target& target)
{
    auto text = nameOf(target.topology) + (target.tls ? " tls" : "");
    for (const auto& server : target.servers)
        text += ' ' + printed(toString(server));
    if (!target.master.empty())
        text += " master=" + printed(target.master);
    if (!target.user.empty())
        text += " user=" + printed(target.user);
    if (target.database != 0)
        text += " db=" + QByteArray::number(target.database);
    return text;
}

void TargetTest::parses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* text, const char* expected) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(expected);
    };
    row("redis://cache1", "single cache1:6379");
    row("redis://cache1:6380/2", "single cache1:6380 db=2");
    row("redis://cache1/", "single cache1:6379");
    row("  redis://cache1\n", "single cache1:6379");
    row("rediss://app@cache1", "single tls cache1:6379 user=app");
    row("redis://[::1]", "single [::1]:6379");
    row("redis://app@[fe80::1%eth0]:7000/15", "single [fe80::1%eth0]:7000 user=app db=15");
    row("redis://127.0.0.1:65535", "single 127.0.0.1:65535");
    row("redis://a%3Ab%40c@cache1", "single cache1:6379 user=a:b@c");
    row("redis://app@example.org@cache1", "single cache1:6379 user=app@example.org");
    row("redis+unix:///run/redis.sock", "single unix:/run/redis.sock");
    row("redis+unix://app@/run/redis.sock?db=3", "single unix:/run/redis.sock user=app db=3");
    row("redis+unix:///run/a%3Fb%25@c.sock", "single unix:/run/a?b%@c.sock");
    row("redis+sentinel://s1/mymaster", "sentinel s1:26379 master=mymaster");
    row("redis+sentinel://app@s1,s2:5000,[::1]/my.master-1_b/4",
        "sentinel s1:26379 s2:5000 [::1]:26379 master=my.master-1_b user=app db=4");
    row("rediss+sentinel://s1,s2/m", "sentinel tls s1:26379 s2:26379 master=m");
    row("redis+cluster://n1", "cluster n1:6379");
    row("rediss+cluster://app@n1:1,n2:2/", "cluster tls n1:1 n2:2 user=app");
    row("redlock://r1,r2:6380,r3", "independent r1:6379 r2:6380 r3:6379");
    row("redlocks://app@r1,r2", "independent tls r1:6379 r2:6379 user=app");
    row("redlock://h:1,h:2", "independent h:1 h:2");
}

void TargetTest::parses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto target = parseTarget(text.toStdString());
    QVERIFY_RESULT(target);
    QCOMPARE(described(*target), expected);
}

void TargetTest::printsWhatItParsesBack_data()
{
    parses_data();
}

void TargetTest::printsWhatItParsesBack()
{
    QFETCH(QByteArray, text);
    const auto target = parseTarget(text.toStdString());
    QVERIFY_RESULT(target);
    const auto again = parseTarget(toString(*target));
    QVERIFY_RESULT(again);
    QVERIFY(*again == *target);
}

void TargetTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* text, const char* reason) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(reason);
    };
    row("", "begins with redis://");
    row("cache1:6379", "begins with redis://");
    row("http://cache1", "begins with redis://");
    row("REDIS://cache1", "begins with redis://");
    row("rediss+unix:///run/redis.sock", "begins with redis://");
    row("redis://", "a server name is missing");
    row("redis:///2", "a server name is missing");
    row("redis://cache1,", "a server name is missing");
    row("redis://cache 1", "\"cache 1\" in \"cache 1\" is not a host name");
    row("redis://cache1?db=2", "is not a host name");
    row("redis://:6379", "is not a host name");
    row("redis://cache1:", "invalid port in \"cache1:\"");
    row("redis://cache1:0", "invalid port");
    row("redis://cache1:65536", "invalid port");
    row("redis://cache1:6379x", "invalid port");
    row("redis://::1", "in brackets");
    row("redis://[::1", "invalid IPv6 address \"[::1\"");
    row("redis://[cache1]", "invalid IPv6 address");
    row("redis://[::1]6379", "invalid port");
    row("redis://cache1/two", "invalid database \"two\"");
    row("redis://cache1/-1", "invalid database \"-1\"");
    row("redis://cache1/2/3", "invalid database \"2/3\"");
    row("redis://cache1/99999999999", "invalid database");
    row("redis://cache1,cache2", "redis:// takes one server: for several use redis+sentinel://");
    row("redis://@cache1", "invalid user \"\"");
    row("redis://a%zz@cache1", "invalid user \"a%zz\"");
    row("redis://a%20b@cache1", "invalid user");
    row("redis://cache1/@2", "invalid user");
    row("redis+unix://", "invalid socket \"\"");
    row("redis+unix://run/redis.sock", "invalid socket \"run/redis.sock\": use the absolute path");
    row("redis+unix:///run/", "invalid socket \"/run/\"");
    row("redis+unix:///run/a%00b", "invalid socket");
    row("redis+unix:///run/redis.sock?timeout=3", "invalid option \"?timeout=3\"");
    row("redis+unix:///run/redis.sock?db=x", "invalid database \"x\"");
    row("redis+sentinel://s1", "the name of the master is missing");
    row("redis+sentinel://s1/", "the name of the master is missing");
    row("redis+sentinel://s1/my master", "invalid master \"my master\"");
    row("redis+sentinel://s1/m/x", "invalid database \"x\"");
    row("redis+sentinel://s1,s1:26379/m", "the server s1:26379 is given twice");
    row("redis+cluster://n1/0", "a cluster has only database 0");
    row("redlock://r1", "at least two servers: for one server use redis://");
    row("redlock://r1,r2/1", "always uses database 0");
    row("redlock://r1,r2,r1:6379", "the server r1:6379 is given twice");
    // The address of a unix socket has 108 bytes with its end (sys/un.h).
    const auto tooLong = "redis+unix:///" + QByteArray(107, 'a');
    QTest::newRow("long socket") << tooLong << QByteArray("is longer than 107 bytes");
}

void TargetTest::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, reason);
    const auto target = parseTarget(text.toStdString());
    QVERIFY(!target);
    QCOMPARE(printed(target.error().code), "BadArguments");
    QCOMPARE(printed(target.error().path), text);
    QVERIFY2(printed(target.error().detail).contains(reason), target.error().detail.c_str());
    QVERIFY2(printed(target.error().detail).contains(". Example: redi") ||
                 printed(target.error().detail).contains(". Example: redlock"),
             target.error().detail.c_str());
}

void TargetTest::refusesPasswordsWithoutRepeatingThem_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* text, const char* shown) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(shown);
    };
    row("redis://app:secret@cache1:6379/2", "redis://app:***@cache1:6379/2");
    row("redis://:secret@cache1", "redis://:***@cache1");
    row("redis://app:@cache1", "redis://app:***@cache1");
    row("rediss+sentinel://app:sec/ret?@s1,s2/m", "rediss+sentinel://app:***@s1,s2/m");
    row("redlock://app:sec@ret@r1,r2", "redlock://app:***@r1,r2");
    row("redis+unix://app:sec@/ret@/run/redis.sock", "redis+unix://app:***@/run/redis.sock");
    row("redis+unix://app:secret@run/redis.sock", "redis+unix://app:***@run/redis.sock");
}

void TargetTest::refusesPasswordsWithoutRepeatingThem()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    const auto target = parseTarget(text.toStdString());
    QVERIFY(!target);
    QCOMPARE(printed(target.error().code), "BadArguments");
    QCOMPARE(printed(target.error().path), shown);
    QVERIFY(printed(target.error().detail).startsWith("a password in a target is visible"));
    QVERIFY(!printed(describe(target.error())).contains("secret"));
    // An unknown scheme is no reason to repeat it.
    const auto unknown = parseTarget("x" + text.toStdString());
    QVERIFY(!unknown);
    QCOMPARE(printed(unknown.error().path), "x" + shown);
}

void TargetTest::givesAnExampleThatIsValid_data()
{
    QTest::addColumn<QByteArray>("invalid");
    for (const auto* invalid :
         {"x", "redis://", "rediss://", "redis+unix://", "redis+sentinel://", "rediss+sentinel://", "redis+cluster://",
          "rediss+cluster://", "redlock://", "redlocks://"})
        QTest::newRow(invalid) << QByteArray(invalid);
}

void TargetTest::givesAnExampleThatIsValid()
{
    QFETCH(QByteArray, invalid);
    const auto refused = parseTarget(invalid.toStdString());
    QVERIFY(!refused);
    const auto detail = printed(refused.error().detail);
    const QByteArray before = ". Example: ";
    QVERIFY(detail.contains(before));
    const auto example = detail.mid(detail.lastIndexOf(before) + before.size());
    QVERIFY_RESULT(parseTarget(example.toStdString()));
    QVERIFY2(invalid == "x" || example.startsWith(invalid), example.constData());
}

void TargetTest::knowsItsSchemes()
{
    for (const auto* known : {"redis://x", "rediss://", " redis+unix://", "redis+sentinel://", "rediss+sentinel://",
                              "redis+cluster://", "rediss+cluster://", "redlock://", "redlocks://"})
        QVERIFY2(isRedisTarget(known), known);
    for (const auto* other : {"", "redis", "redis:/", "zk1:2181", "http://redis://"})
        QVERIFY2(!isRedisTarget(other), other);
    QVERIFY(isRedlockTarget("redlock://") && isRedlockTarget(" redlocks://r1,r2"));
    QVERIFY(!isRedlockTarget("redis://redlock") && !isRedlockTarget("redlock"));
}

} // namespace lockscope::redis::targetTest

LOCKSCOPE_TEST(lockscope::redis::targetTest::TargetTest)
#include "TargetTest.moc"
