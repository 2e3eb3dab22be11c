// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/BaseSuite.h"
#include "tests/support/Test.h"

using namespace std::chrono_literals;

namespace lockscope::test {

using locks::LostReason;
using locks::Owner;

namespace {

void addMoments()
{
    QTest::addColumn<int>("when");
    QTest::addRow("the request") << static_cast<int>(When::BeforeExecution);
    QTest::addRow("the reply") << static_cast<int>(When::AfterExecution);
}

} // namespace

void BaseSuite::findsItsNodeAfterALostReply_data()
{
    addMoments();
}

void BaseSuite::findsItsNodeAfterALostReply()
{
    QFETCH(int, when);
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    m_bed->makeDirectories();
    const auto clean = one.acquire();
    QVERIFY(clean.ok());
    const auto nodes = one.nodes().size();
    QVERIFY(one.release().ok());
    for (int nth = 1; nth <= kind().creates(); ++nth) {
        m_bed->ensemble.fail(
            {.op = FakeOp::Create, .when = static_cast<When>(when), .client = &one.client(), .nth = nth});
        const auto answer = one.acquire();
        m_bed->wait();
        QVERIFY(answer.ok());
        QCOMPARE(one.nodes().size(), nodes);
        const auto second = two.acquire();
        QVERIFY(!second.arrived());
        QVERIFY(one.release().ok());
        QVERIFY(second.ok());
        QVERIFY(two.release().ok());
        QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
    }
}

void BaseSuite::adoptsNoNodeThatOnlyLooksLikeItsOwn()
{
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    m_bed->ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client()});
    const auto answer = one.acquire();
    QCOMPARE(one.nodes().size(), std::size_t(1));
    // A lagging follower shows the node of an expired session like this: same name, another owner.
    const auto node = one.nodes().front();
    const auto stem = node.substr(0, node.find_last_not_of("0123456789") + 1);
    QVERIFY(m_bed->ensemble.remove(node));
    const auto other = m_bed->ensemble.create(
        stem, "", 99, stem == node ? zk::CreateMode::Ephemeral : zk::CreateMode::EphemeralSequential);
    QVERIFY(other);
    m_bed->wait();
    QCOMPARE(answer.arrived(), kind().shared); // otherwise it waits behind that node
    QVERIFY(m_bed->ensemble.remove(other->path));
    m_bed->wait();
    QVERIFY(answer.ok());
    for (const auto& held : answer.result()->nodes)
        QCOMPARE(m_bed->ensemble.stat(held.path)->ephemeralOwner, one.client().session().id);
}

void BaseSuite::releasesAfterALostReply_data()
{
    QTest::addColumn<int>("when");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, When when, ErrorCode code) {
        QTest::addRow("%s", name) << static_cast<int>(when) << static_cast<int>(code);
    };
    row("the request", When::BeforeExecution, ErrorCode::ConnectionLoss);
    row("the reply", When::AfterExecution, ErrorCode::ConnectionLoss);
    row("throttled", When::BeforeExecution, ErrorCode::Throttled);
    row("session moved", When::BeforeExecution, ErrorCode::SessionMoved);
}

void BaseSuite::releasesAfterALostReply()
{
    QFETCH(int, when);
    QFETCH(int, code);
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->ensemble.fail({.op = kind().removal,
                          .when = static_cast<When>(when),
                          .code = static_cast<ErrorCode>(code),
                          .client = &one.client()});
    const auto released = one.release();
    m_bed->wait();
    QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
    QVERIFY(released.ok());
    QCOMPARE(released.count(), 1);
    QVERIFY(one.nodes().empty());
    QVERIFY(second.ok());
}

void BaseSuite::takesRefusalsForAnAnswerToCome_data()
{
    QTest::addColumn<int>("op");
    QTest::addColumn<int>("code");
    for (const auto op : {FakeOp::Create, FakeOp::Children, FakeOp::Get, FakeOp::Exists}) {
        for (const auto code : {ErrorCode::Throttled, ErrorCode::SessionMoved, ErrorCode::ConnectionLoss})
            QTest::addRow("%s %s", operationName(op).data(), toString(code).data())
                << static_cast<int>(op) << static_cast<int>(code);
    }
}

