// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `release`: deletes the node that was shown, and never another one.

#include "core/release/ActionLogReader.h"
#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace lockscope::cliReleaseTest {

using namespace lockscope::test;

namespace {

/// A terminal whose input comes from the test.
class Terminal final {
public:
    Terminal()
        : m_keyboard(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        if (m_keyboard < 0 || grantpt(m_keyboard) != 0 || unlockpt(m_keyboard) != 0)
            qFatal("no pseudo-terminal");
    }
    ~Terminal() { close(m_keyboard); }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    [[nodiscard]] QString device() const { return QString::fromLocal8Bit(ptsname(m_keyboard)); }
    [[nodiscard]] bool type(const QByteArray& text) const
    {
        return write(m_keyboard, text.constData(), static_cast<std::size_t>(text.size())) == text.size();
    }

private:
    int m_keyboard;
};

} // namespace

class CliReleaseTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void dryRunDeletesNothing();
    void deletesTheNodeThatWasShown();
    void refusesANodeInItsPlace_data();
    void refusesANodeInItsPlace();
    void saysWhenItIsGone();
    void needsAReasonAndAGuard();
    void asksOnATerminal_data();
    void asksOnATerminal();
    void saysWhoWasQuicker();
    void notesWhatItDoes();
    void withoutARecordNothingIsDone_data();
    void withoutARecordNothingIsDone();
    void aListStopsAtTheFirstRefusal();
    void aPossibleLockNeedsOneMoreConfirmation();
    void saysWhyItCanNot();

private:
    [[nodiscard]] QStringList command(const QStringList& arguments) const
    {
        return QStringList{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json"),
                           QStringLiteral("release")} +
               arguments;
    }
    [[nodiscard]] Outcome release(const std::string& node, std::int64_t creationId) const
    {
        return runCtl(command({QString::fromStdString(node), QStringLiteral("--reason"), QStringLiteral("stuck"),
                               QStringLiteral("--czxid"), QString::fromStdString(toHex(creationId))}));
    }
    [[nodiscard]] bool isThere(const std::string& node)
    {
        const auto found = m_client->exists(node);
        return found && *found;
    }

    std::string m_lock;
    std::string m_holder; ///< full paths
    std::string m_waiter;
    std::int64_t m_czxid = 0; ///< the holder's
};

void CliReleaseTest::init()
{
    m_lock = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(m_lock));
    const auto prefix = m_lock + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-";
    const auto holder = m_client->create(prefix, "web-1", zk::CreateMode::EphemeralSequential);
    const auto waiter = m_client->create(prefix, "web-2", zk::CreateMode::EphemeralSequential);
    QVERIFY(holder && waiter);
    m_holder = holder->path;
    m_waiter = waiter->path;
    m_czxid = holder->stat.czxid;
}

