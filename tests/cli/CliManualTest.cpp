// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The manual page of the JSON names every field that the commands print.

#include "core/base/EnumWords.h"
#include "core/model/Finding.h"
#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
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
        const bool isByName = field.value().isObject() && (field.key() == u"measures" || field.key() == u"clients");
        const auto named = field.value().toObject();
        if (!isByName) {
            collect(field.value(), fields);
            continue;
        }
        for (const auto& one : named)
            collect(one, fields);
    }
}

void collectLines(const QList<QByteArray>& lines, std::set<QString>& fields)
{
    for (const auto& line : lines)
        collect(QJsonDocument::fromJson(line).object(), fields);
}

/// The words of the page, without its markup.
std::set<QString> wordsOf(const QString& page)
{
    static const QRegularExpression separator(u"\\\\f[A-Z]|[^A-Za-z0-9]+"_s);
    const auto words = page.split(separator, Qt::SkipEmptyParts);
    return {words.begin(), words.end()};
}

} // namespace

class CliManualTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void namesEveryKindOfFinding();
    void namesWhatIsSeen();
    void namesWhatIsDone();
    void namesWhatIsSimulated();
    void namesWhatIsMeasured();
    void cleanupTestCase();

private:
    void prepare() override;
    [[nodiscard]] QStringList here(const QStringList& words) const
    {
        return QStringList{u"--connect"_s, m_servers.connectString(), u"--json"_s} + words;
    }
    /// Runs a command that prints one document, and collects its fields.
    QJsonObject collected(const QStringList& command)
    {
        const auto outcome = runCtl(command);
        if (outcome.status != 0)
            QTest::qFail(outcome.reported(), __FILE__, __LINE__);
        collect(outcome.json(), m_fields);
        return outcome.json();
    }

    QString m_page;
    std::set<QString> m_words;  ///< of the page
    std::set<QString> m_fields; ///< of all that the commands have printed
};

void CliManualTest::prepare()
{
    QFile page(QStringLiteral(LOCKSCOPE_JSON_PAGE));
    QVERIFY(page.open(QIODevice::ReadOnly));
    m_page = QString::fromUtf8(page.readAll());
    m_words = wordsOf(m_page);
}

void CliManualTest::namesEveryKindOfFinding()
{
    for (const auto kind : allOf<inspect::FindingKind>()) {
        if (kind == inspect::FindingKind::Other) // it has the recording's own word
            continue;
        const auto word = QString::fromStdString(std::string(toString(kind)));
        QVERIFY2(m_page.contains(u'"' + QString(word).replace(u'-', u"\\-"_s) + u'"'), qPrintable(word));
    }
}

void CliManualTest::namesWhatIsSeen()
{
    BlockingClient client(m_servers.connectString());
    const auto root = m_servers.uniquePath();
    const auto semaphore = root.toStdString() + "/sem";
    const auto queueUp = [&](const std::string& prefix) {
        QVERIFY(client.create(prefix, "worker-7", zk::CreateMode::EphemeralSequential));
    };
    for (const auto& path :
         {root.toStdString(), root.toStdString() + "/mutex", semaphore, semaphore + "/leases", semaphore + "/locks"})
        QVERIFY(client.create(path));
    const QTemporaryDir folder;
    const auto recording = folder.filePath(u"locks.rec"_s);
    const auto below = here({u"--root"_s, root});
    const auto recorder = startCtl(below + QStringList{u"record"_s, recording});
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(recording).size() > 0; }, longestWaitMs));
    const auto watch = startCtl(below + QStringList{u"watch"_s});
    const std::string curator = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef";
    queueUp(semaphore + "/leases/" + curator + "-lease-");
    // A session's second position in a queue is a finding. Repeated until the watch has started.
    const auto isAny = [](const QByteArray&) { return true; };
    for (int i = 0; i < 2 || (i < 100 && watch->lines().isEmpty()); ++i) {
        queueUp(root.toStdString() + "/mutex/" + curator + "-lock-");
        [[maybe_unused]] const bool came = watch->waitForLine(isAny, 200);
    }
    QVERIFY(!watch->lines().isEmpty());
    collectLines(watch->lines().first(1), m_fields);
    recorder->signal(SIGTERM);
    QVERIFY(recorder->waitForEnd());
    collectLines(recorder->lines(), m_fields);
    for (const auto& words : std::vector<QStringList>{{u"ls"_s},
                                                      {u"show"_s, root + u"/mutex"_s},
                                                      {u"show"_s, root + u"/sem"_s, u"--watches"_s},
                                                      {u"findings"_s},
                                                      {u"sessions"_s, u"--all"_s}})
        collected(below + words);
    collected({u"--json"_s, u"open"_s, recording});
}

