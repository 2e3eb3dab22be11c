// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The release of one lock of an owner on Redis that holds others, as a multi-lock does: the plan names what stays.

#include "core/release/redis/OwnerRelease.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/support/Test.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::keptLocksTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon(std::chrono::milliseconds(1'764'331'200'000));
const std::string firstThread = "5f0c2a9e-7421-469a-addb-44fb92259a1b:41";
const std::string otherThread = "5f0c2a9e-7421-469a-addb-44fb92259a1b:4";

std::shared_ptr<const Lock> lockOf(const std::string& name, const std::string& owner)
{
    LockReading reading;
    reading.name = name;
    reading.readAt = noon;
    reading.shape = shapeOf({{owner, "1"}});
    reading.lease = 30s;
    return std::make_shared<const Lock>(buildLock(reading, nullptr));
}

/// What the release of the first lock affects.
std::string affectedBy(const std::vector<std::shared_ptr<const Lock>>& locks, bool isComplete = true)
{
    Snapshot snapshot;
    snapshot.backend = Backend::Redis;
    snapshot.takenAt = noon;
    snapshot.complete = isComplete;
    snapshot.locks = locks;
    const auto plan = release::ownerPlan(*locks.front(), locks.front()->queue.front(), &snapshot);
    return release::ownerOptions(plan, noon).remove.affects;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class KeptLocksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void otherLocksStay()
    {
        const auto one = affectedBy({lockOf("a", firstThread), lockOf("b", firstThread), lockOf("c", otherThread)});
        QVERIFY2(contains(one, "The owner also holds 1 other lock, which stays held: b."), one.c_str());
        const auto two = affectedBy({lockOf("a", firstThread), lockOf("b", firstThread), lockOf("c", firstThread)});
        QVERIFY2(contains(two, "The owner also holds 2 other locks, which stay held: b, c."), two.c_str());
    }

    void aLoneLockSaysNothing()
    {
        const auto text = affectedBy({lockOf("a", firstThread), lockOf("b", otherThread)});
        QVERIFY2(!contains(text, "also holds"), text.c_str());
    }

    /// An incomplete list could be read as all of them.
    void nothingIsSaidWhileItIsUnknown()
    {
        const auto text = affectedBy({lockOf("a", firstThread), lockOf("b", firstThread)}, false);
        QVERIFY2(!contains(text, "also holds"), text.c_str());
    }

    /// Only the key of the lock itself is named.
    void theOperationsConcernOneLock()
    {
        Snapshot snapshot;
        snapshot.complete = true;
        snapshot.locks = {lockOf("lock-a", firstThread), lockOf("lock-b", firstThread)};
        const auto& lock = *snapshot.locks.front();
        for (const auto& operation : release::ownerOperations(release::ownerPlan(lock, lock.queue.front(), &snapshot)))
            QVERIFY2(contains(operation, "lock-a") && !contains(operation, "lock-b"), operation.c_str());
    }
};

} // namespace lockscope::keptLocksTest

LOCKSCOPE_TEST(lockscope::keptLocksTest::KeptLocksTest)
#include "KeptLocksTest.moc"
