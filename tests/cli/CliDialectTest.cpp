// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `dialect test`: checks a dialect file without a server.

#include "tests/cli/Cli.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

namespace lockscope::cliDialectTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

const QByteArray good = R"({
    "id": "our-pool", "title": "Our pool", "marks": ["turn-{seq}"],
    "examples": [{"children": ["turn-0000000001"], "queue": [{"node": "turn-0000000001", "holds": true}]}]
})";

class CliDialectTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aGoodFileIsValid()
    {
        const auto file = write(u"good.json"_s, good);
        const auto human = runCtl({u"dialect"_s, u"test"_s, file});
        QVERIFY2(human.status == 0, human.reported());
        QCOMPARE(human.out, QByteArray("our-pool (Our pool): valid, 1 example has the expected result.\n"));
        QCOMPARE(human.err, QByteArray());
        const auto json = runCtl({u"--json"_s, u"dialect"_s, u"test"_s, file});
        QVERIFY2(json.status == 0, json.reported());
        QCOMPARE(json.json().value(u"valid"_s), QJsonValue(true));
        QCOMPARE(json.json().value(u"examples"_s), QJsonValue(1));
        QCOMPARE(json.json().value(u"replacesBuiltin"_s), QJsonValue(false));
    }

    void aBuiltinDialectIsReplaced()
    {
        auto file = good;
        const auto outcome =
            runCtl({u"dialect"_s, u"test"_s, write(u"mine.json"_s, file.replace("our-pool", "kazoo-lock"))});
        QVERIFY2(outcome.status == 0, outcome.reported());
        QVERIFY2(outcome.out.contains("replaces the built-in dialect"), outcome.reported());
    }

    void aBadFileHasOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence"); // after the file's name
        QTest::newRow("not JSON") << QByteArray("{\n  \"id\": our-pool\n}")
                                  << QByteArray(
                                         "line 2, column 9: invalid JSON: not a valid value (put strings in quotes)");
        QTest::newRow("unknown key") << QByteArray("{\"id\": \"x\", \"title\": \"X\",\n \"marcs\": [\"x-{seq}\"]}")
                                     << QByteArray("line 2, column 2, field marcs: unknown field: use one of id, ");
        QTest::newRow("wrong type") << QByteArray("{\"id\": \"x\",\n \"title\": 7}")
                                    << QByteArray("line 2, column 2, field title: 7 is not a string: put it in quotes");
        QTest::newRow("wrong pattern")
            << QByteArray("{\"id\": \"x\", \"title\": \"X\", \"marks\": [\"x-{number}\"]}")
            << QByteArray("line 1, column 27, field marks: invalid name pattern \"x-{number}\": unknown part {number}");
        QTest::newRow("duplicate name") << QByteArray("{\"id\": \"x\", \"title\": \"X\",\n\"id\": \"y\"}")
                                        << QByteArray("line 2, column 1: \"id\" appears twice: remove one of them");
        QTest::newRow("an example")
            << QByteArray("{\"id\": \"x\", \"title\": \"X\", \"marks\": [\"x-{seq}\"],\n"
                          "\"examples\": [{\"children\": [\"x-0000000001\"]}]}")
            << QByteArray("line 2, column 14, field examples[0]: the example expects \"no client\" at position 0, but "
                          "this file gives \"x-0000000001 holds\"");
    }
    void aBadFileHasOneSentence()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, sentence);
        const auto file = write(u"bad.json"_s, text);
        const auto outcome = runCtl({u"dialect"_s, u"test"_s, file});
        QVERIFY2(outcome.status == 1, outcome.reported());
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.startsWith("lockscopectl: " + file.toUtf8() + ": " + sentence), outcome.reported());
        QCOMPARE(outcome.err.count('\n'), 1);
        const auto json = runCtl({u"--json"_s, u"dialect"_s, u"test"_s, file});
        QVERIFY2(json.status == 1, json.reported());
        QCOMPARE(json.json().value(u"valid"_s), QJsonValue(false));
        QVERIFY(json.json().value(u"where"_s).toString().startsWith(u"line "_s));
        QVERIFY(!json.json().value(u"reason"_s).toString().isEmpty());
    }

    void usageErrorsEndIn2()
    {
        for (const auto& words : {QStringList{u"dialect"_s}, QStringList{u"dialect"_s, u"test"_s},
                                  QStringList{u"dialect"_s, u"test"_s, u"a"_s, u"b"_s}}) {
            const auto outcome = runCtl(words);
            QVERIFY2(outcome.status == 2, outcome.reported());
        }
        const auto missing = runCtl({u"dialect"_s, u"test"_s, m_folder.filePath(u"none.json"_s)});
        QVERIFY2(missing.status == 1 && missing.err.contains("No such file"), missing.reported());
    }

private:
    [[nodiscard]] QString write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return {};
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

} // namespace lockscope::cliDialectTest

LOCKSCOPE_TEST(lockscope::cliDialectTest::CliDialectTest)
#include "CliDialectTest.moc"
