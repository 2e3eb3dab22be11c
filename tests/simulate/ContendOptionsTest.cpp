// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Options of simulated clients: valid combinations, their command line form, and the distribution of durations.

#include "core/simulate/clients/ContendOptions.h"
#include "tests/support/Test.h"

#include <QStringList>

#include <cmath>
#include <numeric>

namespace lockscope::contendOptionsTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

std::vector<double> drawnMs(const Spread& spread, std::uint64_t seed, int count)
{
    std::mt19937_64 random(seed);
    std::vector<double> drawn;
    for (int i = 0; i < count; ++i)
        drawn.push_back(std::chrono::duration<double, std::milli>(spread.draw(random).value()).count());
    return drawn;
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

ContendOptions onLock()
{
    ContendOptions options;
    options.paths = {"/locks/a"};
    return options;
}

} // namespace

class ContendOptionsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parsesSpreads_data();
    void parsesSpreads();
    void refusesSpreads_data();
    void refusesSpreads();
    void drawsEvenly();
    void drawsExponentially();
    void drawsTheSameOfTheSameSeed();
    void wordsAreReadBackTheSame();
    void recipesBelongToServers_data();
    void recipesBelongToServers();
    void recipesOfOtherServersAreRefused();
    void refusesWhatDoesNotGoTogether_data();
    void refusesWhatDoesNotGoTogether();
    void argumentsSayEverything();
    void usualArgumentsAreFew();
    void namesItsClients();
};

void ContendOptionsTest::parsesSpreads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    const auto row = [](const char* text, Spread::Kind kind, int least, int most) {
        QTest::newRow(text) << QByteArray(text) << static_cast<int>(kind) << least << most;
    };
    row("50ms..200ms", Spread::Kind::Even, 50, 200);
    row("10s", Spread::Kind::Even, 10'000, 10'000);
    row("500ms..2m", Spread::Kind::Even, 500, 120'000);
    row("2h", Spread::Kind::Even, 7'200'000, 7'200'000);
    row("0", Spread::Kind::Even, 0, 0);
    row("0ms", Spread::Kind::Even, 0, 0);
    row("exp:50ms", Spread::Kind::Exponential, 50, 50);
    row("exp:2s", Spread::Kind::Exponential, 2'000, 2'000);
    row("forever", Spread::Kind::Forever, 0, 0);
}

void ContendOptionsTest::parsesSpreads()
{
    QFETCH(QByteArray, text);
    const auto parsed = parseSpread(text.toStdString());
    QVERIFY2(parsed, parsed ? "" : describe(parsed.error()).c_str());
    QTEST(static_cast<int>(parsed->kind), "kind");
    QTEST(static_cast<int>(parsed->least.count()), "least");
    QTEST(static_cast<int>(parsed->most.count()), "most");
    QVERIFY(parseSpread(toString(*parsed)).value() == *parsed);
}

void ContendOptionsTest::refusesSpreads_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto* bad :
         {"", "x", "10d", "25h", "-5ms", "5..", "200ms..50ms", "50..200ms", "5", "1.5s", "99999999999999999999ms",
          "10 s", "exp:", "exp:50ms..60ms", "exp:forever", "exp:-1ms", "forever..2s", "Forever"})
        QTest::addRow("'%s'", bad) << QByteArray(bad);
}

void ContendOptionsTest::refusesSpreads()
{
    QFETCH(QByteArray, text);
    const auto parsed = parseSpread(text.toStdString());
    QVERIFY(!parsed);
    const auto reported = describe(parsed.error());
    QVERIFY2(reported.find(": use ") != std::string::npos || reported.find(": write ") != std::string::npos,
             reported.c_str());
}

