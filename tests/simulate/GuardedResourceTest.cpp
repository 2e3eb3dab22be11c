// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The guarded resource: which writes are stale, rejected, or accepted only without fencing, which clients are inside
/// together and how long, and its endpoint over real sockets.

#include "core/simulate/resource/GuardedResource.h"
#include "core/base/EventLoop.h"
#include "core/simulate/resource/ResourceLink.h"
#include "tests/support/DeadPort.h"
#include "tests/support/Test.h"

#include <QJsonDocument>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <atomic>

namespace lockscope::guardedResourceTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

using What = Visit::What;
using Counts = ResourceLedger::Counts;

constexpr int waitLimit = 60'000;

Visit visitOf(What what, const char* client, std::int64_t token, bool writes = true, Admission admission = {})
{
    return {what, client, "/a", token, writes, admission};
}

/// A ledger and the time of its events.
struct Resource {
    ResourceLedger ledger;
    SteadyTime now{};

    explicit Resource(bool guarded = true)
        : ledger(guarded)
    {
    }
    bool take(const Visit& visit)
    {
        now += 1ms;
        return ledger.take(visit, now).has_value();
    }
    bool enter(const char* client, std::int64_t token) { return take(visitOf(What::Enter, client, token)); }
    bool write(const char* client, std::int64_t token) { return take(visitOf(What::Write, client, token)); }
    bool leave(const char* client, std::int64_t token) { return take(visitOf(What::Leave, client, token)); }
};

} // namespace

class GuardedResourceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesWritesOfTheHolder();
    void rejectsALateWrite();
    void letsALateWriteThroughUnguarded();
    void turnsAwayWhoIsOutside();
    void leasesAreNeverStale();
    void readersOutdateWriters();
    void reportsOverlaps();
    void sharesWithReaders();
    void forgetsDeadProcesses();
    void wantsOneKindALock();
    void visitsAreReadBackTheSame();
    void refusesStrangeVisits_data();
    void refusesStrangeVisits();
    void takesNamesOfLocksOnRedis();
    void answersOverTheWire();
    void answersWithoutAResource();
    void answersWhenItBreaks();
    void answersWhenItIsSilent();
    void aPauseIsNoSilence();
    void cutsOffWhoTalksTooLong();
    void forgetsWhoBreaksOffInMidSentence();
    void readsAddresses();
};

void GuardedResourceTest::takesWritesOfTheHolder()
{
    Resource guarded;
    QVERIFY(guarded.enter("a", 10) && guarded.write("a", 10) && guarded.write("a", 10) && guarded.leave("a", 10));
    QVERIFY(guarded.enter("b", 12) && guarded.write("b", 12) && guarded.leave("b", 12));
    QCOMPARE(guarded.ledger.counts(), (Counts{2, 3, 0, 0, 0}));
}

void GuardedResourceTest::rejectsALateWrite()
{
    Resource guarded;
    QVERIFY(guarded.enter("paused", 10));
    QVERIFY(guarded.enter("heir", 12));
    QVERIFY(guarded.write("heir", 12));
    const auto late = guarded.ledger.take(visitOf(What::Write, "paused", 10), guarded.now);
    QVERIFY(!late && late.error().code == ErrorCode::Refused);
    QVERIFY2(describe(late.error()).find("the fencing token 0xa of paused is older than 0xc") != std::string::npos,
             describe(late.error()).c_str());
    QVERIFY(guarded.write("heir", 12));
    QCOMPARE(guarded.ledger.counts(), (Counts{2, 2, 1, 1, 1}));
}

void GuardedResourceTest::letsALateWriteThroughUnguarded()
{
    Resource guarded(false);
    QVERIFY(guarded.enter("paused", 10) && guarded.enter("heir", 12) && guarded.write("heir", 12));
    QVERIFY(guarded.write("paused", 10));
    QCOMPARE(guarded.ledger.counts(), (Counts{2, 2, 0, 1, 1}));
    QVERIFY(!guarded.write("stranger", 1)); // not inside: any resource rejects it
    QCOMPARE(guarded.ledger.counts(), (Counts{2, 2, 1, 1, 1}));
}

void GuardedResourceTest::turnsAwayWhoIsOutside()
{
    Resource guarded;
    QVERIFY(!guarded.write("a", 10));
    QVERIFY(!guarded.leave("a", 10));
    QVERIFY(guarded.enter("a", 10) && guarded.leave("a", 10));
    QVERIFY(guarded.enter("b", 12));
    QVERIFY(!guarded.write("a", 10)); // stale and outside: rejected without its token too
    QCOMPARE(guarded.ledger.counts(), (Counts{2, 0, 2, 0, 0}));
}

