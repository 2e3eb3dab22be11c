// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our mutex and stock Curator's on one path of a real server: one queue, one holder, first come, first served.

#include "core/base/Clock.h"
#include "core/locks/Mutex.h"
#include "tests/interop/FencingRegister.h"
#include "tests/support/LineProcess.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerFixture.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr int turnsEach = 100;
constexpr auto crashTimeout = 3'000ms; ///< session of a Curator client that is going to be killed

/// A JVM with a stock Curator client.
class Curator final {
public:
    Curator(const QString& connect, const QString& name, std::chrono::milliseconds sessionTimeout = 10'000ms)
        : m_process(QStringLiteral(LOCKSCOPE_JAVA),
                    {QStringLiteral("-XX:TieredStopAtLevel=1"), QStringLiteral("-Xmx128m"),
                     QStringLiteral("-Dorg.slf4j.simpleLogger.defaultLogLevel=error"), QStringLiteral("-cp"),
                     QStringLiteral(LOCKSCOPE_CURATOR_CLASS_PATH), QStringLiteral("CuratorPeer"), connect,
                     QString::number(sessionTimeout.count()), name})
    {
    }

    [[nodiscard]] bool connected() { return m_process.waitForEvent(QStringLiteral("connected")); }
    /// Gives a command and waits for its last answer; "" when none of these comes.
    [[nodiscard]] QString ask(const QString& command)
    {
        m_process.say(command);
        return answer();
    }
    void tell(const QString& command) { m_process.say(command); }
    [[nodiscard]] QString answer(int limitMs = LineProcess::defaultLimitMs)
    {
        const auto isAnswer = [this](const QByteArray& line) {
            m_answer = QJsonDocument::fromJson(line).object();
            return !m_turning || event() != u"granted";
        };
        return m_process.waitForLine(isAnswer, limitMs) ? event() : QString();
    }
    /// Takes turns and answers "done" at the end.
    void takeTurns(const QString& path, const QString& reg, int turns)
    {
        m_turning = true;
        m_process.say(QStringLiteral("turns %1 %2 %3").arg(path, reg).arg(turns));
    }
    [[nodiscard]] int turns() const { return m_answer.value(QStringLiteral("turns")).toInt(-1); }
    [[nodiscard]] QString node() const { return m_answer.value(QStringLiteral("node")).toString(); }
    [[nodiscard]] std::chrono::milliseconds sessionTimeout() const
    {
        return std::chrono::milliseconds(m_process.found().value(QStringLiteral("sessionTimeoutMs")).toInt());
    }

    [[nodiscard]] bool endsWell()
    {
        m_process.endInput();
        return m_process.waitForEnd() && m_process.exitCode() == 0;
    }
    void kill() const { m_process.signal(SIGKILL); }
    [[nodiscard]] QByteArray errors() { return m_process.errors(); }

private:
    [[nodiscard]] QString event() const { return m_answer.value(QStringLiteral("event")).toString(); }

    LineProcess m_process;
    QJsonObject m_answer;
    bool m_turning = false;
};

/// One of our programs: a session, the lock, and a thread that takes turns.
class Ours final {
public:
    Ours(const QString& connect, const std::string& path, const std::string& reg, const std::string& name)
        : m_client(connect)
        , m_mutex(m_client.client(), path)
        , m_register(m_client, reg, name)
    {
    }
    ~Ours() { join(); }

    void takeTurns(int wanted)
    {
        m_thread = std::thread([this, wanted] {
            while (m_turns < wanted) {
                const auto grant = m_mutex.acquire();
                if (!grant)
                    return;
                const bool alone = m_register.pass(grant->node.substr(grant->node.size() - 10));
                if (!m_mutex.release() || !alone)
                    return;
                ++m_turns;
            }
        });
    }
    int join()
    {
        if (m_thread.joinable())
            m_thread.join();
        return m_turns;
    }

private:
    BlockingClient m_client;
    locks::Mutex m_mutex;
    FencingRegister m_register;
    std::atomic<int> m_turns = 0;
    std::thread m_thread;
};

struct Turn {
    qint64 number = 0;
    QString name;
};

QList<Turn> turnsIn(const std::string& registerData)
{
    QList<Turn> turns;
    for (const auto& line : QString::fromStdString(registerData).split(u'\n', Qt::SkipEmptyParts).mid(1))
        turns.append({line.section(u' ', 0, 0).toLongLong(), line.section(u' ', 1)});
    return turns;
}

} // namespace

class CuratorInteropTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void registerNoticesTwoInside();
    void registerNoticesClientsWithoutALock();
    void oneQueueForBoth();
    void curatorHoldsOursTimesOut();
    void oursHoldsCuratorTimesOut();
    void curatorIsKilledOursGetsIt();

