// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases of a Redlock on three real masters, with one that does not answer too.

#include "core/release/redis/RedlockReleaseActor.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"
#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QTemporaryDir>

namespace lockscope::redlockReleaseTest {

using namespace lockscope::test;

namespace {

constexpr int count = 3;

redis::RedisSandboxOptions threeMasters()
{
    redis::RedisSandboxOptions options;
    options.kind = redis::SandboxKind::Independent;
    options.masters = count;
    return options;
}

} // namespace

class RedlockReleaseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void releasesOnAllMasters();
    void keepsOtherTokens();
    void releasesARemnant();
    void refusesAnotherToken();
    void saysWhichMasterDoesNotAnswer();
    void failsWhileAQuorumDoesNotAnswer();
    void keyOfAnotherType();
    void theUsersDialectRefuses();

private:
    void set(int master, const QByteArray& token)
    {
        QCOMPARE(m_servers.command({"SET", "orders", token, "PX", "30000"}, master), QByteArray("OK"));
    }
    [[nodiscard]] QVariantList tokens()
    {
        QVariantList tokens;
        for (int i = 0; i < count; ++i)
            tokens << m_servers.command({"GET", "orders"}, i);
        return tokens;
    }
    [[nodiscard]] int connected()
    {
        int connected = 0;
        m_loop.runAndWait([&] {
            for (const auto& client : m_clients)
                connected += client->status().state == SessionState::Connected ? 1 : 0;
        });
        return connected;
    }
    [[nodiscard]] Result<release::ReleasePlan> plan(const std::string& token)
    {
        BlockingAnswer<release::ReleasePlan> answer;
        m_loop.post([this, token, reply = answer.reply()] {
            m_actor->plan({"orders", inspect::LockPart::Queue, token}, {}, reply);
        });
        return answer.get();
    }
    [[nodiscard]] Result<release::ReleaseResult> release(const release::ReleasePlan& plan)
    {
        BlockingAnswer<release::ReleaseResult> answer;
        m_loop.post([this, plan, reply = answer.reply()] { m_actor->apply(plan, reply); });
        return answer.get();
    }

    RedisServers m_servers{threeMasters()};
    EventLoop m_loop;
    std::vector<std::unique_ptr<redis::Client>> m_clients; ///< these two on the loop
    std::unique_ptr<release::RedlockReleaseActor> m_actor;
};

void RedlockReleaseTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_loop.runAndWait([this] {
        std::vector<redis::Client*> clients;
        for (int i = 0; i < count; ++i) {
            redis::ClientSettings settings;
            settings.target = redis::parseTarget("redis://127.0.0.1:" + std::to_string(m_servers.port(i))).value();
            settings.callbacks = &m_loop;
            m_clients.push_back(std::make_unique<redis::Client>(std::move(settings), m_loop, Log()));
            clients.push_back(m_clients.back().get());
        }
        m_actor = std::make_unique<release::RedlockReleaseActor>(clients);
    });
}

void RedlockReleaseTest::init()
{
    QVERIFY(RedisServers::waitUntil([this] { return connected() == count; }));
    for (int i = 0; i < count; ++i)
        m_servers.command({"FLUSHALL"}, i);
}

void RedlockReleaseTest::cleanupTestCase()
{
    m_loop.runAndWait([this] {
        m_actor.reset();
        m_clients.clear();
    });
}

void RedlockReleaseTest::releasesOnAllMasters()
{
    for (int i = 0; i < count; ++i)
        set(i, "the-token");
    const auto made = plan({}); // the one that holds
    QVERIFY_RESULT(made);
    QCOMPARE(made->redis.owner, std::string("the-token"));
    QCOMPARE(made->redis.votes.size(), std::size_t(count));
    QVERIFY(made->permission.allowed == release::Allowed::Yes);
    const auto result = release(*made);
    QVERIFY_RESULT(result);
    QVERIFY(result->isGone && result->holderKnown && result->holder.empty());
    QCOMPARE(tokens(), QVariantList(count));
    for (int i = 0; i < count; ++i)
        QVERIFY2(result->text.find("127.0.0.1:" + std::to_string(m_servers.port(i)) + ": released") !=
                     std::string::npos,
                 result->text.c_str());
}

void RedlockReleaseTest::keepsOtherTokens()
{
    set(0, "the-token");
    set(1, "the-token");
    set(2, "other-token");
    const auto made = plan("the-token");
    QVERIFY_RESULT(made);
    const auto result = release(*made);
    QVERIFY_RESULT(result);
    QCOMPARE(tokens(), (QVariantList{QVariant(), QVariant(), QByteArray("other-token")}));
    QVERIFY2(result->text.find("another value") != std::string::npos, result->text.c_str());
}