void CliReleaseTest::dryRunDeletesNothing()
{
    for (const auto& guard :
         {QStringList{}, QStringList{QStringLiteral("--czxid"), QString::fromStdString(toHex(m_czxid))}}) {
        const auto outcome =
            runCtl(command(QStringList{QString::fromStdString(m_holder), QStringLiteral("--dry-run")} + guard));
        QVERIFY2(outcome.status == 0, outcome.reported());
        const auto json = outcome.json();
        QCOMPARE(json.value(QStringLiteral("released")), QJsonValue(false));
        const auto plan = json.value(QStringLiteral("plan")).toObject();
        QCOMPARE(deviations(plan, {{QStringLiteral("path"), QStringLiteral("string")},
                                   {QStringLiteral("node"), QStringLiteral("string")},
                                   {QStringLiteral("nodePath"), QStringLiteral("string")},
                                   {QStringLiteral("dialect"), QStringLiteral("string")},
                                   {QStringLiteral("certainty"), QStringLiteral("certain")},
                                   {QStringLiteral("state"), QStringLiteral("holds")},
                                   {QStringLiteral("mode"), QStringLiteral("exclusive/shared")},
                                   {QStringLiteral("version"), QStringLiteral("int")},
                                   {QStringLiteral("ageMs"), QStringLiteral("int")},
                                   {QStringLiteral("evidence"), QStringLiteral("object")},
                                   {QStringLiteral("otherLocks"), QStringLiteral("array|null")},
                                   {QStringLiteral("permission"), QStringLiteral("object")},
                                   {QStringLiteral("guard"), QStringLiteral("object")},
                                   {QStringLiteral("clientLastKnown"), QStringLiteral("bool")},
                                   {QStringLiteral("confirmation"), QStringLiteral("click/reason/name-and-reason")},
                                   {QStringLiteral("options"), QStringLiteral("array")},
                                   {QStringLiteral("operations"), QStringLiteral("array")},
                                   {QStringLiteral("czxid"), QStringLiteral("hex")},
                                   {QStringLiteral("backend"), QStringLiteral("zookeeper")},
                                   {QStringLiteral("owner"), QStringLiteral("string|null")},
                                   {QStringLiteral("count"), QStringLiteral("int|null")},
                                   {QStringLiteral("leaseMs"), QStringLiteral("int|null")},
                                   {QStringLiteral("fencingToken"), QStringLiteral("int|null")},
                                   {QStringLiteral("permits"), QStringLiteral("int|null")},
                                   {QStringLiteral("freePermits"), QStringLiteral("int|null")},
                                   {QStringLiteral("session"), QStringLiteral("hex|null")},
                                   {QStringLiteral("client"), QStringLiteral("string|null")},
                                   {QStringLiteral("host"), QStringLiteral("string|null")},
                                   {QStringLiteral("createdAt"), QStringLiteral("time")},
                                   {QStringLiteral("waiters"), QStringLiteral("int|null")},
                                   {QStringLiteral("next"), QStringLiteral("string|null")},
                                   {QStringLiteral("nextClient"), QStringLiteral("string|null")},
                                   {QStringLiteral("risk"), QStringLiteral("string")}}),
                 "");
        QCOMPARE(plan.value(QStringLiteral("nodePath")).toString().toStdString(), m_holder);
        QCOMPARE(plan.value(QStringLiteral("nextClient")).toString(), QStringLiteral("web-2"));
        // The sandbox's servers report their sessions: the test's own client is alive.
        const auto evidence = plan.value(QStringLiteral("evidence")).toObject();
        QCOMPARE(deviations(evidence, {{QStringLiteral("life"), QStringLiteral("alive")},
                                       {QStringLiteral("text"), QStringLiteral("string")},
                                       {QStringLiteral("host"), QStringLiteral("string|null")},
                                       {QStringLiteral("hostSource"), QStringLiteral("adminserver/fourletter")},
                                       {QStringLiteral("server"), QStringLiteral("string|null")},
                                       {QStringLiteral("timeoutMs"), QStringLiteral("int|null")},
                                       {QStringLiteral("lastHeardMs"), QStringLiteral("int|null")},
                                       {QStringLiteral("expiresInMs"), QStringLiteral("int|null")},
                                       {QStringLiteral("reportedAt"), QStringLiteral("time|null")}}),
                 "");
        QCOMPARE(plan.value(QStringLiteral("permission")).toObject().value(QStringLiteral("delete")).toString(),
                 QStringLiteral("yes"));
        QCOMPARE(plan.value(QStringLiteral("guard")).toObject().value(QStringLiteral("proof")).toString(),
                 QStringLiteral("counter"));
        const auto others = plan.value(QStringLiteral("otherLocks")).toArray();
        QVERIFY(std::any_of(others.begin(), others.end(), [&](const QJsonValue& other) {
            return other.toObject().value(QStringLiteral("nodePath")).toString().toStdString() == m_waiter;
        }));
    }
    const auto text = runCtl({QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("release"),
                              QString::fromStdString(m_holder), QStringLiteral("--dry-run")});
    QVERIFY2(text.status == 0 && text.out.startsWith("delete    " + QByteArray::fromStdString(m_holder)) &&
                 text.out.contains("\nnext      web-2 (") && text.out.contains("\nrisk      "),
             text.reported());
    // A dry run also reports a guard that does not match.
    const auto other = runCtl(command({QString::fromStdString(m_holder), QStringLiteral("--dry-run"),
                                       QStringLiteral("--czxid"), QStringLiteral("0x1")}));
    QVERIFY2(other.status == 4, other.reported());
    QVERIFY(isThere(m_holder));
}

