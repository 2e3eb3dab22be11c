// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What the commands print with --json is what lockscopectl --describe and the manual page describe.

#include "core/base/EnumWords.h"
#include "core/model/Finding.h"
#include "core/redis/KeyNames.h"
#include "tests/cli/DescribedJson.h"
#include "tests/support/RedisServers.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QFileInfo>

#include <set>

namespace lockscope::cliManualTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliManualTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void namesEveryKindOfFinding();
    void namesWhatIsSeen();
    void namesWhatHappened();
    void namesWhatIsDone();
    void namesWhatRedisHas();
    void namesWhatIsSimulated();
    void namesWhatIsMeasured();
    void cleanupTestCase();

private:
    [[nodiscard]] QStringList here(const QStringList& words) const
    {
        return QStringList{u"--connect"_s, m_servers.connectString(), u"--json"_s} + words;
    }
    void check(const QString& command, const QJsonObject& printed)
    {
        const auto deviation = m_described.deviation(command, printed);
        if (!deviation.isEmpty())
            QTest::qFail((deviation + u'\n').toUtf8() + QJsonDocument(printed).toJson(), __FILE__, __LINE__);
    }
    void checkLines(const QString& command, const QList<QByteArray>& lines)
    {
        for (const auto& line : lines) {
            if (!line.isEmpty())
                check(command, QJsonDocument::fromJson(line).object());
        }
    }
    /// Runs the command, which prints one document.
    void checkOutput(const QString& command, const QStringList& words)
    {
        const auto outcome = runCtl(words);
        if (outcome.status != 0)
            QTest::qFail(outcome.reported(), __FILE__, __LINE__);
        check(command, outcome.json());
    }

    DescribedJson m_described;
};

void CliManualTest::namesEveryKindOfFinding()
{
    QFile file(QStringLiteral(LOCKSCOPE_JSON_PAGE));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto page = QString::fromUtf8(file.readAll());
    for (const auto kind : allOf<inspect::FindingKind>()) {
        if (kind == inspect::FindingKind::Other) // it has the recording's own word
            continue;
        const auto word = QString::fromStdString(std::string(toString(kind)));
        QVERIFY2(page.contains(u'"' + QString(word).replace(u'-', u"\\-"_s) + u'"'), qPrintable(word));
    }
}

void CliManualTest::namesWhatIsSeen()
{
    BlockingClient client(m_servers.connectString());
    const auto root = m_servers.uniquePath();
    const auto semaphore = root.toStdString() + "/sem";
    const auto queueUp = [&](const std::string& prefix) {
        QVERIFY(client.create(prefix, "worker-7", zk::CreateMode::EphemeralSequential));
    };
    for (const auto& path :
         {root.toStdString(), root.toStdString() + "/mutex", semaphore, semaphore + "/leases", semaphore + "/locks"})
        QVERIFY(client.create(path));
    const QTemporaryDir folder;
    const auto recording = folder.filePath(u"locks.rec"_s);
    const auto below = here({u"--root"_s, root});
    const auto recorder = startCtl(below + QStringList{u"record"_s, recording});
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(recording).size() > 0; }, longestWaitMs));
    const auto watch = startCtl(below + QStringList{u"watch"_s});
    const std::string curator = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef";
    queueUp(semaphore + "/leases/" + curator + "-lease-");
    // A session's second position in a queue is a finding. Repeated until the watch has started.
    const auto isAny = [](const QByteArray&) { return true; };
    for (int i = 0; i < 2 || (i < 100 && watch->lines().isEmpty()); ++i) {
        queueUp(root.toStdString() + "/mutex/" + curator + "-lock-");
        [[maybe_unused]] const bool came = watch->waitForLine(isAny, 200);
    }
    QVERIFY(!watch->lines().isEmpty());
    BlockingClient other(m_servers.connectString()); // is blocked by the first client
    QVERIFY(other.queueUp(root.toStdString() + "/mutex"));
    checkLines(u"watch"_s, watch->lines().first(1));
    recorder->signal(SIGTERM);
    QVERIFY(recorder->waitForEnd());
    check(u"record"_s, QJsonDocument::fromJson(recorder->lines().join()).object());
    for (const auto& words : std::vector<QStringList>{{u"ls"_s},
                                                      {u"show"_s, root + u"/mutex"_s},
                                                      {u"show"_s, root + u"/sem"_s, u"--watches"_s},
                                                      {u"findings"_s},
                                                      {u"top"_s},
                                                      {u"sessions"_s, u"--all"_s}})
        checkOutput(words.first(), below + words);
    for (const auto& view :
         std::vector<QStringList>{{}, {u"ls"_s}, {u"show"_s, root + u"/mutex"_s}, {u"findings"_s}, {u"sessions"_s}})
        checkOutput(u"open"_s, QStringList{u"--json"_s, u"open"_s, recording} + view);
    checkLines(u"open"_s, runCtl({u"--json"_s, u"open"_s, recording, u"watch"_s}).out.split('\n'));
}

