// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Patterns of paths: what they match, and what is not a pattern.

#include "core/model/PathFilter.h"
#include "tests/support/Test.h"

namespace lockscope::pathPatternTest {

using namespace lockscope::inspect;

class PathPatternTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void patternsMatch_data();
    void patternsMatch();
    void badPatternsAreRefused_data();
    void badPatternsAreRefused();
    void manyStarsCostLittle();
};

void PathPatternTest::patternsMatch_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("matches");
    QTest::addColumn<bool>("mayMatchWithin");
    const auto row = [](const char* text, const char* path, bool matches, bool within) {
        QTest::addRow("%s of %s", path, text)
            << QString::fromUtf8(text) << QString::fromUtf8(path) << matches << within;
    };
    row("/app/locks", "/app/locks", true, true);
    row("/app/locks", "/app", false, true);
    row("/app/locks", "/", false, true);
    row("/app/locks", "/app/lockss", false, false);
    row("/app/locks", "/app/locks/below", false, false);
    row("/app/*", "/app/any", true, true);
    row("/app/*", "/app", false, true);
    row("/app/*", "/app/any/below", false, false);
    row("/app/o*r-*", "/app/order-7", true, true);
    row("/app/o*r-*", "/app/oder", false, false);
    row("/app/**", "/app", true, true);
    row("/app/**", "/app/a/b/c", true, true);
    row("/app/**", "/other", false, false);
    row("/**/leader", "/leader", true, true);
    row("/**/leader", "/a/b/leader", true, true);
    row("/**/leader", "/a/b", false, true);
    row("/**/leader/**/x", "/a/leader/leader/b/x", true, true);
    row("/", "/", true, true);
    row("/", "/a", false, false);
}

void PathPatternTest::patternsMatch()
{
    QFETCH(const QString, text);
    QFETCH(const QString, path);
    const auto parsed = PathPattern::parse(text.toStdString());
    QVERIFY(parsed);
    QTEST(parsed->matches(path.toStdString()), "matches");
    QTEST(parsed->mayMatchWithin(path.toStdString()), "mayMatchWithin");
}

void PathPatternTest::badPatternsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("relative") << QStringLiteral("app/*");
    QTest::newRow("empty") << QString();
    QTest::newRow("empty component") << QStringLiteral("/a//b");
    QTest::newRow("trailing slash") << QStringLiteral("/a/");
}

void PathPatternTest::badPatternsAreRefused()
{
    QFETCH(const QString, text);
    const auto parsed = PathPattern::parse(text.toStdString());
    QVERIFY(!parsed);
    QVERIFY(QString::fromStdString(describe(parsed.error())).contains(QStringLiteral("/app/*/locks")));
}

void PathPatternTest::manyStarsCostLittle()
{
    std::string text;
    std::string path;
    for (int i = 0; i < 200; ++i) {
        text += "/**/*a*a*a*a*b";
        path += "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    }
    QVERIFY(!PathPattern::parse(text)->matches(path)); // returns, and soon
}

} // namespace lockscope::pathPatternTest

LOCKSCOPE_TEST(lockscope::pathPatternTest::PathPatternTest)
#include "PathPatternTest.moc"
