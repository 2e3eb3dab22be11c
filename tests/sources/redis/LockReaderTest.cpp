// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// One lock as it is read from a real server: also after it has become another lock, and where parts are refused.

#include "core/sources/redis/discovery/LockReader.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

namespace lockscope::lockReaderTest {

using namespace std::chrono_literals;
using inspect::LockReader;
using inspect::LockReading;
using Family = LockReading::Family;
using test::LiveClient;
using test::RedisServers;
namespace keys = redis::keys;

const QByteArray one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const QByteArray two = "0123abcd-0123-4567-89ab-0123456789ab:2";
const QByteArray permit("\x00\xff-a permit's id", 16);

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// A reader on a loop, which lives as long as this object.
class LiveReader final {
public:
    explicit LiveReader(const QString& target)
        : m_client(target)
    {
        m_client.loop().runAndWait([this] { m_reader = std::make_unique<LockReader>(m_client.client()); });
    }
    ~LiveReader()
    {
        m_client.loop().runAndWait([this] { m_reader.reset(); });
    }
    LiveReader(const LiveReader&) = delete;
    LiveReader& operator=(const LiveReader&) = delete;

    [[nodiscard]] bool isConnected() { return m_client.isConnected(); }
    [[nodiscard]] Result<std::optional<LockReading>> read(const std::string& name, Family family)
    {
        test::BlockingAnswer<std::optional<LockReading>> answer;
        m_client.loop().post(
            [this, name, family, reply = answer.reply()]() mutable { m_reader->read(name, family, reply); });
        return answer.get();
    }
    /// "3" of Family::Semaphore; "none", or the error.
    [[nodiscard]] QString familyOf(const std::string& name, Family family)
    {
        const auto result = read(name, family);
        if (!result)
            return QString::fromStdString(describe(result.error()));
        return *result ? QString::number(static_cast<int>((*result)->family)) : QStringLiteral("none");
    }

private:
    LiveClient m_client;
    std::unique_ptr<LockReader> m_reader;
};

QString numberOf(Family family)
{
    return QString::number(static_cast<int>(family));
}

class LockReaderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void aNameHasAnotherLockNow();
    void aKeyOfAnotherType();
    void permitsHaveIds();
    void theLastPermitIsReturned();
    void aQueueWithoutALock();
    void theTokenIsRememberedWhileTheLockIsFree();
    void deadlinesBeyondAllClocks();
    void moreHoldsThanAreRead();
    void whatIsRefusedIsUnknown_data();
    void whatIsRefusedIsUnknown();
    void theTimeAndTheListenersMayBeRefused();

private:
    RedisServers m_servers;
};

void LockReaderTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
}

void LockReaderTest::init()
{
    QCOMPARE(m_servers.command({"FLUSHALL"}), QVariant(QByteArray("OK")));
}

void LockReaderTest::aNameHasAnotherLockNow()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    m_servers.command({"HSET", "orders", "mode", "read", one, "1"});
    m_servers.command({"SET", bytesOf(keys::readTimeout("orders", one.toStdString(), 1)), "1", "PX", "30000"});
    const auto result = reader.read("orders", Family::Owner);
    QVERIFY_RESULT(result);
    QVERIFY(*result);
    QVERIFY((*result)->family == Family::ReadWrite);
    QCOMPARE((*result)->readLeases.size(), std::size_t(1));
    QVERIFY((*result)->listeners.contains(keys::readWriteChannel("orders")));

    m_servers.command({"DEL", "orders"});
    const QByteArray value = "AbCdEfGhIjKlMnOpQrStUv";
    m_servers.command({"HSET", "orders", value, one, value + ':' + one + ":expire_time", "9999999999999",
                       value + ':' + one + ":lock_count", "1"});
    QCOMPARE(reader.familyOf("orders", Family::ReadWrite), numberOf(Family::FasterMulti));
    m_servers.command({"DEL", "orders"});
    m_servers.command({"HSET", "orders", one, "1"});
    QCOMPARE(reader.familyOf("orders", Family::FasterMulti), numberOf(Family::Owner));
}