void BaseSuite::takesRefusalsForAnAnswerToCome()
{
    QFETCH(int, op);
    QFETCH(int, code);
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->ensemble.fail(
        {.op = static_cast<FakeOp>(op), .code = static_cast<ErrorCode>(code), .client = &two.client()});
    const auto answer = two.acquire();
    m_bed->wait();
    QVERIFY(!answer.arrived());
    QVERIFY(one.release().ok());
    m_bed->wait();
    QVERIFY(answer.ok());
}

void BaseSuite::queuesAgainOnANewSession()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire();
    m_bed->linger();
    const auto session = two.client().session().id;
    m_bed->ensemble.expire(two.client());
    m_bed->wait();
    QVERIFY(two.client().session().id != session);
    QVERIFY(!answer.arrived());
    QCOMPARE(one.phase(), "Held");
    QCOMPARE(two.phase(), "Waiting");
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void BaseSuite::isLostWithItsSession()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    std::vector<LostReason> lost;
    const auto reported = one.lock().onLost([&](Owner, LostReason reason) { lost.push_back(reason); });
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->ensemble.expire(one.client());
    m_bed->settle();
    QVERIFY(second.ok());
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(printed(lost), "the session has expired");
    QVERIFY(!one.fencingToken() && !one.validUntil());
    QVERIFY(one.acquire().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    const auto again = one.acquire();
    QVERIFY(!again.arrived());
    QVERIFY(two.release().ok());
    QVERIFY(again.ok());
}

/// L3: a stopped process continues before it is notified of anything.
void BaseSuite::isUncertainPastItsDeadlineThoughConnected()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    if (kind().reentrant)
        QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->linger();
    const auto lost = one.hold().lostToken();
    m_bed->ensemble.cut(one.client());
    m_bed->clock.advance(LockWorld::timeout + 1s); // the process is stopped: none of its timers runs
    QVERIFY(one.client().session().state == SessionState::Connected);
    QCOMPARE(one.phase(), "Uncertain");
    QVERIFY(one.state().validUntil <= m_bed->clock.now());
    Answer<locks::Hold> again;
    one.lock().acquireAsync(one.owner(), {}, {}, again.reply());
    Answer<void> nested;
    if (kind().reentrant)
        one.keeper().release(nested.reply());
    QVERIFY(m_bed->executor.runOne());
    QVERIFY(again.failedWith(kind().reentrant ? ErrorCode::ConnectionLoss : ErrorCode::BadArguments));
    if (kind().reentrant) {
        QVERIFY(m_bed->executor.runOne());
        QVERIFY(nested.failedWith(ErrorCode::NotHeld)); // another client may have held meanwhile
    }
    const auto released = one.release();
    m_bed->wait(3 * LockWorld::timeout);
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QVERIFY(lost.stop_requested());
    QVERIFY(second.ok());
}

/// L5: the reply to the create is lost, and the sync of the search fails on the server.
void BaseSuite::searchesAgainWhenTheSyncFailed()
{
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    for (int nth = 1; nth <= kind().creates(); ++nth) {
        m_bed->ensemble.clearRequests();
        m_bed->ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client(), .nth = nth});
        m_bed->ensemble.fail({.op = FakeOp::Sync, .code = ErrorCode::Throttled, .client = &one.client()});
        const auto answer = one.acquire();
        m_bed->wait();
        QVERIFY(answer.ok());
        QCOMPARE(m_bed->ensemble.count(FakeOp::Sync), std::size_t(2));
        QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
        QVERIFY(one.release().ok());
    }
}

