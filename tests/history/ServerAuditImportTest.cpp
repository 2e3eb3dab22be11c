// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// ZooKeeper's audit log, as its servers write it with two loggers, is converted to snapshots.

#include "core/history/serverlog/zookeeper/ServerAuditImport.h"
#include "core/history/EventStream.h"
#include "core/history/recordings/OpenedFile.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QTemporaryDir>

namespace lockscope::serverAuditImportTest {

using namespace Qt::StringLiterals;

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

std::string reported(const LockEvent& event)
{
    const auto& node = event.change.contender.node;
    return std::string(toString(event.change.type)) + (event.atKnown == Confidence::Exact ? " " : "? ") +
           event.change.lockPath + " " + node.substr(node.size() > 10 ? node.size() - 10 : 0) + "; ";
}

/// The events, and the last snapshot.
struct Imported {
    std::string events;
    SnapshotPtr last;
    int lines = 0;
    std::size_t steps = 0;
    std::size_t changedLocks = 0;
    std::size_t comparedNames = 0;
};

Imported import(const std::vector<std::string>& lines, std::vector<std::string> roots = {"/"})
{
    Imported imported;
    EventStream stream([&](const LockEvent& event) { imported.events += reported(event); });
    ServerAuditImport audit(std::move(roots), builtinDialects());
    stream.see(audit.begin({}));
    for (const auto& text : lines) {
        const auto line = parseAuditLine(text);
        if (!line)
            continue;
        ++imported.lines;
        const auto step = audit.take(*line);
        if (!step)
            continue;
        stream.see(*step);
        for (const auto& end : audit.ends())
            stream.add(end);
        ++imported.steps;
        imported.changedLocks += step->locks.size();
    }
    stream.finish();
    imported.last = audit.snapshot();
    imported.comparedNames = audit.comparedNames();
    return imported;
}

std::vector<std::string> sample(const QString& name)
{
    QFile file(QStringLiteral(LOCKSCOPE_SAMPLES "/") + name);
    std::vector<std::string> lines;
    if (file.open(QIODevice::ReadOnly)) {
        for (const auto& line : file.readAll().split('\n'))
            lines.push_back(line.toStdString());
    }
    return lines;
}

std::string line(const std::string& time, const std::string& fields)
{
    auto tabbed = fields;
    std::replace(tabbed.begin(), tabbed.end(), ' ', '\t');
    return "2026-11-21 " + time + " INFO audit.Slf4jAuditLogger: " + tabbed;
}

std::string created(const std::string& time, const std::string& node, const std::string& session = "0x1")
{
    return line(time, "session=" + session + " user=10.0.0.7 ip=10.0.0.7 operation=create znode=" + node +
                          " znode_type=ephemeral_sequential result=success");
}

std::string removed(const std::string& time, const std::string& node, const std::string& operation = "delete",
                    const std::string& session = "0x1")
{
    return line(time,
                "session=" + session + " user=10.0.0.7 operation=" + operation + " znode=" + node + " result=success");
}

} // namespace

class ServerAuditImportTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsALine();
    void readsNothingElse_data();
    void readsNothingElse();
    void readsTimes_data();
    void readsTimes();
    void readsWhatServersWrote_data();
    void readsWhatServersWrote();
    void infersWhatWasThereBefore();
    void joinsASemaphoreWithItsGate();
    void knowsWhichOfTwoEqualNamesIsLost();
    void reportsWhoDeletedANode();
    void readsTheLogsOfSeveralServers();
    void reportsWhichLogIsMissing();
    void takesNoRotatedLogForThatOfAnotherServer();
    void looksBelowTheRootsOnly();
    void costsAsMuchAsItsChanges_data();
    void costsAsMuchAsItsChanges();
    void survivesAnything();
};

