// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `bench locks`: its document, its table, its orderly end. The measured values depend on the machine.

#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace lockscope::cliBenchTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// The process id of the first process with these consecutive words on its command line; 0 if there is none.
pid_t processWith(const QByteArrayList& words)
{
    const auto looked = words.join('\0');
    for (const auto& id : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile line(u"/proc/%1/cmdline"_s.arg(id));
        if (id.toInt() > 0 && line.open(QIODevice::ReadOnly) && line.readAll().contains(looked))
            return id.toInt();
    }
    return 0;
}

Forms figuresForms()
{
    return {{QStringLiteral("count"), QStringLiteral("int")},
            {QStringLiteral("seconds"), QStringLiteral("number")},
            {QStringLiteral("perS"), QStringLiteral("number")},
            {QStringLiteral("us"), QStringLiteral("object")}};
}

/// Whether one of the measurements has no samples.
bool countsNothing(const QJsonObject& document)
{
    const auto rows = document.value(u"measures").toArray();
    return std::any_of(rows.begin(), rows.end(), [](const QJsonValue& row) {
        return row[u"library"][u"count"].toInt() == 0 || row[u"limit"][u"count"].toInt() == 0;
    });
}

/// The implausible figures of one side; empty if there are none.
QByteArray flaws(const QJsonObject& figures, Forms forms)
{
    auto wrong = deviations(figures, forms);
    const auto us = figures.value(QStringLiteral("us")).toObject();
    wrong += deviations(
        us, {{QStringLiteral("p50"), QStringLiteral("number")}, {QStringLiteral("p99"), QStringLiteral("number")}});
    const auto p50 = us.value(QStringLiteral("p50")).toDouble();
    for (const auto* figure : {"count", "seconds", "perS"}) {
        if (figures.value(QLatin1String(figure)).toDouble() <= 0)
            wrong += QByteArray(" no ") + figure;
    }
    if (p50 <= 0 || us.value(QStringLiteral("p99")).toDouble() < p50)
        wrong += " percentiles";
    return wrong;
}

} // namespace

class CliBenchTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void measuresAndLeavesNothing();
    void reportsPeople();
    void endsInGoodOrder_data();
    void endsInGoodOrder();
    void measuresTheInspector();
    void leavesNothingThoughTheCrowdDies();
    void refusesBadWords_data();
    void refusesBadWords();
    void saysThatNoServerAnswers();

private:
    [[nodiscard]] QStringList bench(const QStringList& arguments) const
    {
        return QStringList{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("bench")} + arguments;
    }
    /// The number of measurement nodes on the server; -1 when it does not answer.
    [[nodiscard]] qsizetype traces()
    {
        const auto names = m_client->children("/");
        if (!names)
            return -1;
        return std::count_if(names->begin(), names->end(),
                             [](const std::string& name) { return name.starts_with("lockscope-bench-"); });
    }

    [[nodiscard]] QStringList endlessInspection() const
    {
        return bench({u"inspect"_s, u"--locks"_s, u"8"_s, u"--contenders"_s, u"16"_s, u"--sessions"_s, u"2"_s,
                      u"--runs"_s, u"1000000"_s, u"--for"_s, u"10m"_s, u"--no-admin"_s});
    }
};

