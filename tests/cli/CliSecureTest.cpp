// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The whole command at ensembles with restricted access: over TLS, through SSH, as a user, without session data from
/// the servers. It reads and releases, or reports what is missing; its secrets appear nowhere.

#include "core/connect/Route.h"
#include "tests/cli/Cli.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SecureServer.h"
#include "tests/connect/SshServer.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/Processes.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QDirIterator>

namespace lockscope::cliSecureTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const auto password = u"plain-tree-under-moss"_s;
const auto keyPassword = u"seven-quiet-anvils"_s;

} // namespace

class CliSecureTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase() { QVERIFY(m_server.kill() && m_expired.kill()); }
    void looksAndReleases_data();
    void looksAndReleases();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void itsSecretsAreNowhere();

private:
    [[nodiscard]] QString profile(const QString& name, quint16 port, const QString& more) const
    {
        return uR"({"name": "%1", "servers": "localhost:%2", "roots": ["/orders"], "adminPorts": [], "words": false,
                    "user": "ops"%3})"_s.arg(name)
            .arg(port)
            .arg(more);
    }
    [[nodiscard]] QString tls(const QString& authority, const QString& more = {}) const
    {
        return uR"(, "tls": {"ca": "%1"%2})"_s.arg(m_files.file(authority), more);
    }
    [[nodiscard]] QString ssh(const QString& destination) const
    {
        return uR"(, "ssh": {"destination": "%1", "configFile": "%2"})"_s.arg(
            destination, QString::fromStdString(m_ssh.configFile()));
    }
    [[nodiscard]] QProcessEnvironment environment() const
    {
        return environmentWith({{u"XDG_CONFIG_HOME"_s, m_home.path()},
                                {u"TMPDIR"_s, m_temporary.path()},
                                {u"LOCKSCOPE_PASSWORD"_s, password},
                                {u"LOCKSCOPE_KEY_PASSWORD"_s, keyPassword},
                                {u"LOCKSCOPE_DEBUG"_s, u"1"_s}});
    }
    [[nodiscard]] Outcome run(const QString& name, const QStringList& arguments) const
    {
        return runCtl(QStringList{u"--profile"_s, name} + arguments, environment());
    }

    QTemporaryDir m_home;
    QTemporaryDir m_temporary;
    Certificates m_files;
    SecureServer m_server;
    SecureServer m_expired;
    SshServer m_ssh;
    std::unique_ptr<BlockingClient> m_holder;
    std::string m_node;
};

