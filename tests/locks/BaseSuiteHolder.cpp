// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/BaseSuite.h"
#include "tests/support/Test.h"

using namespace std::chrono_literals;

namespace lockscope::test {

using locks::Owner;

void BaseSuite::tokensGrow()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    std::int64_t last = 0;
    for (auto* program : {&one, &two, &one, &one}) {
        QVERIFY(!program->fencingToken());
        const auto answer = program->acquire();
        QVERIFY(answer.ok());
        QVERIFY(answer.result()->token > last);
        last = answer.result()->token;
        QCOMPARE(program->fencingToken(), std::optional(last));
        QCOMPARE(program->state().token, last);
        QVERIFY(program->release().ok());
        QVERIFY(!program->fencingToken());
    }
}

void BaseSuite::reportsHowLongItIsValid()
{
    auto& one = m_bed->subject();
    QVERIFY(!one.validUntil());
    QVERIFY(one.acquire().ok());
    const auto first = one.validUntil();
    QVERIFY(first && *first > m_bed->clock.now() && *first <= m_bed->clock.now() + LockWorld::timeout);
    m_bed->wait(LockWorld::timeout * 2 / 3);
    QVERIFY(one.verify().ok()); // a successful sync confirms the session a quarter of the timeout after the last reply
    QVERIFY(*one.validUntil() > *first);
    QVERIFY(one.release().ok());
    QVERIFY(!one.validUntil());
}

void BaseSuite::verifiesItsHold()
{
    auto& one = m_bed->subject();
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    QVERIFY(one.verify().ok());
    m_bed->ensemble.fail({.op = FakeOp::Exists, .code = ErrorCode::ConnectionLoss, .client = &one.client()});
    QVERIFY(one.verify().failedWith(ErrorCode::ConnectionLoss)); // unknown
    QCOMPARE(one.phase(), "Held");
    m_bed->wait();
    QVERIFY(m_bed->ensemble.remove(answer.result()->nodes.front().path));
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld));
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld)); // the Hold is released
}

void BaseSuite::verifiesOnlyWithAGoodSync()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    for (const auto code : {ErrorCode::Throttled, ErrorCode::ReadOnlyServer}) {
        // The read after the sync succeeds, from the possibly stale state of that server.
        m_bed->ensemble.fail({.op = FakeOp::Sync, .code = code, .client = &one.client()});
        QVERIFY(one.verify().failedWith(code));
        QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
        QCOMPARE(one.phase(), "Held");
    }
    QVERIFY(one.verify().ok());
    QVERIFY(one.release().ok());
}

void BaseSuite::reportsItsLossByAToken()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto uncertain = one.hold().lostToken();
    QVERIFY(!uncertain.stop_requested());
    m_bed->ensemble.disconnect(one.client());
    m_bed->settle();
    QVERIFY(uncertain.stop_requested());
    QVERIFY(one.hold().lostToken().stop_requested());
    m_bed->ensemble.reconnect(one.client());
    m_bed->settle();
    QCOMPARE(one.phase(), "Held");
    QVERIFY(uncertain.stop_requested()); // permanently
    const auto lost = one.hold().lostToken();
    QVERIFY(!lost.stop_requested());
    m_bed->ensemble.expire(one.client());
    m_bed->settle();
    QVERIFY(lost.stop_requested());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.acquire().ok());
    const auto released = one.hold().lostToken();
    QVERIFY(one.release().ok());
    QVERIFY(!released.stop_requested());
}

void BaseSuite::outlivesItsLock()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    one.destroyLock();
    QVERIFY(one.nodes().empty());
    QCOMPARE(printed(one.hold().state().phase), "Released");
    QVERIFY(!one.hold().validUntil());
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.yield().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
}

void BaseSuite::guardsWrites()
{
    auto& one = m_bed->subject();
    QVERIFY(m_bed->ensemble.create("/orders", "none"));
    const auto write = [](const char* text) { return std::vector<zk::Op>{zk::SetOp{"/orders", text}}; };
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    const auto written = one.guard(write("mine"));
    if (!kind().guard) {
        QVERIFY(written.failedWith(ErrorCode::Unimplemented));
        QCOMPARE(m_bed->ensemble.data("/orders"), std::string("none"));
        return;
    }
    QVERIFY(written.ok());
    QCOMPARE(written.result()->size(), std::size_t(1)); // results of the caller's own steps only
    QCOMPARE(m_bed->ensemble.data("/orders"), std::string("mine"));
    QVERIFY(m_bed->ensemble.remove(answer.result()->nodes.back().path));
    QVERIFY(one.guard(write("too late")).failedWith(ErrorCode::NotHeld));
    QCOMPARE(m_bed->ensemble.data("/orders"), std::string("mine"));
    QCOMPARE(one.phase(), "Lost");
}

