// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// ls and show on the five masters of a Redlock.

#include "tests/cli/Cli.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

namespace lockscope::cliRedlockTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

const QByteArray one = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";
const QByteArray two = "5d0f3c8a71e94b26a8c4d1f00b7e6392";

class CliRedlockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void listsLocks();
    void showsVotes();
    void showsATable();
    void showsLocksWithoutAHolder();
    void saysWhichMastersAreMissing();

private:
    [[nodiscard]] Outcome run(const QStringList& arguments) const
    {
        return runCtl(QStringList{u"--connect"_s, m_servers.target()} + arguments);
    }
    void set(const char* name, const QByteArray& token, const std::vector<int>& masters)
    {
        for (const auto master : masters)
            QCOMPARE(m_servers.command({"SET", name, token, "NX", "PX", "600000"}, master), QVariant(QByteArray("OK")));
    }

    RedisServers m_servers{{.kind = redis::SandboxKind::Independent}};
};

void CliRedlockTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    set("held", one, {0, 1, 3});
    set("split", one, {0, 1});
    set("split", two, {2, 3});
    for (int master = 0; master < 5; ++master)
        m_servers.command({"SET", "page", "<html>", "EX", "600"}, master);
}

void CliRedlockTest::listsLocks()
{
    const auto listed = run({u"ls"_s, u"--json"_s});
    QVERIFY2(listed.status == 0, listed.reported());
    const auto json = listed.json();
    QCOMPARE(json[u"backend"].toString(), u"redis"_s);
    QCOMPARE(json[u"complete"].toBool(), true);
    const auto locks = json[u"locks"].toArray();
    QCOMPARE(locks.size(), 2);
    const auto held = locks[0].toObject();
    QCOMPARE(held[u"path"].toString(), u"held"_s);
    QCOMPARE(held[u"kind"].toString(), u"single"_s);
    QCOMPARE(held[u"certainty"].toString(), u"possible"_s);
    QCOMPARE(held[u"waitersKnown"].toString(), u"unknown"_s);
    QVERIFY(held[u"waiters"].isNull());
    QCOMPARE(held[u"verdict"].toString(), u"held"_s);
    QCOMPARE(held[u"holders"][0][u"owner"].toString(), QString::fromLatin1(one));
    const auto split = locks[1].toObject();
    QCOMPARE(split[u"path"].toString(), u"split"_s);
    QCOMPARE(split[u"verdict"].toString(), u"split"_s);
    QCOMPARE(split[u"holders"].toArray().size(), 0);
    QVERIFY(split[u"exclusiveForMs"].isNull());
}

void CliRedlockTest::showsVotes()
{
    const auto shown = run({u"show"_s, u"held"_s, u"--json"_s});
    QVERIFY2(shown.status == 0, shown.reported());
    const auto json = shown.json();
    QCOMPARE(json[u"quorum"].toInt(), 3);
    QCOMPARE(json[u"verdict"].toString(), u"held"_s);
    QVERIFY(json[u"exclusiveForMs"].toInt() > 500'000 && json[u"exclusiveForMs"].toInt() <= 600'000);
    const auto votes = json[u"votes"].toArray();
    QCOMPARE(votes.size(), 5);
    for (int i = 0; i < 5; ++i) {
        const auto vote = votes[i].toObject();
        QCOMPARE(vote[u"server"].toString(), u"127.0.0.1:%1"_s.arg(m_servers.port(i)));
        QCOMPARE(vote[u"reachable"].toBool(), true);
        QCOMPARE(vote[u"token"].isNull(), i == 2 || i == 4);
        QCOMPARE(vote[u"leaseMs"].isNull(), i == 2 || i == 4);
        QVERIFY(vote[u"rttMs"].isDouble() && vote[u"clockOffsetMs"].isDouble() && vote[u"uptimeMs"].isDouble());
    }
    QCOMPARE(json[u"queue"][0][u"state"].toString(), u"holds"_s);
}

void CliRedlockTest::showsATable()
{
    const auto shown = run({u"show"_s, u"held"_s});
    QVERIFY2(shown.status == 0, shown.reported());
    QVERIFY2(shown.out.contains("held: at least 3 of 5 masters have one token, exclusive for "), shown.out);
    QVERIFY2(QRegularExpression(u"SERVER +ANSWER +TOKEN +LEASE +RTT +CLOCK +UPTIME\\n"_s)
                 .match(QString::fromUtf8(shown.out))
                 .hasMatch(),
             shown.out);
    const auto row = u"127\\.0\\.0\\.1:%1 +%2 "_s;
    for (int i = 0; i < 5; ++i)
        QVERIFY2(QRegularExpression(row.arg(m_servers.port(i)).arg(i == 2 || i == 4 ? u"free"_s : u"token"_s))
                     .match(QString::fromUtf8(shown.out))
                     .hasMatch(),
                 shown.out);
}

void CliRedlockTest::showsLocksWithoutAHolder()
{
    const auto shown = run({u"show"_s, u"split"_s});
    QVERIFY2(shown.status == 0, shown.reported());
    QVERIFY2(shown.out.contains("split: several tokens, none on a quorum of 3 masters. No client holds the lock."),
             shown.out);
    QVERIFY2(!shown.out.contains("holding"), shown.out);
}

void CliRedlockTest::saysWhichMastersAreMissing()
{
    QVERIFY_RESULT(m_servers.killServer(3));
    const auto listed = run({u"ls"_s, u"--json"_s});
    QVERIFY2(listed.status == 0, listed.reported());
    QCOMPARE(listed.json()[u"complete"].toBool(), false);
    QVERIFY2(listed.err.contains("127.0.0.1:" + QByteArray::number(m_servers.port(3))), listed.err);
    const auto shown = run({u"show"_s, u"held"_s, u"--json"_s});
    QVERIFY2(shown.status == 0, shown.reported());
    QCOMPARE(shown.json()[u"verdict"].toString(), u"undecided"_s); // two have it, and the third one is missing
    QCOMPARE(shown.json()[u"votes"][3][u"reachable"].toBool(), false);
    QCOMPARE(shown.json()[u"queue"][0][u"state"].toString(), u"unknown"_s);
    QVERIFY_RESULT(m_servers.startServer(3));
}

} // namespace lockscope::cliRedlockTest

LOCKSCOPE_TEST(lockscope::cliRedlockTest::CliRedlockTest)
#include "CliRedlockTest.moc"
