// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/KeyNames.h"
#include "tests/support/Test.h"

namespace lockscope::keyNamesTest {

class KeyNamesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfStockClients_data();
    void namesOfStockClients();
};

/// What Redisson 3.52, 4.7 and (with "__") 2.2.10 use, from their sources and seen on the wire.
void KeyNamesTest::namesOfStockClients_data()
{
    const std::string plain = "orders";
    const std::string tagged = "shop:{42}:orders"; // its own hash tag is kept
    const auto holder = locks::keys::owner("6f8a3f0e-7c3b-4c1e-9d55-0a1b2c3d4e5f", 57);
    QTest::addColumn<QByteArray>("actual");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const std::string& actual, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(actual) << QByteArray(expected);
    };
    row("owner", holder, "6f8a3f0e-7c3b-4c1e-9d55-0a1b2c3d4e5f:57");
    row("writer", locks::keys::writer(holder), "6f8a3f0e-7c3b-4c1e-9d55-0a1b2c3d4e5f:57:write");
    row("lock channel", locks::keys::lockChannel(plain), "redisson_lock__channel:{orders}");
    row("lock channel, tagged", locks::keys::lockChannel(tagged), "redisson_lock__channel:shop:{42}:orders");
    row("lock channel of 2016", locks::keys::oldLockChannel(plain), "redisson_lock__channel__{orders}");
    row("lock channel of 2016, tagged", locks::keys::oldLockChannel(tagged),
        "redisson_lock__channel__{shop:{42}:orders}");
    row("JSON lock channel", locks::keys::jsonLockChannel(plain), "redisson__lock__channel__{orders}");
    row("token", locks::keys::lockToken(plain), "redisson_lock_token:{orders}");
    row("latch", locks::keys::unlockLatch(plain, "00ff"), "redisson_unlock_latch:{orders}:00ff");
    row("latch, tagged", locks::keys::unlockLatch(tagged, "00ff"), "redisson_unlock_latch:shop:{42}:orders:00ff");
    row("fair queue", locks::keys::fairQueue(plain), "redisson_lock_queue:{orders}");
    row("fair queue, tagged", locks::keys::fairQueue(tagged), "redisson_lock_queue:shop:{42}:orders");
    row("fair timeouts", locks::keys::fairTimeouts(plain), "redisson_lock_timeout:{orders}");
    row("fair channel", locks::keys::fairChannel(plain, "6f8a:57"), "redisson_lock__channel:{orders}:6f8a:57");
    row("fair channel, tagged", locks::keys::fairChannel(tagged, "6f8a:57"),
        "redisson_lock__channel:shop:{42}:orders:6f8a:57");
    row("read/write channel", locks::keys::readWriteChannel(plain), "redisson_rwlock:{orders}");
    row("read/write channel of 2016", locks::keys::oldReadWriteChannel(plain), "redisson_rwlock__{orders}");
    row("read timeout", locks::keys::readTimeout(plain, "6f8a:57", 2), "{orders}:6f8a:57:rwlock_timeout:2");
    row("read timeout, tagged", locks::keys::readTimeout(tagged, "6f8a:57", 1),
        "shop:{42}:orders:6f8a:57:rwlock_timeout:1");
    row("read timeout prefix", locks::keys::readTimeoutPrefix(plain), "{orders}");
    row("read timeout prefix, tagged", locks::keys::readTimeoutPrefix(tagged), "shop:{42}:orders");
    row("semaphore channel", locks::keys::semaphoreChannel(plain), "redisson_sc:{orders}");
    row("semaphore channel of 2016", locks::keys::oldSemaphoreChannel(plain), "redisson_semaphore__channel__{orders}");
    row("permit timeouts", locks::keys::permitTimeouts(plain), "{orders}:timeout");
    row("permit timeouts, tagged", locks::keys::permitTimeouts(tagged), "shop:{42}:orders:timeout");
    row("an opening brace alone", locks::keys::lockChannel("a{b"), "redisson_lock__channel:a{b");
    row("a closing brace alone", locks::keys::lockChannel("a}b"), "redisson_lock__channel:{a}b}");
}

void KeyNamesTest::namesOfStockClients()
{
    QFETCH(QByteArray, actual);
    QFETCH(QByteArray, expected);
    QCOMPARE(actual, expected);
}

} // namespace lockscope::keyNamesTest

LOCKSCOPE_TEST(lockscope::keyNamesTest::KeyNamesTest)
#include "KeyNamesTest.moc"
