// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `ls` and `show`, as a script uses them: fields, error messages, exit statuses.

#include "core/base/Path.h"
#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QTemporaryDir>

namespace lockscope::cliInspectTest {

using namespace lockscope::test;

class CliInspectTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void lsAsDocumented();
    void showAsDocumented();
    void showsASingleNodeLock();
    void showsWhoReadsAndWhoWrites();
    void showExplainsWhatFits();
    void showExplainsWhatIsNoLock();
    void showsAContradictedCounter();
    void anUnreadableModeIsNotGuessed();
    void showSaysWhyNot_data();
    void showSaysWhyNot();
    void lsSaysWhatItCouldNotRead();
    void lsEndsAtItsDeadline();
    void scriptsGetWhatTerminalsDoNot();
    void showsASemaphoreAsOneLock();
    void readsTheUsersOwnFamilies();

private:
    void prepare() override;
    [[nodiscard]] Outcome run(const QStringList& arguments) const
    {
        return runCtl(QStringList{QStringLiteral("--connect"), m_servers.connectString()} + arguments);
    }
    /// A contender as Curator's clients create it; returns its name.
    [[nodiscard]] std::string queueUp(const std::string& lock, const std::string& payload);
};

void CliInspectTest::prepare()
{
    QVERIFY(m_client->create("/empty"));
    QVERIFY(m_client->create("/closed", {}, zk::CreateMode::Persistent, {{zk::Create, "world", "anyone"}}));
    QVERIFY(m_client->create("/closed/child"));
    QVERIFY(m_client->create("/many"));
    for (int i = 0; i < 40; ++i)
        QVERIFY(m_client->create("/many/" + std::to_string(i)));
    QVERIFY(m_client->create("/two"));
    QVERIFY(m_client->create("/two/free"));
    QVERIFY(m_client->create("/one"));
    QVERIFY(m_client->create("/one/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000363"));
    for (const auto* lock : {"/two/a", "/two/b"}) {
        QVERIFY(m_client->create(lock));
        QVERIFY(!queueUp(lock, {}).empty());
    }
}

std::string CliInspectTest::queueUp(const std::string& lock, const std::string& payload)
{
    const auto node = m_client->queueUp(lock, payload);
    return node ? node->path.substr(lock.size() + 1) : std::string();
}

