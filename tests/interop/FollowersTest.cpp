// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `lockscopectl release` of a holder while stock clients wait: the next one holds or leads at once and no other does,
/// with the holder alive or killed; the released holder's own view is as the plan predicted.

#include "tests/cli/Cli.h"
#include "tests/interop/World.h"
#include "tests/support/FourLetters.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::followersTest {

using namespace lockscope::test;
using Kind = Peer::Kind;
using Edition = Peer::Edition;
using namespace Qt::StringLiterals;

namespace {

constexpr int limitMs = 3'000;
/// Of a killed holder: the release frees its lock, not the end of its session.
constexpr auto longSession = std::chrono::minutes(30);

/// Holders and waiters of one lock, as specs in which "%1" is its path.
struct Recipe {
    std::string name;
    std::string dialect;
    std::string holder;
    std::vector<std::string> otherHolders; ///< hold before and after the release
    std::vector<std::string> waiters;      ///< in order of arrival
    std::size_t next = 1;                  ///< this many of the first waiters hold after the release
    bool anyNext = false;                  ///< or this many of any waiters: there is no order
    std::string arrivals{};                ///< path suffix where a waiter's node appears; "none": no node
    int watchers = 1;                      ///< this many waiters watch the holder's node
};

struct Client {
    Kind kind;
    Edition edition;
    std::string name;
    std::vector<Recipe> recipes;
};

std::vector<std::string> times(std::size_t count, const std::string& spec)
{
    return std::vector<std::string>(count, spec);
}

std::vector<Recipe> curatorRecipes()
{
    const std::string read = "read:%1";
    const std::string write = "write:%1";
    const std::string semaphore = "semaphore:%1:2";
    return {
        {"InterProcessMutex", "curator-mutex", "mutex:%1", {}, times(3, "mutex:%1")},
        {"ReadLock", "curator-read-write", write, {}, {read, read, write}, 2, false, "", 2},
        {"WriteLock", "curator-read-write", read, {}, {write, write, read}},
        {"InterProcessSemaphoreV2",
         "curator-semaphore",
         semaphore,
         {semaphore},
         times(3, semaphore),
         1,
         false,
         "/locks",
         0},
        {"LeaderLatch", "curator-latch", "latch:%1:holder", {}, {"latch:%1:p1", "latch:%1:p2", "latch:%1:p3"}},
        {"LeaderSelector", "curator-mutex", "selector:%1", {}, times(3, "selector:%1")},
    };
}

std::vector<Recipe> zooKeeperRecipes()
{
    return {
        {"WriteLock", "zookeeper-java-lock", "write-lock:%1", {}, times(3, "write-lock:%1")},
        {"LeaderElectionSupport", "zookeeper-election", "election:%1", {}, times(3, "election:%1")},
        {"tutorial's single node", "single-node", "herd:%1", {}, times(3, "herd:%1"), 1, true, "none", 3},
    };
}

std::vector<Recipe> kazooRecipes(Edition edition)
{
    const std::string read = "kazoo-read:%1";
    const std::string write = "kazoo-write:%1";
    const std::string semaphore = "kazoo-semaphore:%1:2";
    // Before 2.9 a reader waits for a later writer too, and the writer for the reader (kazoo #649).
    const auto readers =
        edition == Edition::Pinned ? std::vector<std::string>{read, read, write} : std::vector<std::string>{read, read};
    return {
        {"Lock", "kazoo-lock", "kazoo-lock:%1", {}, times(3, "kazoo-lock:%1")},
        {"ReadLock", "kazoo-read-write", write, {}, readers, 2, false, "", 2},
        {"WriteLock", "kazoo-read-write", read, {}, {write, write}},
        {"Semaphore", "kazoo-semaphore", semaphore, {semaphore}, times(3, semaphore), 1, false, "-__lock__", 0},
        {"Election", "kazoo-lock", "kazoo-election:%1", {}, times(3, "kazoo-election:%1")},
    };
}

std::vector<Client> clients()
{
    std::vector<Client> all;
    for (const auto edition : {Edition::Debian, Edition::Pinned}) {
        const std::string which = edition == Edition::Debian ? "Debian's " : "pinned ";
        all.push_back({Kind::Curator, edition, which + "Curator", curatorRecipes()});
        all.push_back({Kind::ZooKeeper, edition, which + "ZooKeeper", zooKeeperRecipes()});
        all.push_back({Kind::Kazoo, edition, which + "Kazoo", kazooRecipes(edition)});
    }
    return all;
}

} // namespace

class FollowersTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theNextOneHolds_data();
    void theNextOneHolds();
    void cleanupTestCase();

private:
    /// Of one client: a living process, with a session per holder or waiter; and the remains of a killed process.
    struct Processes {
        std::unique_ptr<Peer> living;
        bool killed = false;
        std::vector<std::string> paths; ///< of the killed holders' locks, one per recipe
        std::vector<std::string> nodes;
    };

    [[nodiscard]] LockSlot slot(Peer& peer, std::size_t recipe, const std::string& who, const std::string& spec,
                                const std::string& path) const
    {
        return {&peer, std::to_string(recipe) + who,
                QString::fromStdString(spec).arg(QString::fromStdString(path)).toStdString()};
    }
    [[nodiscard]] QByteArray startWorkers(std::size_t client);
    [[nodiscard]] QByteArray killHolders(std::size_t client);
    [[nodiscard]] std::string newPath(Kind kind)
    {
        return kind == Kind::ZooKeeper ? m_world.madePath() : m_world.freshPath(); // the others create it themselves
    }
    [[nodiscard]] bool queueUp(const LockSlot& waiter, const std::string& path, const Recipe& recipe,
                               const std::string& node, int before);
    [[nodiscard]] int watchersOf(const std::string& node) const;
    [[nodiscard]] Outcome release(const std::string& node, const QStringList& more) const
    {
        return runCtl(QStringList{u"--connect"_s, m_world.connectString(), u"--json"_s, u"release"_s,
                                  QString::fromStdString(node)} +
                      more);
    }

    World m_world{{.longestSessionMs = static_cast<int>(std::chrono::milliseconds(longSession).count())}};
    const std::vector<Client> m_clients = clients();
    std::map<std::size_t, Processes> m_processes; ///< by client
};

void FollowersTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
}

void FollowersTest::cleanupTestCase()
{
    for (auto& [client, processes] : m_processes)
        QVERIFY2(processes.living->endsWell(), processes.living->reported());
}

QByteArray FollowersTest::startWorkers(std::size_t client)
{
    auto& processes = m_processes[client];
    if (processes.living)
        return {};
    const auto& [kind, edition, name, recipes] = m_clients[client];
    processes.living =
        std::make_unique<Peer>(kind, m_world.connectString(), "living", std::chrono::seconds(60), edition);
    std::vector<std::string> ids;
    for (std::size_t recipe = 0; recipe < recipes.size(); ++recipe) {
        // Separate workers for each row: a waiter that hangs does not stop the following rows.
        for (const auto* when : {"alive", "killed"}) {
            const auto start = std::to_string(recipe) + when;
            ids.push_back(start + "holder");
            for (std::size_t i = 0; i < recipes[recipe].otherHolders.size(); ++i)
                ids.push_back(start + "otherHolder" + std::to_string(i));
            for (std::size_t i = 0; i < recipes[recipe].waiters.size(); ++i)
                ids.push_back(start + "waiter" + std::to_string(i));
        }
    }
    return processes.living->start(ids) ? QByteArray() : processes.living->reported();
}

