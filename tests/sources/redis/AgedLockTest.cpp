// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A lock that was read twice: whether something has changed but for the time.

#include "core/sources/redis/dialects/AgedLock.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/support/Test.h"

#include <string>

namespace lockscope::agedLockTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

const std::string owner = "b983c153-7421-469a-addb-44fb92259a1b:1";

LockReading readAfter(std::chrono::milliseconds passed, std::chrono::milliseconds lease, const char* count = "1")
{
    LockReading reading;
    reading.name = "orders";
    reading.readAt = WallTime(1'000s) + passed;
    reading.shape = shapeOf({{owner, count}});
    reading.lease = lease;
    return reading;
}

class AgedLockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isTheSameWhileItsLeasePasses();
    void isNotTheSame_data();
    void isNotTheSame();
};

void AgedLockTest::isTheSameWhileItsLeasePasses()
{
    const auto first = buildLock(readAfter(0s, 30s), nullptr);
    QVERIFY(hasOnlyAged(first, buildLock(readAfter(4s, 26s), &first)));
    QVERIFY(hasOnlyAged(first, buildLock(readAfter(4s, 25'960ms), &first))); // another round trip
}

void AgedLockTest::isNotTheSame_data()
{
    QTest::addColumn<int>("lease");
    QTest::addColumn<QByteArray>("count");
    QTest::newRow("renewed") << 30'000 << QByteArray("1");
    QTest::newRow("acquired again") << 26'000 << QByteArray("2");
    QTest::newRow("shortened") << 5'000 << QByteArray("1");
}

void AgedLockTest::isNotTheSame()
{
    QFETCH(int, lease);
    QFETCH(QByteArray, count);
    const auto first = buildLock(readAfter(0s, 30s), nullptr);
    const auto later = buildLock(readAfter(4s, std::chrono::milliseconds(lease), count.constData()), &first);
    QVERIFY(!hasOnlyAged(first, later));
}

} // namespace lockscope::agedLockTest

LOCKSCOPE_TEST(lockscope::agedLockTest::AgedLockTest)
#include "AgedLockTest.moc"