void CliInspectTest::lsAsDocumented()
{
    const auto root = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(root));
    QVERIFY(m_client->create(root + "/busy"));
    QVERIFY(m_client->create(root + "/calm"));
    QVERIFY(m_client->create(root + "/stuck"));
    QVERIFY(!queueUp(root + "/calm", "one").empty());
    for (const auto* payload : {"one", "two", "three"})
        QVERIFY(!queueUp(root + "/busy", payload).empty());
    QVERIFY(m_client->create(root + "/stuck/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", {},
                             zk::CreateMode::PersistentSequential)); // no session ever deletes it: the most severe case

    const QStringList rootOption{QStringLiteral("--root"), QString::fromStdString(root)};
    const auto outcome = run(rootOption + QStringList{QStringLiteral("--json"), QStringLiteral("ls")});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.err, QByteArray());
    const auto json = outcome.json();
    QCOMPARE(deviations(json, {{QStringLiteral("connect"), QStringLiteral("string")},
                               {QStringLiteral("backend"), QStringLiteral("string")},
                               {QStringLiteral("takenAt"), QStringLiteral("time")},
                               {QStringLiteral("complete"), QStringLiteral("bool")},
                               {QStringLiteral("stale"), QStringLiteral("bool")},
                               {QStringLiteral("locks"), QStringLiteral("array")}}),
             "");
    QCOMPARE(json.value(QStringLiteral("complete")).toBool(), true);
    QStringList paths;
    for (const auto& value : json.value(QStringLiteral("locks")).toArray()) {
        const auto lock = value.toObject();
        QCOMPARE(deviations(lock, {{QStringLiteral("path"), QStringLiteral("string")},
                                   {QStringLiteral("dialect"), QStringLiteral("string")},
                                   {QStringLiteral("kind"),
                                    QStringLiteral("mutex/read-write/semaphore/latch/single/unrecognised")},
                                   {QStringLiteral("certainty"), QStringLiteral("certain/possible")},
                                   {QStringLiteral("leases"), QStringLiteral("int|null")},
                                   {QStringLiteral("leasesKnown"), QStringLiteral("exact/inferred/unknown")},
                                   {QStringLiteral("holders"), QStringLiteral("array")},
                                   {QStringLiteral("waiters"), QStringLiteral("int|null")},
                                   {QStringLiteral("waitersKnown"), QStringLiteral("exact/at-least/unknown")},
                                   {QStringLiteral("undecided"), QStringLiteral("int")},
                                   {QStringLiteral("longestWaitMs"), QStringLiteral("int|null")},
                                   {QStringLiteral("openWaitMs"), QStringLiteral("int|null")},
                                   {QStringLiteral("heldForMs"), QStringLiteral("int|null")},
                                   {QStringLiteral("heldForAtMost"), QStringLiteral("bool|null")},
                                   {QStringLiteral("findings"), QStringLiteral("array")}}),
                 "");
        const auto holders = lock.value(QStringLiteral("holders")).toArray();
        QCOMPARE(holders.size(), 1);
        QCOMPARE(deviations(holders.first().toObject(), contenderForms()), "");
        paths << lock.value(QStringLiteral("path")).toString().section(u'/', -1);
        if (paths.last() == u"busy") {
            QCOMPARE(lock.value(QStringLiteral("waiters")).toInt(), 2);
            QCOMPARE(lock.value(QStringLiteral("waitersKnown")).toString(), QStringLiteral("exact"));
            QVERIFY(lock.value(QStringLiteral("longestWaitMs")).toInt(-1) >= 0);
        }
    }
    QCOMPARE(paths, (QStringList{QStringLiteral("stuck"), QStringLiteral("busy"), QStringLiteral("calm")}));

    const auto text = run(rootOption + QStringList{QStringLiteral("ls")});
    QCOMPARE(text.status, 0);
    const auto lines = text.out.split('\n');
    QVERIFY2(lines.size() == 5 && lines[0].startsWith("LOCK ") && lines[0].endsWith("  FINDINGS") &&
                 lines[1].contains("no session") && lines[1].endsWith("  persistent-contender"),
             text.reported());
    QCOMPARE(run({QStringLiteral("--root"), QStringLiteral("/empty"), QStringLiteral("ls")}).out, "No locks found.\n");
    const auto secret = m_servers.uniquePath();
    const std::vector<zk::Acl> closed{{zk::Create | zk::Delete, "world", "anyone"}};
    QVERIFY(m_client->create(secret.toStdString(), {}, zk::CreateMode::Persistent, closed));
    QVERIFY(m_client->create(secret.toStdString() + "/below"));
    const auto unread = run({QStringLiteral("--root"), secret, QStringLiteral("ls")});
    QVERIFY2(unread.status == 1 && unread.out == "No locks found in the part that was read.\n", unread.reported());
    const auto unchecked = run({QStringLiteral("--root"), secret, QStringLiteral("findings")});
    QVERIFY2(unchecked.status == 1 && unchecked.out == "No problems found in the part that was read.\n",
             unchecked.reported());
}

