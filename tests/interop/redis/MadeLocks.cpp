// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/redis/MadeLocks.h"

#include "core/redis/KeyNames.h"

#include <QDateTime>
#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace lockscope::test {

namespace {

namespace keys = redis::keys;

constexpr qint64 handLeaseMs = 900'000;
constexpr int keysPerCall = 10'000;

/// A client that does not exist.
QByteArray ownerNumber(int number)
{
    return "0123abcd-4567-89ab-cdef-" + QByteArray::number(number).rightJustified(12, '0') + ":" +
           QByteArray::number(number % 90 + 1);
}

/// Makes locks by plain commands.
class Hand final {
public:
    explicit Hand(RedisServers& servers)
        : m_servers(servers)
    {
    }

    /// One of each kind.
    void makeEach(int number)
    {
        plain("hand-lock-" + QByteArray::number(number), number);
        plain("{hand}:" + QByteArray::number(number), number);
        plain("hand \xc3\xbc\xe2\x82\xac " + QByteArray::number(number), number);
        plain(QByteArray("hand\0\xff\r\n", 8) + QByteArray::number(number), number);
        endless(number);
        ofTransaction(number);
        writerOf2016(number);
        downgraded(number);
        queueOfTheDead(number, true);
        queueOfTheDead(number, false);
        permits(number);
    }
    [[nodiscard]] MadeLocks take() { return std::move(m_locks); }

private:
    void command(const QByteArrayList& words)
    {
        const auto reply = m_servers.command(words);
        if (!errorIn(reply).isEmpty())
            qFatal("%s: %s", words.join(' ').constData(), errorIn(reply).constData());
    }
    /// Gives the key its lease, and says when that ends.
    MadeHold lease(const QByteArray& key, QByteArray owner, qint64 count)
    {
        const auto before = QDateTime::currentMSecsSinceEpoch();
        command({"PEXPIRE", key, QByteArray::number(handLeaseMs)});
        return {std::move(owner), count, before + handLeaseMs, QDateTime::currentMSecsSinceEpoch() + handLeaseMs};
    }

    void plain(const QByteArray& name, int number)
    {
        const auto count = number % 7 + 1;
        command({"HSET", name, ownerNumber(number), QByteArray::number(count)});
        m_locks[name] = {"redisson-lock", {lease(name, ownerNumber(number), count)}, {}};
    }
    void endless(int number)
    {
        const auto name = "hand-endless-" + QByteArray::number(number);
        command({"HSET", name, ownerNumber(number), "1"});
        m_locks[name] = {"redisson-lock", {{ownerNumber(number), 1, -1, -1}}, {}};
    }
    /// The owner's field has the id of the transaction, too.
    void ofTransaction(int number)
    {
        const auto name = "hand-transaction-" + QByteArray::number(number);
        command({"HSET", name, ownerNumber(number) + ":fedcba98-4567-89ab-cdef-0123456789ab", "1"});
        m_locks[name] = {"redisson-lock", {lease(name, ownerNumber(number), 1)}, {}};
    }
    /// Without ":write".
    void writerOf2016(int number)
    {
        const auto name = "hand-2016-" + QByteArray::number(number);
        command({"HSET", name, "mode", "write", ownerNumber(number), "2"});
        m_locks[name] = {"redisson-read-write", {lease(name, ownerNumber(number), 2)}, {}};
    }
    /// A writer that also reads.
    void downgraded(int number)
    {
        const auto name = "hand-downgraded-" + QByteArray::number(number);
        const auto owner = ownerNumber(number);
        command({"HSET", name, "mode", "write", owner + ":write", "1", owner, "1"});
        const auto readLease = QByteArray::fromStdString(keys::readTimeout(name.toStdString(), owner.toStdString(), 1));
        command({"SET", readLease, "1"});
        m_locks[name] = {"redisson-read-write", {lease(name, owner, 1), lease(readLease, owner, 1)}, {}};
    }
    /// Waiters whose clients have died: no client listens for them.
    void queueOfTheDead(int number, bool isHeld)
    {
        const auto name = (isHeld ? "hand-fair-" : "hand-orphans-") + QByteArray::number(number);
        const auto queue = QByteArray::fromStdString(keys::fairQueue(name.toStdString()));
        const auto deadlines = QByteArray::fromStdString(keys::fairTimeouts(name.toStdString()));
        MadeLock lock{"redisson-fair-lock", {}, {}, false};
        for (int i = 1; i <= 3; ++i) {
            const auto waiter = ownerNumber(number * 10 + (number + i) % 3);
            command({"RPUSH", queue, waiter});
            command({"ZADD", deadlines, "9999999999999", waiter});
            lock.waits << waiter;
        }
        if (isHeld) {
            command({"HSET", name, ownerNumber(number), "1"});
            lock.holds = {lease(name, ownerNumber(number), 1)};
        }
        m_locks[name] = lock;
    }
    void permits(int number)
    {
        const auto name = "hand-permits-" + QByteArray::number(number);
        const auto ends = QDateTime::currentMSecsSinceEpoch() + handLeaseMs;
        QByteArray id("\0\xff\n{}:\x80 permit", 14);
        id += QByteArray::number(number % 90 + 10); // 16 bytes
        command({"SET", name, "3"});
        command({"ZADD", QByteArray::fromStdString(keys::permitTimeouts(name.toStdString())), QByteArray::number(ends),
                 id});
        m_locks[name] = {"redisson-permit-semaphore", {{id.toHex(), 1, ends, ends}}, {}};
    }

