// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `findings`, and the findings in `ls` and `show`, with real clients that have real problems.

#include "core/locks/zookeeper/Mutex.h"
#include "tests/cli/Cli.h"
#include "tests/cli/ServerProxy.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <semaphore>

namespace lockscope::cliFindingsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

const Forms findingForms{{QStringLiteral("kind"), QStringLiteral("string")},
                         {QStringLiteral("severity"), QStringLiteral("info/warning/critical")},
                         {QStringLiteral("path"), QStringLiteral("string")},
                         {QStringLiteral("nodes"), QStringLiteral("array")},
                         {QStringLiteral("sessions"), QStringLiteral("array")},
                         {QStringLiteral("owners"), QStringLiteral("array")},
                         {QStringLiteral("text"), QStringLiteral("string")},
                         {QStringLiteral("evidence"), QStringLiteral("string")},
                         {QStringLiteral("advice"), QStringLiteral("string")},
                         {QStringLiteral("note"), QStringLiteral("string|null")},
                         {QStringLiteral("owner"), QStringLiteral("string|null")},
                         {QStringLiteral("mutedUntil"), QStringLiteral("time|null")},
                         {QStringLiteral("chain"), QStringLiteral("string|null")}};

/// A program that acquires two locks one after the other, without protection against deadlocks.
class Program final {
public:
    Program(const QString& connect, const std::string& first, const std::string& second)
        : m_client(connect)
        , m_first(m_client.client(), first)
        , m_second(m_client.client(), second)
    {
    }

    /// A reply that comes later would find no program.
    ~Program()
    {
        giveUpSecond();
        if (m_hasAsked)
            m_answered.acquire();
        m_client.executor().runAndWait([this] { m_secondHold.reset(); });
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] bool takeFirst()
    {
        auto hold = m_first.acquire(30s);
        if (hold)
            m_firstHold = *std::move(hold);
        return m_firstHold.has_value();
    }
    void askForSecond()
    {
        m_hasAsked = true;
        m_second.acquireAsync({}, m_stop.get_token(), [this](Result<locks::Hold> hold) {
            m_hasSecond = hold.has_value();
            if (hold)
                m_secondHold = *std::move(hold);
            m_answered.release();
        });
    }
    void giveUpSecond() { m_stop.request_stop(); }
    [[nodiscard]] bool hasSecond() const { return m_hasSecond; }
    [[nodiscard]] std::string session() { return toHex(m_client.session()); }

private:
    bool m_hasAsked = false;
    std::binary_semaphore m_answered{0};
    std::atomic_bool m_hasSecond = false; ///< set on the client's executor, which is destroyed first
    std::stop_source m_stop;
    BlockingClient m_client;
    locks::Mutex m_first;
    locks::Mutex m_second;
    std::optional<locks::Hold> m_firstHold;
    std::optional<locks::Hold> m_secondHold; ///< used on the executor
};

} // namespace

class CliFindingsTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void saysThatNothingIsWrong();
    void findsADeadlockOfRealClients();
    void findsANodeWithoutASession();
    void whatASecondLookDoesNotConfirmIsNotPrinted_data();
    void whatASecondLookDoesNotConfirmIsNotPrinted();
    void findsAWaiterThatIsNeverNotified();
    void findsFamiliesThatDoNotSeeEachOther();
    void takesLimits();
    void readsALimitsFile();
    void usageErrorsEndIn2_data();
    void usageErrorsEndIn2();

private:
    [[nodiscard]] Outcome run(const QString& root, const QStringList& arguments) const
    {
        return runCtl(
            QStringList{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--root"), root} +
            arguments);
    }
    /// "critical deadlock, …", of the document.
    [[nodiscard]] static QString reported(const Outcome& outcome);
    [[nodiscard]] QString newRoot()
    {
        const auto root = m_servers.uniquePath();
        return m_client->create(root.toStdString()) ? root : QString();
    }
    [[nodiscard]] bool make(const std::string& path, zk::CreateMode mode = zk::CreateMode::EphemeralSequential)
    {
        return m_client->create(path, {}, mode).has_value();
    }
};

