// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Reader.h"
#include "tests/redis/MemoryTransport.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::redis::readerTest {

using test::printed;

constexpr std::size_t usualLimit = 64u << 20;

class ReaderTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void readsPipelinedReplies();
    void readsLargeReplies();
    void refuses_data();
    void refuses();
    void refusesLinesThatDoNotEnd();
    void limitsStrings();
    void limitsArrays();
    void limitsTheSumOfAReply();
    void limitsEachReplyByItself();
};

/// What was read: "1 [2, 3]", then "error CODE" if it failed.
struct Outcome {
    std::vector<Value> values;
    std::optional<Error> error;

    [[nodiscard]] QByteArray text() const
    {
        QByteArray text;
        for (const auto& value : values)
            text += (text.isEmpty() ? "" : " ") + printed(toString(value));
        return error ? text + " failed " + printed(error->code) : text;
    }
};

void give(Reader& reader, std::string_view bytes, Outcome& outcome)
{
    while (true) {
        auto value = reader.next(bytes);
        if (!value) {
            outcome.error = value.error();
            return;
        }
        if (!*value)
            break;
        outcome.values.push_back(std::move(**value));
    }
    QVERIFY(bytes.empty());
}

/// The bytes in pieces of that size.
Outcome outcomeOf(std::string_view bytes, std::size_t piece, std::size_t limit = usualLimit)
{
    Reader reader(limit);
    Outcome outcome;
    for (std::size_t at = 0; at < bytes.size() && !outcome.error; at += piece)
        give(reader, bytes.substr(at, piece), outcome);
    return outcome;
}

QByteArray readIn(std::string_view bytes, std::size_t piece, std::size_t limit = usualLimit)
{
    return outcomeOf(bytes, piece, limit).text();
}

/// Most are the examples of Redis' protocol specification.
void ReaderTest::reads_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& bytes, const char* expected) {
        QTest::newRow(name) << bytes << QByteArray(expected);
    };
    row("status", "+OK\r\n", "\"OK\"");
    row("empty status", "+\r\n", "\"\"");
    row("error", "-WRONGTYPE Operation against a key\r\n", "error \"WRONGTYPE Operation against a key\"");
    row("integer", ":1000\r\n", "1000");
    row("zero", ":0\r\n", "0");
    row("lowest integer", ":-9223372036854775808\r\n", "-9223372036854775808");
    row("highest integer", ":9223372036854775807\r\n", "9223372036854775807");
    row("string", "$5\r\nhello\r\n", "\"hello\"");
    row("empty string", "$0\r\n\r\n", "\"\"");
    row("nil string", "$-1\r\n", "nil");
    row("any bytes", QByteArray("$9\r\n\r\n$-1\r\n\0\xff\r\n", 15), "\"\\r\\n$-1\\r\\n\\x00\\xff\"");
    row("empty array", "*0\r\n", "[]");
    row("nil array", "*-1\r\n", "nil");
    row("array", "*2\r\n$5\r\nhello\r\n$5\r\nworld\r\n", "[\"hello\", \"world\"]");
    row("mixed array", "*5\r\n:1\r\n:2\r\n:3\r\n:4\r\n$5\r\nhello\r\n", "[1, 2, 3, 4, \"hello\"]");
    row("nil within", "*3\r\n$5\r\nhello\r\n$-1\r\n$5\r\nworld\r\n", "[\"hello\", nil, \"world\"]");
    row("arrays within", "*2\r\n*3\r\n:1\r\n:2\r\n:3\r\n*2\r\n+Hello\r\n-World\r\n",
        "[[1, 2, 3], [\"Hello\", error \"World\"]]");
    row("empty arrays within", "*3\r\n*0\r\n*-1\r\n*1\r\n*0\r\n", "[[], nil, [[]]]");
    row("eight levels", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:7\r\n", "[[[[[[[[7]]]]]]]]");
    row("several", "+OK\r\n:1\r\n*1\r\n$1\r\na\r\n$-1\r\n", "\"OK\" 1 [\"a\"] nil");
}

void ReaderTest::reads()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    const auto all = bytes.toStdString();
    for (std::size_t piece = 1; piece <= all.size(); ++piece)
        QCOMPARE(readIn(all, piece), expected);
    for (std::size_t split = 1; split < all.size(); ++split) {
        Reader reader(usualLimit);
        Outcome outcome;
        give(reader, std::string_view(all).substr(0, split), outcome);
        give(reader, std::string_view(all).substr(split), outcome);
        QCOMPARE(outcome.text(), expected);
    }
}