void GuardedResourceTest::leasesAreNeverStale()
{
    Resource guarded;
    const Admission two{2, false};
    const auto take = [&](What what, const char* client, std::int64_t token) {
        return guarded.take(visitOf(what, client, token, true, two));
    };
    QVERIFY(take(What::Enter, "a", 10) && take(What::Enter, "b", 12));
    QVERIFY(take(What::Write, "b", 12) && take(What::Write, "a", 10));
    QCOMPARE(guarded.ledger.counts(), (Counts{2, 2, 0, 0, 0}));
    QVERIFY(take(What::Enter, "c", 14));
    QCOMPARE(guarded.ledger.counts().overlaps, 1);
}

void GuardedResourceTest::readersOutdateWriters()
{
    Resource guarded;
    const Admission shared{1, true};
    QVERIFY(guarded.take(visitOf(What::Enter, "w", 10, true, shared)));
    QVERIFY(guarded.take(visitOf(What::Enter, "r", 12, false, shared)));
    QVERIFY(!guarded.take(visitOf(What::Write, "w", 10, true, shared)));
    QCOMPARE(guarded.ledger.counts().rejected, 1);
}

void GuardedResourceTest::reportsOverlaps()
{
    Resource guarded;
    QVERIFY(guarded.enter("a", 10));
    guarded.now += 99ms;
    QVERIFY(guarded.enter("b", 12));
    QCOMPARE(guarded.ledger.overlaps().size(), std::size_t(1));
    QVERIFY(!guarded.ledger.overlaps()[0].end);
    QVERIFY((guarded.ledger.overlaps()[0].clients == std::vector<std::string>{"a", "b"}));
    QVERIFY((guarded.ledger.inside("/a") == std::vector<std::string>{"a", "b"}));
    const auto began = guarded.now;
    guarded.now += 499ms;
    QVERIFY(guarded.leave("a", 10));
    const auto& overlap = guarded.ledger.overlaps()[0];
    QVERIFY(overlap.path == "/a" && overlap.begin == began && overlap.end == began + 500ms);
    QVERIFY(guarded.enter("c", 14)); // a second overlap, with b
    QCOMPARE(guarded.ledger.counts().overlaps, 2);
}

void GuardedResourceTest::sharesWithReaders()
{
    Resource guarded;
    const Admission shared{1, true};
    for (const auto* reader : {"r1", "r2", "r3"})
        QVERIFY(guarded.take(visitOf(What::Enter, reader, 10, false, shared)));
    QCOMPARE(guarded.ledger.counts().overlaps, 0);
    QVERIFY(guarded.take(visitOf(What::Enter, "w", 12, true, shared)));
    QCOMPARE(guarded.ledger.counts().overlaps, 1);
}

void GuardedResourceTest::forgetsDeadProcesses()
{
    Resource guarded;
    QVERIFY(guarded.enter("a", 10));
    QVERIFY(guarded.take({What::Enter, "a", "/b", 11, true, {}}));
    guarded.ledger.forget("a", guarded.now);
    QVERIFY(guarded.ledger.inside("/a").empty() && guarded.ledger.inside("/b").empty());
    QVERIFY(guarded.enter("b", 12));
    QCOMPARE(guarded.ledger.counts().overlaps, 0);
}

void GuardedResourceTest::wantsOneKindALock()
{
    Resource guarded;
    QVERIFY(guarded.enter("a", 10));
    const auto odd = guarded.ledger.take(visitOf(What::Enter, "b", 12, true, Admission{3, false}), guarded.now);
    QVERIFY(!odd && odd.error().code == ErrorCode::BadArguments);
    QCOMPARE(guarded.ledger.counts().entries, 1);
}

