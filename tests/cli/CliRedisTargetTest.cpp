// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Redis as the target of a command: commands that refuse it, options that do not apply, servers that are down, users
/// and passwords, TLS. Secrets appear nowhere.

#include "tests/cli/Cli.h"
#include "tests/connect/Certificates.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QTcpServer>

namespace lockscope::cliRedisTargetTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const auto password = u"plain-tree-under-moss"_s;

QStringList split(const QString& words)
{
    return words.split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class CliRedisTargetTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void otherCommandsRefuseIt_data();
    void otherCommandsRefuseIt();
    void commandsWithoutServersAcceptIt();
    void usageErrorsEndIn2_data();
    void usageErrorsEndIn2();
    void noAnswerEndsIn3_data();
    void noAnswerEndsIn3();
    void passwords_data();
    void passwords();
    void passwordFromADescriptor();
    void tls_data();
    void tls();
    void refusesBadTlsFiles_data();
    void refusesBadTlsFiles();

private:
    [[nodiscard]] static QStringList once(const QString& target)
    {
        return {u"--timeout"_s, u"8000"_s,     u"--connect"_s, target,      u"contend"_s,
                u"orders"_s,    u"--cycles"_s, u"1"_s,         u"--hold"_s, u"1ms"_s};
    }
    [[nodiscard]] QString withUser(const QString& user) const
    {
        return u"redis://%1@127.0.0.1:%2"_s.arg(user).arg(m_guarded->port());
    }

    std::unique_ptr<RedisServers> m_guarded; ///< needs a password; the user app has it, too
    std::unique_ptr<RedisServers> m_secure;  ///< with TLS
    Certificates m_files;
};

void CliRedisTargetTest::initTestCase()
{
    const auto authority = u"authority"_s;
    QVERIFY(m_files.authority(authority) && m_files.authority(u"stranger"_s));
    QVERIFY(m_files.certificate(u"server"_s, authority, u"DNS:localhost,IP:127.0.0.1"_s));
    QVERIFY(m_files.certificate(u"client"_s, authority, u"DNS:client"_s));
    QVERIFY(m_files.lock(u"client"_s, password));
    redis::RedisSandboxOptions guarded;
    guarded.password = password;
    guarded.moreSettings = u"user app on >%1 ~* &* +@all\n"_s.arg(password);
    m_guarded = std::make_unique<RedisServers>(guarded);
    QVERIFY_RESULT(m_guarded->start());
    redis::RedisSandboxOptions secure;
    secure.tls = redis::SandboxTls{m_files.file(u"authority.pem"_s), m_files.file(u"server.pem"_s),
                                   m_files.file(u"server.key"_s), true};
    m_secure = std::make_unique<RedisServers>(secure);
    QVERIFY_RESULT(m_secure->start());
}

void CliRedisTargetTest::otherCommandsRefuseIt_data()
{
    QTest::addColumn<QString>("arguments");
    for (const auto* line : {"revoke /a --reason x", "bench locks"})
        QTest::newRow(line) << QString::fromLatin1(line);
}

void CliRedisTargetTest::otherCommandsRefuseIt()
{
    QFETCH(QString, arguments);
    const auto outcome = runCtl(QStringList{u"--connect"_s, u"redis://127.0.0.1:6379"_s} + split(arguments));
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.contains("\"redis://127.0.0.1:6379\" is a Redis target, and this command works only on "
                                  "ZooKeeper. Use a target such as zk1:2181,zk2:2181") &&
                 outcome.err.count('\n') == 1,
             outcome.reported());
}

void CliRedisTargetTest::commandsWithoutServersAcceptIt()
{
    const auto environment = environmentWith({{u"LOCKSCOPE_CONNECT"_s, u"redis://127.0.0.1:6379"_s}});
    QCOMPARE(runCtl({u"run"_s, u"--list"_s}, environment).status, 0);
    QCOMPARE(runCtl({u"sandbox"_s, u"--servers"_s, u"2"_s}, environment).err,
             QByteArray("lockscopectl: invalid --servers \"2\": use 1 or 3 (see lockscopectl --help)\n"));
    QCOMPARE(runCtl({u"revoke"_s, u"/a"_s, u"--reason"_s, u"x"_s}, environment).status, 2);
}