void ReaderTest::readsPipelinedReplies()
{
    std::string bytes;
    for (int i = 0; i < 50'000; ++i)
        bytes += i % 2 == 0 ? ':' + std::to_string(i) + "\r\n" : "$5\r\n" + std::to_string(10'000 + i % 1000) + "\r\n";
    for (const std::size_t piece : {std::size_t(1000), std::size_t(16u << 10), std::size_t(65'537), bytes.size()}) {
        const auto outcome = outcomeOf(bytes, piece);
        QCOMPARE(outcome.values.size(), std::size_t(50'000));
        QVERIFY(!outcome.error);
        for (int i = 0; i < 50'000; ++i)
            QVERIFY(outcome.values[static_cast<std::size_t>(i)] ==
                    (i % 2 == 0 ? Value::integer(i) : Value::string(std::to_string(10'000 + i % 1000))));
    }
}

void ReaderTest::readsLargeReplies()
{
    std::vector<Value> items;
    for (int i = 0; i < 20; ++i)
        items.push_back(Value::string(std::string(static_cast<std::size_t>(i) * 50'000, static_cast<char>('a' + i))));
    const auto large = Value::array(items);
    const auto bytes = test::sentBytes(large) + ":1\r\n" + test::sentBytes(large) + "+OK\r\n";
    for (const std::size_t piece : {std::size_t(4099), std::size_t(64u << 10), bytes.size()}) {
        const auto outcome = outcomeOf(bytes, piece);
        QVERIFY(!outcome.error);
        QVERIFY(outcome.values == std::vector<Value>({large, Value::integer(1), large, Value::status("OK")}));
    }
}

void ReaderTest::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const QByteArray& bytes, const char* code) {
        QTest::newRow(name) << bytes << QByteArray(code);
    };
    row("another protocol", "HTTP/1.1 400 Bad Request\r\n", "ConnectionLoss");
    row("no type", "\r\n", "ConnectionLoss");
    row("a thousand million items", "*1000000000\r\n", "TooLarge");
    row("ten thousand million bytes", "$9999999999\r\n", "TooLarge");
    row("the longest string", "$9223372036854775807\r\n", "TooLarge");
    row("a million items within each other", "*800000\r\n*800000\r\n", "TooLarge");
    row("too many items for hiredis", "*99999999999999\r\n", "ConnectionLoss");
    row("length out of range", "$99999999999999999999\r\n", "ConnectionLoss");
    row("negative length", "$-2\r\n", "ConnectionLoss");
    row("negative count", "*-2\r\n", "ConnectionLoss");
    row("length in words", "$five\r\nhello\r\n", "ConnectionLoss");
    row("no length", "$\r\n\r\n", "ConnectionLoss");
    row("count in words", "*two\r\n", "ConnectionLoss");
    row("integer in words", ":one\r\n", "ConnectionLoss");
    row("integer out of range", ":9223372036854775808\r\n", "ConnectionLoss");
    row("string longer than its length", "$4\r\nhello\r\n", "ConnectionLoss");
    row("return within a status", "+a\rb\r\n", "ConnectionLoss");
    row("line feed within an error", "-a\nb\r\n", "ConnectionLoss");
    row("nine levels", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*0\r\n", "ConnectionLoss");
    row("RESP3 map", "%1\r\n+a\r\n:1\r\n", "ConnectionLoss");
    row("RESP3 set", "~1\r\n+a\r\n", "ConnectionLoss");
    row("RESP3 push", ">1\r\n+a\r\n", "ConnectionLoss");
    row("RESP3 null", "_\r\n", "ConnectionLoss");
    row("RESP3 double", ",1.5\r\n", "ConnectionLoss");
    row("RESP3 boolean", "#t\r\n", "ConnectionLoss");
    row("RESP3 big number", "(3492890328409238509324850943850943825024385\r\n", "ConnectionLoss");
    row("RESP3 verbatim string", "=8\r\ntxt:text\r\n", "ConnectionLoss");
}

void ReaderTest::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, code);
    const auto all = "+OK\r\n" + bytes.toStdString();
    for (std::size_t piece = 1; piece <= all.size(); ++piece)
        QCOMPARE(readIn(all, piece), "\"OK\" failed " + code);

    Reader reader(usualLimit);
    Outcome outcome;
    give(reader, all, outcome);
    QVERIFY(!outcome.error->detail.empty());
    const auto first = *outcome.error;
    give(reader, "+OK\r\n", outcome); // the rest cannot be understood
    QVERIFY(*outcome.error == first);
    QCOMPARE(outcome.values.size(), std::size_t(1));
}

void ReaderTest::refusesLinesThatDoNotEnd()
{
    for (const char type : {'+', '-', ':', '$', '*'}) {
        const auto longest = type + std::string(Reader::longestLine + 1, '1');
        for (const std::size_t piece : {std::size_t(1), std::size_t(5000), longest.size()})
            QCOMPARE(readIn(longest, piece), "");
        for (const std::size_t piece : {std::size_t(1), std::size_t(5000), longest.size() + 1})
            QCOMPARE(readIn(longest + '1', piece), " failed ConnectionLoss");
    }
    const std::string line(Reader::longestLine, 'x');
    QVERIFY(outcomeOf('+' + line + "\r\n", 1000).values == std::vector<Value>({Value::status(line)}));
    for (const std::size_t piece : {std::size_t(1), Reader::longestLine + 5})
        QCOMPARE(readIn('+' + line + "x\r\n", piece), " failed ConnectionLoss");
}

/// A text counts with the byte after it.
void ReaderTest::limitsStrings()
{
    const std::size_t limit = 100'000;
    const auto fitting = test::sentBytes(Value::string(std::string(limit - 1, 'x')));
    const std::string tooLong = "$100000\r\n";
    for (const std::size_t piece : {std::size_t(1), std::size_t(5000), fitting.size()}) {
        QCOMPARE(outcomeOf(fitting, piece, limit).values.size(), std::size_t(1));
        QCOMPARE(readIn(tooLong, piece, limit), " failed TooLarge"); // none of its bytes is awaited
    }
}

void ReaderTest::limitsArrays()
{
    const auto limit = 100 * sizeof(Value);
    const auto fitting = test::sentBytes(Value::array(std::vector<Value>(100)));
    QCOMPARE(outcomeOf(fitting, 1, limit).values.size(), std::size_t(1));
    const auto withTexts = test::sentBytes(Value::array(std::vector<Value>(100, Value::string("a"))));
    for (const std::size_t piece : {std::size_t(1), withTexts.size()})
        QCOMPARE(outcomeOf(withTexts, piece, limit).values.size(), std::size_t(1));
    QCOMPARE(readIn("*101\r\n", 1, limit), " failed TooLarge");
    QCOMPARE(readIn("*50\r\n*51\r\n", 1, limit), " failed TooLarge");
}

void ReaderTest::limitsTheSumOfAReply()
{
    const auto limit = 3 * sizeof(Value) + 1000;
    const auto array = [](std::size_t first, std::size_t second, std::size_t third) {
        return test::sentBytes(
            Value::array({Value::string(std::string(first, 'x')), Value::string(std::string(second, 'x')),
                          Value::status(std::string(third, 'x'))}));
    };
    for (const std::size_t piece : {std::size_t(1), std::size_t(5000)}) {
        QCOMPARE(outcomeOf(array(499, 299, 199), piece, limit).values.size(), std::size_t(1));
        QCOMPARE(readIn(array(500, 299, 199), piece, limit), " failed TooLarge");
        QCOMPARE(readIn(array(499, 501, 0), piece, limit), " failed TooLarge");
    }
}

void ReaderTest::limitsEachReplyByItself()
{
    const auto one = test::sentBytes(Value::string(std::string(900, 'x')));
    std::string many;
    for (int i = 0; i < 100; ++i)
        many += one;
    QCOMPARE(outcomeOf(many, 5000, 1000).values.size(), std::size_t(100));
    QCOMPARE(readIn(":1\r\n", 1, 0), "1");
    QCOMPARE(outcomeOf(one, 5000, std::numeric_limits<std::size_t>::max()).values.size(), std::size_t(1));
}

} // namespace lockscope::redis::readerTest

LOCKSCOPE_TEST(lockscope::redis::readerTest::ReaderTest)
#include "ReaderTest.moc"