    RedisServers& m_servers;
    MadeLocks m_locks;
};

struct OtherKind {
    const char* name;
    int share;       ///< of a thousand keys
    const char* lua; ///< makes the key k of number i
};

/// `o` is an owner as Redisson names it. No hash here has the fields of one of its locks.
constexpr OtherKind otherKinds[] = {
    {"cache", 350, "redis.call('set', k, string.rep('0123456789abcdef', 2), 'px', 900000)"},
    {"counter", 230, "redis.call('set', k, i)"},
    {"list", 100, "redis.call('rpush', k, 'a', 'b')"},
    {"rank", 100, "redis.call('zadd', k, i, 'player-' .. i)"},
    {"tags", 100, "redis.call('sadd', k, 'red', 'blue')"},
    {"stream", 20, "redis.call('xadd', k, '*', 'event', 'login')"},
    {"user", 40, "redis.call('hset', k, 'name', 'Kim', 'mail', 'kim@example.org', 'visits', i)"},
    {"spring:session", 20,
     "redis.call('hset', k, 'creationTime', i, 'lastAccessedTime', i, 'maxInactiveInterval', 1800, "
     "'sessionAttr:owner', o) redis.call('pexpire', k, 900000)"},
    {"no-count", 4, "redis.call('hset', k, o, 'abc')"},
    {"zero", 2, "redis.call('hset', k, o, 0)"},
    {"negative", 2, "redis.call('hset', k, o, -1)"},
    {"padded", 2, "redis.call('hset', k, o, '01')"},
    {"fraction", 2, "redis.call('hset', k, o, '1.5')"},
    {"one-more-field", 3, "redis.call('hset', k, o, 1, 'user', 'Kim')"},
    {"two-owners", 3, "redis.call('hset', k, o, 1, o .. '7', 1)"},
    {"mode-alone", 3, "redis.call('hset', k, 'mode', 'read')"},
    {"other-mode", 3, "redis.call('hset', k, 'mode', 'append', o, 1)"},
    {"mode-and-more", 3, "redis.call('hset', k, 'mode', 'read', o, 1, 'size', 10)"},
    {"two-writers", 2, "redis.call('hset', k, 'mode', 'write', o .. ':write', 1, o .. '7:write', 1)"},
    {"writer-alone", 2, "redis.call('hset', k, o .. ':write', 1)"},
    {"upper-case", 2, "redis.call('hset', k, string.upper(o), 1)"},
    {"no-thread", 2, "redis.call('hset', k, string.sub(o, 1, 36), 1)"},
    {"thread-name", 2, "redis.call('hset', k, string.sub(o, 1, 37) .. 'main', 1)"},
    {"value-without-lease", 2, "redis.call('hset', k, 'AAAAAAAAAAAAAAAAAAAAAA', o)"},
    {"many-fields", 1, "for j = 1, 300 do redis.call('hset', k, o .. j, 1) end"},
};

/// Other types and contents under names that Redisson would give.
constexpr OtherKind namedLikeLocks[] = {
    {"redisson_lock_queue:{set", 0, "redis.call('sadd', k .. '}', o)"},
    {"redisson_lock_queue:{text", 0, "redis.call('set', k .. '}', o)"},
    {"redisson_lock_timeout:{alone", 0, "redis.call('zadd', k .. '}', 9999999999999, o)"},
    {"redisson_lock_token:{alone", 0, "redis.call('set', k .. '}', i)"},
    {"redisson_unlock_latch:{alone", 0, "redis.call('set', k .. '}:' .. string.rep('0123456789abcdef', 2), 1)"},
    {"{text", 0, "redis.call('set', k .. '}:timeout', '30')"},
    {"{hash", 0, "redis.call('hset', k .. '}:timeout', 'order', o)"},
    {"{basket", 0, "redis.call('zadd', k .. '}:timeout', 9999999999999, 'item-' .. i)"},
    {"{gone", 0, "redis.call('set', k .. '}:' .. o .. ':rwlock_timeout:1', 1)"},
};

QByteArray make(RedisServers& servers, const OtherKind& kind, int from, int count)
{
    const QByteArray script = "for i = ARGV[2] + 1, ARGV[2] + ARGV[3] do local k = ARGV[1] .. ':' .. i "
                              "local o = string.format('0123abcd-4567-89ab-cdef-%012d:%d', i, i % 90 + 1) " +
                              QByteArray(kind.lua) + " end";
    return errorIn(
        servers.command({"EVAL", script, "0", kind.name, QByteArray::number(from), QByteArray::number(count)}));
}

} // namespace

