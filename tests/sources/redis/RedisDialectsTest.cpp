// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The dialects of token locks: the built-in files, and the user's.

#include "core/sources/redis/dialects/RedisDialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QTemporaryDir>

namespace lockscope::redisDialectsTest {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using inspect::Certainty;
using inspect::loadRedisDialects;
using inspect::RedisPattern;
using inspect::TokenValue;

const TokenValue token{"9b1c0a7e44d25f83e6b7a90c1d2e3f45", 10s};

/// A folder of the user.
class UserFolder final {
public:
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString path() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
};

class RedisDialectsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBuiltInFilesAreValid();
    void documentedLocks_data();
    void documentedLocks();
    void globPatterns_data();
    void globPatterns();
    void namesAreBytes();
    void theUsersFilesAreAddedAndCertain();
    void eachBackendReadsItsOwnFiles();
    void theUsersFilesComeFirst();
    void errors_data();
    void errors();
    void oneIdCountsOnce();
};

void RedisDialectsTest::theBuiltInFilesAreValid()
{
    const auto& dialects = *inspect::builtinRedisDialects();
    const QDir folder(u":/dialects/redis"_s);
    const auto files = folder.entryList({u"*.json"_s});
    QVERIFY(!files.isEmpty());
    QCOMPARE(dialects.all().size(), static_cast<std::size_t>(files.size())); // a file with a fault is not loaded
    for (const auto& name : files) {
        const auto check = inspect::checkRedisDialectFile(folder.filePath(name));
        QVERIFY2(!check.problem, check.problem ? describe(*check.problem).c_str() : "");
        QVERIFY(check.examples > 0);
        QCOMPARE(QString::fromStdString(check.id) + u".json"_s, name);
    }
}

void RedisDialectsTest::documentedLocks_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("id"); // empty: no lock
    QTest::addColumn<bool>("isCertain");
    QTest::newRow("redis-py") << QByteArray("orders") << QByteArray("3f2a6c5e8b1d11ee9c4a0242ac120002")
                              << QByteArray("redis-py-lock") << false;
    QTest::newRow("python-redis-lock") << QByteArray("lock:orders") << QByteArray("n7Zr5cXqf0W1aB+kd9/TgQ3v")
                                       << QByteArray("python-redis-lock") << false;
    QTest::newRow("Spring") << QByteArray("registry:orders") << QByteArray("2d931510-d99f-494a-8c67-87feb05e1594")
                            << QByteArray("spring-lock-registry") << false;
    QTest::newRow("ShedLock") << QByteArray("job-lock:prod:report")
                              << QByteArray("ADDED:2026-11-28T13:57:00.000Z@worker-1") << QByteArray("shedlock")
                              << true;
    QTest::newRow("Redlock") << QByteArray("orders") << QByteArray("a94a8fe5ccb19ba61c4c0873d391e987982fbbd3")
                             << QByteArray("redlock-token") << false;
    QTest::newRow("sidekiq-unique-jobs") << QByteArray("uniquejobs:8cc2d7ae1ab2fa4c1b4d6c9b0e1c3b7a")
                                         << QByteArray("b4a577edbccf1d805744efa9") << QByteArray("sidekiq-unique-jobs")
                                         << false;
    QTest::newRow("a cached page") << QByteArray("lock:page") << QByteArray("<html>") << QByteArray() << false;
}

void RedisDialectsTest::documentedLocks()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, id);
    QFETCH(bool, isCertain);
    const auto* found = inspect::builtinRedisDialects()->find(key.toStdString(), {value.toStdString(), 10s});
    QCOMPARE(found ? QByteArray::fromStdString(found->id) : QByteArray(), id);
    QCOMPARE(found && found->certainty == Certainty::Certain, isCertain);
}

/// As Redis' KEYS and SCAN match them.
void RedisDialectsTest::globPatterns_data()
{
    QTest::addColumn<QByteArray>("glob");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* glob, const char* key, bool fits) {
        QTest::addRow("%s %s", glob, key) << QByteArray(glob) << QByteArray(key) << fits;
    };
    row("orders:*", "orders:1", true);
    row("orders:*", "orders:", true);
    row("orders:*", "my-orders:1", false);
    row("o?ders", "orders", true);
    row("o?ders", "oders", false);
    row("h[ae]llo", "hello", true);
    row("h[ae]llo", "hillo", false);
    row("h[^e]llo", "hallo", true);
    row("h[^e]llo", "hello", false);
    row("h[a-c]llo", "hbllo", true);
    row("h[a-c]llo", "hdllo", false);
    row("a\\*b", "a*b", true);
    row("a\\*b", "axb", false);
    row("a.b+", "a.b+", true);
    row("a.b", "axb", false);
    row("*", "two\nlines", true);
}

