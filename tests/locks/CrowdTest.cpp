// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Ten thousand waiters for one lock: the cost per waiter stays constant. Most are nodes of other programs: each of
/// ours reads the listing once, and parsing ten thousand times ten thousand names takes minutes.

#include "core/locks/zookeeper/KazooLock.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <algorithm>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // GCC has no header for it
#else
#include <malloc.h>
#endif

namespace lockscope::crowdTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;

namespace {

constexpr auto path = "/locks/a";
constexpr std::size_t ahead = 9'900;
constexpr std::size_t ours = 100;

/// Of the whole program. A sanitizer has its own allocator, which mallinfo2() does not cover.
std::int64_t bytesInUse()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return static_cast<std::int64_t>(__sanitizer_get_current_allocated_bytes());
#else
    const auto all = mallinfo2();
    return static_cast<std::int64_t>(all.uordblks + all.hblkhd);
#endif
}

} // namespace

class CrowdTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void servesTenThousand();
};

void CrowdTest::servesTenThousand()
{
    LockWorld world;
    Program program(world);
    QVERIFY(program.acquire().ok());
    std::vector<std::string> others;
    for (std::size_t i = 0; i < ahead; ++i) // nodes of other programs
        others.push_back(world.ensemble
                             .create(path + std::string("/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-"), "", 77,
                                     zk::CreateMode::EphemeralSequential)
                             ->path);
    world.ensemble.clearRequests();
    const auto bytesBefore = bytesInUse();
    QVERIFY(bytesBefore > static_cast<std::int64_t>(ahead)); // the names alone need more
    std::size_t granted = 0;
    bool inOrder = true;
    std::vector<locks::Hold> holds;
    holds.reserve(ours);
    for (std::size_t i = 0; i < ours; ++i) {
        program.lock().acquireAsync({}, {}, [&, i](Result<locks::Hold> hold) {
            inOrder = inOrder && hold && granted == i;
            ++granted;
            if (hold)
                holds.push_back(*std::move(hold));
        });
    }
    world.settle();
    QCOMPARE(world.ensemble.children(path).size(), ahead + ours + 1);
    // Its node, one listing, and the watch on the node before it.
    QCOMPARE(world.ensemble.requests().size(), 3 * ours);
    // No attempt keeps the listing: at 55 bytes a name that would be half a megabyte each.
    const auto bytesMore = bytesInUse() - bytesBefore;
    QVERIFY2(bytesMore < static_cast<std::int64_t>(ours) * 20'000, qPrintable(QString::number(bytesMore)));
    // Each prepares, after 100 ms for each place: it watches its own node, and the second node before it.
    world.executor.advance((ahead + ours + 2) * 100ms);
    const auto requests = world.ensemble.requests(); // and heartbeats, which read "/"
    QVERIFY(std::count_if(requests.begin(), requests.end(), [](const FakeServer::Logged& one) {
                return one.path.starts_with(path);
            }) <= std::ptrdiff_t(5 * ours + 1));
    QVERIFY(world.ensemble.watchCount() <= 3 * ours + 3);

    world.ensemble.clearRequests();
    QVERIFY(program.release().ok());
    for (const auto& other : others) {
        QCOMPARE(granted, std::size_t(0));
        QVERIFY(world.ensemble.remove(other));
        world.settle();
    }
    // Ten thousand deletions cause no request, except two by our first program and one by our second.
    QVERIFY(world.ensemble.requests().size() <= 10);

    world.ensemble.clearRequests();
    for (std::size_t i = 0; i < ours; ++i) {
        QCOMPARE(granted, i + 1);
        Answer<void> released;
        holds[i].releaseAsync(released.reply());
        world.settle();
        QVERIFY(released.ok());
    }
    QVERIFY(inOrder);
    QVERIFY(world.ensemble.children(path).empty());
    // A handover is a deletion, which the next waiter expects. The waiter after it has checked its position once.
    QVERIFY(world.ensemble.count(FakeOp::Children) <= ours);
    QCOMPARE(world.ensemble.count(FakeOp::Remove), ours);
    QVERIFY2(world.ensemble.requests().size() <= 4 * ours,
             qPrintable(QString::number(world.ensemble.requests().size())));
}

} // namespace lockscope::crowdTest

LOCKSCOPE_TEST(lockscope::crowdTest::CrowdTest)
#include "CrowdTest.moc"
