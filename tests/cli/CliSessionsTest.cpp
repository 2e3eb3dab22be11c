// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `sessions`, and the hosts and watches of `show`: the contenders' data, as the servers report them.

#include "tests/cli/Cli.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/DeadPort.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <QHostInfo>
#include <QTemporaryFile>

namespace lockscope::cliSessionsTest {

using namespace lockscope::test;

namespace {

QString sessionOf(BlockingClient& client)
{
    return QString::fromStdString(toHex(client.session()));
}

QString adminPorts(const ServerFixture& servers)
{
    QStringList ports;
    for (const auto& server : servers.servers())
        ports << QString::number(server.adminPort);
    return ports.join(u',');
}

/// The object of an array with this "session".
QJsonObject ofSession(const QJsonArray& array, const QString& session)
{
    for (const auto& value : array) {
        if (value.toObject().value(QStringLiteral("session")).toString() == session)
            return value.toObject();
    }
    return {};
}

Forms sessionForms()
{
    return {{QStringLiteral("session"), QStringLiteral("hex")},
            {QStringLiteral("client"), QStringLiteral("string|null")},
            {QStringLiteral("host"), QStringLiteral("string|null")},
            {QStringLiteral("hostSource"), QStringLiteral("adminserver/fourletter/payload/none")},
            {QStringLiteral("server"), QStringLiteral("string|null")},
            {QStringLiteral("secure"), QStringLiteral("bool|null")},
            {QStringLiteral("timeoutMs"), QStringLiteral("int|null")},
            {QStringLiteral("lastHeardMs"), QStringLiteral("int|null")},
            {QStringLiteral("expiresInMs"), QStringLiteral("int|null")},
            {QStringLiteral("connected"), QStringLiteral("bool|null")},
            {QStringLiteral("listed"), QStringLiteral("bool|null")},
            {QStringLiteral("own"), QStringLiteral("bool")},
            {QStringLiteral("reportedAt"), QStringLiteral("time|null")},
            {QStringLiteral("hostName"), QStringLiteral("string|null")},
            {QStringLiteral("ephemerals"), QStringLiteral("array|null")},
            {QStringLiteral("holds"), QStringLiteral("array")},
            {QStringLiteral("waits"), QStringLiteral("array")},
            {QStringLiteral("undecided"), QStringLiteral("array")}};
}

} // namespace

class CliSessionsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void listsOwnersAsDocumented_data();
    void listsOwnersAsDocumented();
    void fitsATerminal();
    void showsRealWatches();
    void showsTheServersHealth();
    void oneOfThreeIsGone();
    void listsOtherEphemerals();
    void namesTheHosts();
    void saysOnceWhatIsClosed();

private:
    /// A lock that `holder` holds and `waiter` waits for.
    [[nodiscard]] QString contested(ServerFixture& servers, BlockingClient& holder, BlockingClient& waiter);

    ServerFixture m_one;
    ServerFixture m_three{ensemble::SandboxOptions{.servers = 3}};
};

void CliSessionsTest::initTestCase()
{
    for (auto* servers : {&m_one, &m_three}) {
        const auto started = servers->start();
        QVERIFY_RESULT(started);
    }
}

QString CliSessionsTest::contested(ServerFixture& servers, BlockingClient& holder, BlockingClient& waiter)
{
    const auto path = servers.uniquePath();
    const auto lock = path.toStdString();
    const bool made = holder.create(lock) && holder.queueUp(lock, "10.0.0.7") && waiter.queueUp(lock);
    return made ? path : QString();
}

void CliSessionsTest::listsOwnersAsDocumented_data()
{
    QTest::addColumn<bool>("three");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("source");
    const auto admin = QStringLiteral("adminserver");
    const auto words = QStringLiteral("fourletter");
    const auto one = adminPorts(m_one);
    const auto three = adminPorts(m_three);
    QTest::newRow("one, AdminServer") << false << QStringList{QStringLiteral("--admin-port"), one} << admin;
    QTest::newRow("one, words") << false << QStringList{QStringLiteral("--no-admin")} << words;
    QTest::newRow("three, AdminServer") << true << QStringList{QStringLiteral("--admin-port"), three} << admin;
    QTest::newRow("three, words") << true << QStringList{QStringLiteral("--no-admin")} << words;
    QTest::newRow("one, no server queried")
        << false << QStringList{QStringLiteral("--no-admin"), QStringLiteral("--no-words")} << QString();
}

