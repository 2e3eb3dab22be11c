// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The action log: private, whole lines, several writers; and the errors when it can't be written.

#include "core/release/ActionLog.h"
#include "core/release/ActionLogReader.h"
#include "core/release/SystemJournal.h"
#include "core/release/zookeeper/DeletePermission.h"
#include "tests/support/Files.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope::auditTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const WallTime noon{std::chrono::milliseconds(1'795'262'400'000)};

ActionRecord intent(const std::string& id)
{
    ActionRecord record;
    record.at = noon;
    record.id = id;
    record.actor = Actor::self();
    record.connect = "zk1:2181,zk2:2181/prod";
    record.session = "0x10";
    record.reason = "worker-07 is stuck";
    record.ticket = "OPS-7";
    record.plan = {{QStringLiteral("path"), QStringLiteral("/locks/orders")},
                   {QStringLiteral("nodePath"), QStringLiteral("/locks/orders/n-1")},
                   {QStringLiteral("czxid"), QStringLiteral("0x5065")}};
    return record;
}

ActionRecord outcome(const std::string& id, ActionStatus verdict = ActionStatus::Released)
{
    auto record = intent(id);
    record.at = noon + 40ms;
    record.outcome = ActionOutcome{verdict, "deleted", 40ms, true, "n-2", "worker-08"};
    return record;
}

QByteArray contentOf(const std::string& file)
{
    return contentsOf(QString::fromStdString(file));
}

bool isLocked(const Error& error)
{
    return describe(error).find("another process keeps the file locked") != std::string::npos;
}

mode_t modeOf(const std::string& path)
{
    struct ::stat stat {};
    return ::stat(path.c_str(), &stat) == 0 ? stat.st_mode & 07777 : 0;
}

} // namespace

class AuditTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLoginUserIsRead_data();
    void theLoginUserIsRead();
    void theAccountIsRecorded();
    void userAndAccessAreRecorded();
    void theSystemLogHasACopy();
    void withoutASystemLogTheTrailSaysSo();
    void init();
    void linesComeBack();
    void aBareNameLiesHere();
    void isPrivate();
    void severalProcessesWriteWholeLines();
    void aFullDiskLeavesNothingBehind();
    void aDeviceIsNoTrail();
    void aLinkIsNotFollowed();
    void aFolderThatCanNotBeWritten();
    void whoeverKeepsItLockedIsNotWaitedForForEver();
    void halfALineSwallowsNothing();
    void anActWithoutAnOutcomeIsUnknown();
    void aLastKnownNameIsOfTheNode();
    void filters_data();
    void filters();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_file;
};

void AuditTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_file = m_folder->filePath(QStringLiteral("share/lockscope/audit.jsonl")).toStdString();
}

void AuditTest::linesComeBack()
{
    const ActionLog trail(m_file);
    QVERIFY(trail.append(intent("a")));
    QVERIFY(trail.append(outcome("a", ActionStatus::AlreadyGone)));
    const auto lines = contentOf(m_file).split('\n');
    QCOMPARE(lines.size(), 3); // the last one is empty
    QVERIFY(parseActionRecord(lines[0]) == intent("a"));
    QVERIFY(parseActionRecord(lines[1]) == outcome("a", ActionStatus::AlreadyGone));
    QVERIFY(!parseActionRecord("{}") && !parseActionRecord("text") && !parseActionRecord({}));
}

void AuditTest::aBareNameLiesHere()
{
    const auto before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder->path()));
    const auto inFolder = ActionLog("here/audit.jsonl").append(intent("a"));
    const auto bare = ActionLog("audit.jsonl").append(intent("a"));
    QVERIFY(QDir::setCurrent(before));
    QVERIFY_RESULT(inFolder);
    QVERIFY_RESULT(bare);
    QVERIFY(!contentOf(m_folder->filePath(QStringLiteral("audit.jsonl")).toStdString()).isEmpty());
    QVERIFY(!contentOf(m_folder->filePath(QStringLiteral("here/audit.jsonl")).toStdString()).isEmpty());
}

void AuditTest::isPrivate()
{
    const auto before = ::umask(0);
    QVERIFY(ActionLog(m_file).append(intent("a")));
    ::umask(before);
    QCOMPARE(modeOf(m_file), mode_t(0600));
    QCOMPARE(modeOf(m_folder->filePath(QStringLiteral("share/lockscope")).toStdString()), mode_t(0700));
    QCOMPARE(::chmod(m_file.c_str(), 0644), 0);
    QVERIFY(ActionLog(m_file).append(intent("b"))); // created by another program, or copied
    QCOMPARE(modeOf(m_file), mode_t(0600));
}