void RedisDialectsTest::globPatterns()
{
    QFETCH(QByteArray, glob);
    QFETCH(QByteArray, key);
    QFETCH(bool, fits);
    const auto pattern = RedisPattern::fromGlob(glob.toStdString());
    QVERIFY_RESULT(pattern);
    QCOMPARE(pattern->match(key.toStdString()).has_value(), fits);
}

void RedisDialectsTest::namesAreBytes()
{
    const auto pattern = RedisPattern::fromRegex("lock:(?<name>.+)");
    QVERIFY_RESULT(pattern);
    const std::string name("\xff\x00\n\xc3\xa9", 5);
    QVERIFY(pattern->match("lock:" + name) == name);
    const auto glob = RedisPattern::fromGlob("caf\xc3\xa9:*");
    QVERIFY_RESULT(glob);
    QVERIFY(glob->match("caf\xc3\xa9:1"));
    QVERIFY(!RedisPattern::fromRegex("(").has_value());
    QVERIFY(!RedisPattern::fromGlob("a[b").has_value());
}

void RedisDialectsTest::theUsersFilesAreAddedAndCertain()
{
    const UserFolder folder;
    folder.write(u"ours.json"_s, R"({"backend": "redis", "id": "ours", "title": "Our lock",
        "key": {"glob": "orders:*"}, "owner": {"glob": "worker-*"}, "lease": "optional"})");
    const auto loaded = loadRedisDialects(folder.path());
    QVERIFY(loaded.problems.empty());
    const auto* found = loaded.dialects->find("orders:1", {"worker-7", std::nullopt});
    QVERIFY(found);
    QCOMPARE(found->id, std::string("ours"));
    QVERIFY(found->isUsers);
    QVERIFY(found->certainty == Certainty::Certain);
    QVERIFY(!loaded.dialects->find("orders:1", {"unknown", std::nullopt}));
    QVERIFY(loaded.dialects->byId("shedlock")); // the built-in ones are there too
    QVERIFY(!inspect::builtinRedisDialects()->byId("ours"));
}

void RedisDialectsTest::eachBackendReadsItsOwnFiles()
{
    const UserFolder folder;
    folder.write(u"a-redis.json"_s,
                 R"({"backend": "redis", "id": "ours", "title": "Our lock", "key": {"glob": "orders:*"}})");
    folder.write(u"b-zookeeper.json"_s,
                 R"({"id": "ours", "title": "Our lock", "kind": "mutex", "marks": ["turn#{seq}"]})");
    const auto redis = loadRedisDialects(folder.path());
    QVERIFY(redis.problems.empty());
    QVERIFY(redis.dialects->byId("ours"));
    const auto zooKeeper = inspect::loadDialects(folder.path());
    QVERIFY(zooKeeper.problems.empty());
    QVERIFY(zooKeeper.catalogue->find("ours"));
    // A text that is not JSON may be of either.
    folder.write(u"c.json"_s, "{\"backend\": \"redis\",");
    QCOMPARE(loadRedisDialects(folder.path()).problems.size(), std::size_t(1));
    QCOMPARE(inspect::loadDialects(folder.path()).problems.size(), std::size_t(1));
}

void RedisDialectsTest::theUsersFilesComeFirst()
{
    const UserFolder folder;
    folder.write(u"sessions.json"_s, R"({"backend": "redis", "id": "sessions", "title": "Sessions", "kind": "none",
        "key": {"glob": "session:*"}})");
    folder.write(u"redis-py-lock.json"_s, R"({"backend": "redis", "id": "redis-py-lock", "title": "Ours",
        "key": {"glob": "locks:*"}})");
    const auto loaded = loadRedisDialects(folder.path());
    QVERIFY(loaded.problems.empty());
    QVERIFY(loaded.dialects->find("session:1", token)->isNone);
    QCOMPARE(loaded.dialects->find("locks:1", token)->title, std::string("Ours"));
    QVERIFY(!loaded.dialects->find("orders", token)); // the built-in file of this id is replaced
}

