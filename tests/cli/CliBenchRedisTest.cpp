// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `bench inspect` on Redis: its measures and its orderly end. With LOCKSCOPE_BENCH_KEYS it measures 10,000 locks among
/// this many keys and prints the figures; no duration decides.

#include "tests/cli/Cli.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

namespace lockscope::cliBenchRedisTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int longestMs = 1'500'000;

int keysOfTheScale()
{
    return qEnvironmentVariableIntValue("LOCKSCOPE_BENCH_KEYS");
}

} // namespace

class CliBenchRedisTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void measuresTheInspector();
    void endsInGoodOrder();
    void refusesOtherTargets_data();
    void refusesOtherTargets();

private:
    [[nodiscard]] QStringList bench(const QStringList& arguments) const
    {
        return QStringList{u"--connect"_s, m_servers->target(), u"bench"_s, u"inspect"_s} + arguments;
    }
    [[nodiscard]] qint64 keys() { return m_servers->command({"DBSIZE"}).toLongLong(); }

    std::unique_ptr<RedisServers> m_servers;
};

void CliBenchRedisTest::init()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
    m_servers->command({"SET", "mine", "1"});
}

void CliBenchRedisTest::measuresTheInspector()
{
    const auto scale = keysOfTheScale();
    const auto process =
        startCtl(bench(scale > 0 ? QStringList{u"--json"_s, u"--keys"_s, QString::number(scale)}
                                 : QStringList{u"--json"_s, u"--locks"_s, u"200"_s, u"--keys"_s, u"3000"_s, u"--runs"_s,
                                               u"1"_s, u"--changes"_s, u"200"_s, u"--for"_s, u"2s"_s}));
    process->endInput();
    QVERIFY2(process->waitForEnd(longestMs), process->reported());
    QVERIFY2(process->exitCode() == 0 && process->errors().isEmpty(), process->reported());
    const auto json = QJsonDocument::fromJson(process->lines().join('\n')).object();
    QStringList measures;
    for (const auto& value : json.value(u"measures"_s).toArray()) {
        const auto row = value.toObject();
        QCOMPARE(deviations(row, {{u"measure"_s, u"string"_s},
                                  {u"value"_s, u"number"_s},
                                  {u"unit"_s, u"string"_s},
                                  {u"raw"_s, u"number|null"_s},
                                  {u"ratio"_s, u"number|null"_s},
                                  {u"aim"_s, u"number|null"_s}}),
                 QByteArray());
        measures << row.value(u"measure"_s).toString();
        const bool isCount = measures.last() == u"scans-per-s"; // none may be due
        QVERIFY2(row.value(u"value"_s).toDouble() > 0 || isCount, process->reported());
        if (isCount && scale > 0) // a count, and no duration
            QVERIFY2(row.value(u"value"_s).toDouble() <= row.value(u"aim"_s).toDouble(), process->reported());
    }
    QCOMPARE(measures,
             (QStringList{u"ls"_s, u"first-view"_s, u"memory"_s, u"scans-per-s"_s, u"observer"_s, u"observer-full"_s}));
    QCOMPARE(keys(), 1); // the one that was there before
    if (scale > 0)
        qInfo("%s", process->reported().constData());
}

void CliBenchRedisTest::endsInGoodOrder()
{
    const auto process = startCtl(bench({u"--locks"_s, u"100"_s, u"--keys"_s, u"1000"_s, u"--runs"_s, u"1000000"_s}));
    QTRY_VERIFY2(keys() > 1'000, process->reported());
    process->signal(SIGINT);
    QVERIFY2(process->waitForEnd(), process->reported());
    QVERIFY2(process->exitCode() == 0 && process->errors().isEmpty(), process->reported());
    QCOMPARE(keys(), 1);
}

void CliBenchRedisTest::refusesOtherTargets_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("a cluster") << u"redis+cluster://127.0.0.1:1"_s;
    QTest::newRow("independent masters") << u"redlock://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"_s;
}

void CliBenchRedisTest::refusesOtherTargets()
{
    QFETCH(const QString, target);
    const auto outcome = runCtl({u"--connect"_s, target, u"bench"_s, u"inspect"_s});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("measures one Redis server"), outcome.reported());
}

} // namespace lockscope::cliBenchRedisTest

LOCKSCOPE_TEST(lockscope::cliBenchRedisTest::CliBenchRedisTest)
#include "CliBenchRedisTest.moc"
