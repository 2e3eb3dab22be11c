// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Which values can be tokens: examples in the forms that the client libraries document, and values that look similar.

#include "core/sources/redis/dialects/TokenShape.h"
#include "tests/support/Test.h"

namespace lockscope::tokenShapeTest {

using namespace std::chrono_literals;

class TokenShapeTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tokens_data();
    void tokens();
    void others_data();
    void others();
    void needsAnEnd();
    void acceptsRandomValues();
};

void TokenShapeTest::tokens_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("redis-py: uuid1().hex") << QByteArray("3f2a6c5e8b1d11ee9c4a0242ac120002");
    QTest::newRow("node-redlock: 16 bytes in hex") << QByteArray("9b1c0a7e44d25f83e6b7a90c1d2e3f45");
    QTest::newRow("redlock-rb: UUID") << QByteArray("2d931510-d99f-494a-8c67-87feb05e1594");
    QTest::newRow("20 bytes of urandom in hex") << QByteArray("a94a8fe5ccb19ba61c4c0873d391e987982fbbd3");
    QTest::newRow("redlock-py: 22 letters and digits") << QByteArray("Q0x7rTgZpV2bLm9KsJcWdE");
    QTest::newRow("python-redis-lock: 18 bytes in base64") << QByteArray("n7Zr5cXqf0W1aB+kd9/TgQ3v");
    QTest::newRow("16 bytes in base64, padded") << QByteArray("lB3v9Q0mX7yTz2RkWc8aHg==");
    QTest::newRow("base64 for URLs") << QByteArray("V1StGXR8_Z5jdHi6B-myT");
    QTest::newRow("32 bytes in hex") << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QTest::newRow("hex in upper case") << QByteArray("9B1C0A7E44D25F83E6B7A90C1D2E3F45");
    // A session id and a checksum cannot be told apart from a token: such locks are only possible.
    QTest::newRow("a PHP session id") << QByteArray("r2t5uvjq435r4q7ib3vtdjq120");
}

void TokenShapeTest::tokens()
{
    QFETCH(QByteArray, value);
    QVERIFY(inspect::isToken(value.toStdString()));
}

void TokenShapeTest::others_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("1") << QByteArray("1");
    QTest::newRow("15 characters") << QByteArray("9b1c0a7e44d25f8");
    QTest::newRow("65 characters") << QByteArray(65, 'a').replace(0, 16, "9b1c0a7e44d25f83");
    QTest::newRow("a counter") << QByteArray("12345678901234567890");
    QTest::newRow("a time") << QByteArray("2026-11-28T13:57:00Z");
    QTest::newRow("a date and a time") << QByteArray("2026-11-28-13-57-00");
    QTest::newRow("a word") << QByteArray("internationalization");
    QTest::newRow("words with hyphens") << QByteArray("eu-west-1-frontend-7");
    QTest::newRow("a path") << QByteArray("var/lib/app/2026/index");
    QTest::newRow("a sentence") << QByteArray("The quick brown fox 1");
    QTest::newRow("JSON") << QByteArray(R"({"id":"0123abcd","n":1})");
    QTest::newRow("a URL") << QByteArray("https://example.org/a1B2");
    QTest::newRow("an address") << QByteArray("worker-1@host.example.org");
    QTest::newRow("a signed token") << QByteArray("eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM");
    QTest::newRow("one character repeated") << QByteArray("aaaaaaaaaaaaaaa1");
    QTest::newRow("padding in the middle") << QByteArray("lB3v9Q0mX7y==Tz2RkWc");
    QTest::newRow("raw bytes") << QByteArray("\x01\x80\xff\x10\x9a\x33\x7f\x02\x55\xc0\xde\x44\x21\x09\xee\x90");
    QTest::newRow("a line feed") << QByteArray("9b1c0a7e44d25f83e6b7a90c1d2e3f4\n");
}

void TokenShapeTest::others()
{
    QFETCH(QByteArray, value);
    QVERIFY(!inspect::isToken(value.toStdString()));
}

void TokenShapeTest::needsAnEnd()
{
    const std::string token = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";
    QVERIFY(inspect::hasTokenShape({token, 10s}));
    QVERIFY(!inspect::hasTokenShape({token, std::nullopt}));
    QVERIFY(!inspect::hasTokenShape({"a cached page", 10s}));
}

/// Values such as 16 random bytes in hexadecimal digits: none may be missed.
void TokenShapeTest::acceptsRandomValues()
{
    std::uint64_t state = 88172645463325252ULL; // xorshift: the same values each time
    for (int i = 0; i < 20'000; ++i) {
        std::string hex;
        while (hex.size() < 32) {
            state ^= state << 13U;
            state ^= state >> 7U;
            state ^= state << 17U;
            hex += "0123456789abcdef"[state >> 60U];
        }
        QVERIFY2(inspect::isToken(hex), hex.c_str());
    }
}

} // namespace lockscope::tokenShapeTest

LOCKSCOPE_TEST(lockscope::tokenShapeTest::TokenShapeTest)
#include "TokenShapeTest.moc"