void GuardedResourceTest::visitsAreReadBackTheSame()
{
    for (const auto what : {What::Enter, What::Write, What::Leave}) {
        const NumberedVisit numbered{7, visitOf(what, "a \"ü\"", 0x7fff'ffff'ffff'ffff, false, Admission{4, true})};
        const auto back = parseVisit(QJsonDocument(toJson(numbered)).toJson(QJsonDocument::Compact));
        QVERIFY_RESULT(back);
        QVERIFY(back->id == 7 && back->visit == numbered.visit);
    }
}

void GuardedResourceTest::refusesStrangeVisits_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("do") << QStringLiteral("do") << QJsonValue(QStringLiteral("jump"));
    QTest::newRow("no client") << QStringLiteral("client") << QJsonValue();
    QTest::newRow("no path") << QStringLiteral("path") << QJsonValue();
    QTest::newRow("wrong path") << QStringLiteral("path") << QJsonValue(QStringLiteral("/a//b"));
    QTest::newRow("decimal token") << QStringLiteral("token") << QJsonValue(10);
    QTest::newRow("token of letters") << QStringLiteral("token") << QJsonValue(QStringLiteral("0xg"));
    QTest::newRow("mode") << QStringLiteral("mode") << QJsonValue(QStringLiteral("mix"));
    QTest::newRow("no leases") << QStringLiteral("leases") << QJsonValue(0);
    QTest::newRow("many leases") << QStringLiteral("leases") << QJsonValue(100'000);
}

void GuardedResourceTest::refusesStrangeVisits()
{
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    auto json = toJson(NumberedVisit{1, visitOf(What::Enter, "a", 10)});
    json.insert(field, value);
    const auto refused = parseVisit(QJsonDocument(json).toJson());
    QVERIFY(!refused);
    QVERIFY2(describe(refused.error()).find(field.toStdString()) != std::string::npos,
             describe(refused.error()).c_str());
}

/// Any text is the name of a key.
void GuardedResourceTest::takesNamesOfLocksOnRedis()
{
    for (const auto* name : {"orders", "app:{orders}:lock", "a b/"}) {
        auto visit = visitOf(What::Enter, "a", 10);
        visit.path = name;
        const auto parsed = parseVisit(QJsonDocument(toJson(NumberedVisit{1, visit})).toJson());
        QVERIFY2(parsed, parsed ? "" : describe(parsed.error()).c_str());
        QCOMPARE(parsed->visit.path, std::string(name));
    }
}

void GuardedResourceTest::answersOverTheWire()
{
    EventLoop executor;
    GuardedResource resource;
    QCOMPARE(resource.address(), QString());
    QVERIFY(resource.listen());
    const auto port = ResourceLink::parseAddress(resource.address());
    QVERIFY(port);
    std::atomic<int> taken = 0;
    std::atomic<int> refused = 0;
    std::atomic<bool> elsewhere = false;
    const auto note = [&](const Result<void>& outcome) {
        elsewhere = elsewhere || !executor.isCurrent();
        ++(outcome ? taken : refused);
    };
    QStringList writes;
    connect(&resource, &GuardedResource::wrote, this, [&writes](const Visit& visit, bool isAccepted) {
        writes << QString::fromStdString(visit.client) +
                      (isAccepted ? QStringLiteral(": accepted") : QStringLiteral(": rejected"));
    });
    auto one = std::make_unique<ResourceLink>(*port, executor);
    ResourceLink two(*port, executor);
    one->say(visitOf(What::Enter, "paused", 10), note);
    one->say(visitOf(What::Write, "paused", 10), note);
    QTRY_COMPARE_WITH_TIMEOUT(taken.load(), 2, waitLimit);
    two.say(visitOf(What::Enter, "heir", 12), note);
    QTRY_COMPARE_WITH_TIMEOUT(taken.load(), 3, waitLimit);
    one->say(visitOf(What::Write, "paused", 10), note);
    QTRY_COMPARE_WITH_TIMEOUT(refused.load(), 1, waitLimit);
    QVERIFY(!elsewhere);
    QCOMPARE(writes, (QStringList{QStringLiteral("paused: accepted"), QStringLiteral("paused: rejected")}));
    QCOMPARE(resource.ledger().counts().rejected, 1);
    QCOMPARE(resource.ledger().counts().overlaps, 1);
    QVERIFY((resource.ledger().inside("/a") == std::vector<std::string>{"paused", "heir"}));
    one.reset(); // its process ends
    QTRY_VERIFY_WITH_TIMEOUT((resource.ledger().inside("/a") == std::vector<std::string>{"heir"}), waitLimit);
    QVERIFY(resource.ledger().overlaps()[0].end);
}

void GuardedResourceTest::answersWithoutAResource()
{
    const lockscope::test::DeadPort dead;
    QVERIFY(dead.number() != 0);
    EventLoop executor;
    ResourceLink link(dead.number(), executor);
    std::atomic<int> code = -1;
    for (int i = 0; i < 2; ++i) { // twice: the client retries
        code = -1;
        link.say(visitOf(What::Enter, "a", 10),
                 [&](const Result<void>& outcome) { code = outcome ? 0 : static_cast<int>(outcome.error().code); });
        QTRY_COMPARE_WITH_TIMEOUT(code.load(), static_cast<int>(ErrorCode::NoConnection), waitLimit);
    }
}

void GuardedResourceTest::answersWhenItBreaks()
{
    EventLoop executor;
    auto resource = std::make_unique<GuardedResource>();
    QVERIFY(resource->listen());
    ResourceLink link(ResourceLink::parseAddress(resource->address()).value(), executor);
    std::atomic<int> answers = 0;
    const auto note = [&](const Result<void>&) { ++answers; };
    link.say(visitOf(What::Enter, "a", 10), note);
    QTRY_COMPARE_WITH_TIMEOUT(answers.load(), 1, waitLimit);
    resource.reset();
    link.say(visitOf(What::Write, "a", 10), note);
    QTRY_COMPARE_WITH_TIMEOUT(answers.load(), 2, waitLimit);
}

void GuardedResourceTest::answersWhenItIsSilent()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress(QHostAddress::LocalHost)));
    EventLoop executor;
    ResourceLink link(server.serverPort(), executor, 100ms);
    std::atomic<int> code = -1;
    link.say(visitOf(What::Enter, "a", 10),
             [&](const Result<void>& outcome) { code = outcome ? 0 : static_cast<int>(outcome.error().code); });
    QTRY_COMPARE_WITH_TIMEOUT(code.load(), static_cast<int>(ErrorCode::NoConnection), waitLimit);
}