void ServerAuditImportTest::readsALine()
{
    const auto found =
        parseAuditLine("2026-11-21T19:26:37.796Z [SyncThread:0] INFO  o.a.z.audit - session=0xf00000924c60000\t"
                       "user=alice,10.0.0.7\tip=10.0.0.7\toperation=create\tznode=/locks/a b=c\t"
                       "znode_type=ephemeral_sequential\tresult=success\r\n");
    QVERIFY(found);
    QCOMPARE(found->session, std::int64_t(0xf00000924c60000));
    QCOMPARE(found->user, std::string("alice,10.0.0.7"));
    QCOMPARE(found->ip, std::string("10.0.0.7"));
    QVERIFY(found->operation == AuditLine::Operation::Create);
    QCOMPARE(found->path, std::string("/locks/a b=c"));
    QVERIFY(found->isEphemeral);
    QVERIFY(found->succeeded);
    QVERIFY(found->at);
    QCOMPARE(found->at->time_since_epoch().count(), 1'795'289'197'796);
    const auto start = parseAuditLine("user=zookeeper\toperation=serverStart\tresult=success");
    QVERIFY(start && start->operation == AuditLine::Operation::Other && !start->at);
    const auto ended =
        parseAuditLine("x session=0x8000000000000001\tuser=zookeeper\t"
                       "operation=ephemeralZNodeDeletionOnSessionCloseOrExpire\tznode=/a\tresult=failure");
    QVERIFY(ended && ended->operation == AuditLine::Operation::SessionEnd && !ended->succeeded);
    QVERIFY(ended->session < 0);
}

void ServerAuditImportTest::readsNothingElse_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("other log") << QByteArray("2026-11-21 19:26:05,259 [main] INFO ZKAuditProvider - audit is enabled.");
    QTest::newRow("within a word") << QByteArray("mysession=0x1\toperation=create\tresult=success");
    QTest::newRow("half") << QByteArray("session=0x1\tuser=a\toperation=create");
    QTest::newRow("bytes") << QByteArray("\xff\x00session=\t\t\t", 12);
}

void ServerAuditImportTest::readsNothingElse()
{
    QFETCH(QByteArray, line);
    QVERIFY(!parseAuditLine({line.constData(), static_cast<std::size_t>(line.size())}));
}

void ServerAuditImportTest::readsTimes_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<qint64>("at");
    QTest::newRow("zone") << QByteArray("2026-11-21T20:26:37+01:00") << qint64(1'795'289'197'000);
    QTest::newRow("micros") << QByteArray("2026-11-21 19:26:37.796123Z") << qint64(1'795'289'197'796);
    QTest::newRow("none") << QByteArray("INFO") << qint64(-1);
    QTest::newRow("no such day") << QByteArray("2026-13-41 19:26:37,000") << qint64(-1);
}

void ServerAuditImportTest::readsTimes()
{
    QFETCH(QByteArray, prefix);
    QFETCH(qint64, at);
    const auto found = parseAuditLine((prefix + " user=a\toperation=serverStart\tresult=success").toStdString());
    QVERIFY(found);
    QCOMPARE(found->at ? found->at->time_since_epoch().count() : -1, at);
}

void ServerAuditImportTest::readsWhatServersWrote_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("log4j") << QStringLiteral("audit-log4j.log");
    QTest::newRow("slf4j-simple") << QStringLiteral("audit-slf4j-simple.log");
}

/// ZooKeeper 3.8.0: two Kazoo clients: one releases, the other's session ends; nodes in a directory of locks, which may
/// be locks; and nodes that are none.
void ServerAuditImportTest::readsWhatServersWrote()
{
    QFETCH(QString, name);
    const auto imported = import(sample(name));
    QVERIFY(imported.lines >= 15);
    QCOMPARE(QString::fromStdString(imported.events),
             u"joined /locks/orders 0000000000; granted /locks/orders 0000000000; joined /locks/orders 0000000001; "
             "joined /locks/with space with space; granted /locks/with space with space; "
             "left /locks/orders 0000000000; granted /locks/orders 0000000001; deleted /locks/orders 0000000000; "
             "joined /locks/t2 t2; granted /locks/t2 t2; left /locks/t2 t2; deleted /locks/t2 t2; "
             "left /locks/with space with space; "
             "lost /locks/with space with space; left /locks/orders 0000000001; lost /locks/orders 0000000001; "_s);
    // By the log, the directory was not deleted.
    QVERIFY(imported.last && imported.last->locks.size() == 1 && imported.last->locks[0]->queue.empty());
}

