// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Hostile node names and data, and peers that are not servers: an error and the right exit status, in time, and no
/// output that controls a terminal.

#include "tests/cli/Cli.h"
#include "tests/support/HostileTree.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTimer>

namespace lockscope::cliHostileTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// Accepts every connection, and answers each received piece with these bytes. With none: closes the connection.
class Babbler final {
public:
    /// `rest` follows the answer after `later`.
    explicit Babbler(QByteArray answer, std::chrono::milliseconds later = {}, QByteArray rest = {})
        : m_answer(std::move(answer))
        , m_later(later)
        , m_rest(std::move(rest))
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, [this] {
            while (auto* socket = m_server.nextPendingConnection()) {
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                    socket->readAll();
                    if (m_later == std::chrono::milliseconds::zero()) {
                        socket->write(m_answer);
                        return socket->disconnectFromHost();
                    }
                    if (socket->property("greeted").toBool())
                        return;
                    socket->setProperty("greeted", true);
                    socket->write(m_answer);
                    QTimer::singleShot(m_later, socket, [this, socket] {
                        socket->write(m_rest);
                        socket->disconnectFromHost();
                    });
                });
            }
        });
        m_listens = m_server.listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] bool listens() const { return m_listens; }
    [[nodiscard]] QString port() const { return QString::number(m_server.serverPort()); }

private:
    QTcpServer m_server;
    QByteArray m_answer;
    std::chrono::milliseconds m_later;
    QByteArray m_rest;
    bool m_listens = false;
};

QByteArray noise()
{
    QByteArray bytes;
    for (int i = 0; i < 4'096; ++i)
        bytes += static_cast<char>((i * 7'919) >> 3);
    return bytes;
}

QByteArray page(const QByteArray& body)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
           QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// Begins as a server's handshake does: length, protocol, timeout, session, password. `rest` is not a valid reply.
QByteArray greeting(const QByteArray& rest)
{
    return QByteArray("\0\0\0\x25\0\0\0\0\0\0\x27\x10\x01\0\0\x0f\x55\xd5\x40\0\0\0\0\x10", 24) + QByteArray(16, 'p') +
           QByteArray(1, '\0') + rest;
}

} // namespace

class CliHostileTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void showsHostileNodes_data();
    void showsHostileNodes();
    void showsEachHostileLock();
    void noServerEndsIn3_data();
    void noServerEndsIn3();
    void aServerThatOnlyGreetsEndsIn3_data();
    void aServerThatOnlyGreetsEndsIn3();
    void aHostileAdminServerCostsItsOwnAnswers_data();
    void aHostileAdminServerCostsItsOwnAnswers();

private:
    void prepare() override;
    std::unique_ptr<HostileTree> m_tree;
    QString m_root;
    QTemporaryDir m_folder;
};

void CliHostileTest::prepare()
{
    m_root = m_servers.uniquePath();
    m_tree = std::make_unique<HostileTree>(*m_client, m_root.toStdString());
    const auto trouble = m_tree->plant();
    QVERIFY2(trouble.empty(), trouble.c_str());
}

void CliHostileTest::showsHostileNodes_data()
{
    QTest::addColumn<QStringList>("command");
    for (const auto* command : {"ls", "findings", "sessions", "top"}) {
        QTest::newRow(command) << QStringList{QString::fromLatin1(command)};
        QTest::addRow("%s as JSON", command) << QStringList{u"--json"_s, QString::fromLatin1(command)};
    }
    QTest::newRow("watch") << QStringList{u"watch"_s, u"--for"_s, u"1s"_s};
}

void CliHostileTest::showsHostileNodes()
{
    QFETCH(QStringList, command);
    const auto outcome = runCtl(QStringList{u"--connect"_s, m_servers.connectString(), u"--root"_s, m_root} + command);
    QVERIFY2(outcome.status == 0, outcome.reported());
    QVERIFY2(!hasControls(outcome.out), outcome.reported().toPercentEncoding(" \n"));
    QVERIFY2(!hasControls(outcome.err), outcome.reported().toPercentEncoding(" \n"));
    if (command.contains(u"findings"_s))
        QVERIFY2(outcome.out.contains("persistent-contender"), outcome.reported());
    if (command.contains(u"ls"_s) && command.contains(u"--json"_s))
        QCOMPARE(static_cast<std::size_t>(outcome.json().value(u"locks"_s).toArray().size()), m_tree->locks().size());
}

void CliHostileTest::showsEachHostileLock()
{
    for (const auto& lock : m_tree->locks()) {
        const auto path = QString::fromStdString(lock);
        for (const auto& form : {QStringList{}, QStringList{u"--json"_s}}) {
            const auto outcome =
                runCtl(QStringList{u"--connect"_s, m_servers.connectString()} + form + QStringList{u"show"_s, path});
            QVERIFY2(outcome.status == 0, outcome.reported());
            QVERIFY2(!hasControls(outcome.out), outcome.reported().toPercentEncoding(" \n"));
            QVERIFY2(!hasControls(outcome.err), outcome.reported().toPercentEncoding(" \n"));
            if (!form.isEmpty()) {
                QCOMPARE(outcome.json().value(u"path"_s).toString(), path);
                QVERIFY(!outcome.json().value(u"queue"_s).toArray().isEmpty());
            }
        }
    }
}

void CliHostileTest::noServerEndsIn3_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("noise") << noise();
    QTest::newRow("HTTP") << page("{}");
    QTest::newRow("a length without end") << QByteArray("\x7f\xff\xff\xff"
                                                        "aaaa",
                                                        8);
    QTest::newRow("a length below nothing") << QByteArray("\xff\xff\xff\xff"
                                                          "aaaa",
                                                          8);
    QTest::newRow("no length") << QByteArray("\0\0\0\0", 4);
    QTest::newRow("closed") << QByteArray();
    QTest::newRow("half a greeting") << greeting({}).first(20);
    QTest::newRow("noise after the greeting") << greeting(noise());
}

