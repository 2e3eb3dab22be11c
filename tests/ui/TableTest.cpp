// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/Table.h"
#include "tests/support/Test.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::tableTest {

using namespace Qt::StringLiterals;

namespace {

/// An RFC 4180 parser of the test's own: the written table must be read back unchanged.
std::vector<QStringList> parsed(const QByteArray& csv)
{
    const auto text = QString::fromUtf8(csv);
    std::vector<QStringList> rows(1);
    QString cell;
    bool isQuoted = false;
    for (auto i = 0; i < text.size(); ++i) {
        const auto c = text[i];
        if (isQuoted && c == u'"' && i + 1 < text.size() && text[i + 1] == u'"') {
            cell += c;
            ++i;
        } else if (c == u'"') {
            isQuoted = !isQuoted;
        } else if (isQuoted || (c != u',' && c != u'\r' && c != u'\n')) {
            cell += c;
        } else if (c == u',' || c == u'\n') {
            rows.back() << std::exchange(cell, {});
            if (c == u'\n')
                rows.emplace_back();
        }
    }
    rows.pop_back(); // after the last line ending
    return rows;
}

QStringList nasty()
{
    return {u""_s,
            u"plain"_s,
            u"with \"quotes\" and, commas; \"\""_s,
            u"two\r\nlines\nand a \r alone"_s,
            u"<script>alert('1')</script>&amp;"_s,
            u"\u202Eright to left\u202C \u05D0\u05D1"_s,
            u"\u2028\u2029\u0001\u001B[31m"_s,
            u"\U0001F512 locked \u4E2D\u6587"_s};
}

} // namespace

class TableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void csvComesBackAsItWas()
    {
        ui::Table table{{u"a"_s, u"b \"quoted\""_s}, {}};
        const auto texts = nasty();
        for (const auto& text : texts)
            table.rows.push_back({text, 7});
        const auto csv = ui::csvOf(table);
        QVERIFY(csv.startsWith("\"a\",\"b \"\"quoted\"\"\"\r\n"));
        QVERIFY(csv.endsWith("\r\n"));
        const auto rows = parsed(csv);
        QCOMPARE(rows.size(), table.rows.size() + 1);
        for (qsizetype i = 0; i < texts.size(); ++i)
            QCOMPARE(rows[std::size_t(i) + 1], QStringList({texts[i], u"7"_s}));
    }

    void whatASpreadsheetWouldComputeIsText_data()
    {
        QTest::addColumn<QString>("text");
        const QStringList texts{u"=cmd|' /C calc'!A0"_s,
                                u"+1+1"_s,
                                u"-2+3"_s,
                                u"@SUM(A1)"_s,
                                u"\t=1"_s,
                                u"\r=1"_s,
                                u"\n=1"_s,
                                u"\uFF1D1"_s,
                                u"\uFF0B1"_s,
                                u"\uFF0D1"_s,
                                u"\uFF201"_s};
        for (const auto& text : texts)
            QTest::newRow(text.toUtf8().toPercentEncoding().constData()) << text;
    }
    void whatASpreadsheetWouldComputeIsText()
    {
        QFETCH(QString, text);
        const ui::Table table{{u"text"_s}, {{text}}};
        QCOMPARE(parsed(ui::csvOf(table))[1], QStringList(u'\'' + text));
        QCOMPARE(ui::tabSeparated(table.rows).front(), QChar(u'\''));
        // No program evaluates JSON as a formula.
        QCOMPARE(QJsonDocument::fromJson(ui::jsonOf(table)).array()[0].toObject()[u"text"_s].toString(), text);
    }

    void valuesKeepTheirKind()
    {
        const qint64 large = 9'007'199'254'740'993; // more than a double can represent
        const ui::Table table{
            {u"none"_s, u"yes"_s, u"number"_s, u"large"_s, u"part"_s, u"texts"_s, u"object"_s},
            {{QVariant(), true, -3, large, 0.25, QStringList{u"x"_s, u"=y"_s}, QJsonObject{{u"k"_s, u"\"v"_s}}}}};
        const auto csv = ui::csvOf(table);
        QCOMPARE(csv.split('\n')[1],
                 QByteArray(",true,-3,9007199254740993,0.25,\"x; =y\",\"{\"\"k\"\":\"\"\\\"\"v\"\"}\"\r"));
        const auto row = QJsonDocument::fromJson(ui::jsonOf(table)).array()[0].toObject();
        QVERIFY(row[u"none"_s].isNull());
        QCOMPARE(row[u"yes"_s], QJsonValue(true));
        QCOMPARE(row[u"number"_s], QJsonValue(-3));
        QCOMPARE(row[u"large"_s].toInteger(), large);
        QCOMPARE(row[u"part"_s], QJsonValue(0.25));
        QCOMPARE(row[u"texts"_s], QJsonValue(QJsonArray{u"x"_s, u"=y"_s}));
        QCOMPARE(row[u"object"_s].toObject()[u"k"_s].toString(), u"\"v"_s);
    }

    void jsonComesBackAsItWas()
    {
        ui::Table table{{u"a"_s}, {}};
        const auto texts = nasty() + QStringList{u"nul\0l"_s};
        for (const auto& text : texts)
            table.rows.push_back({text});
        QJsonParseError error{};
        const auto rows = QJsonDocument::fromJson(ui::jsonOf(table), &error).array();
        QCOMPARE(error.errorString(), QJsonParseError{}.errorString());
        QCOMPARE(rows.size(), texts.size());
        for (qsizetype i = 0; i < texts.size(); ++i)
            QCOMPARE(rows[i].toObject()[u"a"_s].toString(), texts[i]);
    }

    void whatIsNoTextIsReplaced()
    {
        const auto lone = u"a"_s + QChar(0xD800) + u"b"_s + QChar(0xDC00);
        const ui::Table table{{u"a"_s, u"list"_s}, {{lone, QStringList{lone}}, {u"nul\0l"_s, 1}}};
        const auto csv = ui::csvOf(table);
        QVERIFY(QString::fromUtf8(csv).isValidUtf16());
        QVERIFY(!csv.contains('\0'));
        QVERIFY(csv.contains("nul\xEF\xBF\xBDl"));
        const auto row = QJsonDocument::fromJson(ui::jsonOf(table)).array()[0].toObject();
        QVERIFY(row[u"a"_s].toString().startsWith(u'a') && row[u"a"_s].toString().isValidUtf16());
        QVERIFY(row[u"list"_s].toArray()[0].toString().isValidUtf16());
    }

    void copiedRowsStayRows()
    {
        QCOMPARE(ui::tabSeparated({{u"a\tb"_s, 5, QVariant()}, {u"c\r\nd\u2028e"_s, -5, QStringList{u"x"_s, u"y"_s}}}),
                 u"a b\t5\t\nc  d e\t-5\tx; y"_s);
    }

    void nothingIsATableToo()
    {
        const ui::Table table{{u"a"_s}, {}};
        QCOMPARE(ui::csvOf(table), QByteArray("\"a\"\r\n"));
        QVERIFY(QJsonDocument::fromJson(ui::jsonOf(table)).isArray());
        QCOMPARE(ui::tabSeparated({}), QString());
    }
};

} // namespace lockscope::tableTest

LOCKSCOPE_TEST(lockscope::tableTest::TableTest)
#include "TableTest.moc"
