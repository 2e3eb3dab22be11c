// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window in another language, from the start and after a switch. The test `translations` checks that every text
/// has a translation; this test finds texts that were never passed to the translator.

#include "ui/shell/Language.h"
#include "core/findings/Findings.h"
#include "core/locks/LockState.h"
#include "core/release/PlanRows.h"
#include "tests/support/Test.h"
#include "tests/ui/Saving.h"
#include "tests/ui/WholeWindow.h"
#include "tests/ui/WindowTest.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/models/LocksModel.h"
#include "ui/models/text/SimulationWords.h"
#include "ui/panels/ActivityPanel.h"
#include "ui/panels/FindingsPanel.h"
#include "ui/panels/LocksPanel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/ReplayBar.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/timeline/TimelineView.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTextDocumentFragment>
#include <QTreeView>

#include <memory>

namespace lockscope::languageTest {

using namespace Qt::StringLiterals;

namespace {

QString plain(const QString& text)
{
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

void collect(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts)
{
    constexpr int mostRows = 30;
    for (auto row = 0; row < std::min(model.rowCount(parent), mostRows); ++row) {
        for (auto column = 0; column < model.columnCount(parent); ++column) {
            const auto index = model.index(row, column, parent);
            for (const auto role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                texts << index.data(role).toString();
        }
        collect(model, model.index(row, 0, parent), texts);
    }
}

void collect(const QWidget& widget, QStringList& texts)
{
    texts << widget.toolTip() << widget.accessibleName() << widget.windowTitle();
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        texts << button->text();
    if (const auto* edit = qobject_cast<const QLineEdit*>(&widget))
        texts << edit->placeholderText();
    if (const auto* spin = qobject_cast<const QSpinBox*>(&widget))
        texts << spin->suffix() << spin->specialValueText();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        collect(*box->model(), {}, texts);
    if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget); view && view->model()) {
        for (auto column = 0; column < view->model()->columnCount(); ++column) {
            for (const auto role : {Qt::DisplayRole, Qt::ToolTipRole})
                texts << view->model()->headerData(column, Qt::Horizontal, role).toString();
        }
        collect(*view->model(), {}, texts);
    }
}

QStringList visibleTexts(const QWidget& window)
{
    QStringList texts;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (widget->isVisible())
            collect(*widget, texts);
    }
    texts.removeDuplicates();
    texts.sort();
    return texts;
}

/// All texts of the window and its open dialogs, also hidden ones.
QStringList textsOf(const QWidget& window)
{
    QStringList texts;
    collect(window, texts);
    for (const auto* widget : window.findChildren<QWidget*>())
        collect(*widget, texts);
    for (const auto* action : window.findChildren<QAction*>())
        texts << action->text() << action->toolTip() << action->statusTip();
    for (auto& text : texts)
        text = plain(text);
    texts.removeAll(QString());
    texts.removeDuplicates();
    return texts;
}

/// True for an English word without a Chinese character. Excludes words next to a path, a number or part of another
/// word, and words that are equal in each language.
bool isUntranslated(const QString& text)
{
    static const QRegularExpression chinese(u"[\\x{4e00}-\\x{9fff}]"_s);
    static const QRegularExpression word(u"(?<![/\\w.:-])[A-Za-z][a-z]{2,}(?![\\w/-])"_s);
    static const QRegularExpression same(
        u"^(Lockscope|Redlock|.* – Lockscope|Lockscope \\S*\\nQt .*|English|czxid 0x\\w+|[cm]time、.*|((Ctrl|Shift)\\+\\S+|Del|Esc|Home|End|  )+)$"_s,
        QRegularExpression::DotMatchesEverythingOption);
    return !text.contains(chinese) && text.contains(word) && !text.contains(same);
}

/// Many kinds of findings and contenders.
inspect::SnapshotPtr busySnapshot()
{
    auto held = test::mutexQueue("/a/b", {test::contender(1, 3'600'000), test::contender(2, 900'000)});
    held.queue[0].details->session = 0;
    auto mixed = test::mutexQueue("/a/c", {test::contender(3, 5'000), test::contender(4, 4'000)});
    mixed.queue[0].details->payload = "__REVOKE__";
    mixed.queue[0].details->version = 1;
    mixed.queue[0].details->modifiedAt = test::snapshotTime - std::chrono::minutes(2);
    mixed.unrecognised = {"0123456789abcdef0123456789abcdef__lock__0000000009"};
    return inspect::withFindings(test::snapshot({std::make_shared<inspect::Lock>(held),
                                                 std::make_shared<inspect::Lock>(mixed), test::mutexLock("/a/d", 6)}),
                                 {});
}

} // namespace

class LanguageTest final : public test::WindowTest {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    void open()
    {
        makeWindow();
        showWindow();
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
    }
    void cleanup()
    {
        closeWindow();
        ui::speak(ui::Language::English);
    }

    void namesAreUnderstood()
    {
        QCOMPARE(ui::languageNamed(u"en"_s), std::optional(ui::Language::English));
        QCOMPARE(ui::languageNamed(u"zh_CN"_s), std::optional(ui::Language::SimplifiedChinese));
        QCOMPARE(ui::languageNamed(u"system"_s), std::optional(ui::Language::System));
        QCOMPARE(ui::languageNamed(u"klingon"_s), std::nullopt);
    }

    void whatCoreSaysIsTranslated()
    {
        const auto english = busySnapshot();
        ui::speak(ui::Language::SimplifiedChinese);
        QCOMPARE(ui::spokenLanguage(), ui::Language::SimplifiedChinese);
        const auto chinese = busySnapshot();
        QCOMPARE(chinese->findings.size(), english->findings.size());
        QVERIFY(chinese->findings.size() >= 4);
        for (std::size_t i = 0; i < chinese->findings.size(); ++i) {
            const auto& reported = chinese->findings[i];
            QVERIFY(reported.kind == english->findings[i].kind);
            for (const auto& text : {reported.text, reported.evidence, reported.advice})
                QVERIFY2(!isUntranslated(QString::fromStdString(text)), text.c_str());
            for (const auto& node : reported.nodes)
                QCOMPARE(node, english->findings[i].nodes[static_cast<std::size_t>(&node - reported.nodes.data())]);
        }
        for (const auto& row : release::planRows(release::ReleasePlan(), test::snapshotTime))
            QVERIFY2(!isUntranslated(QString::fromStdString(row.title)), row.title.c_str());
        ui::speak(ui::Language::English);
        QCOMPARE(busySnapshot()->findings, english->findings);
    }

    /// They are processes of their own, and report in English.
    void whatSimulatedClientsReportIsTranslated()
    {
        const auto rejected = describe(
            Error{ErrorCode::Refused, "use the guarded resource", "/locks/a",
                  "the fencing token 3 of sleeper is older than 4, the token of a later holder: the lock is lost"});
        const auto english = QString::fromStdString(rejected);
        QCOMPARE(ui::clientMessage(english), english);
        ui::speak(ui::Language::SimplifiedChinese);
        for (const auto& pattern : ui::clientPatterns())
            QVERIFY2(QCoreApplication::translate("core", pattern.toUtf8().constData()) != pattern, qPrintable(pattern));
        const auto chinese = ui::clientMessage(english);
        for (const auto& value : {u"/locks/a"_s, u"sleeper"_s, u"3"_s, u"4"_s})
            QVERIFY2(chinese.contains(value), qPrintable(chinese));
        for (const auto& word : {u"Cannot"_s, u"fencing"_s, u"refused"_s, u"resource"_s})
            QVERIFY2(!chinese.contains(word), qPrintable(chinese));
        for (const auto reason :
             {locks::LostReason::NodeDeleted, locks::LostReason::SessionExpired, locks::LostReason::LeaseExpired,
              locks::LostReason::KeyDeleted, locks::LostReason::ClientClosed}) {
            const auto reported = QString::fromUtf8(toString(reason).data());
            QVERIFY2(!isUntranslated(ui::clientMessage(reported)), qPrintable(reported));
        }
        const auto unknown = u"something new"_s;
        QCOMPARE(ui::clientMessage(unknown), unknown);
    }

    void nothingStaysEnglish_data()
    {
        QTest::addColumn<QString>("page");
        for (const char* page : {"welcome", "live", "suspended", "lost", "empty", "replay"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void nothingStaysEnglish()
    {
        QFETCH(const QString, page);
        ui::speak(ui::Language::SimplifiedChinese);
        open();
        auto viewState = test::liveViewState(page == u"empty"_s ? test::snapshot({}) : busySnapshot());
        if (page == u"suspended"_s || page == u"lost"_s) {
            viewState.source = ui::SourceState::Disconnected;
            viewState.session.state = page == u"lost"_s ? SessionState::Lost : SessionState::Suspended;
        } else if (page == u"replay"_s) {
            viewState.source = ui::SourceState::Replay;
            viewState.recording = u"1.rec"_s;
        }
        if (page != u"welcome"_s)
            m_window->setViewState(viewState, test::snapshotTime, false);
        for (const auto& name : {u"preferencesAction"_s, u"keysAction"_s, u"aboutAction"_s, u"connectAction"_s})
            child<QAction>(name)->trigger();
        QStringList untranslated;
        for (const auto& text : textsOf(*m_window)) {
            if (isUntranslated(text))
                untranslated << text;
        }
        QVERIFY2(untranslated.isEmpty(), qPrintable(untranslated.join(u'\n')));
    }

    void changesWhileItIsOpen()
    {
        open();
        auto paused = test::liveViewState(busySnapshot());
        paused.paused = true;
        m_window->setViewState(paused, test::snapshotTime, false);
        m_window->select({"/a/d", inspect::LockPart::Queue, "lock-0000000103"});
        m_window->log({{test::snapshotTime, u"1"_s, ui::Tone::Good, u"/a/d"_s, u"2"_s, u"3"_s}});
        m_window->say(u"4"_s, ui::Tone::Warn);
        child<QSpinBox>(u"simulationClients"_s)->setValue(17);
        child<QLineEdit>(u"simulationHold"_s)->setText(u"7ms"_s);
        for (const auto& hidden : {u"findingsWarnings"_s, u"findingsEnded"_s})
            child<QAbstractButton>(hidden)->setChecked(false);
        for (const auto& filter : {u"locksFilter"_s, u"activityFilter"_s, u"auditFilter"_s, u"sessionsFilter"_s})
            child<QLineEdit>(filter)->setText(u"a"_s);
        child<QCheckBox>(u"locksOnlyProblems"_s)->setChecked(true);
        child<QTreeView>(u"locksTree"_s)->sortByColumn(ui::LocksModel::Waiting, Qt::AscendingOrder);
        child<QAction>(u"findingsPanelShownAction"_s)->trigger(); // hidden
        QTRY_VERIFY(!child<QWidget>(u"findingsPanel"_s)->isVisible());
        const auto* connection = child<ui::ElidedLabel>(u"statusConnection"_s);
        QTRY_COMPARE(connection->text(), connection->fullText()); // the window has its layout
        const auto english = visibleTexts(*m_window);
        const auto lineHeight = child<QLabel>(u"statusAge"_s)->fontMetrics().height();
        QSignalSpy closed(m_window.get(), &ui::MainWindow::closed);

        for (const auto language : {ui::Language::SimplifiedChinese, ui::Language::English}) {
            const QPointer<QWidget> before = child<ui::QueuePanel>(u"queuePanel"_s);
            ui::speak(language);
            QTRY_VERIFY(!before);
            const auto* queue = child<ui::QueuePanel>(u"queuePanel"_s);
            QCOMPARE(queue->lockPath(), std::string("/a/d"));
            QVERIFY(queue->contender());
            QCOMPARE(queue->contender()->node, std::string("lock-0000000103"));
            QCOMPARE(child<ui::ActivityPanel>(u"activityPanel"_s)->entries().size(), std::size_t(1));
            QCOMPARE(child<QLabel>(u"noticeText"_s)->text(), u"4"_s);
            QCOMPARE(child<QSpinBox>(u"simulationClients"_s)->value(), 17);
            QCOMPARE(child<QLineEdit>(u"simulationHold"_s)->text(), u"7ms"_s);
            QVERIFY(child<QAbstractButton>(u"findingsNotes"_s)->isChecked());
            for (const auto& hidden : {u"findingsWarnings"_s, u"findingsEnded"_s})
                QVERIFY(!child<QAbstractButton>(hidden)->isChecked());
            for (const auto& filter : {u"locksFilter"_s, u"activityFilter"_s, u"auditFilter"_s, u"sessionsFilter"_s})
                QCOMPARE(child<QLineEdit>(filter)->text(), u"a"_s);
            QVERIFY(child<QCheckBox>(u"locksOnlyProblems"_s)->isChecked());
            QCOMPARE(child<QTreeView>(u"locksTree"_s)->header()->sortIndicatorSection(),
                     static_cast<int>(ui::LocksModel::Waiting));
            QVERIFY(child<QAction>(u"pauseAction"_s)->isChecked());
            QVERIFY(!child<QWidget>(u"findingsPanel"_s)->isVisible());
            QVERIFY(child<QWidget>(u"locksPanel"_s)->isVisible());
            const bool isChinese = language == ui::Language::SimplifiedChinese;
            QCOMPARE(child<QDockWidget>(u"locksPanelDock"_s)->windowTitle(), isChinese ? u"锁"_s : u"Locks"_s);
            QCOMPARE(child<QLabel>(u"statusAge"_s)->fontMetrics().height(), lineHeight);
            const auto of = [](const QStringList& each, const QStringList& others) {
                QStringList only;
                std::copy_if(each.begin(), each.end(), std::back_inserter(only),
                             [&](const QString& text) { return !others.contains(text); });
                return only.join(u" | "_s);
            };
            const auto texts = [this] { return visibleTexts(*m_window); };
            QTRY_VERIFY2((texts() == english) != isChinese,
                         qPrintable(u"before: %1\nnow: %2"_s.arg(of(english, texts()), of(texts(), english))));
        }
        QCOMPARE(closed.count(), 0);
        // The next snapshot updates it.
        show({test::mutexLock("/a/e", 2)});
        QVERIFY(!child<ui::QueuePanel>(u"queuePanel"_s)->lock());
    }

    void whatIsFoldedSelectedAndZoomedStays()
    {
        open();
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({test::mutexLock("/a/b", 2), test::mutexLock("/x/e", 2)}));
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::LongHold;
        finding.severity = inspect::Severity::Warning;
        finding.path = "/a/b";
        finding.nodes = {"/a/b/lock-0000000101"};
        auto viewState = test::liveViewState(snapshot);
        auto history = std::make_shared<inspect::History>();
        history->see(test::snapshot({}));
        history->see(snapshot);
        viewState.history = history;
        m_window->setViewState(viewState, test::snapshotTime, false);
        child<QAbstractButton>(u"locksAsTree"_s)->click();
        const auto isExpanded = [this](const QString& folder) {
            const auto* tree = child<QTreeView>(u"locksTree"_s);
            const auto found =
                tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, folder, 1, Qt::MatchExactly);
            return !found.isEmpty() && tree->isExpanded(found.front());
        };
        QVERIFY(isExpanded(u"/a"_s) && isExpanded(u"/x"_s));
        auto* tree = child<QTreeView>(u"locksTree"_s);
        tree->collapse(tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, u"/x"_s).value(0));
        auto* findings = child<QListView>(u"findingsList"_s);
        findings->setCurrentIndex(findings->model()->index(0, 0));
        QTRY_COMPARE(child<ui::TimelineView>(u"timelineView"_s)->laneCount(), 2);
        child<ui::TimelineView>(u"timelineView"_s)->zoom(0.5);
        const auto range = child<ui::TimelineView>(u"timelineView"_s)->chosenRange();
        QVERIFY(range);

        const QPointer<QWidget> before = child<ui::QueuePanel>(u"queuePanel"_s);
        ui::speak(ui::Language::SimplifiedChinese);
        QTRY_VERIFY(!before);
        QVERIFY(isExpanded(u"/a"_s));
        QVERIFY(!isExpanded(u"/x"_s));
        QCOMPARE(child<ui::FindingsPanel>(u"findingsPanel"_s)->selectedFinding(), inspect::identityOf(finding));
        const auto kept = child<ui::TimelineView>(u"timelineView"_s)->chosenRange();
        QVERIFY(kept);
        QVERIFY(kept->span == range->span && kept->from == range->from && kept->isFollowing == range->isFollowing);
    }

    void theTypedTimeOfARecordingStays()
    {
        open();
        auto facts = std::make_shared<ui::RecordingFacts>();
        facts->path = facts->name = u"night.lsrec"_s;
        facts->from = test::snapshotTime - std::chrono::minutes(10);
        facts->to = test::snapshotTime;
        ui::ReplayView replay;
        replay.facts = std::move(facts);
        replay.now = test::snapshotTime;
        m_window->setReplay(replay);
        const auto change = [this](ui::Language language) {
            const QPointer<QWidget> before = child<QWidget>(u"goToRow"_s);
            ui::speak(language);
            return QTest::qWaitFor([&] { return !before; });
        };
        QVERIFY(change(ui::Language::SimplifiedChinese));
        QVERIFY(child<QWidget>(u"goToRow"_s)->isHidden());
        child<QAction>(u"replayGoToAction"_s)->trigger();
        QTest::keyClicks(child<QLineEdit>(u"goToTime"_s), u"03:1"_s);
        QVERIFY(change(ui::Language::English));
        QVERIFY(child<QLineEdit>(u"goToTime"_s)->isVisible());
        QCOMPARE(child<QLineEdit>(u"goToTime"_s)->text(), u"03:1"_s);
    }

    void aClosedNoticeStaysClosed()
    {
        open();
        m_window->say(u"read already"_s, ui::Tone::Warn);
        child<QAbstractButton>(u"noticeClose"_s)->click();
        const QPointer<QWidget> before = child<ui::QueuePanel>(u"queuePanel"_s);
        ui::speak(ui::Language::SimplifiedChinese);
        QTRY_VERIFY(!before);
        QVERIFY(child<QWidget>(u"notice"_s)->isHidden());
    }

    /// A question asked before the switch is answered after it.
    void whatIsToBeSavedIsSavedInBetween()
    {
        open();
        show(test::liveViewState(busySnapshot()));
        m_window->selectLock("/a/d");
        child<QAction>(u"incidentReportAction"_s)->trigger();
        const QPointer<QWidget> before = child<ui::QueuePanel>(u"queuePanel"_s);
        ui::speak(ui::Language::SimplifiedChinese);
        QTRY_VERIFY(!before);
        const auto file = m_folder->filePath(u"report.html"_s);
        test::chooseFile(*m_window, u"incidentReportDialog"_s, file);
        QTRY_VERIFY(child<QLabel>(u"noticeText"_s)->text().contains(file));
        QVERIFY(QFile::exists(file));
    }

    void preferencesChangeIt()
    {
        test::WholeWindow whole(m_folder->path());
        whole.child<QAction>(u"preferencesAction"_s)->trigger();
        QPointer<QComboBox> choice = whole.child<QComboBox>(u"preferencesLanguage"_s);
        QVERIFY(choice);
        choice->setCurrentIndex(static_cast<int>(ui::Language::SimplifiedChinese));
        QTRY_VERIFY(!choice);
        QCOMPARE(ui::spokenLanguage(), ui::Language::SimplifiedChinese);
        QCOMPARE(ui::Preferences::load(whole.settings).language, ui::Language::SimplifiedChinese);
        // It is open again, in the other language.
        auto* dialog = whole.child<ui::PreferencesDialog>(u"preferencesDialog"_s);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->windowTitle(), u"首选项"_s);
        choice = whole.child<QComboBox>(u"preferencesLanguage"_s);
        QCOMPARE(choice->currentText(), u"简体中文"_s);
        choice->setCurrentIndex(static_cast<int>(ui::Language::English));
        QTRY_VERIFY(!choice);
        QCOMPARE(ui::spokenLanguage(), ui::Language::English);
        QCOMPARE(whole.child<QPushButton>(u"welcomeConnect"_s)->text().remove(u'&'), u"Connect…"_s);
        QVERIFY(whole.end());
    }
};

} // namespace lockscope::languageTest

LOCKSCOPE_TEST(lockscope::languageTest::LanguageTest)
#include "LanguageTest.moc"