/// A gap, unseen acquisitions, a finding of that time, and who deleted a node: each in a small file.
void CliManualTest::namesWhatHappened()
{
    const QTemporaryDir folder;
    const auto written = [&](const QString& name, const QByteArray& bytes) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    };
    const auto recording =
        written(u"gap.rec"_s, "{\"lockscope-recording\":1,\"source\":\"live\",\"findings\":true}\n"
                              "{\"full\":{\"at\":1000,\"complete\":true,\"session\":{\"state\":\"Connected\"}}}\n"
                              "{\"lock\":{\"path\":\"/a\",\"head\":{\"dialect\":\"curator-mutex\"}}}\n"
                              "{\"findings\":{\"findings\":[{\"kind\":\"deadlock\",\"severity\":\"critical\","
                              "\"path\":\"/a\"}]}}\n{\"done\":{}}\n"
                              "{\"change\":{\"at\":2000,\"complete\":true}}\n"
                              "{\"queue\":{\"path\":\"/a\",\"unlisted\":3}}\n{\"done\":{}}\n"
                              "{\"event\":{\"event\":\"gap\",\"from\":10000,\"at\":40000,\"path\":\"/\"}}\n"
                              "{\"end\":{\"at\":50000,\"reason\":\"stopped\"}}\n");
    const auto gap = runCtl({u"--json"_s, u"open"_s, recording, u"watch"_s});
    QVERIFY2(gap.out.contains("\"gap\"") && gap.out.contains("\"unseen\""), gap.reported());
    checkLines(u"open"_s, gap.out.split('\n'));
    checkOutput(u"open"_s, {u"--json"_s, u"open"_s, recording});
    const auto summary = runCtl({u"--json"_s, u"open"_s, recording}).json();
    QCOMPARE(summary.value(u"findings"_s).toArray().size(), 1);
    QCOMPARE(summary.value(u"gaps"_s).toArray().size(), 1);

    const QByteArray line = "2026-11-21 10:00:0%1 INFO audit: session=0x100000000000001\tuser=alice\tip=10.0.0.7\t"
                            "operation=%2\tznode=/locks/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001\t"
                            "znode_type=ephemeral_sequential\tresult=success\n";
    auto created = line;
    auto deleted = line;
    const auto log = written(u"audit.log"_s, created.replace("%1", "0,000").replace("%2", "create") +
                                                 deleted.replace("%1", "1,000").replace("%2", "delete"));
    const auto who = runCtl({u"--json"_s, u"open"_s, log, u"watch"_s});
    QVERIFY2(who.out.contains("\"alice\""), who.reported());
    checkLines(u"open"_s, who.out.split('\n'));
}