void CliBenchTest::measuresAndLeavesNothing()
{
    // On a slow disk a short measurement may count nothing: it is repeated, longer, until each counts something.
    QJsonObject json;
    auto runForMs = 200;
    do {
        const auto outcome = runCtl(bench(
            {u"locks"_s, u"--clients"_s, u"2,3"_s, u"--for"_s, QString::number(runForMs) + u"ms"_s, u"--json"_s}));
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
        json = outcome.json();
        runForMs *= 5;
    } while (countsNothing(json) && runForMs <= 25'000);
    QCOMPARE(deviations(json, {{QStringLiteral("connect"), QStringLiteral("string")},
                               {QStringLiteral("measures"), QStringLiteral("array")}}),
             QByteArray());
    QCOMPARE(json.value(QStringLiteral("connect")).toString(), m_servers.connectString());
    auto libraryForms = figuresForms();
    libraryForms.insert(QStringLiteral("overlaps"), QStringLiteral("int"));
    QStringList measured;
    for (const auto& value : json.value(QStringLiteral("measures")).toArray()) {
        const auto row = value.toObject();
        QCOMPARE(
            deviations(row, {{QStringLiteral("measure"), QStringLiteral("uncontended/uncontended-blocking/handover")},
                             {QStringLiteral("clients"), QStringLiteral("int")},
                             {QStringLiteral("library"), QStringLiteral("object")},
                             {QStringLiteral("limit"), QStringLiteral("object")},
                             {QStringLiteral("ratio"), QStringLiteral("number")}}),
            QByteArray());
        const auto library = row.value(QStringLiteral("library")).toObject();
        QCOMPARE(flaws(library, libraryForms), QByteArray());
        QCOMPARE(library.value(QStringLiteral("overlaps")).toInt(-1), 0);
        QCOMPARE(flaws(row.value(QStringLiteral("limit")).toObject(), figuresForms()), QByteArray());
        QVERIFY(row.value(QStringLiteral("ratio")).toDouble() > 0);
        measured << row.value(QStringLiteral("measure")).toString() + u' ' +
                        QString::number(row.value(QStringLiteral("clients")).toInt());
    }
    QCOMPARE(measured, QStringList({QStringLiteral("uncontended 1"), QStringLiteral("uncontended-blocking 1"),
                                    QStringLiteral("handover 2"), QStringLiteral("handover 3")}));
    QCOMPARE(traces(), 0);
}

void CliBenchTest::reportsPeople()
{
    const auto outcome = runCtl(bench({QStringLiteral("locks"), QStringLiteral("--clients"), QStringLiteral("2"),
                                       QStringLiteral("--for"), QStringLiteral("100ms")}));
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
    const auto lines = outcome.out.split('\n');
    QVERIFY2(lines.size() > 4, outcome.reported());
    QVERIFY2(lines[0].startsWith("MEASURE") && lines[0].endsWith("RATIO"), outcome.reported());
    QVERIFY2(lines[1].startsWith("uncontended ") && lines[2].startsWith("uncontended-blocking ") &&
                 lines[3].startsWith("handover "),
             outcome.reported());
    for (int i = 1; i <= 3; ++i)
        QVERIFY2(lines[i].size() == lines[0].size(), outcome.reported()); // aligned
    for (const auto& line : lines)
        QVERIFY2(line.size() <= 95, line);
}

void CliBenchTest::endsInGoodOrder_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("locks") << bench({u"locks"_s, u"--for"_s, u"10m"_s});
    QTest::newRow("the inspector") << endlessInspection(); // finishes the current step and starts no other
}

void CliBenchTest::endsInGoodOrder()
{
    QFETCH(QStringList, arguments);
    const auto process = startCtl(arguments);
    QTRY_COMPARE(traces(), 1);
    process->signal(SIGINT);
    QVERIFY(process->waitForEnd()); // long before the ten minutes
    QVERIFY2(process->exitCode() == 0 && process->errors().isEmpty(), process->reported());
    QCOMPARE(traces(), 0);
}

/// The measured values depend on the machine. The test checks that all locks are shown and no node is left.
void CliBenchTest::measuresTheInspector()
{
    const auto outcome = runCtl(
        bench({QStringLiteral("inspect"), QStringLiteral("--locks"), QStringLiteral("16"),
               QStringLiteral("--contenders"), QStringLiteral("64"), QStringLiteral("--sessions"), QStringLiteral("3"),
               QStringLiteral("--runs"), QStringLiteral("1"), QStringLiteral("--changes"), QStringLiteral("100"),
               QStringLiteral("--for"), QStringLiteral("1s"), QStringLiteral("--long-queue"), QStringLiteral("40"),
               QStringLiteral("--no-admin"), QStringLiteral("--json")}));
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
    QStringList measures;
    for (const auto& row : outcome.json().value(QStringLiteral("measures")).toArray()) {
        measures << row[QStringLiteral("measure")].toString();
        QVERIFY2(row[QStringLiteral("value")].toDouble() > 0 || measures.last() == QStringLiteral("processor"),
                 outcome.reported());
    }
    QCOMPARE(measures, (QStringList{QStringLiteral("listing"), QStringLiteral("owners"), QStringLiteral("details"),
                                    QStringLiteral("memory"), QStringLiteral("changes-per-s"),
                                    QStringLiteral("lag-p50"), QStringLiteral("lag-p99"), QStringLiteral("processor"),
                                    QStringLiteral("reconnect"), QStringLiteral("long-queue")}));
    QCOMPARE(traces(), 0);
}