void CliSecureTest::initTestCase()
{
    const auto authority = u"authority"_s;
    const auto names = u"DNS:localhost"_s;
    QVERIFY(m_files.authority(authority) && m_files.authority(u"stranger"_s));
    QVERIFY(m_files.certificate(u"server"_s, authority, names));
    QVERIFY(m_files.certificate(u"expired"_s, authority, names, 0));
    QVERIFY(m_files.certificate(u"client"_s, authority, u"DNS:client"_s));
    QVERIFY(m_files.lock(u"client"_s, keyPassword));
    const auto trusted = m_files.file(u"authority.pem"_s);
    const auto started = m_server.start(m_files.file(u"server.store"_s), trusted);
    QVERIFY_RESULT(started);
    QVERIFY(m_expired.start(m_files.file(u"expired.store"_s), trusted));
    QVERIFY(m_ssh.prepare() && m_ssh.start());

    const auto key =
        uR"(, "certificate": "%1", "key": "%2")"_s.arg(m_files.file(u"client.pem"_s), m_files.file(u"client.locked"_s));
    const auto port = m_server.securePort();
    const QStringList profiles{
        profile(u"plain"_s, m_server.plainPort(), {}),
        profile(u"tls"_s, port, tls(u"authority.pem"_s, key)),
        profile(u"ssh"_s, m_server.plainPort(), ssh(u"gate"_s)),
        profile(u"tls-ssh"_s, port, tls(u"authority.pem"_s, key) + ssh(u"behind"_s)),
        profile(u"wrong-ca"_s, port, tls(u"stranger.pem"_s)),
        profile(u"wrong-name"_s, port, tls(u"authority.pem"_s, uR"(, "serverName": "zk9.example")"_s)),
        profile(u"expired"_s, m_expired.securePort(), tls(u"authority.pem"_s)),
        profile(u"no-tls-there"_s, m_server.plainPort(), tls(u"authority.pem"_s)),
        profile(u"tls-there"_s, port, {}),
        profile(u"tls-there-ssh"_s, port, ssh(u"gate"_s)),
        profile(u"not-let-in"_s, m_server.plainPort(), ssh(u"unknown-key"_s)),
    };
    QVERIFY(QDir(m_home.path()).mkpath(u"lockscope"_s));
    QVERIFY(Certificates::write(m_home.filePath(u"lockscope/profiles.json"_s),
                                uR"({"profiles": [%1]})"_s.arg(profiles.join(u',')).toUtf8()));

    m_holder = std::make_unique<BlockingClient>(m_server.plainConnect());
    QVERIFY(m_holder->addAuth("digest", "ops:" + password.toStdString()));
    connect::Profile ops;
    ops.user = "ops";
    QVERIFY(m_holder->create("/orders", {}, zk::CreateMode::Persistent,
                             connect::accountsOf(ops, {password.toStdString(), {}})));
}

void CliSecureTest::init()
{
    const auto node = m_holder->queueUp("/orders", "web-1");
    QVERIFY_RESULT(node);
    m_node = node->path;
}

void CliSecureTest::looksAndReleases_data()
{
    QTest::addColumn<QString>("name");
    for (const auto* name : {"plain", "tls", "ssh", "tls-ssh"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void CliSecureTest::looksAndReleases()
{
    QFETCH(QString, name);
    const auto node = QString::fromStdString(m_node);
    const auto looked = run(name, {u"show"_s, u"/orders"_s, u"--json"_s});
    QVERIFY2(looked.status == 0 && looked.out.contains("\"web-1\""), looked.reported());
    const auto planned = run(name, {u"release"_s, node, u"--dry-run"_s, u"--json"_s});
    QVERIFY2(planned.status == 0, planned.reported());
    const auto plan = planned.json().value(u"plan"_s).toObject();
    // No server reports its sessions: the plan says that, and needs more confirmation.
    QCOMPARE(plan.value(u"evidence"_s).toObject().value(u"life"_s).toString(), u"unknown"_s);
    QCOMPARE(plan.value(u"permission"_s).toObject().value(u"delete"_s).toString(), u"yes"_s);
    QCOMPARE(plan.value(u"confirmation"_s).toString(), u"name-and-reason"_s);
    const auto released = run(name, {u"release"_s, node, u"--json"_s, u"--reason"_s, u"stuck"_s, u"--czxid"_s,
                                     plan.value(u"czxid"_s).toString()});
    QVERIFY2(released.status == 0, released.reported());
    QVERIFY(released.json().value(u"verified"_s).toBool());
    const auto left = m_holder->exists(m_node);
    QVERIFY(left && !*left);
}

void CliSecureTest::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("an authority that is not named")
        << u"wrong-ca"_s << QByteArray("set the CA file to its certificate");
    QTest::newRow("another host") << u"wrong-name"_s << QByteArray("for localhost and not for zk9.example");
    QTest::newRow("expired") << u"expired"_s << QByteArray("certificate expired on ");
    QTest::newRow("TLS at a port without") << u"no-tls-there"_s << QByteArray("Check that this port uses TLS");
    QTest::newRow("no TLS at a port with it")
        << u"tls-there"_s << QByteArray("the port requires TLS. Use a connection profile with TLS");
    QTest::newRow("no TLS at a port with it, by SSH")
        << u"tls-there-ssh"_s << QByteArray("Check that this port works without TLS");
    QTest::newRow("a key that SSH does not know") << u"not-let-in"_s << QByteArray("ssh-add");
}

void CliSecureTest::saysWhatIsMissing()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, sentence);
    const auto before = m_holder->exists(m_node).value()->mzxid;
    const auto outcome = run(name, {u"--timeout"_s, u"5000"_s, u"release"_s, QString::fromStdString(m_node),
                                    u"--json"_s, u"--reason"_s, u"stuck"_s, u"--czxid"_s, u"0x1"_s});
    QVERIFY2(outcome.status == 3, outcome.reported());
    QVERIFY2(outcome.err.contains(sentence), outcome.reported());
    QVERIFY2(!outcome.err.contains(password.toUtf8()) && !outcome.err.contains(keyPassword.toUtf8()),
             outcome.reported());
    QCOMPARE(m_holder->exists(m_node).value()->mzxid, before);
}