void CliRedisTargetTest::usageErrorsEndIn2_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* arguments, const char* sentence) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << QByteArray(sentence);
    };
    row("--connect redis://app:plain-tree-under-moss@c1 contend a",
        "a password in a target is visible in process lists and shell histories: remove it");
    row("--connect redis://c1:x contend a", "invalid port in \"c1:x\"");
    row("--connect redis+sentinel://s1 contend a", "the name of the master is missing");
    row("--connect redlock://r1 contend a", "redlock:// needs at least two servers");
    row("--connect redis://c1 contend", "the name of the lock is missing: use a name such as orders");
    row("--connect redis://c1 contend a --recipe mutex",
        "--recipe: the recipe mutex is for ZooKeeper, not for Redis: use redisson-lock, redisson-fair-lock");
    row("--connect redis://c1 contend a --recipe redlock",
        "needs a target such as --connect redlock://r1:6379,r2:6379,r3:6379");
    row("--connect redlock://r1,r2,r3 contend a --recipe redisson-lock",
        "is for Redis, not for independent Redis masters: use redlock. The recipe redisson-lock needs a target such as "
        "--connect redis://127.0.0.1:6379");
    row("contend /a --recipe redisson-lock", "the recipe redisson-lock is for Redis, not for ZooKeeper: use mutex");
    row("--connect redis://c1 contend a --recipe herd", "--recipe: unknown recipe \"herd\": use redisson-lock");
    row("contend /a --lease 3s", "--lease is for Redis: on ZooKeeper, the session of the client ends its lock");
    row("contend /a --watchdog-timeout 3s", "--watchdog-timeout is for Redis");
    row("contend /a --sequential", "--sequential needs the recipe redlock on independent masters");
    row("--connect redis://c1 contend a --node-timeout 50ms", "--node-timeout needs the recipe redlock");
    row("--connect redis://c1 contend a --session-timeout 3s", "--session-timeout is for ZooKeeper");
    row("--connect redis://c1 contend a --revocation follow", "--revocation is for ZooKeeper");
    row("--connect redis://c1 contend a --lease soon", "--lease: invalid duration \"soon\"");
    row("--connect redis://c1 contend a --lease 3s --watchdog-timeout 3s", "exclude each other");
    row("--connect redis://c1 contend a b", "several locks need the recipe redisson-multi-lock or nested locks");
    row("--connect redis://c1 contend a b --recipe redisson-multi-lock --as-given", "only the recipe multi");
    row("--connect redis://c1 contend a --leases 2", "several leases need the recipe redisson-semaphore");
    row("--connect redis://c1 --ca /ca.pem contend a",
        "\"redis://c1\" is not encrypted. Use a target such as rediss://");
    row("--connect rediss://c1 --cert /c.pem contend a", "--cert and --key belong together");
    row("--connect redis://app@c1 --user ops contend a", "--user \"ops\" and the user \"app\" of the target differ");
    row("--connect redis://app@c1 contend a", "the password is missing. Use --password-fd, or set $LOCKSCOPE_PASSWORD");
    row("--connect redis://c1 --password-fd 99 contend a", "file descriptor 99");
}

void CliRedisTargetTest::usageErrorsEndIn2()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = runCtl(split(arguments));
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: ") && outcome.err.contains(sentence) && outcome.err.count('\n') == 1,
             outcome.reported());
    QVERIFY2(!outcome.err.contains(password.toUtf8()), outcome.reported());
}

void CliRedisTargetTest::noAnswerEndsIn3_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<bool>("listens");
    for (const auto* scheme :
         {"redis://%1", "redis+sentinel://%1/mymaster", "redis+cluster://%1", "redlock://%1,%1.1", "rediss://%1"}) {
        QTest::addRow("%s closed", scheme) << QString::fromLatin1(scheme) << false;
        QTest::addRow("%s silent", scheme) << QString::fromLatin1(scheme) << true;
    }
}

