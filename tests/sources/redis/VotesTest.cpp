// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The verdict over the votes of N masters.

#include "core/sources/redis/dialects/Votes.h"
#include "tests/support/Test.h"

namespace lockscope::votesTest {

using namespace std::chrono_literals;
using inspect::countVotes;
using inspect::RedisVote;
using inspect::Verdict;

RedisVote vote(const char* token, std::chrono::milliseconds lease)
{
    RedisVote vote;
    vote.isReachable = true;
    vote.token = token;
    vote.lease = lease;
    return vote;
}

RedisVote none()
{
    RedisVote vote;
    vote.isReachable = true;
    return vote;
}

class VotesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void held();
    void heldForEver();
    void split();
    void remnant();
    void free();
    void undecided();
};

/// Five masters, of which four have the token: the third longest lease decides.
void VotesTest::held()
{
    const auto count = countVotes({vote("a", 900ms), none(), vote("a", 1000ms), vote("a", 700ms), vote("a", 800ms)});
    QVERIFY(count.verdict == Verdict::Held);
    QCOMPARE(count.quorum, 3);
    QCOMPARE(count.votes, 4);
    QCOMPARE(count.token, std::string("a"));
    QVERIFY(count.exclusiveFor == 800ms);
    QVERIFY(count.shortest == 700ms);
    // A second token on the others takes nothing from it.
    const auto with = countVotes({vote("a", 900ms), vote("b", 1s), vote("a", 1000ms), vote("a", 700ms), none()});
    QVERIFY(with.verdict == Verdict::Held);
    QVERIFY(with.exclusiveFor == 700ms);
}

/// Keys without an end: a client has died between SET and PEXPIRE, or another client has removed the lease.
void VotesTest::heldForEver()
{
    auto endless = vote("a", 0ms);
    endless.lease.reset();
    QVERIFY(!countVotes({endless, endless, none()}).exclusiveFor);
    QVERIFY(countVotes({endless, endless, none()}).verdict == Verdict::Held);
    QVERIFY(countVotes({endless, vote("a", 5ms), none()}).exclusiveFor == 5ms);
}

void VotesTest::split()
{
    const auto count = countVotes({vote("a", 1s), vote("a", 1s), vote("b", 1s), vote("b", 1s), vote("c", 1s)});
    QVERIFY(count.verdict == Verdict::Split);
    QVERIFY(!count.exclusiveFor);
}

void VotesTest::remnant()
{
    QVERIFY(countVotes({vote("a", 1s), vote("a", 1s), none(), none(), none()}).verdict == Verdict::Remnant);
}

void VotesTest::free()
{
    const auto count = countVotes({none(), none(), none()});
    QVERIFY(count.verdict == Verdict::Free);
    QCOMPARE(count.votes, 0);
    QVERIFY(count.token.empty());
}

/// The masters that do not answer may have the missing votes.
void VotesTest::undecided()
{
    const RedisVote unreachable;
    QVERIFY(countVotes({vote("a", 1s), vote("a", 1s), unreachable, none(), none()}).verdict == Verdict::Undecided);
    QVERIFY(countVotes({none(), none(), unreachable, unreachable, unreachable}).verdict == Verdict::Undecided);
    QVERIFY(countVotes({none(), none(), none(), unreachable, unreachable}).verdict == Verdict::Free);
    QVERIFY(countVotes({vote("a", 1s), vote("a", 1s), vote("a", 1s), unreachable, unreachable}).verdict ==
            Verdict::Held);
}

} // namespace lockscope::votesTest

LOCKSCOPE_TEST(lockscope::votesTest::VotesTest)
#include "VotesTest.moc"