void CliReleaseTest::deletesTheNodeThatWasShown()
{
    const auto outcome = release(m_holder, m_czxid);
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(deviations(outcome.json(), {{QStringLiteral("plan"), QStringLiteral("object")},
                                         {QStringLiteral("released"), QStringLiteral("bool")},
                                         {QStringLiteral("releasedAt"), QStringLiteral("time")},
                                         {QStringLiteral("guard"), QStringLiteral("counter")},
                                         {QStringLiteral("verified"), QStringLiteral("bool")},
                                         {QStringLiteral("tookMs"), QStringLiteral("int")},
                                         {QStringLiteral("holderKnown"), QStringLiteral("bool")},
                                         {QStringLiteral("holder"), QStringLiteral("object")},
                                         {QStringLiteral("reason"), QStringLiteral("string")},
                                         {QStringLiteral("ticket"), QStringLiteral("string|null")},
                                         {QStringLiteral("audit"), QStringLiteral("string")}}),
             "");
    QCOMPARE(outcome.json().value(QStringLiteral("verified")), QJsonValue(true));
    QCOMPARE(outcome.json().value(QStringLiteral("holder")).toObject().value(QStringLiteral("client")).toString(),
             QStringLiteral("web-2"));
    QCOMPARE(outcome.json().value(QStringLiteral("released")), QJsonValue(true));
    QCOMPARE(outcome.json().value(QStringLiteral("reason")).toString(), QStringLiteral("stuck"));
    QVERIFY(!isThere(m_holder));
    QVERIFY(isThere(m_waiter));
}

void CliReleaseTest::refusesANodeInItsPlace_data()
{
    QTest::addColumn<bool>("single");
    QTest::newRow("numbered") << false;
    QTest::newRow("single node") << true;
}

