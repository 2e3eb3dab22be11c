// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `--profile` and `--user`: the user that a command connects as, the source of its password, and the actions that a
/// read-only profile permits.

#include "core/connect/Route.h"
#include "core/release/ActionLogReader.h"
#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QProcess>

namespace lockscope::cliProfileTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const auto password = u"correct-horse-battery"_s;

} // namespace

class CliProfileTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void connectsAsTheUser_data();
    void connectsAsTheUser();
    void saysThatThePasswordIsMissing();
    void saysWhatIsForbidden();
    void readOnlyWritesNothing();
    void unlockedItReleases();
    void theActionLogNamesTheUser();
    void theTrailHasTheLoginUser();
    void commandLineBeatsTheProfile();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    void prepare() override;
    [[nodiscard]] QProcessEnvironment environment(const QMap<QString, QString>& more = {}) const;
    [[nodiscard]] Outcome run(const QStringList& arguments, const QMap<QString, QString>& more = {}) const
    {
        return runCtl(arguments, environment(more));
    }
    void write(const QString& json) const;
    [[nodiscard]] static release::ActionRecord lastAct()
    {
        const auto reading = release::readAudit((dataHome() + u"/lockscope/audit.jsonl"_s).toStdString());
        return reading && !reading->entries.empty() ? reading->entries.front().record : release::ActionRecord();
    }

    QTemporaryDir m_config;
    std::string m_locks; ///< only ops may read and delete its nodes
    std::string m_node;
    QString m_root;
};

void CliProfileTest::prepare()
{
    connect::Profile ops;
    ops.user = "ops";
    const auto acl = connect::accountsOf(ops, {.password = password.toStdString(), .keyPassword = {}});
    m_locks = m_servers.uniquePath().toStdString();
    m_root = QString::fromStdString(m_locks);
    QVERIFY(m_client->addAuth("digest", "ops:" + password.toStdString()));
    QVERIFY(m_client->create(m_locks, {}, zk::CreateMode::Persistent, acl));
    QVERIFY(m_client->create(m_locks + "/orders", {}, zk::CreateMode::Persistent, acl));
    const auto node = m_client->queueUp(m_locks + "/orders", "web-1", acl);
    QVERIFY(node);
    m_node = node->path;
    write(uR"({"profiles": [
        {"name": "ops", "servers": "%1", "roots": ["%2"], "adminPorts": [], "user": "ops"},
        {"name": "prod", "servers": "%1", "roots": ["%2"], "adminPorts": [], "user": "ops", "production": true},
        {"name": "plain", "servers": "%1", "roots": ["%2"], "adminPorts": []}]})"_s.arg(m_servers.connectString(),
                                                                                        m_root));
}

void CliProfileTest::write(const QString& json) const
{
    QVERIFY(QDir(m_config.path()).mkpath(u"lockscope"_s));
    QFile file(m_config.filePath(u"lockscope/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(json.toUtf8()) > 0);
}

QProcessEnvironment CliProfileTest::environment(const QMap<QString, QString>& more) const
{
    auto variables = more;
    variables.insert(u"XDG_CONFIG_HOME"_s, m_config.path());
    return environmentWith(variables);
}

void CliProfileTest::connectsAsTheUser_data()
{
    QTest::addColumn<bool>("byProfile");
    QTest::addColumn<bool>("byDescriptor");
    QTest::newRow("profile, environment") << true << false;
    QTest::newRow("profile, descriptor") << true << true;
    QTest::newRow("option, environment") << false << false;
    QTest::newRow("option, descriptor") << false << true;
}

void CliProfileTest::connectsAsTheUser()
{
    QFETCH(bool, byProfile);
    QFETCH(bool, byDescriptor);
    QStringList arguments;
    if (byProfile)
        arguments << u"--profile"_s << u"ops"_s;
    else
        arguments << u"--connect"_s << m_servers.connectString() << u"--user"_s << u"ops"_s << u"--root"_s << m_root
                  << u"--no-admin"_s;
    arguments << u"ls"_s << u"--json"_s;
    Outcome outcome;
    if (byDescriptor) {
        LineProcess process(lockscopectl(), arguments + QStringList{u"--password-fd"_s, u"0"_s}, environment());
        process.say(password);
        QVERIFY(process.waitForEnd());
        outcome = {process.exitCode(), process.lines().join('\n'), process.errors()};
    } else {
        outcome = run(arguments, {{u"LOCKSCOPE_PASSWORD"_s, password}});
    }
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto locks = outcome.json().value(u"locks"_s).toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks.first()[u"path"].toString(), m_root + u"/orders"_s);
}

void CliProfileTest::saysThatThePasswordIsMissing()
{
    const auto outcome = run({u"--profile"_s, u"ops"_s, u"ls"_s});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("LOCKSCOPE_PASSWORD") && outcome.err.contains("ops"),
             outcome.reported());
}

