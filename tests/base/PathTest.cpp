// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "tests/support/Test.h"

namespace lockscope::pathTest {

class PathTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accepts_data();
    void accepts();
    void refuses_data();
    void refuses();
    void takesApart_data();
    void takesApart();
    void joins_data();
    void joins();
    void knowsWhatIsWithin_data();
    void knowsWhatIsWithin();
};

void PathTest::accepts_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("root") << QByteArray("/");
    QTest::newRow("one component") << QByteArray("/locks");
    QTest::newRow("a contender") << QByteArray("/locks/a/_c_1b4e28ba-2fa1-11d2-883f-b9a761bde3fb-lock-0000000007");
    QTest::newRow("dots within a name") << QByteArray("/a..b/.c/d.");
    QTest::newRow("three dots") << QByteArray("/...");
    QTest::newRow("space") << QByteArray("/a b");
    QTest::newRow("two bytes") << QByteArray("/caf\xC3\xA9");
    QTest::newRow("three bytes") << QByteArray("/\xE9\x94\x81");
    QTest::newRow("last before the surrogates") << QByteArray("/\xED\x9F\xBF");
}

void PathTest::accepts()
{
    QFETCH(QByteArray, path);
    const auto result = checkedPath(path.toStdString());
    QVERIFY_RESULT(result);
    QCOMPARE(QByteArray::fromStdString(*result), path);
}

void PathTest::refuses_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const QByteArray& path, const char* reason) {
        QTest::newRow(name) << path << QString::fromLatin1(reason);
    };
    row("empty", "", "the path is empty");
    row("relative", "locks", "does not start with \"/\"");
    row("trailing slash", "/locks/", "ends with \"/\"");
    row("double slash", "/locks//a", "empty component");
    row("only slashes", "//", "empty component");
    row("dot", "/a/./b", "\".\"");
    row("dot at the end", "/a/.", "\".\"");
    row("dot dot", "/../b", "\"..\"");
    row("zero byte", QByteArray("/a\0b", 4), "control");
    row("new line", "/a\nb", "control");
    row("U+001F, which the C client lets pass", "/a\x1F", "control");
    row("delete", "/a\x7F", "control");
    row("C1 control", "/a\xC2\x85", "control");
    row("private use", "/\xEE\x80\x80", "private");
    row("U+FFFF", "/\xEF\xBF\xBF", "private");
    row("beyond U+FFFF", "/\xF0\x9F\x94\x92", "above U+FFFF");
    row("disconnected", "/a\xC3", "UTF-8");
    row("stray continuation", "/\x80", "UTF-8");
    row("overlong slash", "/\xC0\xAF", "UTF-8");
    row("overlong in three bytes", "/\xE0\x80\xAF", "UTF-8");
    row("surrogate", "/\xED\xA0\x80", "private");
    row("beyond Unicode", "/\xF4\x90\x80\x80", "UTF-8");
}

void PathTest::refuses()
{
    QFETCH(QByteArray, path);
    QFETCH(QString, reason);
    const auto result = checkedPath(path.toStdString());
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::BadArguments);
    QCOMPARE(QByteArray::fromStdString(result.error().path), path);
    QVERIFY2(QString::fromStdString(result.error().detail).contains(reason), result.error().detail.c_str());
}

void PathTest::takesApart_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("parent");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* path, const char* parent, const char* name) {
        QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(parent) << QString::fromLatin1(name);
    };
    row("/a/b/c", "/a/b", "c");
    row("/a", "/", "a");
    row("/", "/", "");
}

void PathTest::takesApart()
{
    QFETCH(QString, path);
    QFETCH(QString, parent);
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(parentOf(path.toStdString())), parent);
    QCOMPARE(QString::fromStdString(baseName(path.toStdString())), name);
}

void PathTest::joins_data()
{
    QTest::addColumn<QString>("parent");
    QTest::addColumn<QString>("child");
    QTest::addColumn<QString>("path");
    QTest::newRow("below a node") << QStringLiteral("/a") << QStringLiteral("b") << QStringLiteral("/a/b");
    QTest::newRow("below the root") << QStringLiteral("/") << QStringLiteral("b") << QStringLiteral("/b");
}

void PathTest::joins()
{
    QFETCH(QString, parent);
    QFETCH(QString, child);
    QFETCH(QString, path);
    QCOMPARE(QString::fromStdString(joinPath(parent.toStdString(), child.toStdString())), path);
}

void PathTest::knowsWhatIsWithin_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("ancestor");
    QTest::addColumn<bool>("within");
    const auto row = [](const char* path, const char* ancestor, bool within) {
        QTest::addRow("%s in %s", path, ancestor)
            << QString::fromLatin1(path) << QString::fromLatin1(ancestor) << within;
    };
    row("/a/b", "/a", true);
    row("/a/b/c", "/a", true);
    row("/a", "/a", true);
    row("/", "/", true);
    row("/a", "/", true);
    row("/ab", "/a", false);
    row("/", "/a", false);
    row("/b/a", "/a", false);
}

void PathTest::knowsWhatIsWithin()
{
    QFETCH(QString, path);
    QFETCH(QString, ancestor);
    QFETCH(bool, within);
    QCOMPARE(isWithin(path.toStdString(), ancestor.toStdString()), within);
}

} // namespace lockscope::pathTest

LOCKSCOPE_TEST(lockscope::pathTest::PathTest)
#include "PathTest.moc"