/// A failed attempt leaves votes below a quorum.
void RedlockReleaseTest::releasesARemnant()
{
    set(1, "the-token");
    const auto none = plan({});
    QVERIFY(!none && none.error().code == ErrorCode::NoNode);
    const auto made = plan("the-token");
    QVERIFY_RESULT(made);
    QVERIFY_RESULT(release(*made));
    QCOMPARE(tokens(), QVariantList(count));
}

void RedlockReleaseTest::refusesAnotherToken()
{
    for (int i = 0; i < count; ++i)
        set(i, "the-token");
    const auto other = plan("first-token");
    QVERIFY(!other && other.error().code == ErrorCode::NoNode);
    const auto made = plan("the-token");
    QVERIFY_RESULT(made);
    for (int i = 0; i < count; ++i)
        set(i, "next-token");
    const auto result = release(*made);
    QVERIFY(!result && result.error().code == ErrorCode::Refused);
    QCOMPARE(tokens(), QVariantList(count, QByteArray("next-token")));
}

void RedlockReleaseTest::saysWhichMasterDoesNotAnswer()
{
    for (int i = 0; i < count; ++i)
        set(i, "the-token");
    QVERIFY_RESULT(m_servers.killServer(2));
    QVERIFY(RedisServers::waitUntil([this] { return connected() == 2; }));
    const auto made = plan("the-token");
    QVERIFY_RESULT(made);
    QVERIFY(!made->redis.votes[2].isReachable);
    const auto result = release(*made);
    QVERIFY_RESULT(result);
    QVERIFY(!result->isGone); // its token may be there still
    QVERIFY2(result->text.find("on 2 of 3 masters") != std::string::npos, result->text.c_str());
    QVERIFY_RESULT(m_servers.startServer(2));
}

/// Its masters may still give the lock to the token.
void RedlockReleaseTest::failsWhileAQuorumDoesNotAnswer()
{
    for (int i = 0; i < count; ++i)
        set(i, "the-token");
    const auto made = plan("the-token");
    QVERIFY_RESULT(made);
    QVERIFY_RESULT(m_servers.killServer(1));
    QVERIFY_RESULT(m_servers.killServer(2));
    QVERIFY(RedisServers::waitUntil([this] { return connected() == 1; }));
    const auto result = release(*made);
    QVERIFY(!result);
    QVERIFY2(isOutcomeUnknown(result.error()), describe(result.error()).c_str());
    const auto& text = result.error().detail;
    QVERIFY2(text.find("released the-token of orders on 1 of 3 masters") != std::string::npos &&
                 text.find("A quorum may still have the token") != std::string::npos,
             text.c_str());
    QCOMPARE(m_servers.command({"EXISTS", "orders"}, 0).toLongLong(), 0);
    QVERIFY_RESULT(m_servers.startServer(1));
    QVERIFY_RESULT(m_servers.startServer(2));
}

/// The master answers: it has no token.
void RedlockReleaseTest::keyOfAnotherType()
{
    set(0, "the-token");
    set(1, "the-token");
    m_servers.command({"RPUSH", "orders", "a"}, 2);
    const auto made = plan({});
    QVERIFY_RESULT(made);
    QVERIFY(made->redis.votes[2].isReachable && !made->redis.votes[2].token);
    const auto result = release(*made);
    QVERIFY_RESULT(result);
    QVERIFY(result->isGone);
    QCOMPARE(m_servers.command({"LLEN", "orders"}, 2).toLongLong(), 1);
}

/// As on one server.
void RedlockReleaseTest::theUsersDialectRefuses()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("our-lock.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"json({"backend": "redis", "id": "our-lock", "title": "Our lock", "key": {"glob": "orders"},
        "owner": {"regex": "[a-z-]+"}, "noRelease": "Use the program's own command."})json");
    file.close();
    const auto loaded = inspect::loadRedisDialects(folder.path());
    QVERIFY2(loaded.problems.empty(), loaded.problems.empty() ? "" : inspect::describe(loaded.problems[0]).c_str());
    for (int i = 0; i < count; ++i)
        set(i, "a-token");
    m_loop.runAndWait([&] {
        std::vector<redis::Client*> clients;
        for (const auto& client : m_clients)
            clients.push_back(client.get());
        release::RedisActorSettings settings;
        settings.dialects = loaded.dialects;
        m_actor = std::make_unique<release::RedlockReleaseActor>(clients, settings);
    });
    const auto refused = plan("a-token");
    QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
    QCOMPARE(refused.error().detail, std::string("Use the program's own command."));
}

} // namespace lockscope::redlockReleaseTest

LOCKSCOPE_TEST(lockscope::redlockReleaseTest::RedlockReleaseTest)
#include "RedlockReleaseTest.moc"
