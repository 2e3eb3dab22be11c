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
    QCOMPARE(allRecipes().size(), std::size_t(9));
    for (const auto& recipe : allRecipes())
        QVERIFY(parseRecipe(toString(recipe.recipe)).value() == recipe.recipe &&
                recipe.word == toString(recipe.recipe));
    for (const auto mode : {Mode::Write, Mode::Read, Mode::Mix, Mode::Downgrade})
        QVERIFY(parseMode(toString(mode)).value() == mode);
    for (const auto revocation : {Revocation::Unnotified, Revocation::Ignore, Revocation::Follow})
        QVERIFY(parseRevocation(toString(revocation)).value() == revocation);
    const auto unknown = parseRecipe("spinlock");
    QVERIFY(!unknown);
    QCOMPARE(
        unknown.error().detail,
        std::string("unknown recipe \"spinlock\": use mutex, semaphore-mutex, read-write, semaphore, multi, single, "
                    "latch, kazoo-lock or kazoo-semaphore"));
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
    row("two paths", "several paths need the recipe multi", [](ContendOptions& o) { o.paths = {"/a", "/b"}; });
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
    row("mutex that reads", "the mode read needs the recipe read-write",
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
                            "--cycles 7 --for 3000ms --acquire-timeout 250ms --session-timeout 4000ms --seed "
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
