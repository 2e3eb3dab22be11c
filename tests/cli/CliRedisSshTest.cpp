// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The commands on Redis through SSH, by a saved connection: also at the addresses that the Sentinels announce, and
/// over TLS with a server name.

#include "tests/cli/Cli.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SshProcesses.h"
#include "tests/connect/SshServer.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QDir>

namespace lockscope::cliRedisSshTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const auto owner = u"0123abcd-0123-4567-89ab-0123456789ab:1"_s;

} // namespace

class CliRedisSshTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void inspectsAndReleases_data();
    void inspectsAndReleases();
    void contends();
    void hasOneSshConnection();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();

private:
    [[nodiscard]] QString profile(const QString& name, const QString& servers, const QString& more) const
    {
        return uR"({"name": "%1", "servers": "%2", %3})"_s.arg(name, servers, more);
    }
    [[nodiscard]] QString ssh(const QString& destination) const
    {
        return uR"("ssh": {"destination": "%1", "configFile": "%2"})"_s.arg(destination,
                                                                            QString::fromStdString(m_ssh.configFile()));
    }
    [[nodiscard]] QString tls(const QString& serverName) const
    {
        return uR"("tls": {"ca": "%1", "serverName": "%2"}, )"_s.arg(m_files.file(u"authority.pem"_s), serverName);
    }
    [[nodiscard]] QProcessEnvironment environment() const
    {
        return environmentWith({{u"XDG_CONFIG_HOME"_s, m_home.path()}});
    }
    [[nodiscard]] Outcome run(const QString& name, const QStringList& arguments) const
    {
        return runCtl(QStringList{u"--profile"_s, name} + arguments, environment());
    }

    QTemporaryDir m_home;
    Certificates m_files;
    std::unique_ptr<RedisServers> m_single;   ///< with TLS, too
    std::unique_ptr<RedisServers> m_sentinel; ///< the servers 3 to 5 are Sentinels
    SshServer m_ssh;
};

void CliRedisSshTest::initTestCase()
{
    const auto authority = u"authority"_s;
    QVERIFY(m_files.authority(authority));
    QVERIFY(m_files.certificate(u"server"_s, authority, u"DNS:cache.example"_s));
    redis::RedisSandboxOptions options;
    options.tls = redis::SandboxTls{m_files.file(u"authority.pem"_s), m_files.file(u"server.pem"_s),
                                    m_files.file(u"server.key"_s)};
    m_single = std::make_unique<RedisServers>(options);
    QVERIFY_RESULT(m_single->start());
    m_sentinel = std::make_unique<RedisServers>(redis::RedisSandboxOptions{.kind = redis::SandboxKind::Sentinel});
    QVERIFY_RESULT(m_sentinel->start());
    QVERIFY(m_ssh.prepare() && m_ssh.start());

    const auto single = u"redis://localhost:%1"_s.arg(m_single->port());
    const auto secure = u"rediss://127.0.0.1:%1"_s.arg(m_single->servers().front().tlsPort);
    const auto sentinel = u"redis+sentinel://localhost:%1/mymaster"_s.arg(m_sentinel->port(3));
    const QStringList profiles{
        profile(u"single"_s, single, ssh(u"gate"_s)),
        profile(u"single-tls"_s, secure, tls(u"cache.example"_s) + ssh(u"gate"_s)),
        profile(u"tls-alone"_s, secure, tls(u"cache.example"_s) + u"\"words\": true"_s),
        profile(u"sentinel"_s, sentinel, ssh(u"behind"_s)),
        profile(u"not-let-in"_s, single, ssh(u"unknown-key"_s)),
        profile(u"no-server"_s, u"redis://nowhere.invalid"_s, ssh(u"gate"_s)),
        profile(u"wrong-name"_s, secure, tls(u"other.example"_s) + ssh(u"gate"_s)),
    };
    QVERIFY(QDir(m_home.path()).mkpath(u"lockscope"_s));
    QVERIFY(Certificates::write(m_home.filePath(u"lockscope/profiles.json"_s),
                                uR"({"profiles": [%1]})"_s.arg(profiles.join(u',')).toUtf8()));
}

void CliRedisSshTest::init()
{
    for (auto* const servers : {m_single.get(), m_sentinel.get()}) {
        servers->command({"FLUSHALL"});
        servers->command({"HSET", "orders", owner.toUtf8(), "1"});
        servers->command({"PEXPIRE", "orders", "600000"});
    }
}