/// One holder whose node is deleted, and one that releases on request.
void CliManualTest::namesWhatIsDone()
{
    BlockingClient client(m_servers.connectString());
    const auto path = m_servers.uniquePath();
    QVERIFY(client.create(path.toStdString()));
    const auto made = client.create(path.toStdString() + "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-", "worker-7",
                                    zk::CreateMode::EphemeralSequential);
    QVERIFY(made);
    const auto node = QString::fromStdString(made->path);
    collected(here({u"release"_s, node, u"--dry-run"_s}));
    collected(here({u"release"_s, node, u"--reason"_s, u"stuck"_s, u"--czxid"_s,
                    QString::fromStdString(toHex(made->stat.czxid))}));

    const auto holder = startCtl(here({u"contend"_s, path, u"--hold"_s, u"forever"_s, u"--revocation"_s, u"follow"_s,
                                       u"--cycles"_s, u"2"_s, u"--control"_s, u"--autostart"_s}));
    QVERIFY2(holder->waitForEvent(u"granted"_s), holder->reported());
    const auto held = path + u'/' + holder->found().value(u"node"_s).toString();
    collected(here({u"revoke"_s, held, u"--wait"_s, u"1m"_s, u"--reason"_s, u"maintenance"_s}));
    QVERIFY2(holder->waitForEvent(u"granted"_s), holder->reported()); // its second acquire cycle
    for (const auto& order : {u"{\"order\": \"measure\"}"_s, u"{\"order\": \"dance\"}"_s, u"{\"order\": \"stop\"}"_s})
        holder->say(order);
    QVERIFY2(holder->waitForEnd() && holder->exitCode() == 0, holder->reported());
    collectLines(holder->lines(), m_fields);
}

void CliManualTest::namesWhatIsSimulated()
{
    BlockingClient client(m_servers.connectString());
    const auto path = m_servers.uniquePath();
    QVERIFY(client.create(path.toStdString()));
    const QTemporaryDir folder;
    QFile scenario(folder.filePath(u"turns.json"_s));
    QVERIFY(scenario.open(QIODevice::WriteOnly));
    scenario.write(R"({
        "title": "Turns", "story": "Two clients take turns.",
        "clients": [{"name": "worker", "count": 2, "path": "/orders", "hold": "0ms", "think": "0ms"}],
        "steps": [{"when": {"who": "worker", "event": "granted", "times": 2}, "do": "wait"}],
        "expect": {"who": "worker", "event": "granted", "times": 2}})");
    scenario.close();
    const auto run = runCtl(here({u"run"_s, scenario.fileName(), u"--below"_s, path}));
    QVERIFY2(run.status == 0, run.reported());
    collectLines(run.out.split('\n'), m_fields);
    collected({u"--json"_s, u"run"_s, u"--list"_s});

    const auto sandbox = startCtl({u"--json"_s, u"sandbox"_s});
    QVERIFY2(sandbox->waitForLine([](const QByteArray&) { return true; }), sandbox->reported());
    collectLines(sandbox->lines(), m_fields);
    sandbox->signal(SIGINT);
    QVERIFY(sandbox->waitForEnd());
}

void CliManualTest::namesWhatIsMeasured()
{
    collected(here({u"bench"_s, u"locks"_s, u"--clients"_s, u"2"_s, u"--for"_s, u"50ms"_s}));
    collected(here({u"bench"_s, u"inspect"_s, u"--locks"_s, u"8"_s, u"--contenders"_s, u"16"_s, u"--sessions"_s, u"2"_s,
                    u"--runs"_s, u"1"_s, u"--for"_s, u"0s"_s, u"--long-queue"_s, u"0"_s, u"--no-admin"_s}));
}

void CliManualTest::cleanupTestCase()
{
    if (QTest::currentTestFailed())
        return;
    // The commands printed these fields.
    for (const auto* known : {"longestWaitMs", "heldForAtMost", "waitsOn", "severity", "hostSource", "everySession",
                              "queueLength", "otherLocks", "releasedAt", "waitedMs", "note", "error", "buckets",
                              "handoverUs", "phase", "expectations", "clientPort", "perS", "aim"})
        QVERIFY2(m_fields.count(QLatin1String(known)) == 1, known);
    QStringList missing;
    for (const auto& field : m_fields) {
        if (m_words.count(field) == 0)
            missing << field;
    }
    QCOMPARE(missing.join(u' '), QString());
}

} // namespace lockscope::cliManualTest

LOCKSCOPE_TEST(lockscope::cliManualTest::CliManualTest)
#include "CliManualTest.moc"