void RedisDialectsTest::errors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("reason"); // its beginning
    const auto row = [](const char* name, const QByteArray& field, const QByteArray& where, const QByteArray& reason) {
        QTest::addRow("%s", name) << "{\"backend\": \"redis\", \"id\": \"ours\", \"title\": \"Ours\",\n" + field + "\n}"
                                  << where << reason;
    };
    QTest::addRow("broken") << QByteArray("{\"backend\": \"redis\",\n") << QByteArray("line 2, column 1")
                            << QByteArray("invalid JSON: ");
    row("no key", R"("kind": "token")", "line 1, column 1, field key", "the field is missing: the pattern of the keys");
    row("no form", R"("key": {})", "line 2, column 1, field key", "a field is missing: use one of glob, regex");
    row("two forms", R"("key": {"glob": "*", "regex": ".*"})", "line 2, column 22, field key.regex",
        "glob, regex cannot be used together");
    row("bad regex", R"("key": {"regex": "lock:("})", "line 2, column 9, field key.regex",
        "invalid pattern \"lock:(\": ");
    row("bad glob", R"("key": {"glob": "lock[a"})", "line 2, column 9, field key.glob",
        "invalid pattern \"lock[a\": the set that begins with [ has no ]");
    row("unknown field", R"("key": {"glob": "*"}, "marks": ["x"])", "line 2, column 23, field marks", "unknown field");
    row("bad companion", R"("key": {"glob": "*"}, "certainty": "possible", "companions": ["signal"])",
        "line 2, column 48, field companions", "\"signal\" has no {name}");
    row("bad list of waiters", R"("key": {"glob": "*"}, "wakes": "signal")", "line 2, column 23, field wakes",
        "\"signal\" has no {name}");
    row("companions of a certain one", R"("key": {"glob": "*"}, "companions": ["signal:{name}"])",
        "line 2, column 23, field companions", "companions make a possible lock certain");
    row("failing example",
        R"("key": {"glob": "a:*"}, "examples": [{"key": "b:1", "value": "3f2a6c5e8b1d11ee9c4a0242ac120002"}])",
        "line 2, column 38, field examples[0]", "the key \"b:1\" with this value does not fit");
    row("example that fits",
        R"("key": {"glob": "a:*"}, "owner": {"glob": "x"}, "examples": [{"key": "a:1", "value": "x", "fits": false}])",
        "line 2, column 62, field examples[0]", "the key \"a:1\" with this value fits, but");
    row("example with another name",
        R"x("key": {"regex": "a:(?<name>.*)"}, "owner": {"glob": "x"}, "examples": [{"key": "a:1", "value": "x", "name": "2"}])x",
        "line 2, column 73, field examples[0]", "the example expects the name \"2\", but this file gives \"1\"");
}

void RedisDialectsTest::errors()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, reason);
    const UserFolder folder;
    folder.write(u"ours.json"_s, text);
    const auto check = inspect::checkRedisDialectFile(folder.path(u"ours.json"_s));
    QVERIFY(check.problem);
    QCOMPARE(QByteArray::fromStdString(check.problem->where), where);
    QVERIFY2(check.problem->reason.starts_with(reason.toStdString()), check.problem->reason.c_str());
    const auto loaded = loadRedisDialects(folder.path());
    QCOMPARE(loaded.problems.size(), std::size_t(1));
    QVERIFY(!loaded.dialects->byId("ours"));
}

void RedisDialectsTest::oneIdCountsOnce()
{
    const UserFolder folder;
    for (const auto& name : {u"a.json"_s, u"b.json"_s})
        folder.write(name, R"({"backend": "redis", "id": "ours", "title": ")" + name.toUtf8() +
                               R"(", "key": {"glob": "*"}})");
    const auto loaded = loadRedisDialects(folder.path());
    QCOMPARE(loaded.problems.size(), std::size_t(1));
    QCOMPARE(loaded.dialects->byId("ours")->title, std::string("a.json"));
}

} // namespace lockscope::redisDialectsTest

LOCKSCOPE_TEST(lockscope::redisDialectsTest::RedisDialectsTest)
#include "RedisDialectsTest.moc"