void CliRedisSshTest::inspectsAndReleases_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isSentinel");
    QTest::newRow("single") << u"single"_s << false;
    QTest::newRow("TLS inside") << u"single-tls"_s << false;
    QTest::newRow("TLS without SSH") << u"tls-alone"_s << false;
    QTest::newRow("Sentinel, by way of another") << u"sentinel"_s << true;
}

void CliRedisSshTest::inspectsAndReleases()
{
    QFETCH(QString, name);
    QFETCH(bool, isSentinel);
    const auto listed = run(name, {u"ls"_s, u"--json"_s});
    QVERIFY2(listed.status == 0, listed.reported());
    const auto locks = listed.json().value(u"locks"_s).toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks.first().toObject().value(u"path"_s).toString(), u"orders"_s);
    const auto released =
        run(name, {u"release"_s, u"orders"_s, u"--owner"_s, owner, u"--reason"_s, u"stuck"_s, u"--json"_s});
    QVERIFY2(released.status == 0, released.reported());
    QVERIFY(released.json().value(u"released"_s).toBool());
    auto& servers = isSentinel ? *m_sentinel : *m_single;
    QCOMPARE(servers.command({"EXISTS", "orders"}).toInt(), 0);
}

void CliRedisSshTest::contends()
{
    const auto outcome =
        run(u"sentinel"_s, {u"contend"_s, u"mails"_s, u"--clients"_s, u"2"_s, u"--cycles"_s, u"3"_s, u"--json"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto last = QJsonDocument::fromJson(outcome.out.trimmed().split('\n').last()).object();
    QCOMPARE(last.value(u"summary"_s).toObject().value(u"overlaps"_s).toInt(-1), 0);
}

/// Of the watch with all its connections: to the Sentinels, to the master, for subscriptions and for changes.
void CliRedisSshTest::hasOneSshConnection()
{
    LineProcess process(lockscopectl(), {u"--profile"_s, u"sentinel"_s, u"--json"_s, u"watch"_s}, environment());
    const auto hasReported = [&] {
        m_sentinel->command({"HSET", "stock", owner.toUtf8(), "1"});
        m_sentinel->command({"PEXPIRE", "stock", "600000"});
        const bool isReported =
            process.waitForLine([](const QByteArray& line) { return line.contains("\"stock\""); }, 500);
        m_sentinel->command({"DEL", "stock"});
        return isReported;
    };
    QVERIFY2(QTest::qWaitFor(hasReported, LineProcess::defaultLimitMs), process.reported());
    const auto processes = sshProcesses(process.processId());
    QCOMPARE(processes.size(), 1);
    const auto folder = sshFolderOf(processes.first());
    QVERIFY(QFileInfo(folder).isDir());
    process.signal(SIGTERM);
    QVERIFY(process.waitForEnd());
    QTRY_VERIFY(contentsOf(u"/proc/%1/cmdline"_s.arg(processes.first())).isEmpty());
    QTRY_VERIFY(!QFileInfo::exists(folder));
}

void CliRedisSshTest::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("a key that SSH does not know") << u"not-let-in"_s << QByteArray("ssh-add");
    QTest::newRow("a name that the SSH server does not know")
        << u"no-server"_s << QByteArray("nowhere.invalid:6379: the SSH server cannot connect to this server (");
    QTest::newRow("another server name")
        << u"wrong-name"_s
        << QByteArray("the server's certificate is for cache.example and not for other.example. Connect with a name in "
                      "the certificate. If this is the right server, you can also set the server name");
}

void CliRedisSshTest::saysWhatIsMissing()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, sentence);
    const auto listed = run(name, {u"--timeout"_s, u"4000"_s, u"ls"_s});
    QVERIFY2(listed.status == 3, listed.reported());
    QVERIFY2(listed.err.contains(sentence), listed.reported());
    const auto contended =
        run(name, {u"--timeout"_s, u"4000"_s, u"contend"_s, u"mails"_s, u"--cycles"_s, u"1"_s, u"--hold"_s, u"1ms"_s});
    QVERIFY2(contended.status == 3, contended.reported());
    QVERIFY2(contended.err.contains(sentence), contended.reported());
}

} // namespace lockscope::cliRedisSshTest

LOCKSCOPE_TEST(lockscope::cliRedisSshTest::CliRedisSshTest)
#include "CliRedisSshTest.moc"