void AuditTest::severalProcessesWriteWholeLines()
{
    constexpr int writers = 4;
    constexpr int each = 25;
    std::vector<pid_t> children;
    for (int writer = 0; writer < writers; ++writer) {
        const auto child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            int failed = 0;
            for (int i = 0; i < each; ++i) {
                auto record = intent(std::to_string(writer) + "-" + std::to_string(i));
                record.reason = std::string(20'000, static_cast<char>('a' + writer)); // more than a page
                auto written = ActionLog(m_file).append(record);
                // On a busy disk the others can keep the file locked beyond the limit.
                for (int tries = 1; !written && isLocked(written.error()) && tries < 30; ++tries)
                    written = ActionLog(m_file).append(record);
                failed += written ? 0 : 1;
            }
            ::_exit(failed);
        }
        children.push_back(child);
    }
    for (const auto child : children) {
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
    }
    const auto reading = readAudit(m_file);
    QVERIFY(reading);
    QCOMPARE(reading->unreadable, std::size_t(0));
    QCOMPARE(reading->entries.size(), std::size_t(writers * each));
}

void AuditTest::aFullDiskLeavesNothingBehind()
{
    QVERIFY(ActionLog(m_file).append(intent("a")));
    const auto before = contentOf(m_file);
    rlimit unlimited{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    rlimit tight = unlimited;
    tight.rlim_cur = static_cast<rlim_t>(before.size()) + 10; // a few bytes fit, the line does not
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto full = ActionLog(m_file).append(intent("b"));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    QVERIFY(!full);
    QVERIFY2(describe(full.error()).find("Cannot write the action log \"") != std::string::npos,
             describe(full.error()).c_str());
    QVERIFY(describe(full.error()).find("cannot write the file") != std::string::npos);
    QCOMPARE(contentOf(m_file), before);
    QVERIFY(ActionLog(m_file).append(intent("c")));
}

void AuditTest::aDeviceIsNoTrail()
{
    const auto full = ActionLog("/dev/full").append(intent("a"));
    QVERIFY(!full);
    QVERIFY(describe(full.error()).find("not a regular file") != std::string::npos);
}

void AuditTest::aLinkIsNotFollowed()
{
    QVERIFY(ActionLog(m_file).append(intent("a")));
    const auto link = m_file + ".link";
    QCOMPARE(::symlink(m_file.c_str(), link.c_str()), 0);
    const auto before = contentOf(m_file);
    QVERIFY(!ActionLog(link).append(intent("b")));
    QCOMPARE(contentOf(m_file), before);
}

void AuditTest::aFolderThatCanNotBeWritten()
{
    // As root, a process passes all permissions of a folder; no user can create one in /proc.
    const auto nowhere = ActionLog("/proc/self/nowhere/audit.jsonl").append(intent("a"));
    QVERIFY(!nowhere);
    QVERIFY(describe(nowhere.error()).find("cannot create the folder") != std::string::npos);
    QFile file(m_folder->filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto below = ActionLog(file.fileName().toStdString() + "/audit.jsonl").append(intent("a"));
    QVERIFY(!below);
    if (::geteuid() == 0)
        return;
    const auto folder = m_folder->path().toStdString();
    QCOMPARE(::chmod(folder.c_str(), 0500), 0);
    const auto closed = ActionLog(folder + "/audit.jsonl").append(intent("a"));
    QCOMPARE(::chmod(folder.c_str(), 0700), 0);
    QVERIFY(!closed);
}

void AuditTest::whoeverKeepsItLockedIsNotWaitedForForEver()
{
    QVERIFY(ActionLog(m_file).append(intent("a")));
    const int holder = ::open(m_file.c_str(), O_RDWR | O_CLOEXEC);
    QVERIFY(holder >= 0);
    QCOMPARE(::flock(holder, LOCK_EX), 0);
    const auto kept = ActionLog(m_file).append(intent("b"));
    QVERIFY(!kept);
    QVERIFY(isLocked(kept.error()));
    ::close(holder);
    QVERIFY(ActionLog(m_file).append(intent("b")));
}

void AuditTest::halfALineSwallowsNothing()
{
    QVERIFY(ActionLog(m_file).append(intent("a")));
    QFile file(QString::fromStdString(m_file));
    QVERIFY(file.open(QIODevice::Append));
    file.write(auditLine(intent("killed")).left(40));
    file.close();
    QVERIFY(ActionLog(m_file).append(intent("b")));
    const auto reading = readAudit(m_file);
    QVERIFY(reading);
    QCOMPARE(reading->unreadable, std::size_t(1));
    QCOMPARE(reading->entries.size(), std::size_t(2));
    QCOMPARE(reading->entries.front().record.id, std::string("b")); // the newest first
}

void AuditTest::anActWithoutAnOutcomeIsUnknown()
{
    const auto nothing = readAudit(m_file);
    QVERIFY(nothing && nothing->entries.empty());
    QVERIFY(ActionLog(m_file).append(intent("a")));
    QVERIFY(ActionLog(m_file).append(intent("b")));
    QVERIFY(ActionLog(m_file).append(outcome("a")));
    const auto reading = readAudit(m_file);
    QVERIFY(reading);
    QCOMPARE(reading->entries.size(), std::size_t(2));
    QCOMPARE(printed(toString(reading->entries[0].verdict())), "unknown");
    QVERIFY(!reading->entries[0].record.outcome);
    QCOMPARE(printed(toString(reading->entries[1].verdict())), "released");
    QVERIFY(reading->entries[1].endedAt == noon + 40ms);
}

/// Nodes created by one transaction have the same czxid.
void AuditTest::aLastKnownNameIsOfTheNode()
{
    auto record = intent("a");
    record.plan.insert(u"client"_s, u"worker-01"_s);
    QVERIFY(ActionLog(m_file).append(record));
    QCOMPARE(lastKnownClient(m_file, "/locks/orders/n-1", 0x5065), std::string("worker-01"));
    QCOMPARE(lastKnownClient(m_file, "/locks/orders/n-2", 0x5065), std::string());
    QCOMPARE(lastKnownClient(m_file, "/locks/orders/n-1", 0x5066), std::string());
}

void AuditTest::filters_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("verdict");
    QTest::addColumn<bool>("isShown");
    QTest::newRow("all") << QByteArray() << QByteArray() << true;
    QTest::newRow("lock") << QByteArray("ORDERS") << QByteArray() << true;
    QTest::newRow("ticket") << QByteArray("ops-7") << QByteArray() << true;
    QTest::newRow("another") << QByteArray("invoices") << QByteArray() << false;
    QTest::newRow("login") << QByteArray("Ann-Login") << QByteArray() << true;
    QTest::newRow("profile") << QByteArray("prod-eu") << QByteArray() << true;
    QTest::newRow("verdict") << QByteArray() << QByteArray("released") << true;
    QTest::newRow("another verdict") << QByteArray("orders") << QByteArray("refused") << false;
}

void AuditTest::filters()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, verdict);
    QFETCH(bool, isShown);
    ActionEntry entry{outcome("a"), noon};
    entry.record.actor.loginUser = "ann-login";
    entry.record.access.profile = "prod-eu";
    ActionLogFilter filter{text.toStdString(), verdictFrom(verdict.toStdString()), {}};
    QCOMPARE(matches(entry, filter), isShown);
    filter.since = noon + 1s;
    QVERIFY(!matches(entry, filter));
}