void CliReleaseTest::refusesANodeInItsPlace()
{
    QFETCH(bool, single);
    const std::string controller = R"({"version":2,"brokerid":1})";
    std::string node = m_holder;
    std::int64_t shown = m_czxid;
    if (single) {
        QVERIFY(m_client->create(m_lock + "-single"));
        node = m_lock + "-single/controller";
        const auto made = m_client->create(node, controller, zk::CreateMode::Ephemeral);
        QVERIFY(made);
        shown = made->stat.czxid;
    }
    QVERIFY(m_client->remove(node));
    const auto again = m_client->create(node, single ? controller : "web-1", zk::CreateMode::Ephemeral); // the same
    QVERIFY(again);
    const auto outcome = release(node, shown);
    QVERIFY2(outcome.status == 4, outcome.reported());
    QVERIFY2(outcome.err.contains("Cannot release \"" + QByteArray::fromStdString(node) + "\": refused: ") &&
                 outcome.err.contains("Nothing was deleted.") &&
                 outcome.err.contains(QByteArray::fromStdString(toHex(again->stat.czxid))),
             outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY(isThere(node));
    // The current node can be released by its own number.
    QCOMPARE(release(node, again->stat.czxid).status, 0);
    QVERIFY(!isThere(node));
}

void CliReleaseTest::saysWhenItIsGone()
{
    QVERIFY(m_client->remove(m_holder));
    const auto guarded = release(m_holder, m_czxid);
    QVERIFY2(guarded.status == 4 && guarded.err.contains("no longer exists, or the path is wrong"), guarded.reported());
    const auto dry = runCtl(command({QString::fromStdString(m_holder), QStringLiteral("--dry-run")}));
    QVERIFY2(dry.status == 1 && dry.err.contains("no such node"), dry.reported());
    QVERIFY(isThere(m_waiter));
}

void CliReleaseTest::needsAReasonAndAGuard()
{
    const auto node = QString::fromStdString(m_holder);
    const auto creationId = QString::fromStdString(toHex(m_czxid));
    for (const auto& reason : {QStringList{}, QStringList{QStringLiteral("--reason"), QStringLiteral(" ")}}) {
        const auto outcome = runCtl(command(QStringList{node, QStringLiteral("--czxid"), creationId} + reason));
        QVERIFY2(outcome.status == 2 && outcome.err.contains("needs --reason"), outcome.reported());
    }
    const auto unguarded = runCtl(command({node, QStringLiteral("--reason"), QStringLiteral("stuck")}));
    QVERIFY2(unguarded.status == 2 && unguarded.err.contains("needs --czxid"), unguarded.reported());
    QVERIFY(isThere(m_holder));
}

void CliReleaseTest::asksOnATerminal_data()
{
    QTest::addColumn<bool>("holds");
    QTest::addColumn<QByteArray>("answer"); // empty: the lock's name
    QTest::addColumn<int>("status");
    QTest::newRow("a living holder, the name") << true << QByteArray() << 0;
    QTest::newRow("a living holder, yes") << true << QByteArray("yes\n") << 1;
    QTest::newRow("a living holder, nothing") << true << QByteArray("\n") << 1;
    QTest::newRow("a waiter, y") << false << QByteArray("y\n") << 0;
    QTest::newRow("a waiter, n") << false << QByteArray("n\n") << 1;
}

void CliReleaseTest::asksOnATerminal()
{
    QFETCH(bool, holds);
    QFETCH(QByteArray, answer);
    QFETCH(int, status);
    const auto& node = holds ? m_holder : m_waiter;
    const auto name = m_lock.substr(m_lock.rfind('/') + 1);
    const Terminal terminal;
    QProcess process;
    process.setProcessEnvironment(environmentWith());
    process.setStandardInputFile(terminal.device());
    process.start(lockscopectl(), {QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("release"),
                                   QString::fromStdString(node), QStringLiteral("--reason"), QStringLiteral("stuck")});
    QByteArray asked;
    const auto hasAsked = [&] {
        asked += process.readAllStandardError();
        return asked.contains(holds
                                  ? "Type the lock name, " + QByteArray::fromStdString(name) + ", to delete this node: "
                                  : QByteArray("Delete this node? y or n: "));
    };
    QTRY_VERIFY(hasAsked());
    QVERIFY2(asked.contains("\nguard     czxid 0x"), asked);
    QVERIFY(isThere(node));
    QVERIFY(terminal.type(answer.isEmpty() ? QByteArray::fromStdString(name) + '\n' : answer));
    QTRY_COMPARE(process.state(), QProcess::NotRunning);
    QCOMPARE(process.exitCode(), status);
    QCOMPARE(isThere(node), status != 0);
    const auto said = process.readAllStandardOutput() + process.readAllStandardError();
    QVERIFY2(said.contains(status == 0 ? "Released: " : "not confirmed. Nothing was deleted"), said);
}

void CliReleaseTest::saysWhoWasQuicker()
{
    // The holder's session ends while the operator reads the plan.
    const auto lock = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(lock));
    auto program = std::make_unique<BlockingClient>(m_servers.connectString());
    const auto node = program->queueUp(lock, "web-9");
    QVERIFY(node);
    const Terminal terminal;
    QProcess process;
    process.setProcessEnvironment(environmentWith());
    process.setStandardInputFile(terminal.device());
    process.start(lockscopectl(),
                  {QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("release"),
                   QString::fromStdString(node->path), QStringLiteral("--reason"), QStringLiteral("stuck")});
    QByteArray said;
    const auto hasAsked = [&] {
        said += process.readAllStandardError();
        return said.contains("to delete this node: ");
    };
    QTRY_VERIFY(hasAsked());
    program.reset();
    QTRY_VERIFY(!isThere(node->path));
    QVERIFY(terminal.type(QByteArray::fromStdString(lock.substr(lock.rfind('/') + 1)) + '\n'));
    QTRY_COMPARE(process.state(), QProcess::NotRunning);
    said += process.readAllStandardError();
    QVERIFY2(process.exitCode() == 4, said);
    QVERIFY2(said.contains("the node no longer exists: its session " +
                           QByteArray::fromStdString(toHex(node->stat.ephemeralOwner)) +
                           " has ended. Nothing was deleted"),
             said);
    const auto trail = release::readAudit((dataHome() + QStringLiteral("/lockscope/audit.jsonl")).toStdString());
    QVERIFY(trail && !trail->entries.empty());
    QVERIFY(trail->entries.front().verdict() == release::ActionStatus::AlreadyGone);
}

