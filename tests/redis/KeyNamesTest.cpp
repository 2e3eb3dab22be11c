// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/KeyNames.h"
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
    const auto holder = redis::keys::owner("6f8a3f0e-7c3b-4c1e-9d55-0a1b2c3d4e5f", 57);
    QTest::addColumn<QByteArray>("actual");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const std::string& actual, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(actual) << QByteArray(expected);
    };
    row("owner", holder, "6f8a3f0e-7c3b-4c1e-9d55-0a1b2c3d4e5f:57");
    row("writer", redis::keys::writer(holder), "6f8a3f0e-7c3b-4c1e-9d55-0a1b2c3d4e5f:57:write");
    row("lock channel", redis::keys::lockChannel(plain), "redisson_lock__channel:{orders}");
    row("lock channel, tagged", redis::keys::lockChannel(tagged), "redisson_lock__channel:shop:{42}:orders");
    row("lock channel of 2016", redis::keys::oldLockChannel(plain), "redisson_lock__channel__{orders}");
    row("lock channel of 2016, tagged", redis::keys::oldLockChannel(tagged),
        "redisson_lock__channel__{shop:{42}:orders}");
    row("JSON lock channel", redis::keys::jsonLockChannel(plain), "redisson__lock__channel__{orders}");
    row("token", redis::keys::lockToken(plain), "redisson_lock_token:{orders}");
    row("latch", redis::keys::unlockLatch(plain, "00ff"), "redisson_unlock_latch:{orders}:00ff");
    row("latch, tagged", redis::keys::unlockLatch(tagged, "00ff"), "redisson_unlock_latch:shop:{42}:orders:00ff");
    row("fair queue", redis::keys::fairQueue(plain), "redisson_lock_queue:{orders}");
    row("fair queue, tagged", redis::keys::fairQueue(tagged), "redisson_lock_queue:shop:{42}:orders");
    row("fair timeouts", redis::keys::fairTimeouts(plain), "redisson_lock_timeout:{orders}");
    row("fair channel", redis::keys::fairChannel(plain, "6f8a:57"), "redisson_lock__channel:{orders}:6f8a:57");
    row("fair channel, tagged", redis::keys::fairChannel(tagged, "6f8a:57"),
        "redisson_lock__channel:shop:{42}:orders:6f8a:57");
    row("read/write channel", redis::keys::readWriteChannel(plain), "redisson_rwlock:{orders}");
    row("read/write channel of 2016", redis::keys::oldReadWriteChannel(plain), "redisson_rwlock__{orders}");
    row("read timeout", redis::keys::readTimeout(plain, "6f8a:57", 2), "{orders}:6f8a:57:rwlock_timeout:2");
    row("read timeout, tagged", redis::keys::readTimeout(tagged, "6f8a:57", 1),
        "shop:{42}:orders:6f8a:57:rwlock_timeout:1");
    row("read timeout prefix", redis::keys::readTimeoutPrefix(plain), "{orders}");
    row("read timeout prefix, tagged", redis::keys::readTimeoutPrefix(tagged), "shop:{42}:orders");
    row("semaphore channel", redis::keys::semaphoreChannel(plain), "redisson_sc:{orders}");
    row("semaphore channel of 2016", redis::keys::oldSemaphoreChannel(plain), "redisson_semaphore__channel__{orders}");
    row("permit timeouts", redis::keys::permitTimeouts(plain), "{orders}:timeout");
    row("permit timeouts, tagged", redis::keys::permitTimeouts(tagged), "shop:{42}:orders:timeout");
    row("an opening brace alone", redis::keys::lockChannel("a{b"), "redisson_lock__channel:a{b");
    row("a closing brace alone", redis::keys::lockChannel("a}b"), "redisson_lock__channel:{a}b}");
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