private:
    /// A lock's path that is there, so that no server removes it between two turns.
    [[nodiscard]] QString lockPath();
    /// A fresh register.
    [[nodiscard]] QString registerPath();

    ServerFixture m_servers;
    std::unique_ptr<BlockingClient> m_observer;
};

void CuratorInteropTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY2(started, started ? "" : describe(started.error()).c_str());
    m_observer = std::make_unique<BlockingClient>(m_servers.connectString());
}

QString CuratorInteropTest::lockPath()
{
    const auto path = m_servers.uniquePath();
    return m_observer->create(path.toStdString()) ? path : QString();
}

QString CuratorInteropTest::registerPath()
{
    const auto path = m_servers.uniquePath();
    return m_observer->create(path.toStdString(), std::string(FencingRegister::freeLine)) ? path : QString();
}

void CuratorInteropTest::registerNoticesTwoInside()
{
    // The proof that the big test below can fail: each way of being inside at once is told by one of the two.
    BlockingClient client(m_servers.connectString());
    const auto path = registerPath();
    FencingRegister one(client, path.toStdString(), "one");
    FencingRegister two(client, path.toStdString(), "two");
    QVERIFY(one.pass("1"));
    QVERIFY(one.enter("2"));
    QVERIFY(!two.enter("3"));
    Curator curator(m_servers.connectString(), QStringLiteral("curator"));
    QVERIFY2(curator.connected(), curator.errors());
    QCOMPARE(curator.ask(QStringLiteral("pass ") + path), QStringLiteral("overlap"));
    QVERIFY(one.leave());
    QCOMPARE(curator.ask(QStringLiteral("pass ") + path), QStringLiteral("passed"));
    QVERIFY(one.enter("4"));
    QVERIFY(client.set(path.toStdString(), "free\n", zk::anyVersion)); // as one who does not look
    QVERIFY(!one.leave());
    QVERIFY(curator.endsWell());
}

void CuratorInteropTest::registerNoticesClientsWithoutALock()
{
    const auto path = registerPath();
    std::atomic<bool> noticed = false;
    std::vector<std::thread> threads;
    for (const auto* name : {"one", "two", "three"}) {
        threads.emplace_back([&, name] {
            BlockingClient client(m_servers.connectString());
            FencingRegister reg(client, path.toStdString(), name);
            for (int turn = 0; turn < turnsEach && !noticed; ++turn) {
                if (!reg.pass("0"))
                    noticed = true;
            }
        });
    }
    for (auto& thread : threads)
        thread.join();
    QVERIFY(noticed);
}