void addReported(MadeLocks& locks, const QJsonObject& line)
{
    const auto dialect = line.value(QStringLiteral("type")).toString().toUtf8();
    if (dialect == "free")
        return;
    MadeLock lock{dialect, {}, {}};
    for (const auto& hold : line.value(QStringLiteral("holds")).toArray())
        lock.holds.push_back({hold[QStringLiteral("owner")].toString().toUtf8(),
                              hold[QStringLiteral("count")].toInteger(), hold[QStringLiteral("from")].toInteger(),
                              hold[QStringLiteral("to")].toInteger()});
    for (const auto& owner : line.value(QStringLiteral("waits")).toArray())
        lock.waits << owner.toString().toUtf8();
    lock.isContended = dialect == "redisson-semaphore";
    locks[line.value(QStringLiteral("lock")).toString().toUtf8()] = std::move(lock);
}

MadeLocks makeLocksByHand(RedisServers& servers, int least)
{
    Hand hand(servers);
    constexpr int kinds = 11;
    for (int number = 1; number <= (least + kinds - 1) / kinds; ++number)
        hand.makeEach(number);
    return hand.take();
}

QByteArray makeOtherKeys(RedisServers& servers, int count)
{
    for (const auto& kind : otherKinds) {
        const int all = count / 1'000 * kind.share;
        for (int from = 0; from < all; from += keysPerCall) {
            if (const auto error = make(servers, kind, from, std::min(keysPerCall, all - from)); !error.isEmpty())
                return QByteArray(kind.name) + ": " + error;
        }
    }
    for (const auto& kind : namedLikeLocks) {
        if (const auto error = make(servers, kind, 0, 20); !error.isEmpty())
            return QByteArray(kind.name) + ": " + error;
    }
    return {};
}

} // namespace lockscope::test
