// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The trail: private, whole lines, several writers; and what happens where it can't be written.

#include "core/release/AuditReader.h"
#include "core/release/AuditTrail.h"
#include "tests/support/Files.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope::auditTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

namespace {

const WallTime noon{std::chrono::milliseconds(1'795'262'400'000)};

AuditRecord intent(const std::string& id)
{
    AuditRecord record;
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

AuditRecord outcome(const std::string& id, Verdict verdict = Verdict::Released)
{
    auto record = intent(id);
    record.at = noon + 40ms;
    record.outcome = AuditOutcome{verdict, "deleted", 40ms, true, "n-2", "worker-08"};
    return record;
}

QByteArray contentOf(const std::string& file)
{
    return contentsOf(QString::fromStdString(file));
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
    const AuditTrail trail(m_file);
    QVERIFY(trail.append(intent("a")));
    QVERIFY(trail.append(outcome("a", Verdict::AlreadyGone)));
    const auto lines = contentOf(m_file).split('\n');
    QCOMPARE(lines.size(), 3); // the last one is empty
    QVERIFY(parseAuditRecord(lines[0]) == intent("a"));
    QVERIFY(parseAuditRecord(lines[1]) == outcome("a", Verdict::AlreadyGone));
    QVERIFY(!parseAuditRecord("{}") && !parseAuditRecord("text") && !parseAuditRecord({}));
}

void AuditTest::aBareNameLiesHere()
{
    const auto before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder->path()));
    const auto inFolder = AuditTrail("here/audit.jsonl").append(intent("a"));
    const auto bare = AuditTrail("audit.jsonl").append(intent("a"));
    QVERIFY(QDir::setCurrent(before));
    QVERIFY_RESULT(inFolder);
    QVERIFY_RESULT(bare);
    QVERIFY(!contentOf(m_folder->filePath(QStringLiteral("audit.jsonl")).toStdString()).isEmpty());
    QVERIFY(!contentOf(m_folder->filePath(QStringLiteral("here/audit.jsonl")).toStdString()).isEmpty());
}

void AuditTest::isPrivate()
{
    const auto before = ::umask(0);
    QVERIFY(AuditTrail(m_file).append(intent("a")));
    ::umask(before);
    QCOMPARE(modeOf(m_file), mode_t(0600));
    QCOMPARE(modeOf(m_folder->filePath(QStringLiteral("share/lockscope")).toStdString()), mode_t(0700));
    QCOMPARE(::chmod(m_file.c_str(), 0644), 0);
    QVERIFY(AuditTrail(m_file).append(intent("b"))); // made by another program, or copied
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
                failed += AuditTrail(m_file).append(record) ? 0 : 1;
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
    QVERIFY(AuditTrail(m_file).append(intent("a")));
    const auto before = contentOf(m_file);
    rlimit unlimited{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    rlimit tight = unlimited;
    tight.rlim_cur = static_cast<rlim_t>(before.size()) + 10; // a few bytes fit, the line does not
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto full = AuditTrail(m_file).append(intent("b"));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    QVERIFY(!full);
    QVERIFY2(describe(full.error()).find("can't be written") != std::string::npos, describe(full.error()).c_str());
    QVERIFY(describe(full.error()).find("it can't be written") != std::string::npos);
    QCOMPARE(contentOf(m_file), before);
    QVERIFY(AuditTrail(m_file).append(intent("c")));
}

void AuditTest::aDeviceIsNoTrail()
{
    const auto full = AuditTrail("/dev/full").append(intent("a"));
    QVERIFY(!full);
    QVERIFY(describe(full.error()).find("no regular file") != std::string::npos);
}

void AuditTest::aLinkIsNotFollowed()
{
    QVERIFY(AuditTrail(m_file).append(intent("a")));
    const auto link = m_file + ".link";
    QCOMPARE(::symlink(m_file.c_str(), link.c_str()), 0);
    const auto before = contentOf(m_file);
    QVERIFY(!AuditTrail(link).append(intent("b")));
    QCOMPARE(contentOf(m_file), before);
}

void AuditTest::aFolderThatCanNotBeWritten()
{
    // Whoever is root passes all permissions of a folder; nobody makes one in /proc.
    const auto nowhere = AuditTrail("/proc/self/nowhere/audit.jsonl").append(intent("a"));
    QVERIFY(!nowhere);
    QVERIFY(describe(nowhere.error()).find("the folder can't be made") != std::string::npos);
    QFile file(m_folder->filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto below = AuditTrail(file.fileName().toStdString() + "/audit.jsonl").append(intent("a"));
    QVERIFY(!below);
    if (::geteuid() == 0)
        return;
    const auto folder = m_folder->path().toStdString();
    QCOMPARE(::chmod(folder.c_str(), 0500), 0);
    const auto closed = AuditTrail(folder + "/audit.jsonl").append(intent("a"));
    QCOMPARE(::chmod(folder.c_str(), 0700), 0);
    QVERIFY(!closed);
}

void AuditTest::whoeverKeepsItLockedIsNotWaitedForForEver()
{
    QVERIFY(AuditTrail(m_file).append(intent("a")));
    const int holder = ::open(m_file.c_str(), O_RDWR | O_CLOEXEC);
    QVERIFY(holder >= 0);
    QCOMPARE(::flock(holder, LOCK_EX), 0);
    const auto kept = AuditTrail(m_file).append(intent("b"));
    QVERIFY(!kept);
    QVERIFY(describe(kept.error()).find("another process keeps it locked") != std::string::npos);
    ::close(holder);
    QVERIFY(AuditTrail(m_file).append(intent("b")));
}

void AuditTest::halfALineSwallowsNothing()
{
    QVERIFY(AuditTrail(m_file).append(intent("a")));
    QFile file(QString::fromStdString(m_file));
    QVERIFY(file.open(QIODevice::Append));
    file.write(auditLine(intent("killed")).left(40));
    file.close();
    QVERIFY(AuditTrail(m_file).append(intent("b")));
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
    QVERIFY(AuditTrail(m_file).append(intent("a")));
    QVERIFY(AuditTrail(m_file).append(intent("b")));
    QVERIFY(AuditTrail(m_file).append(outcome("a")));
    const auto reading = readAudit(m_file);
    QVERIFY(reading);
    QCOMPARE(reading->entries.size(), std::size_t(2));
    QCOMPARE(printed(toString(reading->entries[0].verdict())), "unknown");
    QVERIFY(!reading->entries[0].record.outcome);
    QCOMPARE(printed(toString(reading->entries[1].verdict())), "released");
    QVERIFY(reading->entries[1].endedAt == noon + 40ms);
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
    QTest::newRow("verdict") << QByteArray() << QByteArray("released") << true;
    QTest::newRow("another verdict") << QByteArray("orders") << QByteArray("refused") << false;
}

void AuditTest::filters()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, verdict);
    QFETCH(bool, isShown);
    const AuditEntry entry{outcome("a"), noon};
    AuditFilter filter{text.toStdString(), verdictFrom(verdict.toStdString()), {}};
    QCOMPARE(matches(entry, filter), isShown);
    filter.since = noon + 1s;
    QVERIFY(!matches(entry, filter));
}

} // namespace lockscope::auditTest

LOCKSCOPE_TEST(lockscope::auditTest::AuditTest)
#include "AuditTest.moc"