void CliHostileTest::aServerThatOnlyGreetsEndsIn3_data()
{
    QTest::addColumn<QStringList>("command");
    for (const auto* command : {"ls", "findings", "sessions", "top"})
        QTest::newRow(command) << QStringList{QString::fromLatin1(command)};
    QTest::newRow("watch") << QStringList{u"watch"_s, u"--for"_s, u"3s"_s};
    QTest::newRow("show") << QStringList{u"show"_s, u"/locks/orders"_s};
    QTest::newRow("release") << QStringList{u"release"_s, u"--dry-run"_s, u"/locks/orders/lock-0000000001"_s};
    QTest::newRow("revoke") << QStringList{u"revoke"_s, u"/locks/orders/lock-0000000001"_s};
    QTest::newRow("record") << QStringList{u"record"_s, m_folder.filePath(u"nothing.lockscope"_s), u"--for"_s, u"3s"_s};
    QTest::newRow("bench") << QStringList{u"bench"_s, u"locks"_s};
    QTest::newRow("run") << QStringList{u"run"_s, u"--below"_s, u"/locks"_s, u"herd"_s};
}

void CliHostileTest::aServerThatOnlyGreetsEndsIn3()
{
    QFETCH(QStringList, command);
    // Connected nearly all of the time, and no request is ever answered.
    const Babbler babbler(greeting({}), std::chrono::milliseconds(300), noise());
    QVERIFY(babbler.listens());
    const auto outcome =
        runCtl(QStringList{u"--connect"_s, u"127.0.0.1:"_s + babbler.port(), u"--timeout"_s, u"1500"_s} + command);
    QVERIFY2(outcome.status == 3, outcome.reported());
    QVERIFY2(!hasControls(outcome.err), outcome.reported());
}

void CliHostileTest::noServerEndsIn3()
{
    QFETCH(QByteArray, answer);
    const Babbler babbler(answer);
    QVERIFY(babbler.listens());
    const auto outcome = runCtl({u"--connect"_s, u"127.0.0.1:"_s + babbler.port(), u"--admin-port"_s, babbler.port(),
                                 u"--timeout"_s, u"400"_s, u"ls"_s});
    QVERIFY2(outcome.status == 3, outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: ") && outcome.err.contains("no connection"), outcome.reported());
    QVERIFY2(!hasControls(outcome.err) && outcome.out.isEmpty(), outcome.reported());
}

void CliHostileTest::aHostileAdminServerCostsItsOwnAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("noise") << noise();
    QTest::newRow("closed") << QByteArray();
    QTest::newRow("no JSON") << page("{\"connections\": [");
    QTest::newRow("another JSON") << page("[1, \"\u202e\", null]");
    QTest::newRow("JSON of other forms") << page(
        R"({"connections": {"a": []}, "expiry_time_to_session_ids": "x", "session_id_to_ephemeral_paths": 7})");
    QTest::newRow("JSON without end") << page(QByteArray(100'000, '['));
    QTest::newRow("status") << QByteArray("HTTP/1.1 500 \x1b[31m\r\nConnection: close\r\n\r\n");
}

void CliHostileTest::aHostileAdminServerCostsItsOwnAnswers()
{
    QFETCH(QByteArray, answer);
    const Babbler babbler(answer);
    QVERIFY(babbler.listens());
    const auto outcome = runCtl({u"--connect"_s, m_servers.connectString(), u"--root"_s, m_root, u"--admin-port"_s,
                                 babbler.port(), u"--json"_s, u"sessions"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    // The four-letter commands answer instead.
    QVERIFY2(!outcome.json().value(u"sessions"_s).toArray().isEmpty(), outcome.reported());
    QVERIFY2(!hasControls(outcome.err), outcome.reported());
}

} // namespace lockscope::cliHostileTest

LOCKSCOPE_TEST(lockscope::cliHostileTest::CliHostileTest)
#include "CliHostileTest.moc"
