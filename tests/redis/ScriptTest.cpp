// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Script.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redis::scriptTest {

using test::printed;

class ScriptTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheNameThatServersGiveIt_data();
    void hasTheNameThatServersGiveIt();
};

/// From FIPS 180, and from Redis' documentation of SCRIPT LOAD and EVALSHA.
void ScriptTest::hasTheNameThatServersGiveIt_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sha1");
    QTest::newRow("empty") << QByteArray("") << QByteArray("da39a3ee5e6b4b0d3255bfef95601890afd80709");
    QTest::newRow("abc") << QByteArray("abc") << QByteArray("a9993e364706816aba3e25717850c26c9cd0d89d");
    QTest::newRow("return 1") << QByteArray("return 1") << QByteArray("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    QTest::newRow("get") << QByteArray("return redis.call('get','foo')")
                         << QByteArray("6b1bf486c81ceb7edf3c093f4c48582e38c0e791");
}

void ScriptTest::hasTheNameThatServersGiveIt()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sha1);
    const std::string kept = text.toStdString();
    const Script script("a name", kept);
    QCOMPARE(printed(script.sha1()), sha1);
    QCOMPARE(printed(script.text()), text);
    QCOMPARE(printed(script.name()), "a name");
}

} // namespace lockscope::redis::scriptTest

LOCKSCOPE_TEST(lockscope::redis::scriptTest::ScriptTest)
#include "ScriptTest.moc"
