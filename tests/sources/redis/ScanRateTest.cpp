// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// How often a real server is asked to scan its keys: after the first scan no more than the settings say, for all kinds
/// of locks together, also after a new connection.

#include "core/sources/redis/RedisSource.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <mutex>

namespace lockscope::scanRateTest {

using namespace std::chrono_literals;
using inspect::RedisSource;
using test::RedisServers;

/// A source of the locks below "lock:", and whether its last snapshot is complete.
class Scanned final {
public:
    explicit Scanned(const QString& target)
        : m_source(settings(target), Log())
    {
        m_source.start({[this](const inspect::SnapshotPtr& snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_isComplete = snapshot->complete;
                            m_generation = snapshot->session.generation;
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }

    /// In a later connection than this one.
    [[nodiscard]] bool isCompleteAfter(std::uint64_t generation)
    {
        const std::lock_guard lock(m_mutex);
        return m_isComplete && m_generation > generation;
    }
    [[nodiscard]] std::uint64_t generation()
    {
        const std::lock_guard lock(m_mutex);
        return m_generation;
    }

private:
    static RedisSource::Settings settings(const QString& target)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.inspector.roots = {"lock:"};
        settings.inspector.readEvery = 100ms;
        settings.inspector.laterScans = 20;
        return settings;
    }

    std::mutex m_mutex;
    bool m_isComplete = false;
    std::uint64_t m_generation = 0;
    RedisSource m_source;
};

class ScanRateTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void afterANewConnection();
};

int scansOf(RedisServers& servers)
{
    const QByteArray before = "cmdstat_scan:calls=";
    const auto stats = servers.command({"INFO", "commandstats"}).toByteArray();
    const auto from = stats.indexOf(before);
    return from < 0 ? 0 : stats.mid(from + before.size(), stats.indexOf(',', from) - from - before.size()).toInt();
}

void ScanRateTest::afterANewConnection()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"EVAL", "for i = 1, 15000 do redis.call('set', 'page:' .. i, i, 'ex', 600) end", "0"});
    Scanned scanned(servers.target());
    QTRY_VERIFY(scanned.isCompleteAfter(0));
    const auto generation = scanned.generation();
    const auto before = scansOf(servers);
    const SystemClock clock;
    const auto begun = clock.now();
    servers.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    constexpr int calls = 40;
    QTRY_VERIFY(scansOf(servers) >= before + calls);
    const auto took = clock.now() - begun;
    QVERIFY2(took >= 50ms * (calls - 6), // three scans begin at once
             qPrintable(QString::number(std::chrono::duration_cast<std::chrono::milliseconds>(took).count())));
    QTRY_VERIFY(scanned.isCompleteAfter(generation));
}

} // namespace lockscope::scanRateTest

LOCKSCOPE_TEST(lockscope::scanRateTest::ScanRateTest)
#include "ScanRateTest.moc"