void CliRedisTargetTest::noAnswerEndsIn3()
{
    QFETCH(QString, scheme);
    QFETCH(bool, listens);
    QTcpServer silent; // accepts connections and sends nothing, as a stopped server does
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    const auto address = u"127.0.0.1:%1"_s.arg(listens ? silent.serverPort() : quint16(1));
    auto target = scheme;
    target.replace(u"%1.1"_s, u"127.0.0.1:2"_s).replace(u"%1"_s, address);
    QElapsedTimer elapsed;
    elapsed.start();
    const auto outcome =
        runCtl({u"--timeout"_s, u"1000"_s, u"--connect"_s, target, u"contend"_s, u"orders"_s, u"--json"_s});
    QVERIFY2(outcome.status == 3 && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.contains("Cannot connect to \"" + target.toUtf8() + "\": no connection: ") &&
                 outcome.err.contains("o server answered within 1000 ms. Check the address with --connect") &&
                 outcome.err.count('\n') == 1,
             outcome.reported());
    QVERIFY(listens || outcome.err.contains("refused") || target.startsWith(u"redis+"));
    QVERIFY2(elapsed.elapsed() < 15'000, QByteArray::number(elapsed.elapsed()));
}

void CliRedisTargetTest::passwords_data()
{
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("given");
    QTest::addColumn<QByteArray>("refusal");
    QTest::newRow("server's") << QString() << password << QByteArray();
    QTest::newRow("user's") << u"app"_s << password << QByteArray();
    QTest::newRow("none") << QString() << QString() << QByteArray("Give the password by --password-fd");
    QTest::newRow("wrong") << QString() << u"guessed-one"_s << QByteArray("Check the user and the password");
    QTest::newRow("user's wrong") << u"app"_s << u"guessed-one"_s << QByteArray("Check the user and the password");
    QTest::newRow("unknown user") << u"ops"_s << password << QByteArray("Check the user and the password");
}

void CliRedisTargetTest::passwords()
{
    QFETCH(QString, user);
    QFETCH(QString, given);
    QFETCH(QByteArray, refusal);
    auto environment = environmentWith({{u"LOCKSCOPE_DEBUG"_s, u"1"_s}});
    if (!given.isEmpty())
        environment.insert(u"LOCKSCOPE_PASSWORD"_s, given);
    const auto plain = once(m_guarded->target());
    const auto byUser = once(withUser(user));
    const auto byOption = QStringList{u"--user"_s, user} + plain;
    for (const auto& arguments : user.isEmpty() ? QList<QStringList>{plain} : QList<QStringList>{byUser, byOption}) {
        const auto command = arguments.mid(arguments.indexOf(u"contend"_s));
        QStringList line = arguments.mid(0, arguments.indexOf(u"contend"_s));
        if (line.value(0) == u"--user") // an option of the command
            line = line.mid(2) + QStringList{command.first(), u"--user"_s, user} + command.mid(1);
        else
            line += command;
        const auto outcome = runCtl(line, environment);
        QVERIFY2(outcome.status == (refusal.isEmpty() ? 0 : 3), outcome.reported());
        QVERIFY2(outcome.err.contains(refusal), outcome.reported());
        for (const auto& secret : {password, u"guessed-one"_s})
            QVERIFY2(!(outcome.err + outcome.out).contains(secret.toUtf8()), outcome.reported());
    }
}

void CliRedisTargetTest::passwordFromADescriptor()
{
    const auto command = u"exec \"$0\" \"$@\" --password-fd 7 7<<<%1"_s.arg(password);
    LineProcess process(u"/bin/bash"_s, QStringList{u"-c"_s, command, lockscopectl()} + once(withUser(u"app"_s)),
                        environmentWith());
    QVERIFY(process.waitForEnd());
    QVERIFY2(process.exitCode() == 0, process.errors());
}

void CliRedisTargetTest::tls_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QByteArray>("refusal");
    const auto identity = u" --cert %1 --key %2"_s.arg(m_files.file(u"client.pem"_s), m_files.file(u"client.key"_s));
    const auto ca = u"--ca "_s + m_files.file(u"authority.pem"_s);
    QTest::newRow("right") << ca + identity << QByteArray();
    QTest::newRow("wrong CA") << u"--ca "_s + m_files.file(u"stranger.pem"_s) + identity << QByteArray("stranger.pem");
    QTest::newRow("system's CA") << identity.trimmed() << QByteArray("the system's CA certificates");
    QTest::newRow("no certificate") << ca << QByteArray("client certificate");
}

void CliRedisTargetTest::tls()
{
    QFETCH(QString, options);
    QFETCH(QByteArray, refusal);
    auto arguments = once(m_secure->target());
    QVERIFY2(m_secure->target().startsWith(u"rediss://"), qPrintable(m_secure->target()));
    arguments[1] = refusal.isEmpty() ? u"20000"_s : u"2000"_s;
    const auto outcome = runCtl(arguments + split(options));
    QVERIFY2(outcome.status == (refusal.isEmpty() ? 0 : 3), outcome.reported());
    QVERIFY2(outcome.err.contains(refusal) && outcome.err.count('\n') == (refusal.isEmpty() ? 0 : 1),
             outcome.reported());
}

void CliRedisTargetTest::refusesBadTlsFiles_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("no file") << u"--ca /nonexistent/ca.pem"_s << 1 << QByteArray("/nonexistent/ca.pem");
    QTest::newRow("no certificate") << u"--ca "_s + m_files.file(u"client.key"_s) << 2 << QByteArray("client.key");
    QTest::newRow("locked key")
        << u"--cert %1 --key %2"_s.arg(m_files.file(u"client.pem"_s), m_files.file(u"client.locked"_s)) << 3
        << QByteArray("client.locked\": refused: the key is encrypted. For Redis, use a key file without a password");
}

/// At once, not after the time for the connection.
void CliRedisTargetTest::refusesBadTlsFiles()
{
    QFETCH(QString, options);
    QFETCH(int, status);
    QFETCH(QByteArray, sentence);
    const auto outcome = runCtl(once(m_secure->target()) + split(options));
    QVERIFY2(outcome.status == status && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.contains(sentence) && outcome.err.count('\n') == 1, outcome.reported());
}

} // namespace lockscope::cliRedisTargetTest

LOCKSCOPE_TEST(lockscope::cliRedisTargetTest::CliRedisTargetTest)
#include "CliRedisTargetTest.moc"