void ContendOptionsTest::drawsEvenly()
{
    const auto drawn = drawnMs(Spread(50ms, 200ms), 1, 20'000);
    QVERIFY(*std::min_element(drawn.begin(), drawn.end()) >= 50);
    QVERIFY(*std::max_element(drawn.begin(), drawn.end()) <= 200);
    QVERIFY(std::abs(meanOf(drawn) - 125) < 2); // the standard error is 0.3
    const auto first = std::count_if(drawn.begin(), drawn.end(), [](double value) { return value < 65; });
    QVERIFY2(std::abs(static_cast<int>(first) - 2'000) < 200, QByteArray::number(qlonglong(first)));
    for (const auto value : drawnMs(Spread(7ms, 7ms), 1, 10))
        QCOMPARE(value, 7.0);
}

void ContendOptionsTest::drawsExponentially()
{
    const auto drawn = drawnMs(Spread::exponential(50ms), 2, 20'000);
    QVERIFY(*std::min_element(drawn.begin(), drawn.end()) >= 0);
    QVERIFY(std::abs(meanOf(drawn) - 50) < 2); // the standard error is 0.35
    const auto below = std::count_if(drawn.begin(), drawn.end(), [](double value) { return value < 50; });
    const auto share = static_cast<double>(below) / 20'000;
    QVERIFY2(std::abs(share - (1 - std::exp(-1))) < 0.02, QByteArray::number(share));
    QVERIFY(!Spread::forever().draw(*std::make_unique<std::mt19937_64>(1)));
}

void ContendOptionsTest::drawsTheSameOfTheSameSeed()
{
    for (const auto& spread : {Spread(0ms, 1h), Spread::exponential(50ms)}) {
        QVERIFY(drawnMs(spread, 42, 100) == drawnMs(spread, 42, 100));
        QVERIFY(drawnMs(spread, 42, 100) != drawnMs(spread, 43, 100));
    }
    // By the standard, mt19937_64(5489) begins with 14514284786278117030: the same on every machine.
    QCOMPARE(std::lround(drawnMs(Spread(0ms, 1'000ms), 5489, 1).front() * 1'000), 786'821L);
}

void ContendOptionsTest::wordsAreReadBackTheSame()
{
    QCOMPARE(allRecipes().size(), std::size_t(21));
    for (const auto& recipe : allRecipes())
        QVERIFY(parseRecipe(toString(recipe.recipe), recipe.servers).value() == recipe.recipe &&
                recipe.word == toString(recipe.recipe));
    for (const auto mode : {Mode::Write, Mode::Read, Mode::Mix, Mode::Downgrade})
        QVERIFY(parseMode(toString(mode)).value() == mode);
    for (const auto revocation : {Revocation::Unnotified, Revocation::Ignore, Revocation::Follow})
        QVERIFY(parseRevocation(toString(revocation)).value() == revocation);
}

/// The recipes of cli.md, each for its servers.
void ContendOptionsTest::recipesBelongToServers_data()
{
    QTest::addColumn<RecipeServers>("servers");
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("usual");
    QTest::newRow("ZooKeeper") << onZooKeeper
                               << QByteArray("mutex, semaphore-mutex, read-write, semaphore, multi, single, latch, "
                                             "kazoo-lock or kazoo-semaphore")
                               << QByteArray("mutex");
    QTest::newRow("Redis") << onRedis
                           << QByteArray("redisson-lock, redisson-fair-lock, redisson-read-write, "
                                         "redisson-fenced-lock, redisson-spin-lock, redisson-semaphore, "
                                         "redisson-permit-semaphore, redisson-multi-lock, redisson-2016-lock, "
                                         "redis-json-lock or redis-lock")
                           << QByteArray("redisson-lock");
    QTest::newRow("masters") << onMasters << QByteArray("redlock") << QByteArray("redlock");
}

void ContendOptionsTest::recipesBelongToServers()
{
    QFETCH(RecipeServers, servers);
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, usual);
    QCOMPARE(recipeWords(servers), words.toStdString());
    QCOMPARE(toString(usualRecipe(servers)), std::string_view(usual));
    const auto unknown = parseRecipe("spinlock", servers);
    QVERIFY(!unknown);
    QVERIFY(unknown.error().code == ErrorCode::BadArguments);
    QCOMPARE(unknown.error().detail, "unknown recipe \"spinlock\": use " + words.toStdString());
    for (const auto& recipe : allRecipes())
        QCOMPARE(parseRecipe(recipe.word, servers).has_value(), recipe.servers == servers);
}

void ContendOptionsTest::recipesOfOtherServersAreRefused()
{
    const auto refusal = [](std::string_view word, RecipeServers servers) {
        const auto parsed = parseRecipe(word, servers);
        return parsed ? std::string("none") : parsed.error().detail.substr(0, parsed.error().detail.find(':'));
    };
    QCOMPARE(refusal("redisson-lock", onZooKeeper),
             std::string("the recipe redisson-lock is for Redis, not for ZooKeeper"));
    QCOMPARE(refusal("mutex", onRedis), std::string("the recipe mutex is for ZooKeeper, not for Redis"));
    QCOMPARE(refusal("redlock", onRedis),
             std::string("the recipe redlock is for independent Redis masters, not for Redis"));
    QCOMPARE(refusal("redis-lock", onMasters),
             std::string("the recipe redis-lock is for Redis, not for independent Redis masters"));
}

void ContendOptionsTest::refusesWhatDoesNotGoTogether_data()
{
    using Change = std::function<void(ContendOptions&)>;
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, const char* reason, Change change) {
        QTest::newRow(name) << QByteArray(reason) << std::move(change);
    };
    row("all well", "", [](ContendOptions&) {});
    row("no path", "the path is missing", [](ContendOptions& o) { o.paths.clear(); });
    row("no good path", "locks", [](ContendOptions& o) { o.paths = {"locks"}; });
    row("root", "root", [](ContendOptions& o) { o.paths = {"/"}; });
    row("path twice", "duplicate path \"/a\"", [](ContendOptions& o) {
        o.paths = {"/a", "/a"};
        o.recipe = Recipe::Multi;
    });
    row("two paths", "several locks need the recipe multi or nested locks", [](ContendOptions& o) {
        o.paths = {"/a", "/b"};
    });
    row("two paths nested", "", [](ContendOptions& o) {
        o.paths = {"/a", "/b"};
        o.nested = true;
    });
    row("one path nested", "need two or more paths", [](ContendOptions& o) { o.nested = true; });
    row("nested semaphores", "can be nested", [](ContendOptions& o) {
        o.paths = {"/a", "/b"};
        o.nested = true;
        o.recipe = Recipe::Semaphore;
    });
    row("multi in its order", "", [](ContendOptions& o) {
        o.paths = {"/b", "/a"};
        o.recipe = Recipe::Multi;
        o.asGiven = true;
    });
    row("order of a mutex", "only the recipe multi", [](ContendOptions& o) { o.asGiven = true; });
    row("mutex that reads", "the modes read, mix and downgrade need the recipe",
        [](ContendOptions& o) { o.mode = Mode::Read; });
    row("leases of a mutex", "several leases need the recipe", [](ContendOptions& o) { o.leases = 2; });
    row("latch that listens", "revocation is not available for a latch", [](ContendOptions& o) {
        o.recipe = Recipe::Latch;
        o.revocation = Revocation::Follow;
    });
    row("no leases", "invalid number of leases \"0\": use", [](ContendOptions& o) {
        o.recipe = Recipe::Semaphore;
        o.leases = 0;
    });
    row("much too many clients", "invalid value \"1001\" for --clients", [](ContendOptions& o) { o.clients = 1'001; });
    row("no name", "--name", [](ContendOptions& o) { o.name.clear(); });
    row("thinks for ever", "never queues", [](ContendOptions& o) { o.think = Spread::forever(); });
    row("starts by itself anyway", "--autostart", [](ContendOptions& o) { o.autostart = true; });
    row("share beyond all", "--write-share", [](ContendOptions& o) { o.writeShare = 101; });
    row("writes all the time", "invalid time for each write", [](ContendOptions& o) { o.writeEvery = 0ms; });
    row("no session", "--session-timeout", [](ContendOptions& o) { o.sessionTimeout = 0ms; });
    row("lease of a session", "--lease is for Redis: on ZooKeeper, the session",
        [](ContendOptions& o) { o.lease = 9s; });
    row("watchdog of a session", "--watchdog-timeout is for Redis", [](ContendOptions& o) { o.watchdogTimeout = 9s; });
    row("votes of one ensemble", "--sequential needs the recipe redlock on independent masters",
        [](ContendOptions& o) { o.sequential = true; });
    const auto redis = [&](
                           const char* name, const char* reason, Recipe recipe, std::vector<std::string> names,
                           Change change = [](ContendOptions&) {}) {
        row(name, reason, [=](ContendOptions& o) {
            o.recipe = recipe;
            o.paths = names;
            change(o);
        });
    };
    redis("a key", "", Recipe::RedissonLock, {"orders:{7} \xff"});
    redis("empty key", "the name of the lock is empty", Recipe::RedissonLock, {""});
    redis("no key", "the name of the lock is missing", Recipe::RedissonLock, {});
    redis("key twice", "duplicate name \"a\"", Recipe::RedissonMultiLock, {"a", "a"});
    redis("several keys", "", Recipe::RedissonMultiLock, {"a", "b"});
    redis("two keys", "several locks need the recipe redisson-multi-lock or nested locks", Recipe::RedissonLock,
          {"a", "b"});
    redis("two keys nested", "", Recipe::RedissonLock, {"a", "b"}, [](ContendOptions& o) { o.nested = true; });
    redis("two votes", "several locks must be nested", Recipe::Redlock, {"a", "b"});
    redis("nested permits", "only a lock of the recipe redisson-lock, redisson-fair-lock", Recipe::RedissonSemaphore,
          {"a", "b"}, [](ContendOptions& o) { o.nested = true; });
    redis("order of keys", "only the recipe multi", Recipe::RedissonMultiLock, {"b", "a"},
          [](ContendOptions& o) { o.asGiven = true; });
    redis("reads", "", Recipe::RedissonReadWrite, {"a"}, [](ContendOptions& o) { o.mode = Mode::Mix; });
    redis("lock that reads", "need the recipe redisson-read-write", Recipe::RedissonLock, {"a"},
          [](ContendOptions& o) { o.mode = Mode::Mix; });
    redis("vote that reads", "independent masters have only redlock", Recipe::Redlock, {"a"},
          [](ContendOptions& o) { o.mode = Mode::Read; });
    redis("permits", "", Recipe::RedissonSemaphore, {"a"}, [](ContendOptions& o) { o.leases = 3; });
    redis("permits of a lock", "several leases need the recipe redisson-semaphore or redisson-permit-semaphore",
          Recipe::RedissonLock, {"a"}, [](ContendOptions& o) { o.leases = 3; });
    redis("lease", "", Recipe::RedissonLock, {"a"}, [](ContendOptions& o) { o.lease = 10ms; });
    redis("short lease", "invalid value for --lease: use 10ms or more", Recipe::RedissonLock, {"a"},
          [](ContendOptions& o) { o.lease = 9ms; });
    redis("short watchdog", "invalid value for --watchdog-timeout", Recipe::RedissonLock, {"a"},
          [](ContendOptions& o) { o.watchdogTimeout = 0ms; });
    redis("two leases", "--lease and --watchdog-timeout exclude each other", Recipe::RedissonLock, {"a"},
          [](ContendOptions& o) { o.lease = o.watchdogTimeout = 1s; });
    redis("lease of plain permits", "--lease does not apply to the recipe redisson-semaphore",
          Recipe::RedissonSemaphore, {"a"}, [](ContendOptions& o) { o.lease = 1s; });
    redis("session on Redis", "--session-timeout is for ZooKeeper: Redis has no sessions", Recipe::RedissonLock, {"a"},
          [](ContendOptions& o) { o.sessionTimeout = 1s; });
    redis("revocation on Redis", "--revocation is for ZooKeeper", Recipe::RedissonLock, {"a"},
          [](ContendOptions& o) { o.revocation = Revocation::Ignore; });
    redis("votes of one server", "--node-timeout needs the recipe redlock", Recipe::RedisLock, {"a"},
          [](ContendOptions& o) { o.nodeTimeout = 1s; });
    redis("votes", "", Recipe::Redlock, {"a"}, [](ContendOptions& o) {
        o.sequential = true;
        o.nodeTimeout = 1ms;
        o.lease = 1s;
    });
    redis("no time for a vote", "invalid value for --node-timeout", Recipe::Redlock, {"a"},
          [](ContendOptions& o) { o.nodeTimeout = 0ms; });
}

void ContendOptionsTest::refusesWhatDoesNotGoTogether()
{
    QFETCH(QByteArray, reason);
    QFETCH(std::function<void(ContendOptions&)>, change);
    auto options = onLock();
    change(options);
    const auto outcome = checked(options);
    QCOMPARE(outcome.has_value(), reason.isEmpty());
    if (!outcome)
        QVERIFY2(describe(outcome.error()).find(reason.toStdString()) != std::string::npos,
                 describe(outcome.error()).c_str());
}

void ContendOptionsTest::argumentsSayEverything()
{
    ContendOptions options;
    options.paths = {"/locks/orders", "/locks/stock"};
    options.recipe = Recipe::ReadWrite;
    options.nested = true;
    options.asGiven = true;
    options.mode = Mode::Mix;
    options.writeShare = 30;
    options.leases = 4;
    options.clients = 3;
    options.name = "worker";
    options.hold = Spread::exponential(50ms);
    options.cycles = 7;
    options.runFor = 3s;
    options.acquireTimeout = 250ms;
    options.sessionTimeout = 4s;
    options.lease = 30s;
    options.watchdogTimeout = 9s;
    options.sequential = true;
    options.nodeTimeout = 70ms;
    options.seed = 18'446'744'073'709'551'615U;
    options.careless = true;
    options.revocation = Revocation::Ignore;
    options.resource = "127.0.0.1:4711";
    options.control = true;
    options.autostart = true;
    QStringList words;
    for (const auto& word : toArguments(options))
        words.append(QString::fromStdString(word));
    QCOMPARE(words.join(QLatin1Char(' ')),
             QStringLiteral("contend /locks/orders /locks/stock --recipe read-write --clients 3 --name worker --hold "
                            "exp:50ms --think 0ms..10ms --nested --as-given --mode mix --write-share 30% --leases 4 "
                            "--cycles 7 --for 3000ms --acquire-timeout 250ms --session-timeout 4000ms --lease "
                            "30000ms --watchdog-timeout 9000ms --sequential --node-timeout 70ms --seed "
                            "18446744073709551615 --careless --revocation ignore --resource 127.0.0.1:4711 "
                            "--write-every 20ms --control --autostart"));
}

void ContendOptionsTest::usualArgumentsAreFew()
{
    QStringList words;
    for (const auto& word : toArguments(onLock()))
        words.append(QString::fromStdString(word));
    QCOMPARE(words.join(QLatin1Char(' ')),
             QStringLiteral("contend /locks/a --recipe mutex --clients 1 --name sim --hold 50ms..200ms --think "
                            "0ms..10ms"));
}

void ContendOptionsTest::namesItsClients()
{
    auto options = onLock();
    QVERIFY(clientNames(options) == std::vector<std::string>{"sim"});
    options.clients = 3;
    QVERIFY((clientNames(options) == std::vector<std::string>{"sim-1", "sim-2", "sim-3"}));
}

} // namespace lockscope::contendOptionsTest

LOCKSCOPE_TEST(lockscope::contendOptionsTest::ContendOptionsTest)
#include "ContendOptionsTest.moc"
