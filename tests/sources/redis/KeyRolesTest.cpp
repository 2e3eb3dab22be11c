// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The names of keys and channels that the lock library and Redisson's clients make are recognised, and no others.

#include "core/sources/redis/dialects/KeyRoles.h"
#include "core/redis/KeyNames.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::keyRolesTest {

namespace keys = redis::keys;
using inspect::ChannelRole;
using inspect::KeyRole;
using inspect::roleOfChannel;
using inspect::roleOfKey;

const std::string owner = "0123abcd-0123-4567-89ab-0123456789ab:42";

class KeyRolesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsOfALock_data() { addNames(); }
    void partsOfALock();
    void channelsOfALock_data() { addNames(); }
    void channelsOfALock();
    void oneKeyOfTwoLocks();
    void otherNames_data();
    void otherNames();

private:
    static void addNames();
};

void KeyRolesTest::addNames()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("orders");
    QTest::newRow("with its own hash tag") << QByteArray("shop:{42}:orders");
    QTest::newRow("only a hash tag") << QByteArray("{orders}");
    QTest::newRow("a closing brace") << QByteArray("or}ders");
    QTest::newRow("an opening brace") << QByteArray("or{ders");
    QTest::newRow("colons") << QByteArray("app:locks:7");
    QTest::newRow("ends as a part does") << QByteArray("orders:timeout");
    QTest::newRow("bytes") << QByteArray("a\0\xff b", 5);
}

bool isOf(const std::vector<std::string>& locks, const std::string& name)
{
    return std::find(locks.begin(), locks.end(), name) != locks.end();
}

void KeyRolesTest::partsOfALock()
{
    using Part = KeyRole::Part;
    QFETCH(QByteArray, name);
    const auto lock = name.toStdString();
    const std::string request = "a1b2c3d4e5f60718293a4b5c6d7e8f90";
    const std::vector<std::pair<Part, std::string>> parts{
        {Part::FairQueue, keys::fairQueue(lock)},         {Part::FairDeadlines, keys::fairTimeouts(lock)},
        {Part::FencingToken, keys::lockToken(lock)},      {Part::UnlockLatch, keys::unlockLatch(lock, request)},
        {Part::PermitLeases, keys::permitTimeouts(lock)}, {Part::ReadLease, keys::readTimeout(lock, owner, 3)},
    };
    for (const auto& [part, key] : parts) {
        const auto role = roleOfKey(key);
        QVERIFY2(role, key.c_str());
        QVERIFY2(role->part == part, key.c_str());
        QVERIFY2(isOf(role->locks, lock), key.c_str());
        QCOMPARE(role->owner, part == Part::ReadLease ? owner : std::string());
        QCOMPARE(role->hold, part == Part::ReadLease ? 3 : 0);
    }
}

void KeyRolesTest::channelsOfALock()
{
    using Family = ChannelRole::Family;
    QFETCH(QByteArray, name);
    const auto lock = name.toStdString();
    struct Channel {
        Family family;
        std::string name;
        std::string waiter;
        bool isOld;
    };
    const std::vector<Channel> channels{
        {Family::Lock, keys::lockChannel(lock), {}, false},
        {Family::Lock, keys::fairChannel(lock, owner), owner, false},
        {Family::ReadWrite, keys::readWriteChannel(lock), {}, false},
        {Family::Semaphore, keys::semaphoreChannel(lock), {}, false},
        {Family::Lock, keys::oldLockChannel(lock), {}, true},
        {Family::ReadWrite, keys::oldReadWriteChannel(lock), {}, true},
        {Family::Semaphore, keys::oldSemaphoreChannel(lock), {}, true},
    };
    for (const auto& channel : channels) {
        const auto role = roleOfChannel(channel.name);
        QVERIFY2(role, channel.name.c_str());
        QVERIFY2(role->family == channel.family, channel.name.c_str());
        QVERIFY2(isOf(role->locks, lock), channel.name.c_str());
        QCOMPARE(role->owner, channel.waiter);
        QCOMPARE(role->isOld, channel.isOld);
    }
}

/// Redisson writes the same queue for locks named "orders" and "{orders}".
void KeyRolesTest::oneKeyOfTwoLocks()
{
    const auto role = roleOfKey("redisson_lock_queue:{orders}");
    QVERIFY(role);
    QVERIFY((role->locks == std::vector<std::string>{"orders", "{orders}"}));
    QVERIFY((roleOfKey("redisson_lock_queue:shop:{42}")->locks == std::vector<std::string>{"shop:{42}"}));
    QVERIFY((roleOfChannel("redisson_lock__channel__{{orders}}")->locks == std::vector<std::string>{"{orders}"}));
}

void KeyRolesTest::otherNames_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"",
                             "orders",
                             "redisson_lock_queue:",
                             "redisson_lock_queue:orders",
                             "redisson_lock_queue",
                             "xredisson_lock_queue:{orders}",
                             "redisson_lock__channel:",
                             "redisson_lock__channel__{}",
                             "redisson_lock__channel__{orders",
                             "redisson_countdownlatch__channel__{orders}",
                             "redisson_map_cache:{orders}",
                             "session:timeout",
                             ":timeout",
                             "{orders}:TIMEOUT",
                             "{orders}:rwlock_timeout:1",
                             "redisson_unlock_latch:{orders}x",
                             "{orders}:0123abcd-0123-4567-89ab-0123456789ab:42:rwlock_timeout:0",
                             "{orders}:0123abcd-0123-4567-89ab-0123456789ab:42:rwlock_timeout:x",
                             "{orders}:0123abcd-0123-4567-89ab-0123456789AB:42:rwlock_timeout:1",
                             "0123abcd-0123-4567-89ab-0123456789ab:42:rwlock_timeout:1"})
        QTest::newRow(name) << QByteArray(name);
}

void KeyRolesTest::otherNames()
{
    QFETCH(QByteArray, name);
    QVERIFY(!roleOfKey(name.toStdString()));
    QVERIFY(!roleOfChannel(name.toStdString()));
}

} // namespace lockscope::keyRolesTest

LOCKSCOPE_TEST(lockscope::keyRolesTest::KeyRolesTest)
#include "KeyRolesTest.moc"
