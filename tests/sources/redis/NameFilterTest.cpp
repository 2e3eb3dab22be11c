// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Glob patterns for names select what the server's own MATCH selects.

#include "core/sources/redis/discovery/NameFilter.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::nameFilterTest {

using inspect::NameFilter;
using inspect::NamePattern;
using test::RedisServers;

namespace {

const QByteArrayList names{"orders",
                           "orders:1",
                           "orders:12",
                           "orders:a",
                           "orders:1:lock",
                           "stock:1:lock",
                           "a[b]c",
                           "a*c",
                           "abc",
                           "a\\c",
                           "aac",
                           "a-c",
                           "ca\xff"
                           "che",
                           "{user}:x",
                           "lock\r\nsecond",
                           "^",
                           "aaaaaaaaab",
                           "]"};

const QByteArrayList patterns{"*",
                              "orders:*",
                              "orders:?",
                              "*:lock",
                              "*:?:lock",
                              "orders",
                              "a[b*]c",
                              "a[^b*]c",
                              "a[a-b]c",
                              "a[b-a]c",
                              "a\\*c",
                              "a\\[b\\]c",
                              "a\\\\c",
                              "a[\\]b]c",
                              "ca?che",
                              "{*}:x",
                              "lock?"
                              "?*",
                              "a*a*a*a*a*b",
                              "a*a*a*a*a*c",
                              "**b",
                              "[^a-z]*",
                              "orders:[0-9]*",
                              "a[]c",
                              "a[^]c",
                              "\\^",
                              "]",
                              "a[+--]c",
                              "orders\\"};

QByteArrayList matching(const QByteArray& pattern)
{
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QByteArrayList found;
    for (const auto& name : names) {
        if (parsed && parsed->matches(name.toStdString()))
            found << name;
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

class NameFilterTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithTheServer();
    void invalid_data();
    void invalid();
    void includesAndExcludes();
    void manyStarsTakeNoTime();
};

void NameFilterTest::agreesWithTheServer()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    for (const auto& name : names)
        QCOMPARE(servers.command({"SET", name, "1"}), QByteArray("OK"));
    for (const auto& pattern : patterns) {
        const auto reply = servers.command({"SCAN", "0", "MATCH", pattern, "COUNT", "1000"}).toList();
        QCOMPARE(reply.size(), 2);
        QCOMPARE(reply.front().toByteArray(), QByteArray("0"));
        QByteArrayList expected;
        for (const auto& key : reply.back().toList())
            expected << key.toByteArray();
        std::sort(expected.begin(), expected.end());
        QVERIFY2(matching(pattern) == expected,
                 pattern + ": " + matching(pattern).join(' ') + " instead of " + expected.join(' '));
    }
}

void NameFilterTest::invalid_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("open set") << QByteArray("a[bc");
    QTest::newRow("open set with an escaped bracket") << QByteArray("a[bc\\]");
}

void NameFilterTest::invalid()
{
    QFETCH(QByteArray, pattern);
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QVERIFY(!parsed);
    QVERIFY(parsed.error().code == ErrorCode::BadArguments);
    QVERIFY(!parsed.error().detail.empty());
}

void NameFilterTest::includesAndExcludes()
{
    NameFilter filter;
    QVERIFY(filter.shows("orders:1"));
    filter.exclude.push_back(NamePattern::parse("*:tmp").value());
    QVERIFY(filter.shows("orders:1") && !filter.shows("orders:tmp"));
    filter.include.push_back(NamePattern::parse("orders:*").value());
    filter.include.push_back(NamePattern::parse("stock:*").value());
    QVERIFY(filter.shows("orders:1") && filter.shows("stock:1"));
    QVERIFY(!filter.shows("stock:tmp") && !filter.shows("users:1"));
}

void NameFilterTest::manyStarsTakeNoTime()
{
    std::string stars;
    for (int i = 0; i < 500; ++i)
        stars += "*a";
    const std::string name(5'000, 'a');
    QVERIFY(!NamePattern::parse(stars + "*b").value().matches(name));
    QVERIFY(NamePattern::parse(stars + "*").value().matches(name));
}

} // namespace lockscope::nameFilterTest

LOCKSCOPE_TEST(lockscope::nameFilterTest::NameFilterTest)
#include "NameFilterTest.moc"