void CliProfileTest::saysWhatIsForbidden()
{
    for (const auto& [profile, word] : {std::pair(u"ops"_s, u"wrong"_s), std::pair(u"plain"_s, QString())}) {
        const auto outcome = run({u"--profile"_s, profile, u"show"_s, m_root + u"/orders"_s},
                                 {{u"LOCKSCOPE_PASSWORD"_s, word.isEmpty() ? u"unused"_s : word}});
        QVERIFY2(outcome.status == 1, outcome.reported());
        QVERIFY2(outcome.err.contains("no permission"), outcome.reported());
    }
}

void CliProfileTest::readOnlyWritesNothing()
{
    const auto before = m_client->exists(m_node).value()->mzxid;
    const QMap<QString, QString> secret{{u"LOCKSCOPE_PASSWORD"_s, password}};
    const auto node = QString::fromStdString(m_node);
    const auto commands = {
        QStringList{u"release"_s, node, u"--reason"_s, u"stuck"_s, u"--czxid"_s, u"0x1"_s},
        QStringList{u"revoke"_s, node, u"--reason"_s, u"stuck"_s},
        QStringList{u"contend"_s, m_root + u"/new"_s, u"--recipe"_s, u"mutex"_s, u"--cycles"_s, u"1"_s},
        QStringList{u"bench"_s, u"locks"_s},
    };
    for (const auto& command : commands) {
        const auto outcome = run(QStringList{u"--profile"_s, u"prod"_s} + command, secret);
        QVERIFY2(outcome.status == 4, outcome.reported());
        QVERIFY2(outcome.err.contains("--unlock") && outcome.err.contains("production"), outcome.reported());
    }
    const auto looked = run({u"--profile"_s, u"prod"_s, u"show"_s, m_root + u"/orders"_s, u"--json"_s}, secret);
    QVERIFY2(looked.status == 0, looked.reported());
    QCOMPARE(m_client->exists(m_node).value()->mzxid, before);
    QCOMPARE(m_client->children(m_locks).value().size(), std::size_t(1));
}

void CliProfileTest::unlockedItReleases()
{
    const auto node = m_client->queueUp(m_locks + "/orders", "web-2");
    QVERIFY(node);
    const auto creationId = m_client->exists(node->path).value()->czxid;
    const auto outcome =
        run({u"--profile"_s, u"prod"_s, u"--unlock"_s, u"release"_s, QString::fromStdString(node->path), u"--reason"_s,
             u"stuck"_s, u"--czxid"_s, QString::fromStdString(toHex(creationId))},
            {{u"LOCKSCOPE_PASSWORD"_s, password}});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QVERIFY(!m_client->exists(node->path).value());
}

void CliProfileTest::theActionLogNamesTheUser()
{
    unlockedItReleases();
    const auto act = lastAct();
    QCOMPARE(act.access.profile, std::string("prod"));
    QCOMPARE(act.access.accounts, std::vector<std::string>{"digest:ops"});
    QVERIFY(act.access.unlocked);
    // Without a profile, and without a user.
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    const auto other = m_client->queueUp(path);
    QVERIFY(other);
    const auto outcome = run({u"--connect"_s, m_servers.connectString(), u"revoke"_s,
                              QString::fromStdString(other->path), u"--wait"_s, u"100ms"_s, u"--reason"_s, u"stuck"_s});
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY(lastAct().act == release::Act::Revoke);
    QVERIFY(lastAct().access == release::ActionAccess());
}