/// A client that is stopped during a write still gets the answer, and stays connected for its late write.
void GuardedResourceTest::aPauseIsNoSilence()
{
    EventLoop executor;
    GuardedResource resource;
    QVERIFY(resource.listen());
    constexpr auto silence = 100ms;
    ResourceLink link(ResourceLink::parseAddress(resource.address()).value(), executor, silence);
    std::atomic<int> taken = 0;
    std::atomic<int> failed = 0;
    const auto note = [&](const Result<void>& outcome) { ++(outcome ? taken : failed); };
    link.say(visitOf(What::Enter, "a", 10), note);
    QTRY_COMPARE_WITH_TIMEOUT(taken.load(), 1, waitLimit);
    // The answer is on its way, but nothing is read: the thread stops.
    connect(&resource, &GuardedResource::wrote, this,
            [&] { QThread::msleep(std::chrono::milliseconds(3 * silence).count()); });
    link.say(visitOf(What::Write, "a", 10), note);
    QTRY_COMPARE_WITH_TIMEOUT(taken.load() + failed.load(), 2, waitLimit);
    QCOMPARE(taken.load(), 2);
    QVERIFY((resource.ledger().inside("/a") == std::vector<std::string>{"a"}));
}

void GuardedResourceTest::cutsOffWhoTalksTooLong()
{
    GuardedResource resource;
    QVERIFY(resource.listen());
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), resource.address().section(u':', 1).toUShort());
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::ConnectedState, waitLimit);
    socket.write("what\n");
    QTRY_VERIFY_WITH_TIMEOUT(socket.canReadLine(), waitLimit);
    QVERIFY(socket.readLine().contains("not a JSON object"));
    socket.write(QByteArray(longestVisitBytes + 1, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, waitLimit);
}

/// As with a crowd of killed clients: their last data is read after their end.
void GuardedResourceTest::forgetsWhoBreaksOffInMidSentence()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    auto resource = std::make_unique<GuardedResource>(GuardedResource::Fencing::Guarded);
    QVERIFY(resource->listen());
    const auto port = ResourceLink::parseAddress(resource->address());
    QVERIFY(port);
    constexpr int crowd = 200;
    std::vector<std::unique_ptr<QTcpSocket>> sockets;
    for (int i = 0; i < crowd; ++i) {
        sockets.push_back(std::make_unique<QTcpSocket>());
        sockets.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), *port);
        QTRY_COMPARE_WITH_TIMEOUT(sockets.back()->state(), QAbstractSocket::ConnectedState, waitLimit);
    }
    int changes = 0;
    connect(resource.get(), &GuardedResource::changed, this, [&] { ++changes; });
    for (const auto& socket : sockets)
        socket->write("{\"no\": \"visit\"}\n");
    QTRY_VERIFY_WITH_TIMEOUT(changes >= crowd, waitLimit); // each was answered
    for (const auto& socket : sockets) {
        socket->write(QByteArray(3'000, 'x')); // part of an endless line
        socket->flush();
        socket->abort();
    }
    QTRY_VERIFY_WITH_TIMEOUT(changes >= 2 * crowd, waitLimit); // each was removed
    resource.reset();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void GuardedResourceTest::readsAddresses()
{
    QCOMPARE(ResourceLink::parseAddress(QStringLiteral("127.0.0.1:4711")).value(), quint16(4711));
    for (const auto* bad :
         {"", "4711", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "example.org:80", "127.0.0.1:x"})
        QVERIFY2(!ResourceLink::parseAddress(QLatin1String(bad)), bad);
}

} // namespace lockscope::guardedResourceTest

LOCKSCOPE_TEST(lockscope::guardedResourceTest::GuardedResourceTest)
#include "GuardedResourceTest.moc"