void CliSessionsTest::listsOwnersAsDocumented()
{
    QFETCH(bool, three);
    QFETCH(QStringList, options);
    QFETCH(QString, source);
    auto& servers = three ? m_three : m_one;
    BlockingClient holder(servers.connectString().section(u',', 0, 0));
    BlockingClient waiter(servers.connectString().section(u',', -1));
    const auto path = contested(servers, holder, waiter);
    QVERIFY(!path.isEmpty());
    const auto common = QStringList{QStringLiteral("--connect"), servers.connectString(), QStringLiteral("--root"),
                                    path, QStringLiteral("--json")} +
                        options;
    Outcome outcome;
    const auto isAnswered = [&] {
        outcome = runCtl(common + QStringList{QStringLiteral("sessions")});
        return outcome.status == 0 && outcome.err.isEmpty();
    };
    // A server that has just started may take longer than the limit.
    if (!QTest::qWaitFor(isAnswered, 30'000))
        QFAIL(outcome.err + outcome.reported());
    const auto json = outcome.json();
    QCOMPARE(deviations(json, {{QStringLiteral("connect"), QStringLiteral("string")},
                               {QStringLiteral("backend"), QStringLiteral("zookeeper")},
                               {QStringLiteral("takenAt"), QStringLiteral("time")},
                               {QStringLiteral("complete"), QStringLiteral("bool")},
                               {QStringLiteral("stale"), QStringLiteral("bool")},
                               {QStringLiteral("askedAt"), QStringLiteral("time|null")},
                               {QStringLiteral("everySession"), QStringLiteral("bool")},
                               {QStringLiteral("everyConnection"), QStringLiteral("bool")},
                               {QStringLiteral("sessions"), QStringLiteral("array")},
                               {QStringLiteral("servers"), QStringLiteral("array")}}),
             "");
    const auto sessions = json.value(QStringLiteral("sessions")).toArray();
    QCOMPARE(sessions.size(), 2);
    QCOMPARE(sessions.first().toObject().value(QStringLiteral("session")).toString(), sessionOf(holder));
    for (auto* client : {&holder, &waiter}) {
        const auto session = ofSession(sessions, sessionOf(*client));
        QCOMPARE(deviations(session, sessionForms()), "");
        const auto nodes = session.value(client == &holder ? QStringLiteral("holds") : QStringLiteral("waits"));
        QCOMPARE(nodes.toArray().size(), 1);
        QCOMPARE(nodes.toArray().first().toObject().value(QStringLiteral("path")).toString(), path);
        if (source.isEmpty()) {
            QCOMPARE(session.value(QStringLiteral("host")).toString(QStringLiteral("null")),
                     client == &holder ? QStringLiteral("10.0.0.7") : QStringLiteral("null"));
            QVERIFY(session.value(QStringLiteral("timeoutMs")).isNull());
            QVERIFY(session.value(QStringLiteral("listed")).isNull());
            continue;
        }
        QVERIFY(session.value(QStringLiteral("host")).toString().startsWith(QStringLiteral("127.0.0.1:")));
        QCOMPARE(session.value(QStringLiteral("hostSource")).toString(), source);
        QCOMPARE(session.value(QStringLiteral("server")).toString(),
                 servers.connectString().section(u',', client == &holder ? 0 : -1, client == &holder ? 0 : -1));
        QCOMPARE(session.value(QStringLiteral("timeoutMs")).toInt(),
                 static_cast<int>(BlockingClient::longSession.count()));
        QVERIFY(session.value(QStringLiteral("lastHeardMs")).toInt(-1) >= 0);
        QVERIFY(session.value(QStringLiteral("expiresInMs")).toInt(-1) >= 0);
        QVERIFY(session.value(QStringLiteral("connected")).toBool() &&
                session.value(QStringLiteral("listed")).toBool());
    }
    QCOMPARE(json.value(QStringLiteral("servers")).toArray().size(), source.isEmpty() ? 0 : three ? 3 : 1);
    QCOMPARE(json.value(QStringLiteral("everySession")).toBool(), !source.isEmpty());

    // All sessions, including our own.
    const auto all = runCtl(common + QStringList{QStringLiteral("sessions"), QStringLiteral("--all")});
    QVERIFY2(all.status == 0, all.reported());
    const auto everybody = all.json().value(QStringLiteral("sessions")).toArray();
    const auto own = std::count_if(everybody.begin(), everybody.end(), [](const QJsonValue& value) {
        return value.toObject().value(QStringLiteral("own")).toBool();
    });
    QCOMPARE(static_cast<int>(own), source.isEmpty() ? 0 : 1);

    // The same in show. A server that takes too long to answer is left out: then it is asked again.
    QJsonObject first;
    const auto shownSource = [&] {
        const auto shown = runCtl(common + QStringList{QStringLiteral("show"), path}).json();
        first = shown.value(QStringLiteral("queue")).toArray().first().toObject();
        return first.value(QStringLiteral("hostSource")).toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(shownSource(), source.isEmpty() ? QStringLiteral("payload") : source, longestWaitMs);
    QCOMPARE(deviations(first, contenderForms()), "");
    QVERIFY(first.value(QStringLiteral("watches")).isNull()); // not requested
    if (!source.isEmpty())
        QCOMPARE(first.value(QStringLiteral("timeoutMs")).toInt(),
                 static_cast<int>(BlockingClient::longSession.count()));
}

void CliSessionsTest::fitsATerminal()
{
    BlockingClient holder(m_one.connectString());
    BlockingClient waiter(m_one.connectString());
    const auto path = contested(m_one, holder, waiter);
    const auto outcome = runCtl({QStringLiteral("--connect"), m_one.connectString(), QStringLiteral("--root"), path,
                                 QStringLiteral("--admin-port"), adminPorts(m_one), QStringLiteral("sessions")});
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
    const auto lines = outcome.out.split('\n');
    QVERIFY2(lines.size() == 9 && lines[0].startsWith("SESSION ") && lines[5].isEmpty() && lines[8].isEmpty(),
             outcome.reported());
    QVERIFY2(lines[6].startsWith("SERVER ") && lines[7].startsWith(m_one.connectString().toLatin1() + "  standalone "),
             outcome.reported());
    QVERIFY2(lines[1].startsWith(sessionOf(holder).toLatin1() + "  127.0.0.1:"), outcome.reported());
    QCOMPARE(lines[2], "    holds " + path.toLatin1());
    QVERIFY2(lines[3].startsWith(sessionOf(waiter).toLatin1() + "  127.0.0.1:"), outcome.reported());
    QCOMPARE(lines[4], "    waits for " + path.toLatin1());
    for (const auto& line : lines)
        QVERIFY2(line.size() <= 80, line);
}

void CliSessionsTest::showsRealWatches()
{
    BlockingClient holder(m_one.connectString());
    BlockingClient waiter(m_one.connectString());
    const auto path = contested(m_one, holder, waiter);
    const auto names = waiter.children(path.toStdString());
    QVERIFY(names && names->size() == 2);
    const auto first = *std::min_element(names->begin(), names->end(), [](const auto& a, const auto& b) {
        return a.substr(a.size() - 10) < b.substr(b.size() - 10);
    });
    Subscription watch;
    waiter.executor().runAndWait([&] {
        watch = waiter.client().exists(
            path.toStdString() + "/" + first, [](const zk::WatchEvent&) {}, [](const auto&) {});
    });
    QVERIFY(waiter.exists("/")); // answered after it
    for (const auto& options :
         {QStringList{QStringLiteral("--admin-port"), adminPorts(m_one)}, QStringList{QStringLiteral("--no-admin")}}) {
        const auto outcome =
            runCtl(QStringList{QStringLiteral("--connect"), m_one.connectString(), QStringLiteral("--json")} + options +
                   QStringList{QStringLiteral("show"), QStringLiteral("--watches"), path});
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
        const auto queue = outcome.json().value(QStringLiteral("queue")).toArray();
        QCOMPARE(queue.at(0).toObject().value(QStringLiteral("watches")), QJsonValue(QJsonArray()));
        QCOMPARE(queue.at(1).toObject().value(QStringLiteral("watches")),
                 QJsonValue(QJsonArray{QString::fromStdString(first)}));
    }
    const auto human = runCtl({QStringLiteral("--connect"), m_one.connectString(), QStringLiteral("--no-admin"),
                               QStringLiteral("show"), QStringLiteral("--watches"), path});
    const auto lines = human.out.split('\n');
    QVERIFY2(lines.size() > 5 && lines[3].endsWith("  WATCHES") && lines[4].endsWith("  -") &&
                 lines[5].endsWith("  " + QByteArray::fromStdString(first)),
             human.reported());
    waiter.executor().runAndWait([&] { watch.reset(); });
}

void CliSessionsTest::showsTheServersHealth()
{
    for (const auto& options : {QStringList{QStringLiteral("--admin-port"), adminPorts(m_three)},
                                QStringList{QStringLiteral("--no-admin")}}) {
        const auto outcome = runCtl(QStringList{QStringLiteral("--connect"), m_three.connectString()} + options +
                                    QStringList{QStringLiteral("--json"), QStringLiteral("sessions")});
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
        auto leaders = 0;
        for (const auto& value : outcome.json().value(QStringLiteral("servers")).toArray()) {
            const auto server = value.toObject();
            QCOMPARE(server.value(QStringLiteral("state")).toString(), QStringLiteral("serving"));
            QVERIFY(server.value(QStringLiteral("version")).toString().startsWith(QStringLiteral("3.")));
            QVERIFY(server.value(QStringLiteral("latencyMs")).toDouble(-1) >= 0);
            QVERIFY(server.value(QStringLiteral("longestLatencyMs")).toInt(-1) >= 0);
            QVERIFY(server.value(QStringLiteral("outstanding")).toInt(-1) >= 0);
            QVERIFY(server.value(QStringLiteral("downSince")).isNull());
            const bool leads = server.value(QStringLiteral("mode")).toString() == u"leader";
            leaders += leads ? 1 : 0;
            QCOMPARE(server.value(QStringLiteral("followers")), leads ? QJsonValue(2) : QJsonValue());
            QCOMPARE(server.value(QStringLiteral("syncedFollowers")), leads ? QJsonValue(2) : QJsonValue());
            if (leads)
                QCOMPARE(server.value(QStringLiteral("behind")), QJsonValue(0));
        }
        QCOMPARE(leaders, 1);
    }
    const auto text = runCtl({QStringLiteral("--connect"), m_three.connectString(), QStringLiteral("--no-admin"),
                              QStringLiteral("sessions")});
    QVERIFY2(text.out.contains("\n2 of 2 followers are in sync with the leader.\n"), text.reported());
}

/// An ephemeral node that belongs to no lock, such as one that keeps a directory from being deleted.
void CliSessionsTest::listsOtherEphemerals()
{
    BlockingClient holder(m_one.connectString());
    BlockingClient waiter(m_one.connectString());
    const auto path = contested(m_one, holder, waiter);
    const auto registry = m_one.uniquePath().toStdString();
    QVERIFY(holder.create(registry));
    QVERIFY(holder.create(registry + "/instance", {}, zk::CreateMode::Ephemeral));
    const auto session = sessionOf(holder);
    for (const auto& options :
         {QStringList{QStringLiteral("--admin-port"), adminPorts(m_one)}, QStringList{QStringLiteral("--no-admin")}}) {
        const auto common = QStringList{QStringLiteral("--connect"), m_one.connectString()} + options;
        // Only by the servers' list: without --ephemerals it is not kept.
        const auto without = runCtl(common + QStringList{QStringLiteral("--json"), QStringLiteral("sessions")});
        QVERIFY(ofSession(without.json().value(QStringLiteral("sessions")).toArray(), session)
                    .value(QStringLiteral("ephemerals"))
                    .isNull());
        const auto one = runCtl(common + QStringList{QStringLiteral("--json"), QStringLiteral("sessions"), session});
        QVERIFY2(one.status == 0 && one.err.isEmpty(), one.reported());
        const auto sessions = one.json().value(QStringLiteral("sessions")).toArray();
        QCOMPARE(sessions.size(), 1);
        QCOMPARE(sessions.first().toObject().value(QStringLiteral("ephemerals")),
                 QJsonValue(QJsonArray{QString::fromStdString(registry + "/instance")}));
        const auto text = runCtl(common + QStringList{QStringLiteral("sessions"), session});
        QVERIFY2(text.out.contains("\n    holds " + path.toLatin1() + "\n    owns " +
                                   QByteArray::fromStdString(registry) + "/instance\n"),
                 text.reported());
    }
    // No source: said, and null.
    const auto closed = runCtl({QStringLiteral("--connect"), m_one.connectString(), QStringLiteral("--no-admin"),
                                QStringLiteral("--no-words"), QStringLiteral("--json"), QStringLiteral("sessions"),
                                QStringLiteral("--ephemerals")});
    QVERIFY2(closed.status == 0 && closed.err.contains("no server reported the ephemeral nodes"), closed.reported());
    QVERIFY(ofSession(closed.json().value(QStringLiteral("sessions")).toArray(), session)
                .value(QStringLiteral("ephemerals"))
                .isNull());
    const auto wrong =
        runCtl({QStringLiteral("--connect"), m_one.connectString(), QStringLiteral("sessions"), QStringLiteral("12")});
    QVERIFY2(wrong.status == 2 && wrong.err.contains("0x"), wrong.reported());
}

void CliSessionsTest::namesTheHosts()
{
    QTemporaryFile hosts;
    QVERIFY(hosts.open());
    hosts.write("127.0.0.1 this-host\n");
    hosts.close();
    BlockingClient holder(m_one.connectString());
    BlockingClient waiter(m_one.connectString());
    const auto path = contested(m_one, holder, waiter);
    const auto common = QStringList{QStringLiteral("--connect"), m_one.connectString(), QStringLiteral("--no-admin")};
    const QStringList named{QStringLiteral("--hosts"), hosts.fileName()};
    const auto json = runCtl(common + named + QStringList{QStringLiteral("--json"), QStringLiteral("sessions")});
    QCOMPARE(ofSession(json.json().value(QStringLiteral("sessions")).toArray(), sessionOf(holder))
                 .value(QStringLiteral("hostName"))
                 .toString(),
             QStringLiteral("this-host"));
    const auto plain = runCtl(common + QStringList{QStringLiteral("--json"), QStringLiteral("sessions")});
    QVERIFY(ofSession(plain.json().value(QStringLiteral("sessions")).toArray(), sessionOf(holder))
                .value(QStringLiteral("hostName"))
                .isNull());
    const auto shown = runCtl(common + named + QStringList{QStringLiteral("show"), path});
    QVERIFY2(shown.out.contains(" (this-host)  ") &&
                 shown.out.contains("process of #0: ssh 127.0.0.1 sudo ss -tnp sport = :"),
             shown.reported());
    // Reverse lookup: the system's own /etc/hosts has the loopback address.
    const auto looked = runCtl(
        common + QStringList{QStringLiteral("--resolve-hosts"), QStringLiteral("--json"), QStringLiteral("sessions")});
    QCOMPARE(ofSession(looked.json().value(QStringLiteral("sessions")).toArray(), sessionOf(holder))
                 .value(QStringLiteral("hostName"))
                 .toString(),
             QHostInfo::fromName(QStringLiteral("127.0.0.1")).hostName());
    const auto missing =
        runCtl(common + QStringList{QStringLiteral("--hosts"), QStringLiteral("/nonexistent"), QStringLiteral("ls")});
    QVERIFY2(missing.status == 2 && missing.err.contains("/nonexistent"), missing.reported());
}

void CliSessionsTest::oneOfThreeIsGone()
{
    BlockingClient holder(m_three.connectString().section(u',', 1, 1));
    BlockingClient waiter(m_three.connectString().section(u',', 2, 2));
    const auto path = contested(m_three, holder, waiter);
    QVERIFY(!path.isEmpty());
    QVERIFY(m_three.killServer(0));
    Outcome outcome;
    // During the leader election no server reports sessions.
    QTRY_VERIFY_WITH_TIMEOUT(
        (outcome = runCtl({QStringLiteral("--connect"), m_three.connectString(), QStringLiteral("--root"), path,
                           QStringLiteral("--admin-port"), adminPorts(m_three), QStringLiteral("--json"),
                           QStringLiteral("sessions")}))
            .json()
            .value(QStringLiteral("everySession"))
            .toBool(),
        60'000);
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY2(outcome.err.contains("does not answer") && outcome.err.contains("connection refused"), outcome.reported());
    const auto sessions = outcome.json().value(QStringLiteral("sessions")).toArray();
    for (auto* client : {&holder, &waiter}) {
        const auto session = ofSession(sessions, sessionOf(*client));
        QVERIFY2(session.value(QStringLiteral("host")).toString().startsWith(QStringLiteral("127.0.0.1:")),
                 outcome.reported());
    }
    const auto servers = outcome.json().value(QStringLiteral("servers")).toArray();
    QCOMPARE(servers.first().toObject().value(QStringLiteral("state")).toString(), QStringLiteral("down"));
    QVERIFY(servers.first().toObject().value(QStringLiteral("downSince")).isString());
    const auto findings = runCtl({QStringLiteral("--connect"), m_three.connectString(), QStringLiteral("--no-admin"),
                                  QStringLiteral("findings")});
    QVERIFY2(findings.out.contains(
                 "1 of 3 servers do not answer: " + m_three.connectString().section(u',', 0, 0).toLatin1() + '.'),
             findings.reported());
    QVERIFY(m_three.startServer(0));
}

void CliSessionsTest::saysOnceWhatIsClosed()
{
    ServerFixture closed(ensemble::SandboxOptions{.adminServer = false, .words = QStringLiteral("srvr")});
    QVERIFY(closed.start());
    BlockingClient holder(closed.connectString());
    BlockingClient waiter(closed.connectString());
    const auto path = contested(closed, holder, waiter);
    const DeadPort dead;
    QVERIFY(dead.number() != 0);
    const auto port = QByteArray::number(dead.number());
    const auto common = QStringList{QStringLiteral("--connect"), closed.connectString(), QStringLiteral("--admin-port"),
                                    QString::fromLatin1(port)};
    const auto outcome = runCtl(common + QStringList{QStringLiteral("--json"), QStringLiteral("sessions")});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.err,
             "lockscopectl: " + closed.connectString().toLatin1() +
                 " does not report its connections. AdminServer on port " + port +
                 ": connection refused. Four-letter command cons: the command is not in the server's whitelist. To "
                 "enable "
                 "the AdminServer, add to the zoo.cfg of this server: admin.enableServer=true, admin.serverPort=" +
                 port + ". Or, to enable the four-letter commands, add: 4lw.commands.whitelist=srvr,cons,dump,wchp\n");
    const auto sessions = outcome.json().value(QStringLiteral("sessions")).toArray();
    QCOMPARE(sessions.size(), 2);
    const auto session = ofSession(sessions, sessionOf(holder));
    QCOMPARE(session.value(QStringLiteral("host")).toString(), QStringLiteral("10.0.0.7"));
    QCOMPARE(session.value(QStringLiteral("hostSource")).toString(), QStringLiteral("payload"));
    for (const auto* key : {"server", "timeoutMs", "lastHeardMs", "expiresInMs", "connected", "listed"})
        QVERIFY2(session.value(QLatin1String(key)).isNull(), key);
    // ls and show work without them, and print no warning.
    for (const auto& command : {QStringList{QStringLiteral("ls")}, QStringList{QStringLiteral("show"), path}}) {
        const auto plain = runCtl(common + command);
        QVERIFY2(plain.status == 0 && plain.err.isEmpty(), plain.reported());
    }
}

} // namespace lockscope::cliSessionsTest

LOCKSCOPE_TEST(lockscope::cliSessionsTest::CliSessionsTest)
#include "CliSessionsTest.moc"