void CuratorInteropTest::oneQueueForBoth()
{
    const auto path = lockPath();
    const auto reg = registerPath();
    Curator curator(m_servers.connectString(), QStringLiteral("curator"));
    Ours one(m_servers.connectString(), path.toStdString(), reg.toStdString(), "one");
    Ours two(m_servers.connectString(), path.toStdString(), reg.toStdString(), "two");
    QVERIFY2(curator.connected(), curator.errors());
    curator.takeTurns(lockPath(), registerPath(), 10); // its code is loaded and warm, else ours would be done first
    QCOMPARE(curator.answer(), QStringLiteral("done"));

    // All queue before the first is served.
    locks::Mutex gate(m_observer->client(), path.toStdString());
    QVERIFY(gate.acquire(10s));
    curator.takeTurns(path, reg, turnsEach);
    one.takeTurns(turnsEach);
    two.takeTurns(turnsEach);
    const auto queued = [&] {
        const auto names = m_observer->children(path.toStdString());
        return names && names->size() == 4;
    };
    QTRY_VERIFY_WITH_TIMEOUT(queued(), 20'000);
    QVERIFY(gate.release());

    // Whoever notices an overlap stops and comes short; a lock that hangs ends in the test's time limit.
    QCOMPARE(curator.answer(60'000), QStringLiteral("done"));
    QCOMPARE(curator.turns(), turnsEach);
    QCOMPARE(one.join(), turnsEach);
    QCOMPARE(two.join(), turnsEach);

    const auto final = m_observer->get(reg.toStdString());
    QVERIFY(final);
    QVERIFY(final->data.starts_with(FencingRegister::freeLine));
    const auto turns = turnsIn(final->data);
    QCOMPARE(turns.size(), 3 * turnsEach);
    QMap<QString, int> perName;
    QMap<QString, int> handOvers;
    for (qsizetype i = 0; i < turns.size(); ++i) {
        ++perName[turns[i].name];
        if (i == 0)
            continue;
        QVERIFY2(turns[i - 1].number < turns[i].number,
                 qPrintable(QStringLiteral("%1 before %2").arg(turns[i - 1].number).arg(turns[i].number)));
        const bool fromCurator = turns[i - 1].name == u"curator";
        const bool toCurator = turns[i].name == u"curator";
        if (fromCurator != toCurator)
            ++handOvers[fromCurator ? QStringLiteral("to ours") : QStringLiteral("to Curator")];
    }
    QCOMPARE(perName, (QMap<QString, int>{{QStringLiteral("curator"), turnsEach},
                                          {QStringLiteral("one"), turnsEach},
                                          {QStringLiteral("two"), turnsEach}}));
    QVERIFY(handOvers[QStringLiteral("to ours")] >= 5);
    QVERIFY(handOvers[QStringLiteral("to Curator")] >= 5);
    const auto left = m_observer->children(path.toStdString());
    QVERIFY(left);
    QCOMPARE(left->size(), std::size_t(0));
    QVERIFY(curator.endsWell());
}

void CuratorInteropTest::curatorHoldsOursTimesOut()
{
    const auto path = lockPath();
    Curator curator(m_servers.connectString(), QStringLiteral("curator"));
    QVERIFY2(curator.connected(), curator.errors());
    QCOMPARE(curator.ask(QStringLiteral("acquire %1 10000").arg(path)), QStringLiteral("granted"));
    locks::Mutex mutex(m_observer->client(), path.toStdString());
    for (const auto budget : {0ms, 300ms}) {
        const auto grant = mutex.acquire(budget);
        QVERIFY(!grant);
        QCOMPARE(printed(grant.error().code), "TimedOut");
    }
    // What gave up leaves nothing; what holds stays.
    const auto names = m_observer->children(path.toStdString());
    QVERIFY(names);
    QCOMPARE(printed(*names), curator.node().toUtf8());
    QCOMPARE(curator.ask(QStringLiteral("release")), QStringLiteral("released"));
    QVERIFY(mutex.acquire(10s));
    QVERIFY(mutex.release());
    QVERIFY(curator.endsWell());
}

void CuratorInteropTest::oursHoldsCuratorTimesOut()
{
    const auto path = lockPath();
    Curator curator(m_servers.connectString(), QStringLiteral("curator"));
    QVERIFY2(curator.connected(), curator.errors());
    locks::Mutex mutex(m_observer->client(), path.toStdString());
    const auto grant = mutex.acquire(10s);
    QVERIFY(grant);
    QCOMPARE(curator.ask(QStringLiteral("acquire %1 500").arg(path)), QStringLiteral("timedOut"));
    const auto names = m_observer->children(path.toStdString());
    QVERIFY(names);
    QCOMPARE(printed(*names), printed(grant->node));
    QVERIFY(mutex.release());
    QCOMPARE(curator.ask(QStringLiteral("acquire %1 10000").arg(path)), QStringLiteral("granted"));
    QCOMPARE(curator.ask(QStringLiteral("release")), QStringLiteral("released"));
    QVERIFY(curator.endsWell());
}

void CuratorInteropTest::curatorIsKilledOursGetsIt()
{
    const auto path = lockPath();
    Curator curator(m_servers.connectString(), QStringLiteral("curator"), crashTimeout);
    QVERIFY2(curator.connected(), curator.errors());
    QCOMPARE(curator.sessionTimeout(), crashTimeout);
    QCOMPARE(curator.ask(QStringLiteral("acquire %1 10000").arg(path)), QStringLiteral("granted"));
    locks::Mutex mutex(m_observer->client(), path.toStdString());
    const SystemClock clock;
    SteadyTime granted{};
    Result<locks::Grant> grant;
    std::thread waiter([&] {
        grant = mutex.acquire(30s);
        granted = clock.now();
        // Given back by its own thread, which is the owner.
        if (grant && !mutex.release())
            grant = failure(ErrorCode::NotHeld, "release");
    });
    const auto queued = [&] {
        const auto names = m_observer->children(path.toStdString());
        return names && names->size() == 2;
    };
    const bool waits = QTest::qWaitFor(queued, 10'000);
    const auto killed = clock.now();
    curator.kill();
    waiter.join();
    QVERIFY(waits);
    QVERIFY2(grant, grant ? "" : describe(grant.error()).c_str());
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(granted - killed);
    // The server rounds up to its ticks (500 ms); the rest is for a busy machine. Sooner would be wrong: a killed
    // client's socket closes at once, but its session lives on for what it had left, two thirds at least.
    QVERIFY2(took <= crashTimeout + 2 * 500ms + 1'000ms, qPrintable(QString::number(took.count())));
    QVERIFY2(took >= crashTimeout / 2, qPrintable(QString::number(took.count())));
}

QTEST_GUILESS_MAIN(CuratorInteropTest)
#include "CuratorInteropTest.moc"