void LockReaderTest::aKeyOfAnotherType()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    m_servers.command({"SET", "orders", "2"});
    QCOMPARE(reader.familyOf("orders", Family::Owner), QStringLiteral("none")); // any number
    m_servers.command({"ZADD", bytesOf(keys::permitTimeouts("orders")), "9999999999999", permit});
    QCOMPARE(reader.familyOf("orders", Family::Owner), numberOf(Family::PermitSemaphore));
    QCOMPARE(reader.familyOf("orders", Family::Semaphore), numberOf(Family::PermitSemaphore));
    m_servers.command({"DEL", "orders"});
    m_servers.command({"HSET", "orders", "mode", "read", one, "1"});
    QCOMPARE(reader.familyOf("orders", Family::PermitSemaphore), numberOf(Family::ReadWrite));
    QCOMPARE(reader.familyOf("orders", Family::Semaphore), numberOf(Family::ReadWrite));
    m_servers.command({"DEL", "orders"});
    m_servers.command({"RPUSH", "orders", "x"});
    QCOMPARE(reader.familyOf("orders", Family::Owner), QStringLiteral("none"));
    QCOMPARE(reader.familyOf("orders", Family::Semaphore), QStringLiteral("none"));
}

/// Other programs have keys of such names: "{user:1}:timeout".
void LockReaderTest::permitsHaveIds()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    const auto timeouts = bytesOf(keys::permitTimeouts("user:1"));
    m_servers.command({"SET", "user:1", "17"});
    m_servers.command({"SET", timeouts, "30"});
    QCOMPARE(reader.familyOf("user:1", Family::PermitSemaphore), QStringLiteral("none"));
    m_servers.command({"DEL", timeouts});
    m_servers.command({"ZADD", timeouts, "1764331200", "a session"});
    QCOMPARE(reader.familyOf("user:1", Family::PermitSemaphore), QStringLiteral("none"));
    m_servers.command({"DEL", timeouts});
    m_servers.command({"ZADD", timeouts, "9999999999999", permit});
    QCOMPARE(reader.familyOf("user:1", Family::PermitSemaphore), numberOf(Family::PermitSemaphore));
    m_servers.command({"SET", "user:1", "Kim"});
    QCOMPARE(reader.familyOf("user:1", Family::PermitSemaphore), QStringLiteral("none"));
}

/// Then only the number is left, which alone is no semaphore with permits that expire.
void LockReaderTest::theLastPermitIsReturned()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    const auto timeouts = bytesOf(keys::permitTimeouts("slots"));
    m_servers.command({"SET", "slots", "2"});
    QCOMPARE(reader.familyOf("slots", Family::PermitSemaphore), QStringLiteral("none"));
    m_servers.command({"ZADD", timeouts, "9999999999999", permit});
    QCOMPARE(reader.familyOf("slots", Family::PermitSemaphore), numberOf(Family::PermitSemaphore));
    m_servers.command({"ZREM", timeouts, permit});
    QCOMPARE(reader.familyOf("slots", Family::PermitSemaphore), numberOf(Family::PermitSemaphore));
    m_servers.command({"DEL", "slots"});
    QCOMPARE(reader.familyOf("slots", Family::PermitSemaphore), QStringLiteral("none"));
    m_servers.command({"SET", "slots", "2"});
    QCOMPARE(reader.familyOf("slots", Family::PermitSemaphore), QStringLiteral("none"));
    QCOMPARE(reader.familyOf("slots", Family::Semaphore), numberOf(Family::Semaphore)); // its channel tells
}

void LockReaderTest::aQueueWithoutALock()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    m_servers.command({"RPUSH", bytesOf(keys::fairQueue("orders")), two});
    QCOMPARE(reader.familyOf("orders", Family::Owner), numberOf(Family::Owner));
    m_servers.command({"HSET", "orders", "name", "Kim"}); // it is not free
    QCOMPARE(reader.familyOf("orders", Family::Owner), QStringLiteral("none"));
}

void LockReaderTest::theTokenIsRememberedWhileTheLockIsFree()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    m_servers.command({"HSET", "orders", one, "1"});
    m_servers.command({"SET", bytesOf(keys::lockToken("orders")), "7"});
    QCOMPARE(reader.familyOf("orders", Family::Owner), numberOf(Family::Owner));
    m_servers.command({"DEL", "orders"});
    QCOMPARE(reader.familyOf("orders", Family::Owner), QStringLiteral("none"));
    m_servers.command({"HSET", "orders", two, "1"});
    m_servers.command({"SET", bytesOf(keys::lockToken("orders")), "3"});
    const auto again = reader.read("orders", Family::Owner);
    QVERIFY_RESULT(again);
    QVERIFY(*again);
    const auto lock = buildLock(**again, nullptr);
    QCOMPARE(lock.redis->fencingToken.value(), 3);
    QCOMPARE(lock.redis->highestToken.value(), 7);
}