void CliReleaseTest::notesWhatItDoes()
{
    const auto file = (dataHome() + QStringLiteral("/lockscope/audit.jsonl")).toStdString();
    const auto before = release::readAudit(file);
    QVERIFY(before);
    const auto outcome =
        runCtl(command({QString::fromStdString(m_holder), QStringLiteral("--reason"),
                        QStringLiteral("stuck since noon"), QStringLiteral("--ticket"), QStringLiteral("OPS-7"),
                        QStringLiteral("--czxid"), QString::fromStdString(toHex(m_czxid))}));
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json().value(QStringLiteral("audit")).toString().toStdString(), file);
    QCOMPARE(release(m_waiter, 1).status, 4); // refused before the action starts: nothing to log
    const auto after = release::readAudit(file);
    QVERIFY(after);
    QCOMPARE(after->unreadable, std::size_t(0));
    QCOMPARE(after->entries.size(), before->entries.size() + 1);
    const auto& act = after->entries.front();
    QVERIFY(act.verdict() == release::ActionStatus::Released);
    QCOMPARE(act.record.nodePath(), m_holder);
    QCOMPARE(act.record.reason, std::string("stuck since noon"));
    QCOMPARE(act.record.ticket, std::string("OPS-7"));
    QCOMPARE(act.record.connect, m_servers.connectString().toStdString());
    QCOMPARE(act.record.actor.program, std::string("lockscopectl"));
    QVERIFY(act.record.outcome->verified);
}

void CliReleaseTest::withoutARecordNothingIsDone_data()
{
    QTest::addColumn<QStringList>("prefix");
    QTest::addColumn<QString>("home");
    QTest::newRow("full disk") << QStringList{QStringLiteral("prlimit"), QStringLiteral("--fsize=100")} << dataHome();
    QTest::newRow("no folder") << QStringList{QStringLiteral("env")} << QStringLiteral("/proc/self");
}

void CliReleaseTest::withoutARecordNothingIsDone()
{
    QFETCH(QStringList, prefix);
    QFETCH(QString, home);
    const auto program = prefix.takeFirst();
    const auto arguments =
        QStringList{QString::fromStdString(m_holder), QStringLiteral("--reason"), QStringLiteral("stuck"),
                    QStringLiteral("--czxid"), QString::fromStdString(toHex(m_czxid))};
    LineProcess process(program, prefix + QStringList{lockscopectl()} + command(arguments),
                        environmentWith({{QStringLiteral("XDG_DATA_HOME"), home},
                                         // The coverage counters would not fit on that disk either.
                                         {QStringLiteral("GCOV_PREFIX"), QStringLiteral("/dev/null")},
                                         {QStringLiteral("GCOV_ERROR_FILE"), QStringLiteral("/dev/null")}}));
    QVERIFY(process.waitForEnd());
    QVERIFY2(process.exitCode() == 1 && process.errors().contains("Without a record, no action is taken"),
             process.reported());
    QVERIFY(process.lines().isEmpty());
    QVERIFY(isThere(m_holder));
}