void CliInspectTest::showAsDocumented()
{
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    QVERIFY(m_client->create(lock));
    const auto first = queueUp(lock, R"({"client":"web-1","host":"10.0.0.7"})");
    const auto second = queueUp(lock, "10.0.0.8");
    const auto third = queueUp(lock, std::string("\x00\xff", 2));
    QVERIFY(m_client->create(lock + "/README", "no contender"));

    const QStringList alone{QStringLiteral("--no-admin"), QStringLiteral("--no-words")};
    const auto outcome = run(alone + QStringList{QStringLiteral("--json"), QStringLiteral("show"), path});
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto json = outcome.json();
    QCOMPARE(deviations(json, {{QStringLiteral("path"), QStringLiteral("string")},
                               {QStringLiteral("dialect"), QStringLiteral("string")},
                               {QStringLiteral("kind"), QStringLiteral("mutex")},
                               {QStringLiteral("certainty"), QStringLiteral("certain")},
                               {QStringLiteral("leases"), QStringLiteral("int|null")},
                               {QStringLiteral("leasesKnown"), QStringLiteral("exact/inferred/unknown")},
                               {QStringLiteral("gate"), QStringLiteral("object|null")},
                               {QStringLiteral("openWaitMs"), QStringLiteral("int|null")},
                               {QStringLiteral("queue"), QStringLiteral("array")},
                               {QStringLiteral("unrecognised"), QStringLiteral("array")},
                               {QStringLiteral("counterContradiction"), QStringLiteral("string|null")},
                               {QStringLiteral("findings"), QStringLiteral("array")}}),
             "");
    QVERIFY(json.value(QStringLiteral("counterContradiction")).isNull());
    QCOMPARE(json.value(QStringLiteral("path")).toString(), path);
    QCOMPARE(json.value(QStringLiteral("unrecognised")).toArray(), (QJsonArray{QStringLiteral("README")}));
    const auto queue = json.value(QStringLiteral("queue")).toArray();
    QCOMPARE(queue.size(), 3);
    const std::vector<std::string> names{first, second, third};
    for (int i = 0; i < 3; ++i) {
        const auto contender = queue.at(i).toObject();
        QCOMPARE(deviations(contender, contenderForms()), "");
        const auto& name = names[static_cast<std::size_t>(i)];
        const auto node = m_client->get(lock + "/" + name);
        QVERIFY(node);
        QCOMPARE(contender.value(QStringLiteral("position")).toInt(), i);
        QCOMPARE(contender.value(QStringLiteral("sequence")).toInt(), i);
        QCOMPARE(contender.value(QStringLiteral("node")).toString().toStdString(), name);
        QCOMPARE(contender.value(QStringLiteral("state")).toString(),
                 i == 0 ? QStringLiteral("holds") : QStringLiteral("waits"));
        QCOMPARE(contender.value(QStringLiteral("czxid")).toString().toStdString(), toHex(node->stat.czxid));
        QCOMPARE(contender.value(QStringLiteral("session")).toString().toStdString(), toHex(node->stat.ephemeralOwner));
        QCOMPARE(contender.value(QStringLiteral("createdAt")).toString(),
                 QDateTime::fromMSecsSinceEpoch(node->stat.ctime.time_since_epoch().count(), Qt::UTC)
                     .toString(Qt::ISODateWithMs));
        QVERIFY(contender.value(QStringLiteral("ageMs")).toInt() >= 0);
        QCOMPARE(contender.value(QStringLiteral("waitsOn")).toArray(),
                 i == 0 ? QJsonArray() : QJsonArray{QString::fromStdString(names[static_cast<std::size_t>(i - 1)])});
    }
    const auto text = [&](int i, const char* key) {
        return queue.at(i).toObject().value(QLatin1String(key)).toString(QStringLiteral("null"));
    };
    QCOMPARE(text(0, "client") + u' ' + text(0, "host") + u' ' + text(0, "hostSource"),
             QStringLiteral("web-1 10.0.0.7 payload"));
    QCOMPARE(text(1, "client") + u' ' + text(1, "host") + u' ' + text(1, "hostSource"),
             QStringLiteral("null 10.0.0.8 payload"));
    QCOMPARE(text(2, "client") + u' ' + text(2, "host") + u' ' + text(2, "hostSource"),
             QStringLiteral("null null none"));
    QCOMPARE(text(2, "payload"), QStringLiteral("0x00ff"));

    const auto human = run({QStringLiteral("show"), path});
    QCOMPARE(human.status, 0);
    QVERIFY2(human.out.startsWith(path.toUtf8() + "   Curator mutex\n2 waiting, longest wait ") &&
                 human.out.contains("\n0  holding  web-1 ") && human.out.contains("\nunrecognised: README\n"),
             human.reported());
}