/// L7: an error without a name in the C client, such as ZSYSTEMERROR, while the outcome of a create is unknown.
void BaseSuite::searchesOnWhateverTheServerSays()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    m_bed->makeDirectories();
    for (const auto code : {ErrorCode::System, ErrorCode::InvalidAcl}) {
        m_bed->ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client()});
        m_bed->ensemble.fail({.op = FakeOp::Sync, .code = code, .client = &one.client()});
        const auto answer = one.acquire();
        m_bed->wait(3s);
        QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
        QCOMPARE(answer.ok(), code == ErrorCode::System);
        if (answer.ok())
            QVERIFY(one.release().ok());
        QVERIFY(one.nodes().empty());
        QVERIFY(two.acquire().ok());
        QVERIFY(two.release().ok());
    }
}

void BaseSuite::saysWhyItWaitsWithoutContact()
{
    locks::NodeOptions options;
    std::vector<std::string> lines;
    options.log =
        Log([&](LogLevel, std::string_view, std::string_view line) { lines.emplace_back(line); }, LogLevel::Warning);
    m_bed->acceptClients(false);
    auto& one = m_bed->subject(options);
    const auto limited = one.acquire(4s);
    m_bed->wait(4s);
    QVERIFY(limited.failedWith(ErrorCode::TimedOut));
    const auto answer = one.acquire();
    m_bed->wait(6s);
    QVERIFY(!answer.arrived());
    QVERIFY(!one.state().detail.empty());
    QCOMPARE(lines.size(), std::size_t(1));
    m_bed->wait(30s);
    QVERIFY(answer.failedWith(ErrorCode::NoConnection));
    options.firstContact.reset();
    auto& patient = m_bed->subject(options);
    const auto later = patient.acquire();
    m_bed->wait(60s);
    QVERIFY(!later.arrived());
    m_bed->acceptClients(true);
    m_bed->wait(LockWorld::timeout / 2); // a session that took this long to open is confirmed first
    QVERIFY(later.ok());
    QVERIFY(patient.state().detail.empty());
}

void BaseSuite::isLostAtItsOwnDeadline()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->ensemble.cut(one.client());
    m_bed->wait(LockWorld::timeout * 2 / 3);
    QCOMPARE(one.phase(), "Uncertain");
    m_bed->wait(one.state().validUntil - m_bed->clock.now());
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(!second.arrived()); // the loss is reported before the server grants the lock
    m_bed->wait(LockWorld::timeout);
    QVERIFY(second.ok());
}

void BaseSuite::queuesAgainWhenItsPlaceIsDeleted()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire();
    m_bed->linger();
    const auto places = two.places();
    QCOMPARE(!places.empty(), kind().waitsInPlace);
    for (const auto& place : places)
        QVERIFY(m_bed->ensemble.remove(place));
    m_bed->settle();
    QVERIFY(!answer.arrived());
    QCOMPARE(two.places().size(), places.size());
    if (!places.empty())
        QVERIFY(two.places() != places);
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void BaseSuite::isLostWhenItsNodeIsDeleted()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    std::vector<LostReason> lost;
    const auto reported = one.lock().onLost([&](Owner, LostReason reason) { lost.push_back(reason); });
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    const auto second = two.acquire();
    m_bed->linger();
    QVERIFY(m_bed->ensemble.remove(answer.result()->nodes.front().path));
    m_bed->settle();
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(printed(lost), "its node was deleted");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld)); // and releases the rest of several nodes
    QVERIFY(second.ok());
    QCOMPARE(two.phase(), "Held"); // no node of another client was touched
    QVERIFY(two.verify().ok());
}

void BaseSuite::isLostWhenItsNodeWasDeletedWhileCutOff()
{
    auto& one = m_bed->subject();
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    m_bed->ensemble.disconnect(one.client());
    m_bed->settle();
    QVERIFY(m_bed->ensemble.remove(answer.result()->nodes.back().path));
    m_bed->ensemble.reconnect(one.client());
    m_bed->settle();
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
}

void BaseSuite::isUncertainWithoutContact()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->ensemble.disconnect(one.client());
    m_bed->settle();
    QCOMPARE(one.phase(), "Uncertain");
    QVERIFY(one.state().validUntil > m_bed->clock.now());
    QVERIFY(one.state().validUntil <= m_bed->clock.now() + LockWorld::timeout);
    QVERIFY(one.acquire().failedWith(kind().reentrant ? ErrorCode::ConnectionLoss : ErrorCode::BadArguments));
    m_bed->ensemble.reconnect(one.client());
    m_bed->settle();
    QCOMPARE(one.phase(), "Held");
    QVERIFY(one.release().ok());
}