const QString json = QStringLiteral("--json");
const QString findings = QStringLiteral("findings");
const QString failOn = QStringLiteral("--fail-on");
const QString warning = QStringLiteral("warning");
const QString critical = QStringLiteral("critical");
const std::string curatorName = "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-";

QString CliFindingsTest::reported(const Outcome& outcome)
{
    QStringList list;
    for (const auto& value : outcome.json().value(QStringLiteral("findings")).toArray())
        list.append(value.toObject().value(QStringLiteral("severity")).toString() + u' ' +
                    value.toObject().value(QStringLiteral("kind")).toString());
    return list.join(QStringLiteral(", "));
}

void CliFindingsTest::saysThatNothingIsWrong()
{
    const auto root = newRoot();
    QVERIFY(make(root.toStdString() + "/calm", zk::CreateMode::Persistent));
    QVERIFY(make(root.toStdString() + "/calm" + curatorName));
    QCOMPARE(run(root, {findings, failOn, warning}).out, "No problems found.\n");
    const auto outcome = run(root, {json, findings, failOn, warning});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(deviations(outcome.json(), {{QStringLiteral("findings"), QStringLiteral("array")},
                                         {QStringLiteral("muted"), QStringLiteral("array")},
                                         {QStringLiteral("notes"), QStringLiteral("array")},
                                         {QStringLiteral("takenAt"), QStringLiteral("time")},
                                         {QStringLiteral("complete"), QStringLiteral("bool")}}),
             "");
    QCOMPARE(reported(outcome), QString());
}

void CliFindingsTest::findsADeadlockOfRealClients()
{
    const auto root = newRoot();
    const auto a = root.toStdString() + "/accounts";
    const auto b = root.toStdString() + "/orders";
    Program one(m_servers.connectString(), a, b);
    Program two(m_servers.connectString(), b, a);
    QVERIFY(one.takeFirst());
    QVERIFY(two.takeFirst());
    one.askForSecond();
    QTRY_COMPARE(m_client->children(b).value_or(std::vector<std::string>{}).size(), std::size_t(2));
    QCOMPARE(reported(run(root, {json, findings})), QString()); // waiting is not a deadlock
    two.askForSecond();
    QTRY_COMPARE(m_client->children(a).value_or(std::vector<std::string>{}).size(), std::size_t(2));

    const auto outcome = run(root, {json, findings, failOn, critical});
    QVERIFY2(outcome.status == 5, outcome.reported());
    QCOMPARE(reported(outcome), QStringLiteral("critical deadlock"));
    const auto finding = outcome.json().value(QStringLiteral("findings")).toArray().first().toObject();
    QCOMPARE(deviations(finding, findingForms), "");
    QCOMPARE(finding.value(QStringLiteral("nodes")).toArray().size(), 4);
    const auto sessions = finding.value(QStringLiteral("sessions")).toArray();
    QCOMPARE(sessions.size(), 2);
    QVERIFY2(finding.value(QStringLiteral("chain")).toString().count(u" holds.\n") == 2, outcome.reported());
    for (const auto& id : {one.session(), two.session()})
        QVERIFY2(sessions.contains(QString::fromStdString(id)), outcome.reported());
    for (const auto* lock : {"/accounts", "/orders"}) {
        const auto path = root + QLatin1String(lock);
        QVERIFY2(finding.value(QStringLiteral("evidence")).toString().contains(path), outcome.reported());
        // It reads one lock only, and a deadlock needs two.
        QCOMPARE(reported(run(root, {json, QStringLiteral("show"), path})), QString());
    }
    for (const auto& lock : run(root, {json, QStringLiteral("ls")}).json().value(QStringLiteral("locks")).toArray())
        QCOMPARE(lock.toObject().value(QStringLiteral("findings")).toArray(), QJsonArray{QStringLiteral("deadlock")});
    const auto human = run(root, {findings});
    QVERIFY2(human.status == 0 && human.out.startsWith("CRITICAL  deadlock  /") && human.out.contains("\n    next: "),
             human.reported());

    two.giveUpSecond();
    QTRY_COMPARE(reported(run(root, {json, findings})), QString());
    QVERIFY(!one.hasSecond());
}