void ServerAuditImportTest::infersWhatWasThereBefore()
{
    const std::string lock = "/app/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-00000000";
    const auto imported = import({created("10:00:00,000", lock + "07"), created("10:00:01,000", lock + "08", "0x2"),
                                  removed("10:00:02,000", lock + "05"), removed("10:00:03,000", lock + "07"),
                                  created("10:00:04,000", lock + "09")});
    QCOMPARE(QString::fromStdString(imported.events),
             QStringLiteral("joined? /app 0000000007; granted? /app 0000000007; joined? /app 0000000008; "
                            "left? /app 0000000007; granted? /app 0000000008; deleted /app 0000000007; "
                            "joined /app 0000000009; "));
    QCOMPARE(imported.last->locks.size(), 1U);
    const auto& queue = imported.last->locks[0]->queue;
    QCOMPARE(queue.size(), 2U);
    QCOMPARE(queue[0].details->session, 2);
    QCOMPARE(queue[0].details->host, std::string("10.0.0.7"));
}

void ServerAuditImportTest::joinsASemaphoreWithItsGate()
{
    const std::string id = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-";
    const auto imported = import({created("10:00:00,000", "/sem/locks/" + id + "lock-0000000001"),
                                  created("10:00:00,001", "/sem/leases/" + id + "lease-0000000001"),
                                  removed("10:00:00,002", "/sem/locks/" + id + "lock-0000000001")});
    QVERIFY(imported.last);
    const auto* lock = imported.last->find("/sem");
    QVERIFY(lock);
    QVERIFY(lock->kind == LockKind::Semaphore);
    QCOMPARE(lock->holders(), 1);
}

void ServerAuditImportTest::knowsWhichOfTwoEqualNamesIsLost()
{
    std::vector<LockEvent> lost;
    ServerAuditImport audit({"/"}, builtinDialects());
    const auto take = [&](const std::string& text) {
        if (const auto read = parseAuditLine(text); read && audit.take(*read)) {
            for (const auto& event : audit.ends())
                if (event.change.type == Change::Type::Lost)
                    lost.push_back(event);
        }
    };
    const std::string first = "_c_01234567-89ab-cdef-0123-456789abcdef-";
    const std::string name = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001";
    take(created("10:00:00,000", "/s/leases/" + first + "lease-0000000000", "0x1"));
    take(created("10:00:00,001", "/s/locks/" + first + "lock-0000000000", "0x1"));
    take(created("10:00:00,002", "/s/leases/" + name, "0x2"));
    take(created("10:00:00,003", "/s/locks/" + name, "0x3"));
    take(removed("10:00:01,000", "/s/locks/" + name, "ephemeralZNodeDeletionOnSessionCloseOrExpire", "0x3"));
    QCOMPARE(lost.size(), 1U);
    QCOMPARE(lost[0].change.lockPath, std::string("/s"));
    QVERIFY(lost[0].change.contender.atGate);
    QCOMPARE(lost[0].change.contender.details->session, std::int64_t(3));
}

/// ZooKeeper's server logs user, address and session of the request, AuditHelper.java (3.8).
void ServerAuditImportTest::reportsWhoDeletedANode()
{
    const std::string node = "/app/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001";
    std::vector<LockEvent> ends;
    ServerAuditImport audit({"/"}, builtinDialects());
    for (const auto& text :
         {created("10:00:00,000", node),
          line("10:00:01,000",
               "session=0x9 user=alice,10.0.0.9 ip=10.0.0.9 operation=delete znode=" + node + " result=success")}) {
        QVERIFY(audit.take(*parseAuditLine(text)));
        ends = audit.ends();
    }
    QCOMPARE(ends.size(), 1U);
    QVERIFY(ends[0].change.type == Change::Type::Deleted && ends[0].by);
    QCOMPARE(ends[0].by->user, std::string("alice,10.0.0.9"));
    QCOMPARE(ends[0].by->host, std::string("10.0.0.9"));
    QCOMPARE(ends[0].by->session, SessionId(9));
    QCOMPARE(ends[0].change.contender.details->session, SessionId(1));
}

