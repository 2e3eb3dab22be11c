// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/PendingRequests.h"
#include "tests/support/Test.h"

namespace lockscope::zk::pendingRequestsTest {

class PendingRequestsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsToItsLimit();
    void deliversInOrder();
    void sendsCredentialsAlone();
    void handsOutAllInOrder();
    void ignoresStaleAnswers();

private:
    static std::uint64_t add(PendingRequests& requests, Request request = SyncRequest{"/"})
    {
        return requests.add(std::move(request), 0, [](const Result<Answer>&) {});
    }
};

void PendingRequestsTest::keepsToItsLimit()
{
    PendingRequests requests(2);
    const auto first = add(requests);
    add(requests);
    const auto third = add(requests);
    QVERIFY(requests.startNext({}));
    QVERIFY(requests.startNext({}));
    QVERIFY(!requests.startNext({}));
    QVERIFY(requests.isWaiting(third));
    requests.settle(first, Answer{});
    QVERIFY(requests.takeAnswered());
    const auto* next = requests.startNext(SteadyTime(std::chrono::seconds(3)));
    QVERIFY(next);
    QCOMPARE(next->id, third);
    QVERIFY(next->sentAt == SteadyTime(std::chrono::seconds(3)));
    QVERIFY(!requests.isWaiting(third));
}

void PendingRequestsTest::deliversInOrder()
{
    PendingRequests requests(9);
    const auto first = add(requests);
    const auto second = add(requests);
    while (requests.startNext({}))
        continue;
    requests.settle(second, failure(ErrorCode::BadArguments, "sync"));
    QVERIFY(!requests.takeAnswered());
    requests.settle(first, Answer{});
    QCOMPARE(requests.takeAnswered()->id, first);
    const auto last = requests.takeAnswered();
    QCOMPARE(last->id, second);
    QVERIFY(last->answer->error().code == ErrorCode::BadArguments);
    QCOMPARE(requests.size(), std::size_t(0));
}

void PendingRequestsTest::sendsCredentialsAlone()
{
    PendingRequests requests(9);
    const auto before = add(requests);
    const auto auth = add(requests, AuthRequest{"digest", "a:b"});
    const auto after = add(requests);
    QCOMPARE(requests.startNext({})->id, before);
    QVERIFY(!requests.startNext({}));
    requests.settle(before, Answer{});
    QVERIFY(requests.takeAnswered());
    QCOMPARE(requests.startNext({})->id, auth);
    QVERIFY(!requests.startNext({}));
    requests.settle(auth, Answer{});
    QVERIFY(requests.takeAnswered());
    QCOMPARE(requests.startNext({})->id, after);
}

void PendingRequestsTest::handsOutAllInOrder()
{
    PendingRequests requests(2);
    std::vector<std::uint64_t> made;
    for (int i = 0; i < 4; ++i)
        made.push_back(add(requests));
    while (requests.startNext({}))
        continue;
    requests.settle(made[1], Answer{}); // answered, but the request before it is not
    std::vector<std::uint64_t> all;
    for (const auto& pending : requests.takeAll())
        all.push_back(pending.id);
    QVERIFY(all == made);
    QCOMPARE(requests.size(), std::size_t(0));
}

void PendingRequestsTest::ignoresStaleAnswers()
{
    PendingRequests requests(1);
    const auto old = add(requests);
    QVERIFY(requests.startNext({}));
    QCOMPARE(requests.takeAll().size(), std::size_t(1));
    const auto next = add(requests);
    requests.settle(next, Answer{}); // not sent yet: this cannot be its reply
    requests.settle(old, Answer{});
    QVERIFY(!requests.takeAnswered());
    QCOMPARE(requests.startNext({})->id, next);
    QVERIFY(!requests.takeAnswered());
}

} // namespace lockscope::zk::pendingRequestsTest

LOCKSCOPE_TEST(lockscope::zk::pendingRequestsTest::PendingRequestsTest)
#include "PendingRequestsTest.moc"
