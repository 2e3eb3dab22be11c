// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Ten thousand who want one lock: what each costs does not grow with their number. Most of them are other programs'
/// nodes, for each of ours reads the listing once, and ten thousand times ten thousand names take minutes to parse.

#include "core/locks/zookeeper/KazooLock.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // GCC has no header of it
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

/// Of the whole program. A sanitizer has an allocator of its own, of which mallinfo2() knows nothing.
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
    for (std::size_t i = 0; i < ahead; ++i) // of other programs
        others.push_back(world.ensemble
                             .create(path + std::string("/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-"), "", 77,
                                     zk::CreateMode::EphemeralSequential)
                             ->path);
    world.ensemble.clearRequests();
    const auto bytesBefore = bytesInUse();
    QVERIFY(bytesBefore > static_cast<std::int64_t>(ahead)); // the names alone are more
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
    // Its node, one listing, and the watch on the one before it.
    QCOMPARE(world.ensemble.requests().size(), 3 * ours);
    // No attempt keeps the listing that it saw: 55 bytes a name would be half a megabyte each.
    const auto bytesMore = bytesInUse() - bytesBefore;
    QVERIFY2(bytesMore < static_cast<std::int64_t>(ours) * 20'000, qPrintable(QString::number(bytesMore)));
    world.linger(); // each prepares for its turn: it watches its own node, and the one before the one before it
    QVERIFY(world.ensemble.requests().size() <= 5 * ours + 1);
    QVERIFY(world.ensemble.watchCount() <= 3 * ours + 3);

    world.ensemble.clearRequests();
    QVERIFY(program.release().ok());
    for (const auto& other : others) {
        QCOMPARE(granted, std::size_t(0));
        QVERIFY(world.ensemble.remove(other));
        world.settle();
    }
    // Ten thousand departures passed unheard, but for the two that the first of ours watched, and the second of ours.
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
    // A hand-over is a deletion: who is next knew it. The one after it has looked once where it stands by now.
    QVERIFY(world.ensemble.count(FakeOp::Children) <= ours);
    QCOMPARE(world.ensemble.count(FakeOp::Remove), ours);
    QVERIFY2(world.ensemble.requests().size() <= 4 * ours,
             qPrintable(QString::number(world.ensemble.requests().size())));
}

} // namespace lockscope::crowdTest

LOCKSCOPE_TEST(lockscope::crowdTest::CrowdTest)
#include "CrowdTest.moc"
