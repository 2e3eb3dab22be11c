// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/IncidentReport.h"
#include "core/release/ActionLog.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"
#include "tests/ui/Saving.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/files/HtmlPage.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Simulation.h"

#include <QImage>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>
#include <QXmlStreamReader>

#include <map>
#include <memory>

namespace lockscope::incidentReportTest {

using namespace Qt::StringLiterals;
using release::ActionStatus;

namespace {

const std::string nasty = "</td><script>alert('1')</script>\"&\xE2\x80\xAE\xFF\x01\xEF\xBF\xBE\xED\xA0\x80=cmd";

const auto pngData = u"data:image/png;base64,"_s;

/// True if an attribute names something outside of the page.
bool hasReference(const QXmlStreamAttributes& attributes)
{
    static const QStringList names{u"src"_s, u"srcset"_s, u"href"_s, u"background"_s, u"data"_s, u"style"_s};
    return std::any_of(attributes.begin(), attributes.end(), [](const QXmlStreamAttribute& attribute) {
        return names.contains(attribute.name().toString()) && !attribute.value().startsWith(pngData);
    });
}

struct PageImage {
    QImage image;
    int width = 0;
    QString alt;
};

std::vector<PageImage> imagesOf(const QByteArray& html)
{
    std::vector<PageImage> images;
    QXmlStreamReader xml(html);
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement() || xml.name() != u"img"_s)
            continue;
        const auto attributes = xml.attributes();
        const auto data = attributes.value(u"src"_s).mid(pngData.size()).toLatin1();
        images.push_back({QImage::fromData(QByteArray::fromBase64(data), "PNG"), attributes.value(u"width"_s).toInt(),
                          attributes.value(u"alt"_s).toString()});
    }
    return images;
}

/// The content of the report, section by section. Empty if it is not XML, or has forbidden content.
std::map<QString, QString> sectionsOf(const QByteArray& html)
{
    std::map<QString, QString> sections;
    QXmlStreamReader xml(html);
    QString section;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            static const QStringList unwanted{u"script"_s, u"link"_s, u"iframe"_s, u"a"_s, u"image"_s, u"svg"_s};
            if (unwanted.contains(xml.name().toString()) || hasReference(xml.attributes())) {
                qInfo("has %s", qPrintable(xml.name().toString()));
                return {};
            }
            if (xml.name() == u"section"_s)
                section = xml.attributes().value(u"id"_s).toString();
            if (xml.name() == u"img"_s) // what is read where it is not shown
                sections[section] += xml.attributes().value(u"alt"_s).toString() + u'\n';
        } else if (xml.isCharacters()) {
            sections[section] += xml.text().trimmed().toString() + u'\n';
        }
    }
    if (xml.hasError()) {
        qInfo("line %lld: %s", xml.lineNumber(), qPrintable(xml.errorString()));
        return {};
    }
    return sections;
}

release::ActionRecord reported(const std::string& path, std::optional<ActionStatus> verdict)
{
    release::ActionRecord made;
    made.id = path;
    made.at = test::snapshotTime;
    made.actor.user = "ann";
    made.actor.machine = "desk";
    made.connect = "zk1:2181";
    made.reason = "stuck " + nasty;
    made.plan = {{u"path"_s, QString::fromStdString(path)}, {u"node"_s, u"lock-0000000101"_s}};
    if (verdict)
        made.outcome = release::ActionOutcome{*verdict, "as it went", std::chrono::milliseconds(40), true, {}, {}};
    return made;
}

test::LockPtr nastyLock()
{
    auto lock = *test::mutexLock("/locks/orders", 3);
    lock.queue[1].details->client = nasty;
    lock.queue[1].details->host = nasty;
    lock.queue[1].details->payload = nasty;
    lock.queue[1].node = "lock-" + nasty;
    lock.queue[2].waitsOn = {lock.queue[1].node};
    return std::make_shared<inspect::Lock>(lock);
}

ui::ViewState viewStateOf(const test::LockPtr& lock)
{
    auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/calm", 1), lock}));
    snapshot->findings = {{inspect::FindingKind::LongHold,
                           {},
                           inspect::Severity::Critical,
                           lock->path,
                           {lock->path + "/lock-0000000101"},
                           {0x165},
                           "held for long " + nasty,
                           "evidence " + nasty,
                           "advice " + nasty}};
    auto viewState = test::liveViewState(snapshot);
    auto history = std::make_shared<inspect::History>();
    auto before = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/calm", 1)}));
    before->takenAt = test::snapshotTime - std::chrono::seconds(9);
    history->see(before);
    history->see(snapshot);
    viewState.history = history;
    return viewState;
}