void LockReaderTest::deadlinesBeyondAllClocks()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    m_servers.command({"SET", "slots", "2"});
    const QByteArray other = "another permit's";
    m_servers.command({"ZADD", bytesOf(keys::permitTimeouts("slots")), "+inf", permit, "-inf", other});
    const auto result = reader.read("slots", Family::PermitSemaphore);
    QVERIFY_RESULT(result);
    QVERIFY(*result);
    QCOMPARE((*result)->permits.size(), std::size_t(2)); // in the order of their scores
    const auto lock = buildLock(**result, nullptr);
    QVERIFY(lock.queue[0].redis->lease == 0ms);
    QVERIFY(!lock.queue[1].redis->lease); // it has no end
}

void LockReaderTest::moreHoldsThanAreRead()
{
    LiveReader reader(m_servers.target());
    QTRY_VERIFY(reader.isConnected());
    m_servers.command({"HSET", "orders", "mode", "read", one, "2000000000", two, "1"});
    m_servers.command({"PEXPIRE", "orders", "30000"});
    m_servers.command({"SET", bytesOf(keys::readTimeout("orders", two.toStdString(), 1)), "1", "PX", "5000"});
    const auto result = reader.read("orders", Family::ReadWrite);
    QVERIFY_RESULT(result);
    QVERIFY(*result);
    const auto lock = buildLock(**result, nullptr);
    QVERIFY(lock.queue[0].redis->lease > 20s); // no later than the lock's key
    QVERIFY(lock.queue[1].redis->lease <= 5s);
}

void LockReaderTest::whatIsRefusedIsUnknown_data()
{
    QTest::addColumn<QByteArrayList>("rights");
    QTest::addColumn<Family>("family");
    QTest::newRow("the queue") << QByteArrayList{"-lrange"} << Family::Owner;
    QTest::newRow("the deadlines") << QByteArrayList{"-zrange"} << Family::Owner;
    QTest::newRow("the token") << QByteArrayList{"resetkeys", "~fair", "~redisson_lock_queue:*",
                                                 "~redisson_lock_timeout:*"}
                               << Family::Owner;
    QTest::newRow("the fields") << QByteArrayList{"-hgetall"} << Family::Owner;
    QTest::newRow("the lease") << QByteArrayList{"-pttl"} << Family::Owner;
    QTest::newRow("the leases of readers") << QByteArrayList{"resetkeys", "~table"} << Family::ReadWrite;
    QTest::newRow("the permits") << QByteArrayList{"resetkeys", "~slots"} << Family::PermitSemaphore;
    QTest::newRow("permits that a semaphore may have") << QByteArrayList{"resetkeys", "~slots"} << Family::Semaphore;
}

void LockReaderTest::whatIsRefusedIsUnknown()
{
    QFETCH(QByteArrayList, rights);
    QFETCH(Family, family);
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"HSET", "fair", one, "1"});
    servers.command({"RPUSH", bytesOf(keys::fairQueue("fair")), two});
    servers.command({"HSET", "table", "mode", "read", one, "1"});
    servers.command({"SET", "slots", "2"});
    servers.command({"ZADD", bytesOf(keys::permitTimeouts("slots")), "9999999999999", permit});
    LiveReader reader(servers.target());
    QTRY_VERIFY(reader.isConnected());
    QCOMPARE(servers.command(QByteArrayList{"ACL", "SETUSER", "default"} + rights), QVariant(QByteArray("OK")));
    const auto* const name = family == Family::Owner ? "fair" : family == Family::ReadWrite ? "table" : "slots";
    const auto result = reader.read(name, family);
    QVERIFY(!result);
    QVERIFY2(result.error().code == ErrorCode::NoAuth, describe(result.error()).c_str());
}

/// They are unknown then, and the lock is known.
void LockReaderTest::theTimeAndTheListenersMayBeRefused()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"HSET", "orders", one, "1"});
    LiveReader reader(servers.target());
    QTRY_VERIFY(reader.isConnected());
    servers.command({"ACL", "SETUSER", "default", "-time", "-pubsub"});
    const auto result = reader.read("orders", Family::Owner);
    QVERIFY_RESULT(result);
    QVERIFY(*result);
    QVERIFY(!(*result)->serverTime);
    QVERIFY((*result)->listeners.empty());
    QVERIFY(!buildLock(**result, nullptr).redis->listeners);
}

} // namespace lockscope::lockReaderTest

LOCKSCOPE_TEST(lockscope::lockReaderTest::LockReaderTest)
#include "LockReaderTest.moc"
