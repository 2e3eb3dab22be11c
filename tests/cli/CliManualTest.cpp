// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The manual page of the JSON names every field that the commands print.

#include "tests/cli/Cli.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QFileInfo>

#include <set>

namespace lockscope::cliManualTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

void collect(const QJsonValue& value, std::set<QString>& fields)
{
    if (value.isArray()) {
        const auto array = value.toArray();
        for (const auto& element : array)
            collect(element, fields);
    }
    const auto object = value.toObject();
    for (auto field = object.begin(); field != object.end(); ++field) {
        fields.insert(field.key());
        collect(field.value(), fields);
    }
}

/// The words of the page, however they are set.
std::set<QString> wordsOf(const QString& page)
{
    static const QRegularExpression separator(u"\\\\f[A-Z]|[^A-Za-z0-9]+"_s);
    const auto words = page.split(separator, Qt::SkipEmptyParts);
    return {words.begin(), words.end()};
}

} // namespace

class CliManualTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesEveryField();
};

void CliManualTest::namesEveryField()
{
    QFile page(QStringLiteral(LOCKSCOPE_JSON_PAGE));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const auto words = wordsOf(QString::fromUtf8(page.readAll()));

    ServerFixture servers;
    const auto started = servers.start();
    QVERIFY2(started, started ? "" : describe(started.error()).c_str());
    BlockingClient client(servers.connectString());
    const auto root = servers.uniquePath();
    const auto semaphore = root.toStdString() + "/sem";
    const auto queueUp = [&](const std::string& prefix) {
        QVERIFY(client.create(prefix, "worker-7", zk::CreateMode::EphemeralSequential));
    };
    for (const auto& path :
         {root.toStdString(), root.toStdString() + "/mutex", semaphore, semaphore + "/leases", semaphore + "/locks"})
        QVERIFY(client.create(path));
    const QTemporaryDir folder;
    const auto recording = folder.filePath(u"locks.rec"_s);
    const QStringList here{u"--connect"_s, servers.connectString(), u"--root"_s, root, u"--json"_s};
    const auto recorder = startCtl(here + QStringList{u"record"_s, recording});
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(recording).size() > 0; }, 20'000));
    const auto watch = startCtl(here + QStringList{u"watch"_s});
    const std::string curator = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef";
    queueUp(semaphore + "/leases/" + curator + "-lease-");
    // A session's second place in a queue is a finding. And more of them, until the watch is under way.
    const auto isAny = [](const QByteArray&) { return true; };
    for (int i = 0; i < 2 || (i < 100 && watch->lines().isEmpty()); ++i) {
        queueUp(root.toStdString() + "/mutex/" + curator + "-lock-");
        [[maybe_unused]] const bool came = watch->waitForLine(isAny, 200);
    }
    std::set<QString> fields;
    QVERIFY(!watch->lines().isEmpty());
    collect(QJsonDocument::fromJson(watch->lines().first()).object(), fields);
    recorder->signal(SIGTERM);
    QVERIFY(recorder->waitForEnd());
    for (const auto& line : recorder->lines())
        collect(QJsonDocument::fromJson(line).object(), fields);
    const std::vector<QStringList> commands{here + QStringList{u"ls"_s},
                                            here + QStringList{u"show"_s, root + u"/mutex"_s},
                                            here + QStringList{u"show"_s, root + u"/sem"_s, u"--watches"_s},
                                            here + QStringList{u"findings"_s},
                                            here + QStringList{u"sessions"_s, u"--all"_s},
                                            {u"--json"_s, u"open"_s, recording}};
    for (const auto& command : commands) {
        const auto outcome = runCtl(command);
        QVERIFY2(outcome.status == 0, outcome.told());
        collect(outcome.json(), fields);
    }
    for (const auto* known : {"longestWaitMs", "waitsOn", "severity", "hostSource", "everySession", "queueLength"})
        QVERIFY2(fields.count(QLatin1String(known)) == 1, known); // they did print what they have
    QStringList missing;
    for (const auto& field : fields) {
        if (words.count(field) == 0)
            missing << field;
    }
    QCOMPARE(missing.join(u' '), QString());
}

} // namespace lockscope::cliManualTest

LOCKSCOPE_TEST(lockscope::cliManualTest::CliManualTest)
#include "CliManualTest.moc"