/// Unlike $SUDO_USER, which any user can set.
void CliProfileTest::theTrailHasTheLoginUser()
{
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    const auto node = m_client->queueUp(path);
    QVERIFY(node);
    const QStringList command{lockscopectl(), u"--connect"_s, m_servers.connectString(),
                              u"revoke"_s,    u"--wait"_s,    u"100ms"_s,
                              u"--reason"_s,  u"stuck"_s,     QString::fromStdString(node->path)};
    QProcess process;
    auto variables = environment();
    variables.insert(u"SUDO_USER"_s, u"mallory"_s);
    process.setProcessEnvironment(variables);
    process.start(u"sh"_s,
                  QStringList{u"-c"_s, u"echo 0 > /proc/self/loginuid || exit 77; exec \"$0\" \"$@\""_s} + command);
    QVERIFY(process.waitForFinished());
    if (process.exitCode() == 77)
        QSKIP("the login user of this process cannot be changed here");
    QCOMPARE(process.exitCode(), 1); // there is no next hop
    const auto act = lastAct();
    QCOMPARE(act.actor.loginUid.value_or(-1), 0LL);
    QCOMPARE(act.actor.loginUser, std::string("root"));
    QCOMPARE(act.actor.sudoUser, std::string("mallory"));
}

void CliProfileTest::commandLineBeatsTheProfile()
{
    QVERIFY(m_client->create(m_locks + "-other"));
    const auto elsewhere = QString::fromStdString(m_locks + "-other");
    for (const auto& arguments :
         {QStringList{u"--root"_s, elsewhere, u"--profile"_s, u"plain"_s, u"ls"_s, u"--json"_s},
          QStringList{u"--root"_s, elsewhere, u"ls"_s, u"--profile"_s, u"plain"_s, u"--json"_s},
          QStringList{u"--profile"_s, u"plain"_s, u"ls"_s, u"--root"_s, elsewhere, u"--json"_s}}) {
        const auto outcome = run(arguments);
        QVERIFY2(outcome.status == 0, outcome.reported());
        QVERIFY2(outcome.json().value(u"locks"_s).toArray().isEmpty(), outcome.reported());
    }
}

void CliProfileTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("no such profile") << QStringList{u"--profile"_s, u"nobody"_s, u"ls"_s}
                                     << QByteArray("saved connections in ");
    QTest::newRow("two places") << QStringList{u"--profile"_s, u"plain"_s, u"--connect"_s, u"zk1"_s, u"ls"_s}
                                << QByteArray("both select the servers");
    QTest::newRow("a password in the arguments")
        << QStringList{u"--user"_s, u"ops:secret"_s, u"ls"_s} << QByteArray("process list");
    QTest::newRow("no descriptor") << QStringList{u"--password-fd"_s, u"x"_s, u"ls"_s} << QByteArray("file descriptor");
    QTest::newRow("a closed descriptor") << QStringList{u"--user"_s, u"ops"_s, u"--password-fd"_s, u"99"_s, u"ls"_s}
                                         << QByteArray("descriptor 99");
    QTest::newRow("a scenario") << QStringList{u"--profile"_s, u"plain"_s, u"run"_s, u"crowd"_s}
                                << QByteArray("--profile");
}

void CliProfileTest::saysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = run(arguments);
    QVERIFY2(outcome.status == 2, outcome.reported());
    QVERIFY2(outcome.err.contains(sentence), outcome.reported());
    QVERIFY2(!outcome.err.contains("ops:secret"), outcome.reported());
}

} // namespace lockscope::cliProfileTest

LOCKSCOPE_TEST(lockscope::cliProfileTest::CliProfileTest)
#include "CliProfileTest.moc"