void CliInspectTest::showsASingleNodeLock()
{
    const auto path = m_servers.uniquePath();
    QVERIFY(m_client->create(path.toStdString()));
    QVERIFY(m_client->create(path.toStdString() + "/lock", "web-1", zk::CreateMode::Ephemeral));
    // The lock's own path, and the path of its directory, which `contend --recipe single` takes.
    for (const auto& asked : {path + QStringLiteral("/lock"), path}) {
        const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), asked});
        QVERIFY2(outcome.status == 0, outcome.reported());
        QCOMPARE(outcome.json().value(QStringLiteral("path")).toString(), path + QStringLiteral("/lock"));
        QCOMPARE(outcome.json().value(QStringLiteral("kind")).toString(), QStringLiteral("single"));
        const auto queue = outcome.json().value(QStringLiteral("queue")).toArray();
        QCOMPARE(queue.size(), 1);
        QCOMPARE(deviations(queue.first().toObject(), contenderForms()), "");
        QCOMPARE(queue.first().toObject().value(QStringLiteral("sequence")), QJsonValue());
    }
    const auto human = run({QStringLiteral("show"), path});
    QVERIFY2(human.out.contains("Their number is unknown."), human.reported());
}

void CliInspectTest::showsWhoReadsAndWhoWrites()
{
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    for (const auto* name :
         {"/_c_01234567-89ab-cdef-0123-456789abcde0-__READ__", "/_c_01234567-89ab-cdef-0123-456789abcde1-__WRIT__"})
        QVERIFY(m_client->create(path + name, {}, zk::CreateMode::EphemeralSequential));
    const auto human = run({QStringLiteral("show"), QString::fromStdString(path)});
    const auto lines = human.out.split('\n');
    QVERIFY2(lines.size() > 5 && lines[3].contains("STATE    MODE") && lines[4].contains("holding  shared") &&
                 lines[5].contains("waiting  exclusive"),
             human.reported());
}

void CliInspectTest::showExplainsWhatFits()
{
    const auto path = m_servers.uniquePath();
    QVERIFY(m_client->create(path.toStdString()));
    QVERIFY(!queueUp(path.toStdString(), "web-1").empty());
    const auto human = run({QStringLiteral("show"), path, QStringLiteral("--why")});
    QVERIFY2(human.status == 0, human.reported());
    QVERIFY2(human.out.contains("\n" + path.toUtf8() + " is a lock of type \"Curator mutex\".\n"), human.reported());
    QVERIFY2(human.out.contains("yes   Curator mutex"), human.reported());
    const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), path, QStringLiteral("--why")});
    const auto why = outcome.json().value(QStringLiteral("why")).toObject();
    QCOMPARE(why.value(QStringLiteral("path")).toString(), path);
    const auto first = why.value(QStringLiteral("dialects")).toArray().at(0).toObject();
    QCOMPARE(first.value(QStringLiteral("dialect")).toString(), QStringLiteral("curator-mutex"));
    QCOMPARE(first.value(QStringLiteral("fits")), QJsonValue(true));
    QVERIFY(outcome.json().contains(QStringLiteral("queue")));
}

void CliInspectTest::showExplainsWhatIsNoLock()
{
    const auto path = m_servers.uniquePath();
    const auto directory = path.toStdString();
    QVERIFY(m_client->create(directory));
    QVERIFY(m_client->create(directory + "/item-1700000001", "x", zk::CreateMode::Ephemeral)); // a time
    const auto human = run({QStringLiteral("show"), path, QStringLiteral("--why")});
    QVERIFY2(human.status == 0, human.reported());
    QVERIFY2(human.out.startsWith(path.toUtf8() + " is not a lock: no known type of lock matches.\n"),
             human.reported());
    QVERIFY2(human.out.contains("The number of item-1700000001 is 1700000001, but the server has counted only 1 "
                                "created children."),
             human.reported());
    const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), path, QStringLiteral("--why")});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json().value(QStringLiteral("why")).toObject().value(QStringLiteral("path")).toString(), path);
    // A node that does not exist is an error still.
    const auto gone = run({QStringLiteral("show"), QStringLiteral("/nope"), QStringLiteral("--why")});
    QVERIFY2(gone.status == 1 && gone.err.contains("no such node"), gone.reported());
}