/// One holder whose node is deleted, and one that releases on request.
void CliManualTest::namesWhatIsDone()
{
    BlockingClient client(m_servers.connectString());
    const auto path = m_servers.uniquePath();
    QVERIFY(client.create(path.toStdString()));
    const auto made = client.create(path.toStdString() + "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-", "worker-7",
                                    zk::CreateMode::EphemeralSequential);
    QVERIFY(made);
    const auto node = QString::fromStdString(made->path);
    // The next holder, and another lock of this session.
    const auto otherPath = m_servers.uniquePath();
    QVERIFY(client.create(otherPath.toStdString()));
    for (const auto& lock : {path, otherPath})
        QVERIFY(client.create(lock.toStdString() + "/_c_1b3e4f5a-1111-4222-8333-abcdefabcdef-lock-", "worker-8",
                              zk::CreateMode::EphemeralSequential));
    const auto ignored = runCtl(here({u"revoke"_s, node, u"--wait"_s, u"50ms"_s}));
    QVERIFY2(ignored.status == 1, ignored.reported());
    check(u"revoke"_s, ignored.json());
    checkOutput(u"show"_s, here({u"show"_s, path}));
    checkOutput(u"show"_s, here({u"show"_s, path, u"--why"_s}));
    checkOutput(u"show"_s, here({u"show"_s, u"/"_s, u"--why"_s}));
    const QTemporaryDir folder;
    QFile dialect(folder.filePath(u"turns.json"_s));
    QVERIFY(dialect.open(QIODevice::WriteOnly));
    dialect.write(R"({"id": "turns", "title": "Turns", "marks": ["turn-{seq}"]})");
    dialect.close();
    checkOutput(u"dialect test"_s, {u"--json"_s, u"dialect"_s, u"test"_s, dialect.fileName()});
    checkOutput(u"release"_s, here({u"release"_s, node, u"--dry-run"_s}));
    checkOutput(u"release"_s, here({u"release"_s, node, node, u"--dry-run"_s}));
    checkOutput(u"release"_s, here({u"release"_s, node, u"--reason"_s, u"stuck"_s, u"--czxid"_s,
                                    QString::fromStdString(toHex(made->stat.czxid))}));

    const auto ours = m_servers.uniquePath();
    const auto multi = runCtl(here({u"contend"_s, ours + u"/a"_s, ours + u"/b"_s, u"--recipe"_s, u"multi"_s,
                                    u"--cycles"_s, u"1"_s, u"--hold"_s, u"0ms"_s}));
    QVERIFY2(multi.status == 0, multi.reported());
    checkLines(u"contend"_s, multi.out.split('\n'));
    const auto holder = startCtl(here({u"contend"_s, ours + u"/a"_s, u"--hold"_s, u"forever"_s, u"--revocation"_s,
                                       u"follow"_s, u"--cycles"_s, u"2"_s, u"--control"_s, u"--autostart"_s}));
    QVERIFY2(holder->waitForEvent(u"granted"_s), holder->reported());
    const auto held = ours + u"/a/"_s + holder->found().value(u"node"_s).toString();
    checkOutput(u"revoke"_s, here({u"revoke"_s, held, u"--wait"_s, u"1m"_s, u"--reason"_s, u"maintenance"_s}));
    QVERIFY2(holder->waitForEvent(u"granted"_s), holder->reported()); // its second acquire cycle
    for (const auto& order : {u"{\"order\": \"measure\"}"_s, u"{\"order\": \"dance\"}"_s, u"{\"order\": \"stop\"}"_s})
        holder->say(order);
    QVERIFY2(holder->waitForEnd() && holder->exitCode() == 0, holder->reported());
    checkLines(u"contend"_s, holder->lines());
}

/// A lock on one server, and the votes of a Redlock.
void CliManualTest::namesWhatRedisHas()
{
    RedisServers single(
        {.replicas = 1, .moreSettings = u"user looker on nopass ~* &* +@all -monitor -client|list\n"_s});
    QVERIFY_RESULT(single.start());
    const auto owner = u"b983c153-7421-469a-addb-44fb92259a1b:1"_s;
    const QByteArray waiter = "0123abcd-0123-4567-89ab-0123456789ab:2";
    single.command({"RPUSH", QByteArray::fromStdString(redis::keys::fairQueue("orders")), waiter});
    single.command({"ZADD", QByteArray::fromStdString(redis::keys::fairTimeouts("orders")), "9999999999999", waiter});
    single.command({"HSET", "orders", owner.toUtf8(), "1"});
    single.command({"PEXPIRE", "orders", "600000"});
    const QStringList at{u"--json"_s, u"--connect"_s, single.target()};
    // A holder whom another client waits for.
    const auto contenders =
        startCtl(at + QStringList{u"contend"_s, u"stock"_s, u"--clients"_s, u"2"_s, u"--hold"_s, u"1h"_s});
    const auto channel = QByteArray::fromStdString(redis::keys::lockChannel("stock"));
    QTRY_VERIFY_WITH_TIMEOUT(single.command({"PUBSUB", "NUMSUB", channel}).toList().value(1).toInt() == 1,
                             longestWaitMs);
    for (const auto& words : std::vector<QStringList>{{u"ls"_s},
                                                      {u"show"_s, u"orders"_s},
                                                      {u"findings"_s},
                                                      {u"top"_s},
                                                      {u"sessions"_s, u"--sample"_s, u"1s"_s, u"--yes"_s},
                                                      {u"release"_s, u"orders"_s, u"--owner"_s, owner, u"--dry-run"_s}})
        checkOutput(words.first(), at + words);
    const auto looker = QString(single.target()).replace(u"redis://"_s, u"redis://looker@"_s);
    const auto refused =
        runCtl({u"--json"_s, u"--connect"_s, looker, u"sessions"_s, u"--sample"_s, u"1s"_s, u"--yes"_s},
               environmentWith({{u"LOCKSCOPE_PASSWORD"_s, u"any"_s}}));
    QVERIFY2(refused.status == 1, refused.reported());
    check(u"sessions"_s, refused.json());
    contenders->signal(SIGINT);
    QVERIFY2(contenders->waitForEnd(), contenders->reported());
    RedisServers masters({.kind = redis::SandboxKind::Independent, .masters = 3});
    QVERIFY_RESULT(masters.start());
    for (int i = 0; i < 3; ++i)
        masters.command({"SET", "job", "2a2c1f8d9b7e4c3f8a1d2b3c4d5e6f70", "PX", "600000"}, i);
    const QStringList redlock{u"--json"_s, u"--connect"_s, masters.target()};
    for (const auto& words : std::vector<QStringList>{{u"ls"_s}, {u"show"_s, u"job"_s}})
        checkOutput(words.first(), redlock + words);
}

