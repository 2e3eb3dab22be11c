// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The rights of a user who reads: enough to see every lock and its changes, and none to change or watch more.

#include "core/redis/KeyNames.h"
#include "core/sources/redis/RedisSource.h"
#include "tests/support/RedisConnection.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QFile>

#include <mutex>

namespace lockscope::readingUserTest {

using inspect::RedisSource;
using inspect::RedisWatch;
using test::RedisServers;
namespace keys = redis::keys;

namespace {

const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// The ones that README.md names.
QByteArray documentedRights()
{
    QFile readme(QStringLiteral(LOCKSCOPE_README));
    if (!readme.open(QIODevice::ReadOnly))
        return {};
    const auto text = readme.readAll();
    const auto from = text.indexOf("%R~*");
    return text.mid(from, text.indexOf('`', from) - from).replace('\n', ' ');
}

/// Redis 6.2 has no rights for reading keys alone and no SPUBLISH, and counts all of CLIENT among the dangerous
/// commands.
QByteArray rightsOn(const QByteArray& version, QByteArray rights)
{
    if (!version.startsWith("6."))
        return rights;
    return rights.replace("%R~*", "~*").replace(" -spublish", " +client|setname +client|id +client|tracking");
}

/// A user's source, and its last snapshot.
class UsersView final {
public:
    explicit UsersView(const QString& target)
        : m_source(settings(target), Log())
    {
        m_source.start({[this](inspect::SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_snapshot = std::move(snapshot);
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }
    /// Empty before the first one.
    [[nodiscard]] inspect::SnapshotPtr last()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshot ? m_snapshot : std::make_shared<const inspect::Snapshot>();
    }

private:
    static RedisSource::Settings settings(const QString& target)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.connection.target.user = "viewer";
        settings.connection.password = "secret";
        return settings;
    }

    std::mutex m_mutex;
    inspect::SnapshotPtr m_snapshot;
    RedisSource m_source;
};

} // namespace

class ReadingUserTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void seesAll_data();
    void seesAll();
    void changesNothing_data() { seesAll_data(); }
    void changesNothing();

private:
    void makeUser(const QByteArray& rights);
    void makeLocks();

    RedisServers m_servers;
};

void ReadingUserTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    makeLocks();
}

void ReadingUserTest::makeUser(const QByteArray& rights)
{
    QByteArrayList words{"ACL", "SETUSER", "viewer", "reset", "on", ">secret"};
    words += rightsOn(m_servers.info("redis_version"), rights).simplified().split(' ');
    QCOMPARE(test::errorIn(m_servers.command(words)), QByteArray());
}

/// One of each kind; waiters listen for none of them.
void ReadingUserTest::makeLocks()
{
    const QList<QByteArrayList> commands{
        {"HSET", "lock", bytes(one), "1"},
        {"PEXPIRE", "lock", "600000"},
        {"HSET", "fair", bytes(one), "1"},
        {"PEXPIRE", "fair", "600000"},
        {"RPUSH", bytes(keys::fairQueue("fair")), bytes(two)},
        {"ZADD", bytes(keys::fairTimeouts("fair")), "9999999999999", bytes(two)},
        {"HSET", "fenced", bytes(one), "1"},
        {"SET", bytes(keys::lockToken("fenced")), "7"},
        {"HSET", "table", "mode", "read", bytes(one), "1"},
        {"SET", bytes(keys::readTimeout("table", one, 1)), "1", "PX", "600000"},
        {"SET", "permits", "3"},
        {"ZADD", bytes(keys::permitTimeouts("permits")), "9999999999999", "0123456789abcdef"},
    };
    for (const auto& command : commands)
        QCOMPARE(test::errorIn(m_servers.command(command)), QByteArray());
}

void ReadingUserTest::seesAll_data()
{
    QTest::addColumn<QByteArray>("rights");
    QTest::newRow("documented") << documentedRights();
    QTest::newRow("without transactions, with the locks' channels and the list of clients")
        << QByteArray("%R~* resetchannels &redisson_lock__channel:* &redisson_rwlock:* &redisson_sc:* "
                      "&__keyevent@0__:* &__redis__:invalidate nocommands +@read +@connection -@dangerous +@pubsub "
                      "-publish -spublish +client|list +info +time");
}

void ReadingUserTest::seesAll()
{
    QFETCH(const QByteArray, rights);
    makeUser(rights);
    UsersView view(m_servers.target());
    QTRY_VERIFY(view.last()->complete && view.last()->redisServers);
    QTRY_VERIFY(view.last()->redisWatch->by == RedisWatch::By::Tracking);
    const auto snapshot = view.last();
    QVERIFY2(snapshot->problems.empty(),
             snapshot->problems.empty() ? "" : describe(snapshot->problems.front().error).c_str());
    QByteArrayList names;
    for (const auto& lock : snapshot->locks)
        names << bytes(lock->path + " " + lock->dialect);
    QCOMPARE(names, (QByteArrayList{"fair redisson-fair-lock", "fenced redisson-fenced-lock", "lock redisson-lock",
                                    "permits redisson-permit-semaphore", "table redisson-read-write"}));
    QVERIFY(snapshot->find("fair")->queue[1].redis->alive == inspect::Alive::No);
    QCOMPARE(snapshot->find("fenced")->redis->fencingToken, std::optional<std::int64_t>(7));
    QVERIFY(snapshot->find("table")->queue.front().redis->lease.has_value());
    QCOMPARE(snapshot->find("permits")->leases, 4);
    QCOMPARE(bytes(snapshot->redisServers->servers.front().version), m_servers.info("redis_version"));
    // A change is reported to it.
    m_servers.command({"DEL", "lock"});
    QTRY_VERIFY(!view.last()->find("lock"));
    m_servers.command({"HSET", "lock", bytes(two), "1"});
    QTRY_VERIFY(view.last()->find("lock") && view.last()->find("lock")->queue.front().redis->owner == two);
    QVERIFY(!view.last()->find("lock")->polled);
    m_servers.command({"PEXPIRE", "lock", "600000"});
}

void ReadingUserTest::changesNothing()
{
    QFETCH(const QByteArray, rights);
    makeUser(rights);
    test::RedisConnection viewer(m_servers.port());
    QCOMPARE(viewer.command({"AUTH", "viewer", "secret"}).toByteArray(), QByteArray("OK"));
    for (const auto* const line : {"DEL lock",
                                   "UNLINK lock",
                                   "EXPIRE lock 1",
                                   "HSET lock a 1",
                                   "HDEL lock a",
                                   "SET lock 1",
                                   "RPUSH list a",
                                   "ZADD set 1 a",
                                   "FLUSHALL",
                                   "PUBLISH redisson_lock__channel:{lock} 0",
                                   "EVAL return(1) 0",
                                   "MONITOR",
                                   "CONFIG GET maxmemory",
                                   "CONFIG SET maxmemory 1",
                                   "SLOWLOG GET",
                                   "CLIENT KILL TYPE normal",
                                   "CLIENT PAUSE 1",
                                   "ACL LIST",
                                   "SHUTDOWN NOSAVE",
                                   "SUBSCRIBE orders",
                                   "PSUBSCRIBE *"}) {
        const auto error = test::errorIn(viewer.command(QByteArray(line).split(' ')));
        QVERIFY2(error.startsWith("NOPERM"), line + QByteArray(": ") + error);
    }
}

} // namespace lockscope::readingUserTest

LOCKSCOPE_TEST(lockscope::readingUserTest::ReadingUserTest)
#include "ReadingUserTest.moc"
