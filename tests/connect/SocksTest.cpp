// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/Socks.h"

#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::test::socksTest {

/// The bytes are those of RFC 1928.
class SocksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void greets();
    void requests_data();
    void requests();
    void refuses();
    void findsTheEndOfTheReply_data();
    void findsTheEndOfTheReply();
    void readsTheResult();
};

void SocksTest::greets()
{
    QCOMPARE(printed(connect::socksGreeting()).toHex(), QByteArray("050100"));
    QCOMPARE(printed(connect::socksWelcome()).toHex(), QByteArray("0500"));
}

void SocksTest::requests_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("a name is not resolved here") << QByteArray("cache1") << 6379
                                                 << QByteArray("050100"
                                                               "03"
                                                               "06"
                                                               "636163686531"
                                                               "18eb");
    QTest::newRow("IPv4") << QByteArray("10.0.0.200") << 65'535
                          << QByteArray("050100"
                                        "01"
                                        "0a0000c8"
                                        "ffff");
    QTest::newRow("IPv6") << QByteArray("fd00::1") << 255
                          << QByteArray("050100"
                                        "04"
                                        "fd000000000000000000000000000001"
                                        "00ff");
}

void SocksTest::requests()
{
    QFETCH(QByteArray, host);
    QFETCH(int, port);
    const auto request = connect::socksRequest({host.toStdString(), static_cast<std::uint16_t>(port), {}});
    QVERIFY_RESULT(request);
    QTEST(printed(*request).toHex(), "request");
}

void SocksTest::refuses()
{
    const auto file = connect::socksRequest({{}, 6379, "/run/redis.sock"});
    QVERIFY(!file);
    QCOMPARE(printed(describe(file.error())),
             "Cannot connect through SSH to \"unix:/run/redis.sock\": a unix socket of this machine is not reached "
             "through SSH. Use a host name or an address, or remove the SSH server");
    QVERIFY(connect::socksRequest({std::string(255, 'a'), 6379, {}}));
    const auto tooLong = connect::socksRequest({std::string(256, 'a'), 6379, {}});
    QVERIFY(!tooLong);
    QCOMPARE(printed(tooLong.error().code), "BadArguments");
}

void SocksTest::findsTheEndOfTheReply_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("IPv4") << QByteArray::fromHex("05000001"
                                                 "7f000001"
                                                 "18eb");
    QTest::newRow("IPv6") << QByteArray::fromHex("05000004"
                                                 "fd000000000000000000000000000001"
                                                 "18eb");
    QTest::newRow("name") << QByteArray::fromHex("05000003"
                                                 "06"
                                                 "636163686531"
                                                 "18eb");
}

/// From no bytes on, each step asks for at least one more, and never for one of what follows the reply.
void SocksTest::findsTheEndOfTheReply()
{
    QFETCH(QByteArray, reply);
    qsizetype have = 0;
    while (have < reply.size()) {
        const auto size = static_cast<qsizetype>(connect::socksReplySize(reply.left(have).toStdString()));
        QVERIFY(size > have);
        QVERIFY(size <= reply.size());
        have = size;
    }
    QCOMPARE(static_cast<qsizetype>(connect::socksReplySize(reply.toStdString())), reply.size());
}

void SocksTest::readsTheResult()
{
    const auto isConnected = [](const char* reply) {
        return connect::isSocksConnected(QByteArray::fromHex(reply).toStdString());
    };
    QVERIFY(isConnected("05000001"
                        "00000000"
                        "0000"));
    QVERIFY(!isConnected("05050001"
                         "00000000"
                         "0000")); // connection refused
    QVERIFY(!isConnected("00000001"
                         "00000000"
                         "0000")); // no SOCKS 5
}

} // namespace lockscope::test::socksTest

LOCKSCOPE_TEST(lockscope::test::socksTest::SocksTest)
#include "SocksTest.moc"