ui::Incident incidentOf(const ui::ViewState& viewState, const std::string& path)
{
    ui::Incident incident;
    incident.viewState = viewState;
    incident.lockPath = path;
    incident.madeAt = test::snapshotTime;
    if (viewState.history)
        takeHistory(incident, *viewState.history);
    return incident;
}

} // namespace

class IncidentReportTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    }
    void init() { test::failOnAnyWarning(); }

    void aPageShowsTextsAsTexts()
    {
        const auto text = QString::fromStdString(nasty) + QChar(0xD800) + u"\n\u2028"_s;
        ui::HtmlPage page(text, u"en"_s);
        page.beginSection(u"one"_s, text);
        page.addParagraph(text);
        page.addWarning(text);
        page.addFacts({{text, text}});
        page.addTable({text}, {{text}, {u"%1 %2"_s}});
        const auto html = page.finish();
        const auto sections = sectionsOf(html);
        QVERIFY(!sections.empty());
        QVERIFY(sections.at(u"one"_s).contains(u"<script>alert('1')</script>"_s));
        QVERIFY(sections.at(u"one"_s).contains(u"%1 %2"_s));
        QVERIFY(!html.contains("\xE2\x80\xAE"));
        QVERIFY(!html.contains("http://"));
    }

    /// A lease has the same name as the gate node whose client waits for it.
    void whoIsWaitedForAtTheGateIsReported()
    {
        const std::vector<std::string> names{"a-lock-0000000000", "b-lock-0000000001"};
        const auto lock = std::make_shared<inspect::Lock>(
            test::semaphoreOfEqualNames("/pool", {names[0]}, names, test::snapshotTime));
        auto sections = sectionsOf(incidentHtml(incidentOf(viewStateOf(lock), "/pool"), release::ActionLogReading{}));
        const auto queue = sections[u"queue"_s];
        QVERIFY2(queue.count(u"client-1\n"_s) >= 2 && !queue.contains(u"#0"_s), qPrintable(queue));
        QVERIFY2(queue.contains(u"#1 client-101\n"_s), qPrintable(queue));
    }

    void allIsInIt()
    {
        auto lock = nastyLock();
        const release::ActionLogReading audit{{{reported("/locks/orders", ActionStatus::Refused), test::snapshotTime},
                                               {reported("/other", {}), test::snapshotTime}},
                                              2};
        const auto html = incidentHtml(incidentOf(viewStateOf(lock), lock->path), audit);
        auto sections = sectionsOf(html);
        QVERIFY(!sections.empty());
        const auto has = [&](const char* section, const QString& text) {
            const auto found = sections[QString::fromLatin1(section)].contains(text);
            if (!found)
                qInfo("%s has no \"%s\": %s", section, qPrintable(text),
                      qPrintable(sections[QString::fromLatin1(section)]));
            return found;
        };
        QVERIFY(has("", u"Incident report: /locks/orders"_s));
        QVERIFY(has("connection", u"zk1:2181"_s));
        QVERIFY(has("connection", u"2026-11-20 16:45:20.000 UTC"_s));
        QVERIFY(!sections[u"connection"_s].contains(u"recording"_s));
        QVERIFY(has("lock", u"Curator mutex (mutex)"_s));
        QVERIFY(has("lock", u"2 waiting"_s));
        QVERIFY(has("findings", u"evidence </td><script>"_s));
        QVERIFY(has("findings", u"advice </td><script>"_s));
        QVERIFY(has("queue", u"0x5065"_s));
        QVERIFY(has("queue", u"lock-0000000101"_s));
        QVERIFY(has("queue", u"</td><script>alert('1')</script>\"&"_s));
        QVERIFY(has("sessions", u"0x166"_s));
        QVERIFY(has("sessions", u"/locks/orders (#2)"_s));
        QVERIFY(has("activity", u"joined"_s));
        QVERIFY(has("activity", u"worker-101"_s));
        QVERIFY(has("acts", u"Refused"_s));
        QVERIFY(has("acts", u"stuck </td><script>"_s));
        QVERIFY(has("acts", u"Unreadable lines in the action log: 2."_s));
        QVERIFY(!sections[u"acts"_s].contains(u"no outcome"_s)); // of another lock
        QVERIFY(sections.contains(u"timeline"_s));
    }

    void aReplaySaysSo()
    {
        auto viewState = viewStateOf(test::mutexLock("/l", 2));
        viewState.source = ui::SourceState::Replay;
        viewState.recording = u"night <1>.rec"_s;
        auto sections = sectionsOf(incidentHtml(incidentOf(viewState, "/l"), release::ActionLogReading{}));
        QVERIFY(sections[u"connection"_s].contains(u"From the recording night <1>.rec"_s));
        QVERIFY(sections[u"acts"_s].contains(u"This user has performed no actions on this lock"_s));
        viewState.now = test::snapshotTime;
        auto before = incidentOf(viewState, "/l");
        before.events.clear();
        inspect::History history;
        history.see(test::snapshot({test::mutexLock("/l", 1)}));
        auto later = *test::snapshot({test::mutexLock("/l", 3)});
        later.takenAt += std::chrono::minutes(1);
        history.see(std::make_shared<const inspect::Snapshot>(later));
        viewState.history = nullptr;
        takeHistory(before, history);
        const auto known = before.events.size();
        before.events.clear();
        before.viewState.now += std::chrono::hours(1);
        takeHistory(before, history);
        QVERIFY2(before.events.size() > known, qPrintable(QString::number(known))); // later events are left out
        viewState.source = ui::SourceState::Disconnected;
        sections = sectionsOf(incidentHtml(incidentOf(viewState, "/l"), release::ActionLogReading{}));
        QVERIFY(sections[u"connection"_s].contains(u"There was no connection"_s));
    }

    void whatIsNotThereIsSaid()
    {
        ui::Incident incident;
        incident.lockPath = "/gone";
        const Result<release::ActionLogReading> unreadable = failure(ErrorCode::System, "read", "/audit", "may not");
        auto sections = sectionsOf(incidentHtml(incident, unreadable));
        QVERIFY(sections[u"lock"_s].contains(u"There was no lock at /gone"_s));
        QVERIFY(sections[u"acts"_s].contains(u"The action log is unavailable."_s));
        for (const auto* section : {"connection", "findings", "queue", "timeline", "sessions", "activity"})
            QVERIFY2(!sections[QString::fromLatin1(section)].isEmpty(), section);
    }

    /// Though the snapshot is calm.
    void whatHasEndedIsReported()
    {
        auto viewState = viewStateOf(test::mutexLock("/locks/orders", 2));
        auto history = std::make_shared<inspect::History>();
        auto calm = *test::snapshot({test::mutexLock("/locks/orders", 2)});
        auto bad = calm;
        bad.findings = {{inspect::FindingKind::Deadlock,
                         {},
                         inspect::Severity::Critical,
                         "/locks/other",
                         {"/locks/other/lock-1", "/locks/orders/lock-2"},
                         {1, 2},
                         "two sessions wait for each other",
                         "each holds what the other wants",
                         "release one"}};
        bad.takenAt += std::chrono::seconds(1);
        auto after = calm;
        after.takenAt += std::chrono::seconds(34);
        for (const auto& snapshot : {calm, bad, after})
            history->see(std::make_shared<const inspect::Snapshot>(snapshot));
        viewState.history = history;
        viewState.snapshot = std::make_shared<const inspect::Snapshot>(after);
        auto sections = sectionsOf(incidentHtml(incidentOf(viewState, "/locks/orders"), release::ActionLogReading{}));
        QVERIFY2(sections[u"findings"_s].contains(u"two sessions wait for each other"_s),
                 qPrintable(sections[u"findings"_s]));
        QVERIFY(sections[u"findings"_s].contains(u"33 s"_s));
        QVERIFY(!sections[u"findings"_s].contains(u"No problems found"_s));
        QVERIFY(sections[u"connection"_s].contains(u"Period covered"_s));
        viewState.source = ui::SourceState::Replay; // before it began
        viewState.now = calm.takenAt;
        sections = sectionsOf(incidentHtml(incidentOf(viewState, "/locks/orders"), release::ActionLogReading{}));
        QVERIFY(sections[u"findings"_s].contains(u"No problems found"_s));
    }

    void waitsAreGivenByClient()
    {
        auto viewState = viewStateOf(test::mutexLock("/locks/orders", 3));
        auto incident = incidentOf(viewState, "/locks/orders");
        for (const auto took : {2, 5}) {
            inspect::HistoryEvent event;
            event.type = inspect::Change::Type::Granted;
            event.lockPath = std::make_shared<const std::string>("/locks/orders");
            event.client = "payments-1";
            event.took = std::chrono::seconds(took);
            incident.events.push_back(event);
        }
        auto sections = sectionsOf(incidentHtml(incident, release::ActionLogReading{}));
        const auto waits = sections[u"waits"_s].split(u'\n', Qt::SkipEmptyParts);
        const auto at = waits.indexOf(u"payments-1"_s);
        QVERIFY2(at >= 0, qPrintable(waits.join(u' ')));
        QCOMPARE(waits.mid(at, 7),
                 (QStringList{u"payments-1"_s, u"—"_s, u"2"_s, u"5.0 s"_s, u"7.0 s"_s, u"0"_s, u"—"_s}));
        QVERIFY2(sections[u"waits"_s].contains(u"worker-102"_s), qPrintable(sections[u"waits"_s])); // still waits
        QVERIFY(sections[u"lock"_s].contains(u"Head blocker"_s));
    }

    void actionsAreInTheOrderOfTime()
    {
        auto later = reported("/locks/orders", ActionStatus::Released);
        later.at += std::chrono::minutes(5);
        later.reason = "the second";
        auto earlier = reported("/locks/orders", ActionStatus::Refused);
        earlier.reason = "the first";
        const release::ActionLogReading audit{{{later, later.at}, {earlier, earlier.at}}, 0};
        const auto viewState = viewStateOf(test::mutexLock("/locks/orders", 2));
        auto sections = sectionsOf(incidentHtml(incidentOf(viewState, "/locks/orders"), audit));
        const auto actions = sections[u"acts"_s];
        QVERIFY(actions.indexOf(u"the first"_s) >= 0);
        QVERIFY(actions.indexOf(u"the first"_s) < actions.indexOf(u"the second"_s));
    }

    void theNewestEventsAreTaken()
    {
        inspect::History history;
        auto first = std::make_shared<inspect::Snapshot>(*test::snapshot({}));
        history.see(first);
        for (auto i = 0; i < 600; ++i) {
            inspect::LockEvent event;
            event.change.lockPath = i % 2 == 0 ? "/l" : "/other";
            event.change.contender.node = "n" + std::to_string(i);
            event.change.type = inspect::Change::Type::Revoked;
            event.at = test::snapshotTime + std::chrono::seconds(i);
            for (auto twice = 0; twice < 2; ++twice)
                history.add(event);
        }
        ui::Incident incident;
        incident.lockPath = "/l";
        takeHistory(incident, history);
        QCOMPARE(incident.events.size(), 500U);
        QCOMPARE(incident.eventsLeftOut, 100U);
        QCOMPARE(incident.events.back().node, std::string("n598"));
        QVERIFY(incident.events.front().at < incident.events.back().at);
    }

    void theWindowSavesIt()
    {
        QVERIFY(release::ActionLog(release::ActionLog::userFile())
                    .append(reported("/locks/orders", ActionStatus::Released)));
        ui::Simulation simulation{ui::Simulation::Dependencies()};
        ui::MainWindow window(simulation, ui::Preferences{ui::ThemeChoice::Dark});
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* action = window.findChild<QAction*>(u"incidentReportAction"_s);
        QVERIFY(!action->isEnabled());
        const auto lock = nastyLock();
        window.setViewState(viewStateOf(lock), test::snapshotTime, false);
        window.selectLock(lock->path);
        QVERIFY(action->isEnabled());
        auto* button = window.findChild<QToolButton*>(u"incidentReport"_s);
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        const auto file = m_folder.filePath(u"report.html"_s);
        test::chooseFile(window, u"incidentReportDialog"_s, file);
        auto* notice = window.findChild<QLabel*>(u"noticeText"_s);
        QVERIFY(notice);
        QTRY_VERIFY_WITH_TIMEOUT(notice->text().contains(file), 30'000);
        QVERIFY((QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther)) == QFile::Permissions());
        const auto html = test::bytesOf(file);
        auto sections = sectionsOf(html);
        QVERIFY(!sections.empty());
        QVERIFY(sections[u"queue"_s].contains(u"worker-103"_s));
        QVERIFY(sections[u"timeline"_s].contains(u"worker-103"_s)); // all lanes, also lanes out of sight
        QVERIFY2(sections[u"graph"_s].contains(u"worker-103 waits"_s), qPrintable(sections[u"graph"_s]));
        QVERIFY(sections[u"acts"_s].contains(u"Released"_s));
        QVERIFY(!html.contains("url(") && !html.contains("@import"));
        const auto images = imagesOf(html); // lane, timeline and graph
        QCOMPARE(images.size(), 3U);
        for (const auto& each : images) {
            QVERIFY(!each.image.isNull());
            QCOMPARE(each.image.width(), 2 * each.width); // sharp in print
            QVERIFY(!each.alt.isEmpty());
        }

        QTest::mouseClick(button, Qt::LeftButton);
        test::chooseFile(window, u"incidentReportDialog"_s, m_folder.filePath(u"none/report.html"_s));
        QTRY_VERIFY_WITH_TIMEOUT(notice->text().contains(u"none/report.html"_s), 30'000);
        QVERIFY(!notice->text().contains(u"saved to"_s));
    }
};

} // namespace lockscope::incidentReportTest

LOCKSCOPE_TEST(lockscope::incidentReportTest::IncidentReportTest)
#include "IncidentReportTest.moc"
