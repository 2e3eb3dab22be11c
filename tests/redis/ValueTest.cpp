// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Value.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::redis::valueTest {

using test::printed;

class ValueTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isNilByDefault();
    void keepsWhatItWasMadeOf();
    void namesTheCodeOfAnError();
    void printsEachKind();
    void encodesCommands();
    void encodesAnyBytes();
};

void ValueTest::isNilByDefault()
{
    const Value nil;
    QVERIFY(nil.isNil());
    QVERIFY(!nil.isError());
    QCOMPARE(nil.number(), std::int64_t(0));
    QVERIFY(nil.text().empty());
    QVERIFY(nil.items().empty());
}

void ValueTest::keepsWhatItWasMadeOf()
{
    QCOMPARE(Value::integer(std::numeric_limits<std::int64_t>::min()).number(),
             std::numeric_limits<std::int64_t>::min());
    const std::string bytes("a\0\r\n\xff", 5);
    QVERIFY(Value::string(bytes).text() == bytes);
    QVERIFY(Value::status("OK").isStatus("OK"));
    QVERIFY(!Value::string("OK").isStatus("OK"));
    const auto array = Value::array({Value::integer(1), Value()});
    QCOMPARE(array.items().size(), std::size_t(2));
    QVERIFY(array == Value::array({Value::integer(1), Value()}));
    QVERIFY(!(array == Value::array({Value::integer(2), Value()})));
    QVERIFY(!(Value::string("1") == Value::status("1")));
}

void ValueTest::namesTheCodeOfAnError()
{
    QCOMPARE(printed(Value::error("MOVED 3999 127.0.0.1:6381").errorCode()), "MOVED");
    QCOMPARE(printed(Value::error("NOSCRIPT").errorCode()), "NOSCRIPT");
    QCOMPARE(printed(Value::error("").errorCode()), "");
    QCOMPARE(printed(Value::string("MOVED 3999").errorCode()), "");
}

void ValueTest::printsEachKind()
{
    QCOMPARE(printed(toString(Value::array({Value::status("OK"), Value::integer(-3), Value()}))), "[\"OK\", -3, nil]");
    QCOMPARE(printed(toString(Value::array({Value::array({}), Value::error("ERR x")}))), "[[], error \"ERR x\"]");
    QCOMPARE(printed(toString(Value::string(std::string("a\"b\\c\r\n\0\x7f\xff", 10)))),
             "\"a\\\"b\\\\c\\r\\n\\x00\\x7f\\xff\"");
}

/// The example of Redis' protocol specification.
void ValueTest::encodesCommands()
{
    QCOMPARE(printed(encoded({"LLEN", "mylist"})), "*2\r\n$4\r\nLLEN\r\n$6\r\nmylist\r\n");
}

void ValueTest::encodesAnyBytes()
{
    const std::string word("\r\n\0$", 4);
    const std::string longWord(100'000, 'x');
    QVERIFY(encoded({"", word, longWord}) == "*3\r\n$0\r\n\r\n$4\r\n" + word + "\r\n$100000\r\n" + longWord + "\r\n");
}

} // namespace lockscope::redis::valueTest

LOCKSCOPE_TEST(lockscope::redis::valueTest::ValueTest)
#include "ValueTest.moc"