namespace {

/// A file for each log; the files are removed with the object.
class LogFiles {
public:
    explicit LogFiles(const std::vector<std::vector<std::string>>& logs)
    {
        for (const auto& lines : logs) {
            QFile file(m_folder.filePath(QString::number(paths.size())));
            if (!file.open(QIODevice::WriteOnly))
                continue;
            for (const auto& text : lines)
                file.write(QByteArray::fromStdString(text + '\n'));
            paths.push_back(file.fileName().toStdString());
        }
    }
    std::vector<std::string> paths;

private:
    QTemporaryDir m_folder;
};

std::string opened(const std::vector<std::string>& files, QStringList* remarks = nullptr)
{
    const auto file = OpenedFile::open(files.front(), {"/"}, builtinDialects(), {}, {files.begin() + 1, files.end()});
    if (!file)
        return file.error().detail;
    if (remarks)
        *remarks = (*file)->remarks();
    std::string events;
    EventStream stream([&](const LockEvent& event) { events += reported(event); });
    (*file)->replay().play([&](const RecordingReader::Item& item) {
        if (item.step)
            stream.see(*item.step);
        else
            stream.add(*item.event);
        return true;
    });
    stream.finish();
    return events;
}

const std::string queueNode = "/app/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-000000000";
const std::string directory = "session=0x100000000000001 user=a ip=10.0.0.1 operation=create znode=/app "
                              "znode_type=persistent result=success";

} // namespace

/// Two servers; the end of a session is in both logs.
void ServerAuditImportTest::readsTheLogsOfSeveralServers()
{
    const auto end = [](const std::string& time) {
        return line(time, "session=0x200000000000001 user=zookeeper "
                          "operation=ephemeralZNodeDeletionOnSessionCloseOrExpire znode=" +
                              queueNode + "2 result=success");
    };
    const LogFiles logs(
        {{line("10:00:00,000", directory), created("10:00:01,000", queueNode + "1", "0x100000000000001"),
          line("10:00:03,000",
               "session=0x100000000000001 user=a ip=10.0.0.1 operation=delete znode=" + queueNode + "1 result=success"),
          end("10:00:04,001")},
         {created("10:00:02,000", queueNode + "2", "0x200000000000001"), end("10:00:04,000")}});
    QStringList remarks;
    const auto events = opened(logs.paths, &remarks);
    QCOMPARE(events, std::string("joined /app 0000000001; granted /app 0000000001; joined /app 0000000002; "
                                 "left /app 0000000001; granted /app 0000000002; deleted /app 0000000001; "
                                 "left /app 0000000002; lost /app 0000000002; "));
    QVERIFY2(!remarks.join(u'\n').contains(u"missing"_s), qPrintable(remarks.join(u'\n')));
}

void ServerAuditImportTest::reportsWhichLogIsMissing()
{
    const LogFiles logs(
        {{line("10:00:00,000", directory), created("10:00:01,000", queueNode + "1", "0x100000000000001"),
          line("10:00:02,000", "session=0x300000000000001 user=zookeeper "
                               "operation=ephemeralZNodeDeletionOnSessionCloseOrExpire znode=" +
                                   queueNode + "0 result=success"),
          removed("10:00:03,000", queueNode + "9", "delete", "0x100000000000001")}});
    QStringList remarks;
    const auto events = opened(logs.paths, &remarks);
    QCOMPARE(events, std::string("joined? /app 0000000001; granted? /app 0000000001; ")); // it may have waited
    QVERIFY2(remarks.join(u'\n').contains(u"server 3"_s) && remarks.join(u'\n').contains(u"missing"_s),
             qPrintable(remarks.join(u'\n')));
    QVERIFY2(remarks.join(u'\n').contains(u"1 node of a lock"_s), qPrintable(remarks.join(u'\n')));
}

/// A client of server 2 has moved to server 1, whose log is in two files: the log of server 2 may be missing.
void ServerAuditImportTest::takesNoRotatedLogForThatOfAnotherServer()
{
    const auto first =
        std::vector{line("10:00:00,000", directory), created("10:00:01,000", queueNode + "1", "0x200000000000001")};
    const auto second = std::vector{removed("10:00:03,000", queueNode + "1", "delete", "0x200000000000001"),
                                    created("10:00:04,000", queueNode + "2", "0x100000000000001")};
    const auto other = std::vector{line("10:00:00,500", directory + "2"), line("10:00:05,000", directory + "3")};
    QStringList remarks;
    auto events = opened(LogFiles({first, second}).paths, &remarks);
    QVERIFY2(events == "joined? /app 0000000001; granted? /app 0000000001; left? /app 0000000001; "
                       "deleted /app 0000000001; joined? /app 0000000002; granted? /app 0000000002; ",
             events.c_str());
    QVERIFY2(remarks.join(u'\n').contains(u"at most 1 of the logs"_s), qPrintable(remarks.join(u'\n')));
    remarks.clear();
    events = opened(LogFiles({first, second, other}).paths, &remarks);
    QVERIFY2(events == "joined /app 0000000001; granted /app 0000000001; left /app 0000000001; "
                       "deleted /app 0000000001; joined /app 0000000002; granted /app 0000000002; ",
             events.c_str());
    QVERIFY2(!remarks.join(u'\n').contains(u"may be missing"_s), qPrintable(remarks.join(u'\n')));
}

