// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `watch`: a line for each change, in order, and an orderly end.

#include "tests/cli/DescribedJson.h"
#include "tests/cli/ServerProxy.h"
#include "tests/support/Files.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

namespace lockscope::cliWatchTest {

using namespace lockscope::test;

class CliWatchTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void reportsWhoCameAndWent_data();
    void reportsWhoCameAndWent();
    void reportsPeopleSafely();
    void endsInTime();
    void notAllNodesOfALargeTree();
    void notAllNodesOfATreeThatHasGrown();
    void allNodesOfALargeTreeAfterYes();

private:
    [[nodiscard]] std::unique_ptr<LineProcess> start(const QStringList& arguments) const
    {
        return startCtl(QStringList{QStringLiteral("--connect"), m_servers.connectString()} + arguments);
    }
    /// Adds and removes contenders of `lock` until the process reports one: from then on it reports every change.
    [[nodiscard]] bool waitUntilItWatches(LineProcess& process, const std::string& lock);
    [[nodiscard]] std::string queueUp(const std::string& lock, const std::string& payload);
    /// Adds nodes: at `slowRate`, reading them takes some time.
    void growTree();
    /// Whether the process reports one of the contenders that join from now on.
    [[nodiscard]] bool follows(LineProcess& process, const std::string& lock);
};

const QString slowRate = QStringLiteral("40");
const QByteArray asksForAll = "300000 nodes, and Lockscope reads more than 200000 only after a confirmation";