void CliBenchTest::leavesNothingThoughTheCrowdDies()
{
    const auto process = startCtl(endlessInspection());
    QTRY_COMPARE(traces(), 1);
    const auto names = m_client->children("/");
    QVERIFY(names);
    const auto root = std::find_if(names->begin(), names->end(),
                                   [](const std::string& name) { return name.starts_with("lockscope-bench-"); });
    QVERIFY(root != names->end());
    pid_t crowd = 0;
    QTRY_VERIFY((crowd = processWith({"bench", "crowd", "--below", QByteArray::fromStdString("/" + *root)})) > 0);
    QCOMPARE(::kill(crowd, SIGKILL), 0);
    QVERIFY(process->waitForEnd());
    QVERIFY2(process->exitCode() == 1 && process->errors().contains("no output from the load process"),
             process->reported());
    QCOMPARE(traces(), 0);
}

void CliBenchTest::refusesBadWords_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("says");
    const auto locks = QStringLiteral("locks");
    QTest::newRow("nothing") << QStringList() << QByteArray("bench locks");
    QTest::newRow("something else") << QStringList{QStringLiteral("queues")} << QByteArray("bench locks");
    QTest::newRow("one client") << QStringList{locks, QStringLiteral("--clients"), QStringLiteral("1")}
                                << QByteArray("from 2 to");
    QTest::newRow("no number") << QStringList{locks, QStringLiteral("--clients"), QStringLiteral("2,,8")}
                               << QByteArray("2,,8");
    const auto inspect = QStringLiteral("inspect");
    QTest::newRow("no locks") << QStringList{inspect, QStringLiteral("--locks"), QStringLiteral("none")}
                              << QByteArray("from 1 to");
    QTest::newRow("too few contenders") << QStringList{inspect, QStringLiteral("--locks"), QStringLiteral("10"),
                                                       QStringLiteral("--contenders"), QStringLiteral("9")}
                                        << QByteArray("increase --contenders");
    QTest::newRow("too many sessions") << QStringList{inspect, QStringLiteral("--sessions"), QStringLiteral("1001")}
                                       << QByteArray("from 1 to 1000");
    QTest::newRow("a user") << QStringList{inspect, QStringLiteral("--user"), QStringLiteral("ops")}
                            << QByteArray("bench inspect: the option --user does not apply to this command");
    QTest::newRow("no time") << QStringList{locks, QStringLiteral("--for"), QStringLiteral("0s")}
                             << QByteArray("invalid --for \"0s\": use a duration above zero");
    QTest::newRow("no duration") << QStringList{locks, QStringLiteral("--for"), QStringLiteral("long")}
                                 << QByteArray("--for: invalid duration \"long\"");
}

void CliBenchTest::refusesBadWords()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, says);
    const auto outcome = runCtl(bench(words));
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty() && outcome.err.contains(says), outcome.reported());
    QCOMPARE(traces(), 0);
}

void CliBenchTest::saysThatNoServerAnswers()
{
    // An unused port could be taken by another program; port 1 never is.
    const auto outcome =
        runCtl({QStringLiteral("--connect"), QStringLiteral("127.0.0.1:1"), QStringLiteral("--timeout"),
                QStringLiteral("300"), QStringLiteral("bench"), QStringLiteral("locks")});
    QVERIFY2(outcome.status == 3 && outcome.out.isEmpty() && outcome.err.contains("127.0.0.1:1"), outcome.reported());
}

} // namespace lockscope::cliBenchTest

LOCKSCOPE_TEST(lockscope::cliBenchTest::CliBenchTest)
#include "CliBenchTest.moc"