void BaseSuite::guardFailsAsItsStepsDo()
{
    auto& one = m_bed->subject();
    QVERIFY(m_bed->ensemble.create("/orders", "none"));
    QVERIFY(one.acquire().ok());
    const auto written = one.guard({zk::SetOp{"/orders", "mine"}, zk::CheckOp{"/orders", 99}});
    QVERIFY(written.failedWith(kind().guard ? ErrorCode::BadVersion : ErrorCode::Unimplemented));
    QCOMPARE(m_bed->ensemble.data("/orders"), std::string("none"));
    QCOMPARE(one.phase(), "Held");
    QVERIFY(one.release().ok());
}

void BaseSuite::yieldsToWhoWaits()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    const auto first = one.acquire();
    QVERIFY(first.ok());
    const auto alone = one.yield(); // no waiter
    QVERIFY(alone.ok());
    QVERIFY(alone.result()->token > first.result()->token);
    QCOMPARE(one.nodes().size(), first.result()->nodes.size());
    const auto second = two.acquire();
    QVERIFY(!second.arrived());
    const auto third = one.yield();
    if (!kind().fair) {
        QVERIFY(second.arrived() != third.arrived());
    } else {
        QVERIFY(second.ok());
        QVERIFY(!third.arrived());
    }
    auto& winner = second.arrived() ? two : one;
    QVERIFY(winner.release().ok());
    QVERIFY(second.ok() && third.ok());
    if (kind().reentrant) {
        auto& last = second.arrived() && two.phase() == "Held" ? two : one;
        QVERIFY(last.acquire().ok());
        QVERIFY(last.yield().failedWith(ErrorCode::BadArguments)); // held twice: no waiter would be granted
        QCOMPARE(last.phase(), "Held");
    }
}

void BaseSuite::releasesAndAsksInOneBreath()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    Answer<void> released;
    one.keeper().release(released.reply());
    const auto again = one.acquire();
    QVERIFY(released.ok());
    QCOMPARE(released.count(), 1);
    QVERIFY(second.arrived() != again.arrived());
    if (kind().fair)
        QVERIFY(second.ok());
    auto& winner = second.arrived() ? two : one;
    QVERIFY(winner.release().ok());
    QVERIFY(second.ok() && again.ok());
}

void BaseSuite::hearsThatItShallRelease()
{
    auto& one = m_bed->subject();
    int notified = 0;
    auto revoked = one.lock().onRevoked([&](Owner owner) { notified += owner == one.owner() ? 1 : 100; });
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    m_bed->linger();
    const auto node = answer.result()->nodes.back().path;
    int expected = 0;
    for (const auto* message : {"hello", "__REVOKE__", "unlock"}) {
        QVERIFY(m_bed->ensemble.setData(node, message));
        m_bed->settle();
        QCOMPARE(notified, expected);
        ++expected;
    }
    QCOMPARE(one.phase(), "Held"); // the program decides whether to release
    m_bed->executor.runAndWait([&] { revoked.reset(); });
    QVERIFY(m_bed->ensemble.setData(node, "__REVOKE__"));
    m_bed->settle();
    QCOMPARE(notified, 2);
    QVERIFY(one.release().ok());
}

void BaseSuite::hearsItWhileItWaits()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    int notified = 0;
    const auto revoked = two.lock().onRevoked([&](Owner) { ++notified; });
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire();
    m_bed->linger();
    const auto places = two.places();
    QCOMPARE(!places.empty(), kind().waitsInPlace);
    for (const auto& place : places)
        QVERIFY(m_bed->ensemble.setData(place, "__REVOKE__"));
    m_bed->settle();
    QCOMPARE(notified, static_cast<int>(places.size()));
    QVERIFY(!answer.arrived());
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void BaseSuite::hearsOfOneWishOnce()
{
    auto& one = m_bed->subject();
    int notified = 0;
    const auto revoked = one.lock().onRevoked([&](Owner) { ++notified; });
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    m_bed->linger();
    const auto node = answer.result()->nodes.back().path;
    // The read for the first write already returns the revocation request; the request's own event causes another read.
    const auto held = m_bed->ensemble.hold({.op = FakeOp::Get, .path = node, .client = &one.client()});
    QVERIFY(m_bed->ensemble.setData(node, "hello"));
    m_bed->settle();
    QVERIFY(m_bed->ensemble.setData(node, "__REVOKE__"));
    m_bed->ensemble.release(held);
    m_bed->settle();
    QCOMPARE(notified, 1);
    QVERIFY(m_bed->ensemble.setData(node, "__REVOKE__"));
    m_bed->settle();
    QCOMPARE(notified, 2);
    QVERIFY(one.release().ok());
}

void BaseSuite::hearsOfAWishThoughAReadFails()
{
    auto& one = m_bed->subject();
    int notified = 0;
    const auto revoked = one.lock().onRevoked([&](Owner) { ++notified; });
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    m_bed->linger();
    const auto node = answer.result()->nodes.back().path;
    m_bed->ensemble.fail(
        {.op = FakeOp::Get, .code = ErrorCode::Throttled, .path = node, .client = &one.client()}); // stays connected
    QVERIFY(m_bed->ensemble.setData(node, "__REVOKE__"));
    m_bed->settle();
    QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
    m_bed->linger();
    QCOMPARE(notified, 1);
    QVERIFY(one.release().ok());
}