void BaseSuite::neverHoldsThroughAReadOnlyServer()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->ensemble.setReadOnly(one.client(), true);
    m_bed->settle();
    QCOMPARE(one.phase(), "Uncertain");
    m_bed->ensemble.setReadOnly(one.client(), false);
    m_bed->wait();
    QCOMPARE(one.phase(), "Held");
}

void BaseSuite::releasesOnceContactIsBack()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->ensemble.disconnect(one.client());
    m_bed->settle();
    const auto released = one.release();
    m_bed->wait();
    QVERIFY(!released.arrived());
    m_bed->ensemble.reconnect(one.client());
    m_bed->wait();
    QVERIFY(released.ok());
    QVERIFY(one.nodes().empty());
}

void BaseSuite::doesNotHoldAgainWhileItReleases()
{
    auto& one = m_bed->subject();
    std::vector<locks::Phase> reported;
    const auto states =
        one.lock().onState([&](Owner, const locks::LockState& state) { reported.push_back(state.phase); });
    QVERIFY(one.acquire().ok());
    m_bed->linger();
    (void)m_bed->ensemble.hold({.op = kind().removal, .client = &one.client()});
    const auto released = one.release();
    reported.clear();
    m_bed->ensemble.disconnect(one.client());
    m_bed->settle();
    QCOMPARE(printed(reported), "Uncertain");
    QVERIFY(!released.arrived());
    m_bed->ensemble.reconnect(one.client());
    m_bed->wait();
    QVERIFY(released.ok());
    QCOMPARE(printed(reported), "Uncertain Released");
}

void BaseSuite::releaseSucceedsWhenTheSessionEnds_data()
{
    addMoments();
}

void BaseSuite::releaseSucceedsWhenTheSessionEnds()
{
    QFETCH(int, when);
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->linger();
    const auto held =
        m_bed->ensemble.hold({.op = kind().removal, .when = static_cast<When>(when), .client = &one.client()});
    const auto released = one.release();
    QVERIFY(!released.arrived());
    m_bed->ensemble.expire(one.client());
    m_bed->settle();
    m_bed->ensemble.release(held);
    m_bed->wait();
    QVERIFY(released.ok()); // the nodes are gone, as requested
    QCOMPARE(released.count(), 1);
    QVERIFY(second.ok());
    QVERIFY(one.nodes().empty());
    QCOMPARE(printed(one.hold().state().phase), "Released");
    const auto again = one.acquire(); // on its new session, behind the rival
    QVERIFY(!again.arrived());
    QVERIFY(two.release().ok());
    m_bed->wait();
    QVERIFY(again.ok());
}

void BaseSuite::waitsBehindItsOwnDeadSession_data()
{
    QTest::addColumn<bool>("held");
    QTest::addRow("it held") << true;
    QTest::addRow("its create was not answered") << false;
}

void BaseSuite::waitsBehindItsOwnDeadSession()
{
    QFETCH(bool, held);
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    m_bed->ensemble.keepEphemeralsVisible(one.client());
    if (!held)
        m_bed->ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client()});
    auto answer = one.acquire();
    QCOMPARE(answer.arrived(), held);
    m_bed->ensemble.expire(one.client());
    m_bed->settle();
    if (held) {
        QCOMPARE(one.phase(), "Lost");
        QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
        answer = one.acquire();
    }
    m_bed->wait();
    QCOMPARE(answer.arrived(), kind().shared); // a dead reader does not block readers
    QCOMPARE(one.phase(), kind().shared ? "Held" : "Waiting");
    m_bed->ensemble.removeKeptEphemerals();
    m_bed->wait();
    QVERIFY(answer.ok());
    for (const auto& node : answer.result()->nodes)
        QCOMPARE(m_bed->ensemble.stat(node.path)->ephemeralOwner, one.client().session().id);
}

} // namespace lockscope::test
