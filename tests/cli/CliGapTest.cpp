// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What `watch` and `record` say about a time in which nothing was watched, compared with the clients' own log.

#include "core/history/Timeline.h"
#include "core/history/recordings/RecordingReader.h"
#include "tests/cli/Cli.h"
#include "tests/cli/Turns.h"
#include "tests/support/Files.h"
#include "tests/support/Link.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QFile>

#include <map>

namespace lockscope::cliGapTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using inspect::Confidence;

namespace {

constexpr qint64 leastGap = 5'000;

/// Compares the lines of `watch` with the clients' turns; empty if they agree but for the gap.
QByteArray disagreement(const QList<QByteArray>& lines, const std::map<QString, Turn>& turns)
{
    const WatchedTurns watched(lines);
    // A stopped process may find its connection broken, which is the next gap.
    if (watched.gaps.empty() || watched.gaps.back().to - watched.gaps.front().from < leastGap - turnTolerance)
        return "the gap is too short, or missing";
    return watched.disagreement(turns);
}

} // namespace

class CliGapTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void isAGap_data();
    void isAGap();
    void aReleaseAtTheEndIsNoLoss();
    void aKilledClientIsLost();

private:
    [[nodiscard]] std::unique_ptr<LineProcess> contend(const QString& lock, const QStringList& arguments) const
    {
        return startCtl(QStringList{u"--connect"_s, m_servers.connectString(), u"--json"_s, u"contend"_s, lock} +
                        arguments);
    }
};

void CliGapTest::isAGap_data()
{
    QTest::addColumn<bool>("isStopped");
    QTest::newRow("the connection is cut") << false;
    QTest::newRow("the process is stopped") << true;
}

void CliGapTest::isAGap()
{
    QFETCH(bool, isStopped);
    const auto lock = m_servers.uniquePath();
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"gap.rec"_s);
    Link link(m_servers.connectString().section(u':', 1).toUShort());
    const auto target = u"127.0.0.1:%1"_s.arg(link.port());
    const auto clients = contend(lock, {u"--clients"_s, u"3"_s, u"--hold"_s, u"200ms..400ms"_s});
    QVERIFY2(clients->waitForEvent(u"granted"_s), clients->reported());
    const auto watch = startCtl({u"--connect"_s, target, u"--json"_s, u"watch"_s, lock});
    const auto recorder = startCtl({u"--connect"_s, target, u"--root"_s, lock, u"record"_s, file});
    QVERIFY2(watch->waitForEvent(u"left"_s), watch->reported());
    QTRY_VERIFY2_WITH_TIMEOUT(QFile::exists(file) && contentsOf(file).count("\"gone\"") > 3, recorder->reported(),
                              60'000);
    // A turn that begins so much later has ended this wait.
    const auto waitForTurn = [&](qint64 after) {
        const auto since = QDateTime::currentMSecsSinceEpoch();
        return clients->waitForLine([&](const QByteArray& line) {
            const auto json = QJsonDocument::fromJson(line).object();
            return json.value(u"event") == u"granted"_s && timeIn(json, u"at"_s) >= since + after;
        });
    };
    QVERIFY(waitForTurn(2'000));
    for (auto* process : {watch.get(), recorder.get()}) {
        if (isStopped)
            process->signal(SIGSTOP);
    }
    if (!isStopped)
        link.set({.cut = true});
    QVERIFY(waitForTurn(leastGap));
    for (auto* process : {watch.get(), recorder.get()}) {
        if (isStopped)
            process->signal(SIGCONT);
    }
    link.set({});
    QVERIFY2(watch->waitForEvent(u"gap"_s), watch->reported());
    QVERIFY(waitForTurn(4'000));
    for (auto* process : {watch.get(), recorder.get(), clients.get()}) {
        process->signal(SIGINT);
        QVERIFY2(process->waitForEnd(), process->reported());
    }
    const auto turns = turnsIn(clients->lines());
    QCOMPARE(disagreement(watch->lines(), turns), QByteArray());
    const auto replayed = runCtl({u"--json"_s, u"open"_s, file, u"watch"_s});
    QCOMPARE(disagreement(replayed.out.trimmed().split('\n'), turns), QByteArray());

    // Each client has one row.
    const auto reader = inspect::RecordingReader::open(file.toStdString());
    QVERIFY(reader);
    inspect::History history;
    while (const auto item = (*reader)->next()) {
        if (item->step)
            history.see(*item->step);
        else
            history.add(*item->event);
    }
    history.finish();
    inspect::Timeline timeline(lock.toStdString());
    timeline.see(history);
    // A turn so short that its node was never read is named by its node.
    std::size_t named = 0;
    for (std::size_t row = 0; row < timeline.size(); ++row)
        named += timeline.row(row).name != timeline.row(row).stays.back().node ? 1 : 0;
    QCOMPARE(named, 3U);
    QVERIFY(!timeline.gaps().empty());
    for (std::size_t row = 0; row < timeline.size(); ++row) {
        for (const auto& stay : timeline.row(row).stays)
            QVERIFY(!stay.heldFrom || !stay.to || stay.heldKnown != Confidence::Exact ||
                    *stay.to - *stay.heldFrom < std::chrono::milliseconds(leastGap - turnTolerance));
    }
}

/// As a cron job: a client with one turn closes its session at once after the release.
void CliGapTest::aReleaseAtTheEndIsNoLoss()
{
    const auto lock = m_servers.uniquePath();
    QVERIFY(m_client->create(lock.toStdString()));
    const auto watch = startCtl({u"--connect"_s, m_servers.connectString(), u"--json"_s, u"watch"_s, lock});
    for (int i = 0; i < 3; ++i) {
        const auto job = contend(lock, {u"--cycles"_s, u"1"_s, u"--hold"_s, u"700ms"_s});
        QVERIFY2(job->waitForEnd(), job->reported());
        QVERIFY2(i == 0 || watch->waitForEvent(u"left"_s), watch->reported());
    }
    // Two rounds of questions about sessions would have ended after this.
    const auto last = contend(lock, {u"--cycles"_s, u"1"_s, u"--hold"_s, u"6s"_s});
    QVERIFY2(last->waitForEnd(), last->reported());
    QVERIFY2(watch->waitForEvent(u"left"_s), watch->reported());
    const auto isLost = [](const QByteArray& line) { return line.contains("\"lost\""); };
    QVERIFY2(std::none_of(watch->lines().begin(), watch->lines().end(), isLost), watch->reported());
}

void CliGapTest::aKilledClientIsLost()
{
    const auto lock = m_servers.uniquePath();
    QVERIFY(m_client->create(lock.toStdString()));
    const auto watch = startCtl({u"--connect"_s, m_servers.connectString(), u"--json"_s, u"watch"_s, lock});
    const auto victim = contend(lock, {u"--hold"_s, u"10m"_s, u"--session-timeout"_s, u"15s"_s});
    QVERIFY2(victim->waitForEvent(u"granted"_s), victim->reported());
    victim->signal(SIGKILL);
    QVERIFY(victim->waitForEnd());
    QVERIFY2(watch->waitForEvent(u"left"_s), watch->reported());
    QVERIFY2(watch->waitForEvent(u"lost"_s), watch->reported());
}

} // namespace lockscope::cliGapTest

LOCKSCOPE_TEST(lockscope::cliGapTest::CliGapTest)
#include "CliGapTest.moc"