void BaseSuite::hearsNoWishOnceItHasRelease()
{
    auto& one = m_bed->subject();
    int notified = 0;
    const auto revoked = one.lock().onRevoked([&](Owner) { ++notified; });
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    m_bed->linger();
    const auto node = answer.result()->nodes.front().path;
    const auto held =
        m_bed->ensemble.hold({.op = FakeOp::Get, .when = When::AfterExecution, .path = node, .client = &one.client()});
    QVERIFY(m_bed->ensemble.setData(node, "__REVOKE__"));
    m_bed->settle();
    Answer<void> released;
    one.keeper().release(released.reply());
    m_bed->ensemble.release(held); // the event arrives after the release
    m_bed->settle();
    QVERIFY(released.ok());
    QCOMPARE(notified, 0);
}

void BaseSuite::hearsWhatWasWishedWhileAReleaseWasRefused()
{
    const auto first = [](const locks::Grant& grant) { return grant.nodes.front().path; };
    hearsWishThoughRefused(first, first);
}

/// Parts are released from the last to the first.
void BaseSuite::hearsWhatWasWishedOfAPartThatWasRefusedFirst()
{
    hearsWishThoughRefused([](const locks::Grant& grant) { return grant.nodes.back().path; },
                           [](const locks::Grant& grant) { return grant.nodes.front().path; });
}

/// A revocation request is written to one node of a hold while the release waits for the server's reply about another.
void BaseSuite::hearsWishThoughRefused(const Choose& wished, const Choose& awaited)
{
    auto& one = m_bed->subject();
    int notified = 0;
    const auto revoked = one.lock().onRevoked([&](Owner) { ++notified; });
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    m_bed->linger();
    const auto node = wished(*answer.result());
    for (const auto& directory : kind().directories)
        m_bed->ensemble.deny(directory, zk::Permission::Delete);
    const auto held =
        m_bed->ensemble.hold({.op = FakeOp::Get, .when = When::AfterExecution, .path = node, .client = &one.client()});
    const auto leaving =
        m_bed->ensemble.hold({.op = kind().removal, .path = awaited(*answer.result()), .client = &one.client()});
    QVERIFY(m_bed->ensemble.setData(node, "__REVOKE__"));
    m_bed->settle();
    Answer<void> released;
    one.keeper().release(released.reply());
    m_bed->ensemble.release(held); // the event arrives during the release
    m_bed->settle();
    QCOMPARE(notified, 0);
    m_bed->ensemble.release(leaving);
    m_bed->settle();
    QVERIFY(released.failedWith(ErrorCode::NoAuth));
    QCOMPARE(one.phase(), "Held");
    m_bed->linger();
    QCOMPARE(notified, 1);
    for (const auto& directory : kind().directories)
        m_bed->ensemble.deny(directory, 0);
    QVERIFY(one.release().ok());
}

/// L1: a lost hold is released late, after the same lock object was granted to another owner.
void BaseSuite::aLostHoldTouchesNoLaterOne()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->ensemble.expire(one.client());
    m_bed->settle();
    QCOMPARE(one.phase(), "Lost");
    Answer<locks::Hold> later;
    one.lock().acquireAsync({}, {}, later.reply());
    m_bed->settle();
    QVERIFY(later.ok());
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(!one.validUntil());
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.guard({zk::CheckOp{"/locks"}}).failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    m_bed->wait();
    QCOMPARE(printed(later.result()->state().phase), "Held");
    for (const auto& node : later.result()->grant().nodes)
        QVERIFY(m_bed->ensemble.exists(node.path));
    Answer<void> released;
    later.result()->releaseAsync(released.reply());
    m_bed->settle();
    QVERIFY(released.ok());
}

void BaseSuite::endsWithTheClient()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    two.client().close([] {});
    m_bed->settle();
    QVERIFY(second.failedWith(ErrorCode::Closed));
    QVERIFY(two.acquire().failedWith(ErrorCode::Closed));
    auto& three = m_bed->subject();
    QVERIFY(one.release().ok());
    QVERIFY(three.acquire().ok());
    three.client().close([] {});
    m_bed->settle();
    QCOMPARE(three.phase(), "Lost");
    QCOMPARE(printed(three.state().reason), "the client was closed");
    QVERIFY(three.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.acquire().ok());
}

void BaseSuite::outlivesACallbackThatClosesTheClient()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    int replies = 0;
    const auto granted = one.keeper().keeping([&](const Result<locks::Grant>& result) {
        replies += result ? 1 : 100;
        one.client().close([] {});
    });
    one.lock().acquireAsync(one.owner(), {}, {}, granted);
    m_bed->settle();
    QCOMPARE(replies, 1);
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(two.acquire().ok());
    auto& three = m_bed->subject();
    const auto states = three.lock().onState([&](Owner, const locks::LockState& state) {
        if (state.phase == locks::Phase::Waiting)
            three.client().close([] {});
    });
    const auto waiting = three.acquire();
    QVERIFY(waiting.failedWith(ErrorCode::Closed));
    QVERIFY(two.release().ok());
}

} // namespace lockscope::test
