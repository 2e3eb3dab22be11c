// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The error about a file that was written by hand and is not a JSON object.

#include "core/model/json/JsonSyntax.h"
#include "tests/support/Test.h"

namespace lockscope::jsonSyntaxTest {

class JsonSyntaxTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesAnObject();
    void saysWhereAndWhatIsMissing_data();
    void saysWhereAndWhatIsMissing();
};

void JsonSyntaxTest::takesAnObject()
{
    const auto object = ensemble::readJsonObject(
        " {\"a\": 1, \"b\": [\"a\", {\"a\": \"b\\\"\", \"c\": {\"a\": \"a\"}}, \"a\"]}\n", QStringLiteral("{}"));
    QVERIFY(object);
    QCOMPARE(object->value(QLatin1StringView("a")).toInt(), 1);
}

void JsonSyntaxTest::saysWhereAndWhatIsMissing_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("reported");
    const auto row = [](const char* json, const char* reported) {
        QTest::newRow(json) << QByteArray(json) << QString::fromUtf8(reported);
    };
    row("", "line 1, column 1: invalid JSON: unexpected end of the text");
    row("{\"a\": 1", "line 1, column 8: invalid JSON: unexpected end of the text");
    row("{\n \"a\": 1\n \"b\": 2}", "line 3, column 3: invalid JSON: a comma or } is missing");
    row("{\n \"a\": [1 2]}", "line 2, column 11: invalid JSON: a comma or ] is missing");
    row("{\"a\" 1}", "line 1, column 7: invalid JSON: a colon is missing");
    row("{\"a\": x}", "line 1, column 7: invalid JSON: not a valid value (put strings in quotes)");
    row("\n\n  {\"a\" 1}", "line 3, column 9: invalid JSON: a colon is missing"); // leading spaces count
    row("{\"a\" 1}\n\n", "line 1, column 7: invalid JSON: a colon is missing");
    row("{\n \"a\": [1],\n}\n", "line 2, column 10: invalid JSON: remove the comma before }");
    row("{\"a\": [1,]}", "line 1, column 9: invalid JSON: remove the comma before ]");
    row("{\"a\": [1,", "line 1, column 10: invalid JSON: unexpected end of the text");
    row("{\"a\": {\"b\": 1},\n \"a\" : 2}", "line 2, column 2: \"a\" appears twice: remove one of them");
    row("{\"a\": [{\"b\": 1}, {\"b\": \"c\", \"b\": 1}]}",
        "line 1, column 29: \"b\" appears twice: remove one of them");
    row("[1]", "line 1, column 1: not a JSON object: use {…}");
}

void JsonSyntaxTest::saysWhereAndWhatIsMissing()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, reported);
    const auto object = ensemble::readJsonObject(json, QStringLiteral("{…}"));
    QVERIFY(!object);
    QCOMPARE(object.error().where + QStringLiteral(": ") + object.error().reason, reported);
}

} // namespace lockscope::jsonSyntaxTest

LOCKSCOPE_TEST(lockscope::jsonSyntaxTest::JsonSyntaxTest)
#include "JsonSyntaxTest.moc"