bool CliWatchTest::follows(LineProcess& process, const std::string& lock)
{
    for (int i = 0; i < 60; ++i) {
        const auto number = QByteArray::fromStdString(queueUp(lock, "waiter")).last(10);
        const auto isIt = [&](const QByteArray& line) { return line.contains("joined") && line.contains(number); };
        if (process.waitForLine(isIt, 1'000))
            return true;
    }
    return false;
}

void CliWatchTest::growTree()
{
    const auto root = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(root));
    for (int i = 0; i < 400; ++i)
        QVERIFY(m_client->create(root + "/" + std::to_string(i)));
}

std::string CliWatchTest::queueUp(const std::string& lock, const std::string& payload)
{
    const auto node = m_client->queueUp(lock, payload);
    return node ? node->path : std::string();
}

bool CliWatchTest::waitUntilItWatches(LineProcess& process, const std::string& lock)
{
    for (int i = 0; i < 100; ++i) {
        const auto probe = queueUp(lock, "probe");
        if (probe.empty())
            return false;
        // Both lines must be about this contender: an earlier one's may come late, or be from the first read.
        const auto number = QByteArray::fromStdString(probe).last(10);
        const auto reports = [&](const char* event) {
            return [event, number](const QByteArray& line) { return line.contains(event) && line.contains(number); };
        };
        const bool seen = process.waitForLine(reports("joined"), 200);
        if (!m_client->remove(probe))
            return false;
        if (seen)
            return process.waitForLine(reports("left"));
    }
    return false;
}

void CliWatchTest::reportsWhoCameAndWent_data()
{
    QTest::addColumn<bool>("onePath");
    QTest::newRow("one lock") << true;
    QTest::newRow("every lock") << false;
}

void CliWatchTest::reportsWhoCameAndWent()
{
    QFETCH(bool, onePath);
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    QVERIFY(m_client->create(lock));
    const auto watch = start(QStringList{QStringLiteral("--json"), QStringLiteral("watch")} +
                             (onePath ? QStringList{path} : QStringList{}));
    QVERIFY2(waitUntilItWatches(*watch, lock), watch->reported());

    struct Expected {
        QString event;
        QString client;
        int position;
    };
    const auto expect = [&](const QList<Expected>& lines) -> QByteArray {
        for (const auto& expected : lines) {
            QByteArray line;
            if (!watch->waitForLine([&](const QByteArray& next) {
                    line = next;
                    return true;
                }))
                return "no line for " + expected.event.toUtf8();
            const auto json = QJsonDocument::fromJson(line).object();
            const auto wrong =
                deviations(json, {{QStringLiteral("at"), QStringLiteral("time")},
                                  {QStringLiteral("atKnown"), QStringLiteral("exact")},
                                  {QStringLiteral("certainty"), QStringLiteral("certain")},
                                  {QStringLiteral("host"), QStringLiteral("string|null")},
                                  {QStringLiteral("waitMs"), QStringLiteral("int|null")},
                                  {QStringLiteral("heldMs"), QStringLiteral("int|null")},
                                  {QStringLiteral("held"), QStringLiteral("bool|null")},
                                  {QStringLiteral("path"), QStringLiteral("string")},
                                  {QStringLiteral("event"), QStringLiteral("joined/granted/left/lost/revoked")},
                                  {QStringLiteral("node"), QStringLiteral("string")},
                                  {QStringLiteral("owner"), QStringLiteral("string|null")},
                                  {QStringLiteral("position"), QStringLiteral("int")},
                                  {QStringLiteral("client"), QStringLiteral("string|null")},
                                  {QStringLiteral("session"), QStringLiteral("hex|null")}});
            if (!wrong.isEmpty() || json.value(QStringLiteral("path")).toString() != path ||
                json.value(QStringLiteral("event")).toString() != expected.event ||
                json.value(QStringLiteral("client")).toString() != expected.client ||
                json.value(QStringLiteral("position")).toInt() != expected.position)
                return "expected " + expected.event.toUtf8() + " " + expected.client.toUtf8() + ", got " + line +
                       " deviating in: " + wrong;
        }
        return {};
    };
    const auto joined = QStringLiteral("joined");
    const auto granted = QStringLiteral("granted");
    const auto left = QStringLiteral("left");
    const auto one = QStringLiteral("one");
    const auto two = QStringLiteral("two");
    const auto first = queueUp(lock, "one");
    QCOMPARE(expect({{joined, one, 0}, {granted, one, 0}}), "");
    const auto second = queueUp(lock, "two");
    QCOMPARE(expect({{joined, two, 1}}), "");
    QVERIFY(m_client->remove(first));
    QCOMPARE(expect({{left, one, 0}, {granted, two, 0}}), "");
    QVERIFY(m_client->remove(second));
    QCOMPARE(expect({{left, two, 0}}), "");

    watch->signal(SIGINT);
    QVERIFY(watch->waitForEnd());
    QCOMPARE(watch->exitCode(), 0);
    QCOMPARE(watch->errors(), QByteArray());
}

void CliWatchTest::reportsPeopleSafely()
{
    const auto path = m_servers.uniquePath();
    QVERIFY(m_client->create(path.toStdString()));
    const auto watch = start({QStringLiteral("watch"), path});
    QVERIFY2(waitUntilItWatches(*watch, path.toStdString()), watch->reported());
    const auto lines = watch->lines();
    const QRegularExpression form(
        QStringLiteral("^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  joined   %1  probe         _c_01234567….*\\d{10}$").arg(path));
    const auto isWellFormed = [&](const QByteArray& line) { return form.match(QString::fromUtf8(line)).hasMatch(); };
    QVERIFY2(std::any_of(lines.begin(), lines.end(), isWellFormed), watch->reported());
    QVERIFY(!queueUp(path.toStdString(), R"({"client":"\u001b[31mred"})").empty());
    QVERIFY(watch->waitForLine([](const QByteArray& line) { return line.contains("[31mred"); }));
    for (const auto& line : watch->lines())
        QVERIFY2(!hasControls(line), line.toPercentEncoding());
    watch->signal(SIGTERM);
    QVERIFY(watch->waitForEnd());
    QCOMPARE(watch->exitCode(), 0);
}

void CliWatchTest::endsInTime()
{
    QElapsedTimer elapsed;
    elapsed.start();
    const auto watch = start({QStringLiteral("watch"), QStringLiteral("--for"), QStringLiteral("1500ms")});
    QVERIFY(watch->waitForEnd());
    const auto took = elapsed.elapsed();
    QVERIFY2(watch->exitCode() == 0, watch->reported());
    QVERIFY2(took >= 1'500, QByteArray::number(took) + watch->reported());
}

/// It says so once, at once, and watches the locks that the servers report.
void CliWatchTest::notAllNodesOfALargeTree()
{
    growTree();
    const auto lock = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(lock));
    QVERIFY(!queueUp(lock, "holder").empty());
    ServerProxy proxy(m_servers.connectString());
    proxy.setNodes(300'000);
    const QStringList arguments{QStringLiteral("--connect"), proxy.address(), QStringLiteral("--rate"), slowRate};
    const auto ls = runCtl(arguments + QStringList{QStringLiteral("ls")});
    QVERIFY2(ls.status == 1 && ls.err.count(asksForAll) == 1 && ls.err.contains("--yes"), ls.reported());
    QVERIFY2(ls.out.contains(QByteArray::fromStdString(lock)), ls.reported());

    const auto human = startCtl(arguments + QStringList{QStringLiteral("watch")});
    QTRY_VERIFY2_WITH_TIMEOUT(human->errors().contains(asksForAll), human->reported(), longestWaitMs);
    const auto watch = startCtl(arguments + QStringList{QStringLiteral("--json"), QStringLiteral("watch")});
    QVERIFY2(watch->waitForEvent(QStringLiteral("incomplete")), watch->reported());
    QCOMPARE(DescribedJson().deviation(QStringLiteral("watch"), watch->found()), QString());
    QCOMPARE(watch->found().value(QStringLiteral("path")).toString(), QStringLiteral("/"));
    QVERIFY(watch->found().value(QStringLiteral("reason")).toString().toUtf8().contains(asksForAll));
    for (auto* process : {human.get(), watch.get()}) {
        QVERIFY2(follows(*process, lock), process->reported());
        process->signal(SIGINT);
        QVERIFY2(process->waitForEnd() && process->exitCode() == 0, process->reported());
        QCOMPARE(process->errors().count(asksForAll), 1);
        QVERIFY2(process->errors().contains("--yes"), process->reported());
        QCOMPARE(process->lines().join().count("incomplete"), process == watch.get() ? 1 : 0);
    }
}

/// The first snapshot is recorded before that is known.
void CliWatchTest::notAllNodesOfATreeThatHasGrown()
{
    growTree();
    ServerProxy proxy(m_servers.connectString());
    const QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("large.rec"));
    const auto recorder = startCtl({QStringLiteral("--connect"), proxy.address(), QStringLiteral("--rate"), slowRate,
                                    QStringLiteral("--json"), QStringLiteral("record"), file});
    QTRY_VERIFY2_WITH_TIMEOUT(contentsOf(file).contains("\"done\""), recorder->reported(), longestWaitMs);
    QVERIFY2(!recorder->errors().contains(asksForAll), recorder->reported());
    proxy.setNodes(300'000);
    QTRY_VERIFY2_WITH_TIMEOUT(recorder->errors().contains(asksForAll), recorder->reported(), longestWaitMs);
    recorder->signal(SIGINT);
    QVERIFY2(recorder->waitForEnd(), recorder->reported());
    QCOMPARE(recorder->errors().count(asksForAll), 1);
    const auto written = QJsonDocument::fromJson(recorder->lines().join()).object();
    QCOMPARE(written.value(QStringLiteral("complete")), QJsonValue(false));
}

void CliWatchTest::allNodesOfALargeTreeAfterYes()
{
    growTree();
    const auto lock = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(lock));
    QVERIFY(!queueUp(lock, "holder").empty());
    ServerProxy proxy(m_servers.connectString());
    proxy.setNodes(300'000);
    const auto ls = runCtl({QStringLiteral("--connect"), proxy.address(), QStringLiteral("--yes"),
                            QStringLiteral("--json"), QStringLiteral("ls")});
    QVERIFY2(ls.status == 0 && !ls.err.contains("--yes"), ls.reported());
    QCOMPARE(QJsonDocument::fromJson(ls.out).object().value(QStringLiteral("complete")), QJsonValue(true));
    QVERIFY2(ls.out.contains(QByteArray::fromStdString(lock)), ls.reported());
}

} // namespace lockscope::cliWatchTest

LOCKSCOPE_TEST(lockscope::cliWatchTest::CliWatchTest)
#include "CliWatchTest.moc"