void CliManualTest::namesWhatIsSimulated()
{
    BlockingClient client(m_servers.connectString());
    const auto path = m_servers.uniquePath();
    QVERIFY(client.create(path.toStdString()));
    const QTemporaryDir folder;
    QFile scenario(folder.filePath(u"turns.json"_s));
    QVERIFY(scenario.open(QIODevice::WriteOnly));
    scenario.write(R"({
        "title": "Turns", "story": "Two clients take turns.",
        "clients": [{"name": "worker", "count": 2, "path": "/orders", "hold": "0ms", "think": "0ms"}],
        "steps": [{"when": {"who": "worker", "event": "granted", "times": 2}, "do": "wait"}],
        "expect": {"who": "worker", "event": "granted", "times": 2}})");
    scenario.close();
    const auto run = runCtl(here({u"run"_s, scenario.fileName(), u"--below"_s, path}));
    QVERIFY2(run.status == 0, run.reported());
    checkLines(u"run"_s, run.out.split('\n'));
    checkOutput(u"run"_s, {u"--json"_s, u"run"_s, u"--list"_s});
    checkOutput(u"run"_s, {u"--json"_s, u"run"_s, u"--measures"_s});

    for (const auto& options : {QStringList(), QStringList{u"--redis"_s, u"1"_s}}) {
        const auto sandbox = startCtl(QStringList{u"--json"_s, u"sandbox"_s} + options);
        QVERIFY2(sandbox->waitForLine([](const QByteArray&) { return true; }), sandbox->reported());
        checkLines(u"sandbox"_s, sandbox->lines());
        sandbox->signal(SIGINT);
        QVERIFY(sandbox->waitForEnd());
    }
}

void CliManualTest::namesWhatIsMeasured()
{
    checkOutput(u"bench locks"_s, here({u"bench"_s, u"locks"_s, u"--clients"_s, u"2"_s, u"--for"_s, u"50ms"_s}));
    checkOutput(u"bench inspect"_s,
                here({u"bench"_s, u"inspect"_s, u"--locks"_s, u"8"_s, u"--contenders"_s, u"16"_s, u"--sessions"_s,
                      u"2"_s, u"--runs"_s, u"1"_s, u"--for"_s, u"0s"_s, u"--long-queue"_s, u"0"_s, u"--no-admin"_s}));
}

void CliManualTest::cleanupTestCase()
{
    if (QTest::currentTestFailed())
        return;
    // These need a fault, or a large tree.
    auto unseen = m_described.fields();
    for (const auto& rare : {u"client event.careless"_s, u"client event.cause"_s, u"scenario event.client"_s,
                             u"scenario event.error"_s, u"scenario event.finding"_s, u"scenario event.server"_s,
                             u"scenario event.state"_s, u"recorded finding.chain"_s, u"incomplete.at"_s,
                             u"incomplete.event"_s, u"incomplete.path"_s, u"incomplete.reason"_s})
        unseen.erase(rare);
    for (const auto& field : m_described.seen())
        unseen.erase(field);
    QVERIFY2(unseen.empty(), qPrintable(QStringList(unseen.begin(), unseen.end()).join(u' ')));
}

} // namespace lockscope::cliManualTest

LOCKSCOPE_TEST(lockscope::cliManualTest::CliManualTest)
#include "CliManualTest.moc"