void CliReleaseTest::aListStopsAtTheFirstRefusal()
{
    const auto third = m_client->queueUp(m_lock, "web-3");
    QVERIFY(third);
    const auto waiter = m_client->exists(m_waiter);
    QVERIFY(waiter && *waiter);
    // When the holder has left, the next contender holds: that needs another decision.
    const auto hex = [](std::int64_t creationId) { return QString::fromStdString(toHex(creationId)); };
    const auto outcome = runCtl(command(
        {QString::fromStdString(m_holder), QString::fromStdString(m_waiter), QString::fromStdString(third->path),
         QStringLiteral("--reason"), QStringLiteral("stuck"), QStringLiteral("--czxid"), hex(m_czxid),
         QStringLiteral("--czxid"), hex((*waiter)->czxid), QStringLiteral("--czxid"), hex(third->stat.czxid)}));
    QVERIFY2(outcome.status == 4, outcome.reported());
    const auto releases = outcome.json().value(QStringLiteral("releases")).toArray();
    QCOMPARE(releases.size(), 1);
    QVERIFY2(outcome.err.contains("the node now holds the lock") && outcome.err.contains("1 node was not tried"),
             outcome.reported());
    QVERIFY(!isThere(m_holder) && isThere(m_waiter) && isThere(third->path));
    const auto uneven =
        runCtl(command({QString::fromStdString(m_waiter), QString::fromStdString(third->path),
                        QStringLiteral("--reason"), QStringLiteral("x"), QStringLiteral("--czxid"), hex(1)}));
    QVERIFY2(uneven.status == 2, uneven.reported());
}

void CliReleaseTest::aPossibleLockNeedsOneMoreConfirmation()
{
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    const auto turn = m_client->create(path + "/turn-", {}, zk::CreateMode::EphemeralSequential);
    QVERIFY_RESULT(turn);
    const auto refused = release(turn->path, turn->stat.czxid);
    QCOMPARE(refused.status, 4);
    QVERIFY2(refused.err.contains("--possible"), refused.err);
    QVERIFY(isThere(turn->path));
    const auto released = runCtl(command({QString::fromStdString(turn->path), QStringLiteral("--reason"),
                                          QStringLiteral("stuck"), QStringLiteral("--possible"),
                                          QStringLiteral("--czxid"), QString::fromStdString(toHex(turn->stat.czxid))}));
    QVERIFY2(released.status == 0, released.err);
    QVERIFY(!isThere(turn->path));
}

void CliReleaseTest::saysWhyItCanNot()
{
    const auto directory = release(m_lock, m_czxid);
    QVERIFY2(directory.status == 1 && directory.err.contains("this is not a lock: "), directory.reported());

    const auto closed = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(closed, {}, zk::CreateMode::Persistent,
                             {{zk::Read | zk::Write | zk::Create, "world", "anyone"}}));
    const auto node = m_client->queueUp(closed, "web-1");
    QVERIFY(node);
    const auto denied = release(node->path, node->stat.czxid);
    QVERIFY2(denied.status == 1 && denied.err.contains("no permission: deleting needs the DELETE permission on " +
                                                       QByteArray::fromStdString(closed)),
             denied.reported());
    QVERIFY(isThere(node->path));

    QVERIFY(m_client->create(closed + "-blind", {}, zk::CreateMode::Persistent, {{zk::Create, "world", "anyone"}}));
    const auto blind = m_client->queueUp(closed + "-blind", "web-1");
    QVERIFY(blind);
    const auto unread = release(blind->path, blind->stat.czxid);
    QVERIFY2(unread.status == 1 && unread.err.contains("no permission: the Read permission on "), unread.reported());
    QVERIFY(isThere(blind->path));
}

} // namespace lockscope::cliReleaseTest

LOCKSCOPE_TEST(lockscope::cliReleaseTest::CliReleaseTest)
#include "CliReleaseTest.moc"