/// Kills the holders of all recipes of the client, which are in one process.
QByteArray FollowersTest::killHolders(std::size_t client)
{
    auto& processes = m_processes[client];
    if (std::exchange(processes.killed, true))
        return processes.nodes.size() == m_clients[client].recipes.size()
                   ? ""
                   : "the holders were not killed as they should";
    const auto& [kind, edition, name, recipes] = m_clients[client];
    Peer mortal(kind, m_world.connectString(), "mortal", longSession, edition);
    std::vector<std::string> ids;
    for (std::size_t recipe = 0; recipe < recipes.size(); ++recipe)
        ids.push_back(std::to_string(recipe) + "holder");
    if (!mortal.start(ids))
        return mortal.reported();
    if (mortal.member("sessionTimeoutMs").toLongLong() != std::chrono::milliseconds(longSession).count())
        return "it got another session timeout: " + mortal.reported();
    for (std::size_t recipe = 0; recipe < recipes.size(); ++recipe) {
        processes.paths.push_back(newPath(kind));
        const auto holder = slot(mortal, recipe, "holder", recipes[recipe].holder, processes.paths.back());
        if (holder.acquire() != "granted")
            return mortal.reported();
        processes.nodes.push_back(holder.node());
    }
    mortal.kill();
    return mortal.hasEnded() ? "" : "it was not killed";
}

int FollowersTest::watchersOf(const std::string& node) const
{
    const auto port = m_world.connectString().section(u':', -1).toInt();
    int watchers = 0;
    bool here = false;
    for (const auto& line : answerOf(port, "wchp").split('\n')) {
        if (!line.startsWith('\t'))
            here = line == QByteArray::fromStdString(node);
        else if (here)
            ++watchers;
    }
    return watchers;
}

/// Queues behind all others; returns when the server has its node, or its watch if it has no node.
bool FollowersTest::queueUp(const LockSlot& waiter, const std::string& path, const Recipe& recipe,
                            const std::string& node, int before)
{
    if (recipe.arrivals == "none") {
        waiter.reportAcquire();
        return QTest::qWaitFor([&] { return watchersOf(node) == before + 1; }, Peer::waitLimitMs);
    }
    const auto directory = path + recipe.arrivals;
    const auto there = m_world.children(directory).size();
    waiter.reportAcquire();
    return m_world.waitForChildren(directory, there + 1);
}

void FollowersTest::theNextOneHolds_data()
{
    QTest::addColumn<std::size_t>("client");
    QTest::addColumn<std::size_t>("which");
    QTest::addColumn<bool>("killed");
    for (std::size_t client = 0; client < m_clients.size(); ++client) {
        for (const bool killed : {false, true}) {
            for (std::size_t recipe = 0; recipe < m_clients[client].recipes.size(); ++recipe) {
                const auto name = m_clients[client].name + " " + m_clients[client].recipes[recipe].name +
                                  (killed ? ", holder killed" : ", holder alive");
                QTest::newRow(name.c_str()) << client << recipe << killed;
            }
        }
    }
}