void CliInspectTest::showsAContradictedCounter()
{
    const auto path = m_servers.uniquePath();
    const auto node = path.toStdString() + "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000363";
    QVERIFY(m_client->create(path.toStdString()));
    QVERIFY(m_client->create(node, "10.0.0.7", zk::CreateMode::Ephemeral)); // as a tool that restores a tree does
    const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), path});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json().value(QStringLiteral("certainty")).toString(), QStringLiteral("certain"));
    const auto sentence = outcome.json().value(QStringLiteral("counterContradiction")).toString();
    QVERIFY2(sentence.contains(QStringLiteral("is 363, but the server has counted only 1 created children.")),
             qPrintable(sentence));
    const auto human = run({QStringLiteral("show"), path});
    QVERIFY2(human.out.contains(sentence.toUtf8()), human.reported());
}

void CliInspectTest::anUnreadableModeIsNotGuessed()
{
    // Accumulo's FateLock: the payload says READ or WRITE.
    const auto path = m_servers.uniquePath() + QStringLiteral("/table_locks/7");
    const auto lock = path.toStdString();
    for (const auto& each : {parentOf(parentOf(lock)), parentOf(lock), lock})
        QVERIFY(m_client->create(each));
    const std::vector<zk::Acl> closed{{zk::Create | zk::Delete, "world", "anyone"}};
    QVERIFY(m_client->create(lock + "/flock#", "READ:01", zk::CreateMode::PersistentSequential));
    QVERIFY(m_client->create(lock + "/flock#", "READ:02", zk::CreateMode::PersistentSequential, closed));
    const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), path});
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto queue = outcome.json().value(QStringLiteral("queue")).toArray();
    QCOMPARE(queue.size(), 2);
    const auto value = [&](int i, const char* key) { return queue.at(i).toObject().value(QLatin1String(key)); };
    QCOMPARE(value(0, "state"), QJsonValue(QStringLiteral("holds")));
    QCOMPARE(value(0, "mode"), QJsonValue(QStringLiteral("shared")));
    QCOMPARE(value(1, "state"), QJsonValue(QStringLiteral("unknown")));
    QCOMPARE(value(1, "mode"), QJsonValue());
    QCOMPARE(value(1, "payload"), QJsonValue());
    const auto human = run({QStringLiteral("show"), path});
    QVERIFY2(human.out.contains("\n1  unknown  unknown "), human.reported());
}

void CliInspectTest::showSaysWhyNot_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("nothing there") << QStringLiteral("/nope")
                                   << QByteArray("Cannot show \"/nope\": no such node: list every lock with: ");
    const auto contender = QStringLiteral("/one/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000363");
    QTest::newRow("not a lock")
        << QStringLiteral("/two/free")
        << QByteArray("Cannot show \"/two/free\": this is not a lock: no contender exists below this path");
    QTest::newRow("a contender") << contender
                                 << "Cannot show \"" + contender.toUtf8() +
                                        "\": this is not a lock: the node is named like a contender of /one. To show "
                                        "the lock, run: lockscopectl show /one";
    QTest::newRow("a directory of locks")
        << QStringLiteral("/two")
        << QByteArray(
               "Cannot show \"/two\": this is not a lock: 2 locks exist below this path. To list the locks, run: "
               "lockscopectl --root /two ls");
    QTest::newRow("not allowed") << QStringLiteral("/closed")
                                 << QByteArray(
                                        "Cannot show \"/closed\": no permission: the Read permission on /closed ");
}

void CliInspectTest::showSaysWhyNot()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, sentence);
    const auto outcome = run({QStringLiteral("show"), path});
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: " + sentence) && outcome.err.count('\n') == 1, outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