void CliFindingsTest::findsANodeWithoutASession()
{
    const auto root = newRoot();
    const auto held = root.toStdString() + "/held";
    const auto queued = root.toStdString() + "/queued";
    for (const auto& path : {held, queued})
        QVERIFY(make(path, zk::CreateMode::Persistent));
    QVERIFY(make(queued + curatorName));
    QVERIFY(make(queued + curatorName, zk::CreateMode::PersistentSequential));
    QCOMPARE(reported(run(root, {json, findings})).section(u',', 0, 0), QStringLiteral("warning persistent-contender"));
    QCOMPARE(run(root, {findings, failOn, critical}).status, 0);
    QCOMPARE(run(root, {findings, failOn, warning}).status, 5);
    QVERIFY(make(held + curatorName, zk::CreateMode::PersistentSequential));
    QCOMPARE(run(root, {findings, failOn, critical}).status, 5);
    const auto shown = run(root, {json, QStringLiteral("show"), QString::fromStdString(held)});
    QCOMPARE(shown.status, 0);
    QCOMPARE(reported(shown), QStringLiteral("critical persistent-contender"));
    QCOMPARE(deviations(shown.json().value(QStringLiteral("findings")).toArray().first().toObject(), findingForms), "");
    QVERIFY(run(root, {QStringLiteral("show"), QString::fromStdString(held)})
                .out.contains("\ncritical: Held by a persistent node. "));
    const auto outcome = run(root, {json, QStringLiteral("ls")});
    const auto first = outcome.json().value(QStringLiteral("locks")).toArray().first().toObject();
    QCOMPARE(first.value(QStringLiteral("path")).toString(), QString::fromStdString(held)); // the most severe one
}

void CliFindingsTest::whatASecondLookDoesNotConfirmIsNotPrinted_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("isReleased");
    for (const auto* command : {"ls", "show", "findings"}) {
        QTest::addRow("%s, still stuck", command) << QString::fromLatin1(command) << false;
        QTest::addRow("%s, released meanwhile", command) << QString::fromLatin1(command) << true;
    }
}

/// The node that seems critical may be gone when the lock is read again, after a sync.
void CliFindingsTest::whatASecondLookDoesNotConfirmIsNotPrinted()
{
    QFETCH(QString, command);
    QFETCH(bool, isReleased);
    const auto root = newRoot();
    const auto lock = root.toStdString() + "/held";
    QVERIFY(make(lock, zk::CreateMode::Persistent));
    const auto stuck = m_client->create(lock + curatorName, {}, zk::CreateMode::PersistentSequential);
    QVERIFY(stuck && make(lock + "/_c_76543210-89ab-cdef-0123-456789abcdef-lock-"));
    ServerProxy proxy(m_servers.connectString());
    int syncs = 0;
    proxy.onSync([&] {
        if (++syncs == 1 && isReleased)
            QVERIFY(m_client->remove(stuck->path));
    });
    QStringList arguments{QStringLiteral("--connect"), proxy.address(), json};
    if (command == u"show")
        arguments += {command, QString::fromStdString(lock)};
    else
        arguments += {QStringLiteral("--root"), root, command};
    const auto outcome = runCtl(arguments);
    QVERIFY2(outcome.status == 0 && syncs > 0, outcome.reported());
    const auto first = outcome.json().value(QStringLiteral("locks")).toArray().first().toObject();
    const auto found = command == u"ls" ? first.value(findings).toArray().first().toString() : reported(outcome);
    const auto stuckKind = QStringLiteral("persistent-contender");
    QCOMPARE(found, isReleased ? QString() : command == u"ls" ? stuckKind : QStringLiteral("critical ") + stuckKind);
}