void FollowersTest::theNextOneHolds()
{
    QFETCH(std::size_t, client);
    QFETCH(std::size_t, which);
    QFETCH(bool, killed);
    const auto& recipe = m_clients[client].recipes[which];
    QCOMPARE(startWorkers(client), "");
    auto& processes = m_processes[client];
    auto& peer = *processes.living;
    const std::string when = killed ? "killed" : "alive";
    std::string path;
    std::string node;
    LockSlot holder;
    if (killed) {
        QCOMPARE(killHolders(client), "");
        path = processes.paths[which];
        node = processes.nodes[which];
    } else {
        path = newPath(m_clients[client].kind);
        holder = slot(peer, which, when + "holder", recipe.holder, path);
        QCOMPARE(holder.acquire(), "granted");
        node = holder.node();
    }
    std::vector<LockSlot> otherHolders;
    for (std::size_t i = 0; i < recipe.otherHolders.size(); ++i) {
        otherHolders.push_back(
            slot(peer, which, when + "otherHolder" + std::to_string(i), recipe.otherHolders[i], path));
        QCOMPARE(otherHolders.back().acquire(), "granted");
    }
    std::vector<LockSlot> waiting;
    for (std::size_t i = 0; i < recipe.waiters.size(); ++i) {
        const auto waiter = slot(peer, which, when + "waiter" + std::to_string(i), recipe.waiters[i], path);
        QVERIFY2(queueUp(waiter, path, recipe, node, static_cast<int>(i)), peer.reported());
        waiting.push_back(waiter);
    }
    QTRY_COMPARE(watchersOf(node), recipe.watchers);

    const auto lifeIn = [](const Outcome& run) {
        return run.json().value(u"plan"_s).toObject().value(u"evidence"_s).toObject().value(u"life"_s).toString();
    };
    auto dry = release(node, {u"--dry-run"_s});
    // Until a slow server lists its connections, the holder's life is unknown: the plan is requested again.
    if (!killed)
        (void)QTest::qWaitFor(
            [&] { return lifeIn(dry) != u"unknown" || (dry = release(node, {u"--dry-run"_s}), false); },
            Peer::waitLimitMs);
    QVERIFY2(dry.status == 0, dry.reported());
    const auto plan = dry.json().value(u"plan"_s).toObject();
    QCOMPARE(plan.value(u"dialect"_s).toString().toStdString(), recipe.dialect);
    QCOMPARE(plan.value(u"state"_s).toString(), u"holds"_s);
    const auto life = lifeIn(dry);
    QVERIFY2(killed ? life == u"silent" || life == u"unknown" : life == u"alive", dry.reported());
    QVERIFY2(plan.value(u"risk"_s).toString().contains(u"believe"_s), dry.reported());

    const auto outcome =
        release(node, {u"--reason"_s, u"stuck"_s, u"--possible"_s, u"--czxid"_s, plan.value(u"czxid"_s).toString()});
    QElapsedTimer sinceRelease;
    sinceRelease.start();
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json().value(u"released"_s), QJsonValue(true));
    QCOMPARE(outcome.json().value(u"verified"_s), QJsonValue(true));

    // Indexes into `waiting`.
    std::vector<std::size_t> holding;
    std::string firstNode;
    const auto collectGrants = [&] {
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            if (std::find(holding.begin(), holding.end(), i) == holding.end() && waiting[i].answer(0) == "granted") {
                holding.push_back(i);
                if (i == 0)
                    firstNode = waiting[i].node();
            }
        }
        return holding.size() >= recipe.next;
    };
    const bool inTime = QTest::qWaitFor(collectGrants, limitMs);
    QVERIFY2(inTime && sinceRelease.elapsed() <= limitMs, "after " + QByteArray::number(sinceRelease.elapsed()) +
                                                              " ms " + QByteArray::number(holding.size()) + " hold\n" +
                                                              outcome.reported() + peer.reported());
    QCOMPARE(QTest::qWaitFor([&] { return collectGrants() && holding.size() > recipe.next; }, 100), false);
    std::sort(holding.begin(), holding.end());
    if (!recipe.anyNext) {
        for (std::size_t i = 0; i < recipe.next; ++i)
            QCOMPARE(holding[i], i);
        const auto next = path + recipe.arrivals + "/";
        QVERIFY2(recipe.watchers == 0 || firstNode == next + plan.value(u"next"_s).toString().toStdString(),
                 dry.reported() + QByteArray::fromStdString(firstNode));
    }
    if (!killed) {
        QCOMPARE(holder.ask("holds " + holder.spec), "holds");
        QCOMPARE(peer.member("believes"), "true");
    }

    // Every waiter is served in the end, and the released holder's own release affects none of them.
    while (!waiting.empty()) {
        for (const auto index : holding)
            QCOMPARE(waiting[index].release(), "released");
        for (auto index = holding.rbegin(); index != holding.rend(); ++index)
            waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*index));
        holding.clear();
        const auto one = [&] {
            (void)collectGrants();
            return !holding.empty();
        };
        QVERIFY2(waiting.empty() || QTest::qWaitFor(one, Peer::waitLimitMs), peer.reported());
    }
    for (const auto& other : otherHolders)
        QCOMPARE(other.release(), "released");
    if (!killed)
        QCOMPARE(holder.release(), "released");
}

} // namespace lockscope::followersTest

LOCKSCOPE_TEST(lockscope::followersTest::FollowersTest)
#include "FollowersTest.moc"