void CliInspectTest::lsSaysWhatItCouldNotRead()
{
    // An unreadable root is an error; an unreadable node below one is a warning, and the answer reports that it is not
    // complete.
    for (const auto& root : {QStringLiteral("/nope"), QStringLiteral("/closed"), QStringLiteral("/")}) {
        const auto outcome = run({QStringLiteral("--root"), root, QStringLiteral("--json"), QStringLiteral("ls")});
        QVERIFY2(outcome.status == (root == u"/" ? 0 : 1), outcome.reported());
        QVERIFY2(outcome.err.startsWith("lockscopectl: Cannot read \"/"), outcome.reported());
        QCOMPARE(outcome.json().value(QStringLiteral("complete")), QJsonValue(false));
    }
}

/// The connection is fine, but a request for each of forty nodes, five per second, takes longer.
void CliInspectTest::lsEndsAtItsDeadline()
{
    const QStringList slowly{QStringLiteral("--no-admin"), QStringLiteral("--no-words"), QStringLiteral("--rate"),
                             QStringLiteral("5"),          QStringLiteral("--root"),     QStringLiteral("/many"),
                             QStringLiteral("--json")};
    const auto cut =
        run(slowly + QStringList{QStringLiteral("--timeout"), QStringLiteral("3000"), QStringLiteral("ls")});
    QCOMPARE(cut.status, 1);
    QCOMPARE(cut.json().value(QStringLiteral("complete")).toBool(true), false);
    QVERIFY2(cut.err.contains("were not read within 3000 ms"), cut.reported());
    const auto whole = run(slowly + QStringList{QStringLiteral("ls")});
    QCOMPARE(whole.status, 0);
    QCOMPARE(whole.json().value(QStringLiteral("complete")).toBool(), true);
}

void CliInspectTest::scriptsGetWhatTerminalsDoNot()
{
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    QVERIFY(m_client->create(lock));
    QVERIFY(!queueUp(lock, "\x1b[31mred\n<b>").empty());
    QVERIFY(!queueUp(lock, R"({"client":"\u001b]0;title\u0007","host":"\u009b31m\u202e"})").empty());
    const auto queue = run({QStringLiteral("--no-admin"), QStringLiteral("--no-words"), QStringLiteral("--json"),
                            QStringLiteral("show"), path})
                           .json()
                           .value(QStringLiteral("queue"))
                           .toArray();
    QCOMPARE(queue.at(0).toObject().value(QStringLiteral("payload")).toString(),
             QStringLiteral("0x1b5b33316d7265640a3c623e"));
    QCOMPARE(queue.at(1).toObject().value(QStringLiteral("client")).toString(), QStringLiteral("\x1b]0;title\x07"));
    QCOMPARE(queue.at(1).toObject().value(QStringLiteral("host")).toString(), QString::fromUtf8("\u009b31m\u202e"));
}

void CliInspectTest::showsASemaphoreAsOneLock()
{
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    const auto stem = std::string("/_c_01234567-89ab-cdef-0123-456789abcdef-");
    for (const auto& directory : {lock, lock + "/locks", lock + "/leases"})
        QVERIFY(m_client->create(directory));
    for (const auto* node : {"/leases", "/locks", "/leases", "/locks"})
        QVERIFY(m_client->create(lock + node + stem + (QByteArray(node) == "/locks" ? "lock-" : "lease-"), {},
                                 zk::CreateMode::EphemeralSequential));
    for (const auto& asked : {path, path + QStringLiteral("/leases")}) {
        const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), asked});
        QVERIFY2(outcome.status == 0, outcome.reported());
        const auto json = outcome.json();
        QCOMPARE(json.value(QStringLiteral("path")).toString(), path);
        QCOMPARE(json.value(QStringLiteral("kind")).toString(), QStringLiteral("semaphore"));
        QCOMPARE(json.value(QStringLiteral("leases")).toInt(), 1);
        QCOMPARE(json.value(QStringLiteral("leasesKnown")).toString(), QStringLiteral("inferred"));
        const auto gate = json.value(QStringLiteral("gate")).toObject();
        QCOMPARE(gate.value(QStringLiteral("path")).toString(), path + QStringLiteral("/locks"));
        QVERIFY2(gate.value(QStringLiteral("holder")).toString().endsWith(QStringLiteral("-lock-0000000000")),
                 outcome.reported());
        const auto queue = json.value(QStringLiteral("queue")).toArray();
        QCOMPARE(queue.size(), 3); // one lease held, one waited for, one at the gate
        for (const auto& contender : queue)
            QCOMPARE(deviations(contender.toObject(), contenderForms()), "");
        const auto last = queue.at(2).toObject();
        QCOMPARE(last.value(QStringLiteral("atGate")), QJsonValue(true));
        QCOMPARE(last.value(QStringLiteral("path")).toString(),
                 path + QString::fromStdString("/locks" + stem + "lock-0000000001"));
    }
    const auto human = run({QStringLiteral("show"), path});
    QVERIFY2(human.out.contains("leases: 1 taken. A client waits, so there are no free leases\n") &&
                 human.out.contains("gate lock held by the client that waits for a lease: _c_"),
             human.reported());
}