void CliFindingsTest::findsAWaiterThatIsNeverNotified()
{
    const auto root = newRoot();
    const auto lock = root.toStdString() + "/lock";
    QVERIFY(make(lock, zk::CreateMode::Persistent));
    QVERIFY(make(lock + curatorName));
    BlockingClient sleeper(m_servers.connectString());
    QVERIFY(sleeper.create(lock + curatorName, {}, zk::CreateMode::EphemeralSequential)); // and sets no watch
    QCOMPARE(reported(run(root, {json, findings})), QString()); // watches are read on request only
    // It has some time to set its watch.
    const auto isSeen = [&] {
        const auto outcome = run(root, {json, findings, QStringLiteral("--watches")});
        return reported(outcome) == QStringLiteral("warning watches-nothing");
    };
    QVERIFY(QTest::qWaitFor(isSeen, 30'000));
}

void CliFindingsTest::findsFamiliesThatDoNotSeeEachOther()
{
    const auto root = newRoot();
    const auto lock = root.toStdString() + "/mixed";
    QVERIFY(make(lock, zk::CreateMode::Persistent));
    QVERIFY(make(lock + "/0b3e4f5a111142228333abcdefabcdef__lock__"));
    QVERIFY(make(lock + curatorName));
    BlockingClient other(m_servers.connectString());
    QVERIFY(
        other.create(lock + "/_c_76543210-89ab-cdef-0123-456789abcdef-lock-", {}, zk::CreateMode::EphemeralSequential));
    const auto outcome = run(root, {json, findings, failOn, critical});
    QVERIFY2(outcome.status == 5, outcome.reported());
    QCOMPARE(reported(outcome), QStringLiteral("critical mixed-dialects"));
    QVERIFY2(outcome.out.contains("Clients of type Curator do not wait for clients of type Kazoo."),
             outcome.reported());
}

void CliFindingsTest::takesLimits()
{
    const auto root = newRoot();
    const auto lock = root.toStdString() + "/jobs";
    QVERIFY(make(lock, zk::CreateMode::Persistent));
    QVERIFY(make(lock + curatorName));
    BlockingClient other(m_servers.connectString());
    QVERIFY(
        other.create(lock + "/_c_76543210-89ab-cdef-0123-456789abcdef-lock-", {}, zk::CreateMode::EphemeralSequential));
    const auto hold = QStringLiteral("--hold-limit");
    const auto wait = QStringLiteral("--wait-limit");
    const auto limit = QStringLiteral("--limit");
    const auto reportedWith = [&](const QStringList& options) {
        return reported(run(root, QStringList{json, findings} + options));
    };
    QTRY_COMPARE(reportedWith({hold, QStringLiteral("1ms")}), QStringLiteral("warning long-hold"));
    QTRY_COMPARE(reportedWith({wait, QStringLiteral("1ms")}), QStringLiteral("warning long-wait"));
    QCOMPARE(run(root, {findings, wait, QStringLiteral("1ms"), failOn, warning}).status, 5);
    QCOMPARE(reportedWith({wait, QStringLiteral("2h"), hold, QStringLiteral("off")}), QString());
    QCOMPARE(reportedWith({limit, root + QStringLiteral("/*=1ms")}),
             QStringLiteral("warning long-hold, warning long-wait"));
    QCOMPARE(reportedWith({limit, QStringLiteral("/**/jobs=off,1ms")}), QStringLiteral("warning long-wait"));
    QCOMPARE(
        reportedWith({wait, QStringLiteral("1ms"), limit, QStringLiteral("/**=1h"), limit, QStringLiteral("/x=1ms")}),
        QString());
}

void CliFindingsTest::readsALimitsFile()
{
    const auto root = newRoot();
    const auto lock = root.toStdString() + "/held";
    QVERIFY(make(lock, zk::CreateMode::Persistent));
    QVERIFY(make(lock + curatorName, zk::CreateMode::PersistentSequential));
    const QTemporaryDir folder;
    const auto name = folder.filePath(QStringLiteral("limits.json"));
    const auto with = [&](const QByteArray& entry, const QStringList& options) {
        QFile file(name);
        if (file.open(QIODevice::WriteOnly))
            file.write("{\"limits\": [\n{" + entry + "}]}");
        file.close();
        return run(root, options + QStringList{QStringLiteral("--limits"), name});
    };
    const auto noted = with(R"("pattern": "/**", "note": "nightly", "owner": "data team")", {json, findings});
    QCOMPARE(reported(noted), QStringLiteral("critical persistent-contender"));
    const auto first = noted.json().value(QStringLiteral("findings")).toArray().first().toObject();
    QCOMPARE(first.value(QStringLiteral("note")).toString(), QStringLiteral("nightly"));
    QCOMPARE(first.value(QStringLiteral("owner")).toString(), QStringLiteral("data team"));
    const QByteArray mute = R"("pattern": "/**", "mute": "2999-01-01")";
    const auto muted = with(mute, {json, findings, failOn, critical});
    QVERIFY2(muted.status == 0, muted.reported());
    QCOMPARE(reported(muted), QString());
    const auto held = muted.json().value(QStringLiteral("muted")).toArray();
    QCOMPARE(held.size(), 1);
    QCOMPARE(held.first().toObject().value(QStringLiteral("mutedUntil")).toString(),
             QStringLiteral("2999-01-01T00:00:00.000Z"));
    QCOMPARE(with(mute, {findings}).out, "No problems found.\n1 finding is muted by the limits file.\n");
    const auto past = with(R"("pattern": "/**", "mute": "2001-01-01")", {findings, failOn, critical});
    QVERIFY2(past.status == 5, past.reported());
    const auto wrong = with(R"("pattern": "/**", "hold": "long")", {findings});
    QVERIFY2(wrong.status == 2 && wrong.out.isEmpty(), wrong.reported());
    QVERIFY2(wrong.err.contains(QFile::encodeName(name)) && wrong.err.contains("line 2, column 20"), wrong.reported());
    const auto missing = run(root, {findings, QStringLiteral("--limits"), name + u'x'});
    QVERIFY2(missing.status == 2 && missing.err.contains("limits.jsonx"), missing.reported());
}

void CliFindingsTest::usageErrorsEndIn2_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* arguments, const char* sentence) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments).split(u' ', Qt::SkipEmptyParts)
                                 << QByteArray(sentence);
    };
    row("/a", "findings takes no path. To search below a path, use --root /a");
    row("--fail-on info", "invalid --fail-on \"info\": use warning or critical");
    row("--hold-limit long", "--hold-limit: invalid limit \"long\": use 30s, 10m or 2h (at most one day), or off");
    row("--wait-limit -1s", "--wait-limit: invalid limit \"-1s\": ");
    row("--limit /a", "--limit: invalid limit \"/a\": use PATTERN=HOLD or PATTERN=HOLD,WAIT");
    row("--limit =1s", "--limit: invalid limit \"=1s\": use PATTERN");
    row("--limit a=1s", "--limit: invalid limit \"a=1s\": use PATTERN");
    row("--limit /a=1s,2s,3s", "--limit: too many limits in \"/a=1s,2s,3s\": ");
    row("--limit /a=", "--limit: invalid limit \"\": use 30s");
    row("--limit /a=1s,soon", "--limit: invalid limit \"soon\": use 30s");
}

void CliFindingsTest::usageErrorsEndIn2()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = runCtl(QStringList{findings} + arguments);
    QVERIFY2(outcome.status == 2, outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: ") && outcome.err.contains(sentence), outcome.reported());
    QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains("(see lockscopectl --help)"), outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

} // namespace lockscope::cliFindingsTest

LOCKSCOPE_TEST(lockscope::cliFindingsTest::CliFindingsTest)
#include "CliFindingsTest.moc"