void ServerAuditImportTest::looksBelowTheRootsOnly()
{
    const std::string node = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001";
    const auto imported = import({created("10:00:00,000", "/a" + node), created("10:00:00,001", "/ab" + node)}, {"/a"});
    QVERIFY(imported.last);
    QCOMPARE(imported.last->locks.size(), 1U);
    QCOMPARE(imported.last->locks[0]->path, std::string("/a"));
}

void ServerAuditImportTest::costsAsMuchAsItsChanges_data()
{
    QTest::addColumn<bool>("hasDirectories");
    QTest::newRow("queues") << true;
    QTest::newRow("single nodes of one directory") << false;
}

/// The work of a line does not grow with the number of locks: only its own lock is looked at.
void ServerAuditImportTest::costsAsMuchAsItsChanges()
{
    QFETCH(bool, hasDirectories);
    constexpr int locks = 1'000;
    const auto create = [](const std::string& node, const std::string& type) {
        return line("10:00:00,000", "session=0x1 user=a ip=10.0.0.1 operation=create znode=" + node +
                                        " znode_type=" + type + " result=success");
    };
    std::vector<std::string> lines{create("/locks", "persistent")};
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < locks; ++i) {
            const auto lock = "/locks/lock" + std::to_string(i);
            const auto node = hasDirectories ? lock + "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-000000000" +
                                                   std::to_string(round)
                                             : lock;
            if (hasDirectories && round == 0)
                lines.push_back(create(lock, "persistent"));
            lines.push_back(create(node, "ephemeral"));
            if (i % 2 == 0)
                lines.push_back(removed("10:00:00,000", node));
        }
    }
    const auto imported = import(lines);
    QCOMPARE(imported.last->locks.size(), std::size_t(hasDirectories ? locks : locks / 2));
    QVERIFY(imported.steps >= 2 * locks);
    QVERIFY2(imported.changedLocks <= 2 * imported.steps, std::to_string(imported.changedLocks).c_str());
    QVERIFY2(imported.comparedNames <= 4 * lines.size(), std::to_string(imported.comparedNames).c_str());

    // The same when its recording is read.
    const LogFiles logs({lines});
    const auto file = OpenedFile::open(logs.paths.front(), {"/"}, builtinDialects());
    QVERIFY_RESULT(file);
    std::size_t changedLocks = 0;
    (*file)->replay().play([&](const RecordingReader::Item& item) {
        changedLocks += item.step ? item.step->locks.size() : 0;
        return true;
    });
    QVERIFY(changedLocks <= 2 * imported.changedLocks); // it may have a further full snapshot
}

void ServerAuditImportTest::survivesAnything()
{
    const auto lines = sample(QStringLiteral("audit-log4j.log"));
    unsigned state = 12345;
    const auto below = [&](std::size_t bound) {
        state = state * 1'664'525U + 1'013'904'223U;
        return (state >> 8) % bound;
    };
    for (int round = 0; round < 300; ++round) {
        auto changed = lines;
        for (auto& text : changed) {
            if (text.empty())
                continue;
            if (below(3) == 0)
                text[below(text.size())] = static_cast<char>(below(256));
            if (below(9) == 0)
                text.resize(below(text.size()));
            if (below(9) == 0)
                text = changed[below(changed.size())];
        }
        const auto imported = import(changed);
        QVERIFY(imported.lines <= static_cast<int>(lines.size()));
    }
}

} // namespace lockscope::serverAuditImportTest

LOCKSCOPE_TEST(lockscope::serverAuditImportTest::ServerAuditImportTest)
#include "ServerAuditImportTest.moc"