void CliInspectTest::readsTheUsersOwnFamilies()
{
    const QTemporaryDir config;
    const auto folder = config.filePath(QStringLiteral("lockscope/dialects"));
    QVERIFY(QDir().mkpath(folder));
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder + u'/' + QLatin1String(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write("good.json", R"({"id": "our-lock", "title": "Our lock", "marks": ["_c_{uuid}-lock-{seq}"],
                                   "rule": "lease", "kind": "semaphore", "leases": 2})"));
    QVERIFY(write("bad.json", "{\"id\": \"x\",\n \"rule\": \"\x1b[31mfifo\"}"));
    const auto environment = environmentWith({{QStringLiteral("XDG_CONFIG_HOME"), config.path()}});
    const QStringList connect{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json")};
    for (const auto& command : {QStringList{QStringLiteral("show"), QStringLiteral("/two/a")},
                                QStringList{QStringLiteral("--root"), QStringLiteral("/two"), QStringLiteral("ls")}}) {
        const auto outcome = runCtl(connect + command, environment);
        QVERIFY2(outcome.status == 0, outcome.reported());
        QVERIFY2(outcome.out.contains("\"dialect\": \"our-lock\"") && outcome.out.contains("\"leases\": 2"),
                 outcome.reported());
        QVERIFY2(outcome.err.startsWith("lockscopectl: " + folder.toUtf8() + "/bad.json: ") &&
                     outcome.err.endsWith(". The file is not used until it is corrected\n"),
                 outcome.reported());
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY2(!hasControls(outcome.err), outcome.reported());
    }
    QCOMPARE(run({QStringLiteral("show"), QStringLiteral("/two/a")}).err, QByteArray());

    // No built-in dialect knows these names: the payload is read for this one.
    QVERIFY(QFile::remove(folder + QStringLiteral("/bad.json")));
    QVERIFY(write("paid.json", R"({"id": "paid", "title": "Paid", "kind": "semaphore", "marks": ["slot.{hex8}"],
                                   "order": "creation", "rule": "presence", "leases": 3,
                                   "payloadIs": {"pointer": "/type", "data": "lock"}})"));
    const auto slots = m_servers.uniquePath();
    const auto members = m_servers.uniquePath();
    for (const auto& [path, data] : {std::pair(slots, R"({"type": "lock"})"), std::pair(members, R"({"type": "x"})")}) {
        QVERIFY(m_client->create(path.toStdString()));
        QVERIFY(m_client->create(path.toStdString() + "/slot.0123abcd", data, zk::CreateMode::Ephemeral));
    }
    const auto found = runCtl(connect + QStringList{QStringLiteral("show"), slots}, environment);
    QVERIFY2(found.status == 0 && found.out.contains("\"dialect\": \"paid\""), found.reported());
    const auto other =
        runCtl(connect + QStringList{QStringLiteral("show"), members, QStringLiteral("--why")}, environment);
    QVERIFY2(other.out.contains("the value /type in the data of slot.0123abcd does not match"), other.reported());
}

} // namespace lockscope::cliInspectTest

LOCKSCOPE_TEST(lockscope::cliInspectTest::CliInspectTest)
#include "CliInspectTest.moc"