void AuditTest::theLoginUserIsRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("uid"); // -1: none
    QTest::newRow("a user") << QByteArray("1000") << qint64(1000);
    QTest::newRow("root") << QByteArray("0\n") << qint64(0);
    QTest::newRow("unset") << QByteArray("4294967295") << qint64(-1);
    QTest::newRow("empty") << QByteArray() << qint64(-1);
    QTest::newRow("no number") << QByteArray("ann") << qint64(-1);
    QTest::newRow("too large") << QByteArray("4294967296") << qint64(-1);
}

void AuditTest::theLoginUserIsRead()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, uid);
    const auto read = loginUidIn(text.toStdString());
    QCOMPARE(read ? *read : -1, uid);
}

/// On Redis, the user of its ACL that released. Records from before it have the account of ZooKeeper only.
void AuditTest::theAccountIsRecorded()
{
    auto record = intent("1");
    record.plan.insert(u"backend"_s, u"redis"_s);
    record.access.accounts = {"ops"};
    auto json = QJsonDocument::fromJson(auditLine(record)).object();
    QCOMPARE(json.value(u"account").toString(), u"ops"_s);
    QVERIFY(json.value(u"zooKeeperUser").isNull());
    const auto back = parseActionRecord(auditLine(record));
    QVERIFY(back && *back == record);

    json.remove(u"account"_s);
    json.insert(u"zooKeeperUser"_s, u"digest:ann"_s);
    const auto old = parseActionRecord(QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n');
    QVERIFY(old);
    QCOMPARE(old->access.accounts, std::vector<std::string>{"digest:ann"});
}

void AuditTest::userAndAccessAreRecorded()
{
    auto record = intent("1");
    record.actor.loginUid = 1000;
    record.actor.loginUser = "ann";
    record.access = {"prod", {"digest:ops", "sasl:ann"}, true};
    record.journal = "no system log";
    const auto line = auditLine(record);
    const auto back = parseActionRecord(line);
    QVERIFY(back && *back == record);
    const auto json = QJsonDocument::fromJson(line).object();
    QCOMPARE(json.value(u"profile").toString(), u"prod"_s);
    QCOMPARE(json.value(u"zooKeeperUser").toString(), u"digest:ops, sasl:ann"_s);
    QCOMPARE(json.value(u"account").toString(), u"digest:ops, sasl:ann"_s);
    QCOMPARE(json.value(u"unlock"), QJsonValue(true));
    QCOMPARE(json.value(u"loginUid").toInteger(), 1000);
    QCOMPARE(json.value(u"loginUser").toString(), u"ann"_s);
    QCOMPARE(json.value(u"session").toString(), u"0x10"_s);
    // An account is proved by its password; its id contains a digest of the password.
    QCOMPARE(accountName({zk::Permission::All, "digest", "ops:Mnq8f5RCvqIVoFSsPvPjBLnaAyY="}),
             std::string("digest:ops"));
    const auto plain = QJsonDocument::fromJson(auditLine(intent("2"))).object();
    for (const auto* field : {"profile", "account", "zooKeeperUser"})
        QVERIFY2(plain.contains(QLatin1String(field)) && plain.value(QLatin1String(field)).isNull(), field);
    QCOMPARE(plain.value(u"unlock"), QJsonValue(false));
}

namespace {

/// Replaces /dev/log.
class LogSocket final {
public:
    explicit LogSocket(const std::string& path)
        : m_descriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        if (::bind(m_descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            qFatal("no socket");
    }
    ~LogSocket() { ::close(m_descriptor); }
    LogSocket(const LogSocket&) = delete;
    LogSocket& operator=(const LogSocket&) = delete;

    /// Empty if there is none.
    [[nodiscard]] QByteArray next() const
    {
        QByteArray message(65'536, '\0');
        const auto size = ::recv(m_descriptor, message.data(), static_cast<std::size_t>(message.size()), MSG_DONTWAIT);
        return message.left(std::max<qsizetype>(size, 0));
    }

private:
    int m_descriptor;
};

} // namespace

void AuditTest::theSystemLogHasACopy()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"log"_s).toStdString();
    const LogSocket log(path);
    auto record = outcome("7");
    record.actor.program = "lockscopectl";
    record.actor.pid = 4711;
    record.reason = std::string(100'000, 'r') + "\n<0>forged";
    record.plan.insert(u"payload"_s, u"secret-payload"_s);
    QVERIFY(SystemJournal(path).send(record));
    const auto message = log.next();
    QVERIFY(log.next().isEmpty()); // one message
    // RFC 3164 as glibc writes it: 10 (authpriv) * 8 + 5 (notice).
    static const QRegularExpression header(
        u"^<85>(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 123][0-9] [0-9:]{8} lockscopectl\\[4711\\]: (\\{.*\\})$"_s);
    const auto match = header.match(QString::fromUtf8(message));
    QVERIFY2(match.hasMatch(), message.left(200).constData());
    QVERIFY(message.size() < 8'000 && !message.contains('\n') && !message.contains("secret-payload"));
    const auto json = QJsonDocument::fromJson(match.captured(2).toUtf8()).object();
    QCOMPARE(json.value(u"id").toString(), u"7"_s);
    QCOMPARE(json.value(u"act").toString(), u"release"_s);
    QCOMPARE(json.value(u"nodePath").toString(), u"/locks/orders/n-1"_s);
    QCOMPARE(json.value(u"czxid").toString(), u"0x5065"_s);
    QCOMPARE(json.value(u"result").toString(), u"released"_s);
    QCOMPARE(json.value(u"uid").toInteger(), qint64(getuid()));
}

void AuditTest::withoutASystemLogTheTrailSaysSo()
{
    const QTemporaryDir folder;
    const SystemJournal journal(folder.filePath(u"none"_s).toStdString());
    const auto sent = journal.send(intent("1"));
    QVERIFY(!sent);
    QVERIFY2(describe(sent.error()).find("write the system log") != std::string::npos, describe(sent.error()).c_str());
    QVERIFY(!SystemJournal(std::string(500, 'x')).send(intent("1")));
}

} // namespace lockscope::auditTest

LOCKSCOPE_TEST(lockscope::auditTest::AuditTest)
#include "ActionLogTest.moc"