/// Neither while it runs, with its debug log on, nor in any file or output of these commands.
void CliSecureTest::itsSecretsAreNowhere()
{
    const auto holdsSecret = [](const QByteArray& bytes) {
        return bytes.contains(password.toUtf8()) || bytes.contains(keyPassword.toUtf8());
    };
    const auto creationId = QString::fromStdString(toHex(m_holder->exists(m_node).value()->czxid));
    const auto released = run(u"tls-ssh"_s, {u"release"_s, QString::fromStdString(m_node), u"--reason"_s, u"stuck"_s,
                                             u"--czxid"_s, creationId});
    QVERIFY2(released.status == 0, released.reported());
    QVERIFY(!holdsSecret(released.reported()));

    auto given = environment();
    given.remove(u"LOCKSCOPE_PASSWORD"_s); // by a descriptor: not even in its own environment
    LineProcess process(lockscopectl(),
                        {u"--profile"_s, u"tls-ssh"_s, u"--password-fd"_s, u"0"_s, u"watch"_s, u"--json"_s}, given);
    process.say(password);
    // It does not report when it starts to watch: clients queue up until it reports one.
    const auto hasReported = [&] {
        const auto queued =
            m_holder->create(m_node.substr(0, m_node.size() - 10), "web-2", zk::CreateMode::EphemeralSequential);
        return queued && process.waitForLine([](const QByteArray& line) { return line.contains("/orders"); }, 500);
    };
    QVERIFY2(QTest::qWaitFor(hasReported, LineProcess::defaultLimitMs), process.reported());
    const auto children = childrenOf(process.processId());
    QVERIFY(!children.isEmpty());
    for (const auto id : children + QList<qint64>{process.processId()}) {
        const auto place = u"/proc/%1/"_s.arg(id);
        const auto arguments = contentsOf(place + u"cmdline"_s);
        QVERIFY2(!arguments.isEmpty() && !holdsSecret(arguments), arguments);
        const auto variables = contentsOf(place + u"environ"_s);
        QVERIFY2(!variables.contains(password.toUtf8()), variables);
        QVERIFY2(id == process.processId() || !holdsSecret(variables), variables); // its own user provided the key's
    }
    process.signal(SIGINT);
    QVERIFY2(process.waitForEnd(), process.reported());
    QVERIFY(!holdsSecret(process.lines().join('\n')) && !holdsSecret(process.errors()));

    int files = 0;
    for (const auto& folder : {dataHome(), m_home.path(), m_temporary.path()}) {
        QDirIterator each(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            const auto file = each.next();
            QVERIFY2(!holdsSecret(contentsOf(file)), qPrintable(file));
            ++files;
        }
    }
    QVERIFY(files >= 2); // the action log and the profiles
}

} // namespace lockscope::cliSecureTest

LOCKSCOPE_TEST(lockscope::cliSecureTest::CliSecureTest)
#include "CliSecureTest.moc"
