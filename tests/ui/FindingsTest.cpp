// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Findings in the window: the model, the panel, and the marks in the list of locks.

#include "core/base/EnumWords.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/FindingsPast.h"
#include "ui/models/LocksModel.h"
#include "ui/models/LocksProxy.h"
#include "ui/panels/FindingsPanel.h"
#include "ui/views/FindingStrip.h"
#include "ui/views/StateMark.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QLabel>
#include <QLayout>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include <memory>
#include <random>
#include <utility>

namespace lockscope::findingsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using inspect::Finding;
using inspect::FindingKind;
using inspect::Severity;

namespace {

Finding finding(FindingKind kind, Severity severity, const std::string& path, const std::string& node = {})
{
    Finding made;
    made.kind = kind;
    made.severity = severity;
    made.path = path;
    if (!node.empty())
        made.nodes = {path + "/" + node};
    made.text = "A client does something at " + path + ".";
    made.evidence = "It was seen.";
    made.advice = "Look after it.";
    return made;
}

inspect::SnapshotPtr snapshotWith(std::vector<test::LockPtr> locks, std::vector<Finding> findings)
{
    auto made = *test::snapshot(std::move(locks));
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    made.findings = std::move(findings);
    return std::make_shared<inspect::Snapshot>(std::move(made));
}

inspect::SnapshotPtr reading(WallTime at, std::vector<Finding> findings)
{
    auto made = *snapshotWith({}, std::move(findings));
    made.takenAt = at;
    return std::make_shared<inspect::Snapshot>(std::move(made));
}

/// Of readings, each with the time before test::snapshotTime.
std::shared_ptr<const inspect::History>
historyOf(const std::vector<std::pair<std::chrono::seconds, std::vector<Finding>>>& readings)
{
    const auto history = std::make_shared<inspect::History>();
    for (const auto& [before, findings] : readings)
        history->see(reading(test::snapshotTime - before, findings));
    return history;
}

QStringList rowsOf(const QAbstractItemModel& model)
{
    QStringList rows;
    for (auto row = 0; row < model.rowCount(); ++row)
        rows << model.index(row, 0).data(ui::KeyRole).toString() + u" | "_s + model.index(row, 0).data().toString();
    return rows;
}

} // namespace

class FindingsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ui::FindingsPanel> m_panel;

    template <typename T> T* child(const QString& name) { return test::childOf<T>(*m_panel, name); }
    QString emptyTitle() { return child<QLabel>(u"findingsEmptyTitle"_s)->text(); }
    void showThree()
    {
        m_panel->setViewState(test::liveViewState(
            snapshotWith({test::mutexLock("/l/a", 2), test::mutexLock("/l/b", 1)},
                         {finding(FindingKind::LongHold, Severity::Warning, "/l/b"),
                          finding(FindingKind::DeadOwner, Severity::Critical, "/l/a", "lock-0000000102"),
                          finding(FindingKind::EmptyParents, Severity::Info, "/elsewhere")})));
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_panel = std::make_unique<ui::FindingsPanel>();
        m_panel->resize(560, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { m_panel.reset(); }

    void everyKindHasItsWords()
    {
        QSet<QString> titles;
        for (const auto kind : allOf<FindingKind>())
            titles << ui::findingTitle(kind);
        QCOMPARE(titles.size(), static_cast<qsizetype>(allOf<FindingKind>().size()));
        QVERIFY(!titles.contains(QString()));
    }

    /// From a recording by a newer program.
    void aKindThatIsNotKnownKeepsItsWord()
    {
        auto other = finding(FindingKind::Other, Severity::Warning, "/l/a");
        other.otherKind = "priority-inversion";
        QCOMPARE(ui::findingTitle(other), u"priority-inversion"_s);
        QVERIFY(ui::findingText(other).startsWith(u"WARNING: priority-inversion\n"_s));
        ui::FindingsModel model;
        model.setSnapshot(snapshotWith({}, {other}));
        QVERIFY(model.index(0).data(ui::FindingsModel::TitleRole).toString().startsWith(u"priority-inversion"_s));
        QCOMPARE(model.index(0).data(ui::ExportRole).toList().value(1).toString(), u"priority-inversion"_s);
    }

    void aFindingWithoutAPlaceNamesNone()
    {
        ui::FindingsModel model;
        model.setSnapshot(snapshotWith({}, {finding(FindingKind::ServerDown, Severity::Warning, {})}));
        const auto title = ui::findingTitle(FindingKind::ServerDown);
        QCOMPARE(model.index(0).data(ui::FindingsModel::TitleRole).toString(), title);
        const auto spoken = model.index(0).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(title + u'.'), qPrintable(spoken));
        QCOMPARE(model.index(0).data(ui::FindingsModel::PlaceRole).toString(), QString());
    }

    /// The second line is elided at its end: the whole text is in the tooltip, and is what a screen reader says.
    void theWholeTextCanBeRead()
    {
        auto held = finding(FindingKind::LongHold, Severity::Warning, "/shop/locks/orders-7");
        held.text = "billing-worker-2 has held the lock for 4 m 12 s, longer than the usual p99 of 58 s.";
        ui::FindingsModel model;
        model.setSnapshot(snapshotWith({}, {held}));
        const auto text = [&](int role) { return model.index(0).data(role).toString(); };
        QCOMPARE(text(ui::FindingsModel::TitleRole), u"Held for too long"_s);
        QCOMPARE(text(ui::FindingsModel::PlaceRole), u"orders-7"_s);
        for (const auto role : {static_cast<int>(Qt::ToolTipRole), static_cast<int>(Qt::AccessibleTextRole)}) {
            QVERIFY2(text(role).contains(QString::fromStdString(held.text)), qPrintable(text(role)));
            QVERIFY2(text(role).contains(u"/shop/locks/orders-7"_s), qPrintable(text(role)));
        }
    }

    void whatHasEndedIsGrey()
    {
        const auto held = finding(FindingKind::LongHold, Severity::Critical, "/l/a");
        auto viewState = test::liveViewState(snapshotWith({}, {held}));
        viewState.history = historyOf({{90s, {}}, {80s, {held}}});
        m_panel->setViewState(viewState);
        auto* list = child<QListView>(u"findingsList"_s);
        const auto hasColor = [&](const QColor& color) {
            const auto image = list->viewport()->grab(list->visualRect(list->model()->index(0, 0))).toImage();
            for (auto y = 0; y < image.height(); ++y)
                for (auto x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y).rgb() == color.rgb())
                        return true;
            return false;
        };
        QVERIFY(hasColor(ui::darkTheme().bad));
        viewState.snapshot = snapshotWith({}, {});
        viewState.history = historyOf({{90s, {}}, {80s, {held}}, {10s, {}}});
        m_panel->setViewState(viewState);
        QVERIFY(list->model()->index(0, 0).data(ui::FindingsModel::EndedRole).toBool());
        QVERIFY(!hasColor(ui::darkTheme().bad));
    }

    void theBellChoosesTheNotifications()
    {
        auto* bell = child<QToolButton>(u"findingsBell"_s);
        const QSignalSpy chosen(m_panel.get(), &ui::FindingsPanel::notifyChosen);
        m_panel->setNotifies(true);
        QVERIFY(bell->isChecked());
        QCOMPARE(chosen.count(), 0);
        QTest::mouseClick(bell, Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toBool(), false);
        QCOMPARE(bell->accessibleName(), u"Notify on the desktop of new critical findings"_s);
    }

    void severityIsReportedByShapeToo()
    {
        QSet<int> shapes;
        for (const auto severity : {Severity::Info, Severity::Warning, Severity::Critical})
            shapes << static_cast<int>(ui::severityMark(severity));
        QCOMPARE(shapes.size(), 3);
        // None is the holder's or a waiter's.
        for (const auto state : {ui::Mark::Filled, ui::Mark::Ring, ui::Mark::DottedRing, ui::Mark::Question})
            QVERIFY(!shapes.contains(static_cast<int>(state)));
        for (const auto& [name, severity] :
             {std::pair(u"findingsCritical"_s, Severity::Critical), std::pair(u"findingsWarnings"_s, Severity::Warning),
              std::pair(u"findingsNotes"_s, Severity::Info)}) {
            auto* button = child<QToolButton>(name);
            const auto shown = button->icon().pixmap(10, 10).toImage();
            const auto color = ui::darkTheme().color(ui::severityTone(severity));
            QCOMPARE(shown, ui::markIcon(ui::severityMark(severity), color).pixmap(10, 10).toImage());
            button->setChecked(false);
            QVERIFY(button->icon().pixmap(10, 10).toImage() != shown);
        }
    }

    void aFindingLeadsToItsContender()
    {
        const auto snapshot = snapshotWith({test::mutexLock("/l/a", 2)}, {});
        const auto target = [&](const Finding& each) { return ui::targetOf(*snapshot, each); };
        QCOMPARE(target(finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000102")),
                 (std::optional(inspect::ContenderKey{"/l/a", inspect::LockPart::Queue, "lock-0000000102"})));
        QCOMPARE(target(finding(FindingKind::LongHold, Severity::Warning, "/l/a", "gone")),
                 (std::optional(inspect::ContenderKey{"/l/a", inspect::LockPart::Queue, ""})));
        QVERIFY(!target(finding(FindingKind::EmptyParents, Severity::Info, "/elsewhere")));
    }

    /// A lease has the same name.
    void aFindingAtTheGateLeadsThere()
    {
        const std::string name = "a-lock-0000000000";
        const auto snapshot = snapshotWith(
            {std::make_shared<inspect::Lock>(test::semaphoreOfEqualNames("/pool", {name}, {name}, test::snapshotTime))},
            {});
        const auto target = [&](const char* node) {
            auto found = finding(FindingKind::LongWait, Severity::Warning, "/pool");
            found.nodes = {node};
            return ui::targetOf(*snapshot, found);
        };
        QCOMPARE(target("/pool/locks/a-lock-0000000000"),
                 (std::optional(inspect::ContenderKey{"/pool", inspect::LockPart::Gate, name})));
        QCOMPARE(target("/pool/leases/a-lock-0000000000"),
                 (std::optional(inspect::ContenderKey{"/pool", inspect::LockPart::Queue, name})));
    }

    void agesChangeNoRow()
    {
        ui::FindingsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto held = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000101");
        model.setSnapshot(snapshotWith({}, {held, finding(FindingKind::ThunderingHerd, Severity::Info, "/l/b")}));
        const QPersistentModelIndex kept(model.index(0));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        held.text = "It has held for a minute more.";
        model.setSnapshot(snapshotWith({}, {held, finding(FindingKind::ThunderingHerd, Severity::Info, "/l/b")}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(inserted.count() + removed.count(), 0);
        QCOMPARE(kept.data().toString(), u"It has held for a minute more."_s);
        model.setSnapshot(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void randomSnapshotsEndLikeAFreshModel()
    {
        std::mt19937 random(11);
        const auto history = std::make_shared<inspect::History>();
        ui::FindingsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        for (auto round = 0; round < 200; ++round) {
            std::vector<Finding> findings;
            for (auto count = random() % 9; count > 0; --count) {
                auto made = finding(static_cast<FindingKind>(random() % 4), static_cast<Severity>(random() % 3),
                                    std::string("/l/") + "abc"[random() % 3]);
                made.text = "Number " + std::to_string(random() % 3);
                findings.push_back(made);
            }
            const auto snapshot = reading(test::snapshotTime + std::chrono::seconds(round), findings);
            history->see(snapshot);
            model.setSnapshot(snapshot, history, snapshot->takenAt);
            ui::FindingsModel fresh;
            fresh.setSnapshot(snapshot, history, snapshot->takenAt);
            QCOMPARE(rowsOf(model), rowsOf(fresh));
        }
        QVERIFY(model.endedCount() > 3);
        QCOMPARE(resets.count(), 0);
    }

    void whatHasEndedStays()
    {
        const auto held = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000101");
        const auto old = finding(FindingKind::EmptyParents, Severity::Info, "/elsewhere");
        auto viewState = test::liveViewState(snapshotWith({test::mutexLock("/l/a", 2)}, {}));
        viewState.history = historyOf({{200s, {old}}, {159s, {old, held}}, {34s, {old}}, {20s, {}}}); // seconds ago
        m_panel->setViewState(viewState);
        auto* list = child<QListView>(u"findingsList"_s);
        auto* past = child<QCheckBox>(u"findingsEnded"_s);
        const auto* none = child<QLabel>(u"findingsNone"_s);
        const auto at = [&](int row, int role) { return list->model()->index(row, 0).data(role); };
        QCOMPARE(list->model()->rowCount(), 2);
        QCOMPARE(at(1, ui::FindingsModel::AgeRole).toString(), u"ended 34 s ago"_s);
        QCOMPARE(at(1, Qt::DisplayRole).toString(), u"lasted 2 m 05 s · A client does something at /l/a."_s);
        QCOMPARE(at(1, ui::MarkRole).value<ui::Mark>(), ui::Mark::Tick);
        QCOMPARE(at(1, ui::MarkToneRole).value<ui::Tone>(), ui::Tone::Muted);
        QVERIFY(at(1, Qt::AccessibleTextRole).toString().startsWith(u"ended: Held for too long at /l/a."_s));
        // It was there before the first snapshot.
        QVERIFY(at(0, Qt::DisplayRole).toString().startsWith(u"lasted ≥ 3 m 00 s"_s));
        QVERIFY(past->isVisible() && none->isVisible());
        QVERIFY(!child<QToolButton>(u"findingsWarnings"_s)->isVisible()); // there is none now
        past->setFocus();
        QTest::keyClick(past, Qt::Key_Space);
        QCOMPARE(list->model()->rowCount(), 0);
        QVERIFY(!none->isVisible());
        QCOMPARE(emptyTitle(), u"Some checks were not possible"_s); // as without a past
        QTest::keyClick(past, Qt::Key_Space);
        QCOMPARE(list->model()->rowCount(), 2);

        QStringList chosen;
        connect(m_panel.get(), &ui::FindingsPanel::findingChosen, this,
                [&](const inspect::ContenderKey& key) { chosen << QString::fromStdString(key.lock); });
        list->setCurrentIndex(list->model()->index(1, 0));
        QCOMPARE(chosen, QStringList{u"/l/a"_s});
        QCOMPARE(child<QLabel>(u"findingTimes"_s)->text(), u"Ended 34 s ago, lasted 2 m 05 s"_s);
        viewState.now += 6s; // counts up without a reading
        m_panel->setViewState(viewState);
        QCOMPARE(child<QLabel>(u"findingTimes"_s)->text(), u"Ended 40 s ago, lasted 2 m 05 s"_s);
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().endsWith(u"\nEnded 40 s ago, lasted 2 m 05 s"_s));
    }

    void repeatsAreCounted()
    {
        const auto held = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000101");
        const auto byOther = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000102");
        const auto elsewhere = finding(FindingKind::LongHold, Severity::Warning, "/l/b", "lock-0000000101");
        auto viewState = test::liveViewState(reading(test::snapshotTime, {held, elsewhere}));
        viewState.history = historyOf(
            {{90s, {}}, {80s, {held}}, {70s, {byOther}}, {60s, {}}, {50s, {elsewhere}}, {12s, {held, elsewhere}}});
        m_panel->setViewState(viewState);
        auto* list = child<QListView>(u"findingsList"_s);
        const auto at = [&](int row, int role) { return list->model()->index(row, 0).data(role).toString(); };
        QCOMPARE(list->model()->rowCount(), 3);
        QCOMPARE(at(0, ui::FindingsModel::TimesRole), u"× 3"_s);
        QCOMPARE(at(0, ui::FindingsModel::AgeRole), u"12 s"_s);
        QCOMPARE(at(1, ui::FindingsModel::TimesRole), QString());
        QCOMPARE(at(1, ui::FindingsModel::AgeRole), u"50 s"_s);
        QCOMPARE(at(2, ui::FindingsModel::TimesRole), u"× 2"_s);
        QCOMPARE(at(2, ui::FindingsModel::AgeRole), u"ended 1 m 00 s ago"_s);
        QCOMPARE(child<QToolButton>(u"findingsWarnings"_s)->text(), u"2 warnings"_s); // without those that have ended
    }

    /// Its history also has what comes after the shown time.
    void aRecordingShowsWhatHadEndedByThen()
    {
        const auto held = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000101");
        ui::ViewState viewState;
        viewState.source = ui::SourceState::Replay;
        viewState.history = historyOf({{100s, {}}, {90s, {held}}, {60s, {}}, {0s, {}}});
        auto* list = child<QListView>(u"findingsList"_s);
        const auto showAt = [&](std::chrono::seconds before, std::vector<Finding> findings) {
            viewState.now = test::snapshotTime - before;
            viewState.snapshot = reading(viewState.now, std::move(findings));
            m_panel->setViewState(viewState);
            QStringList rows;
            for (auto row = 0; row < list->model()->rowCount(); ++row)
                rows << list->model()->index(row, 0).data(ui::FindingsModel::AgeRole).toString();
            return rows;
        };
        QCOMPARE(showAt(95s, {}), QStringList());
        QCOMPARE(showAt(70s, {held}), QStringList{u"20 s"_s});
        QCOMPARE(showAt(50s, {}), QStringList{u"ended 10 s ago"_s});
        QCOMPARE(showAt(70s, {held}), QStringList{u"20 s"_s}); // back
    }

    void theSelectedOneStaysSelectedWhenItEnds()
    {
        const auto held = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "lock-0000000101");
        auto viewState = test::liveViewState(snapshotWith({test::mutexLock("/l/a", 2)}, {held}));
        viewState.history = historyOf({{90s, {}}, {80s, {held}}});
        m_panel->setViewState(viewState);
        auto* list = child<QListView>(u"findingsList"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        auto chosen = 0;
        connect(m_panel.get(), &ui::FindingsPanel::findingChosen, this, [&] { ++chosen; });
        viewState.snapshot = snapshotWith({test::mutexLock("/l/a", 2)}, {});
        viewState.history = historyOf({{90s, {}}, {80s, {held}}, {10s, {}}});
        m_panel->setViewState(viewState);
        QVERIFY(list->currentIndex().data(ui::FindingsModel::EndedRole).toBool());
        QVERIFY(child<QLabel>(u"findingTimes"_s)->text().startsWith(u"Ended 10 s ago"_s));
        QCOMPARE(chosen, 0);
    }

    void aFindingIsShownOnRequest()
    {
        showThree();
        auto* list = child<QListView>(u"findingsList"_s);
        child<QToolButton>(u"findingsWarnings"_s)->setChecked(false);
        auto chosen = 0;
        connect(m_panel.get(), &ui::FindingsPanel::findingChosen, this, [&] { ++chosen; });
        m_panel->showFinding(identityOf(finding(FindingKind::LongHold, Severity::Warning, "/l/b")));
        QVERIFY(child<QToolButton>(u"findingsWarnings"_s)->isChecked());
        QVERIFY(child<QLabel>(u"findingText"_s)->text().startsWith(u"/l/b"_s));
        QCOMPARE(m_panel->focusWidget(), list);
        QCOMPARE(chosen, 0); // the lock is shown already
        m_panel->showFinding(identityOf(finding(FindingKind::LongHold, Severity::Warning, "/l/gone")));
        QVERIFY(child<QLabel>(u"findingText"_s)->text().startsWith(u"/l/b"_s));
    }

    void itSaysWhenNothingIsWrong()
    {
        QCOMPARE(emptyTitle(), u"No findings yet"_s);
        auto unfinished = *test::snapshot({});
        unfinished.complete = false;
        m_panel->setViewState(test::liveViewState(std::make_shared<const inspect::Snapshot>(unfinished)));
        QCOMPARE(emptyTitle(), u"Checking…"_s);
        m_panel->setViewState(test::liveViewState(test::snapshot({test::mutexLock("/l/a", 2)})));
        QCOMPARE(emptyTitle(), u"Some checks were not possible"_s); // no server reports the sessions
        auto reported = *test::snapshot({test::mutexLock("/l/a", 2)});
        reported.ensemble = std::make_shared<ensemble::EnsembleFacts>();
        m_panel->setViewState(test::liveViewState(std::make_shared<const inspect::Snapshot>(reported)));
        QCOMPARE(emptyTitle(), u"No problems found"_s);
        reported.problems.push_back({"/closed", {ErrorCode::NoAuth, "getChildren", "/closed", {}}});
        m_panel->setViewState(test::liveViewState(std::make_shared<const inspect::Snapshot>(reported)));
        QCOMPARE(emptyTitle(), u"Some checks were not possible"_s);
        QVERIFY(child<QLabel>(u"findingsEmptySentence"_s)->text().contains(u"Their locks were not checked."_s));
        unfinished.ensemble = reported.ensemble;
        // A second read does not restart the display.
        m_panel->setViewState(test::liveViewState(std::make_shared<const inspect::Snapshot>(unfinished)));
        QCOMPARE(emptyTitle(), u"No problems found"_s);
        auto viewState = test::liveViewState(test::snapshot({}));
        viewState.source = ui::SourceState::Replay;
        m_panel->setViewState(viewState);
        QCOMPARE(emptyTitle(), u"No problems found at this time of the recording"_s);
        viewState.source = ui::SourceState::Disconnected;
        m_panel->setViewState(viewState);
        QCOMPARE(emptyTitle(), u"No problems found at the last update"_s);
    }

    /// As when the window is activated again: the shown lock must not change.
    void theFocusChoosesNothing()
    {
        showThree();
        const QSignalSpy chosen(m_panel.get(), &ui::FindingsPanel::findingChosen);
        auto* list = child<QListView>(u"findingsList"_s);
        QVERIFY(!list->currentIndex().isValid());
        QFocusEvent focus(QEvent::FocusIn, Qt::ActiveWindowFocusReason);
        QCoreApplication::sendEvent(list, &focus);
        QVERIFY(!list->currentIndex().isValid());
        QCOMPARE(chosen.count(), 0);
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), 0);
        QCOMPARE(chosen.count(), 1);
    }

    void aClickAndEnterGoThere()
    {
        showThree();
        std::vector<std::string> chosen;
        connect(m_panel.get(), &ui::FindingsPanel::findingChosen, this,
                [&](const inspect::ContenderKey& key) { chosen.push_back(toString(key)); });
        auto* list = child<QListView>(u"findingsList"_s);
        QCOMPARE(list->model()->rowCount(), 3);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
        QCOMPARE(chosen, std::vector<std::string>{"/l/a//qlock-0000000102"});
        QVERIFY(child<QLabel>(u"findingText"_s)->text().startsWith(u"/l/a"_s));
        QCOMPARE(child<QLabel>(u"findingEvidence"_s)->text(), u"Evidence: It was seen."_s);
        QCOMPARE(child<QLabel>(u"findingAdvice"_s)->text(), u"Recommendation: Look after it."_s);
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(chosen.size(), 2U); // the action applies to the selected finding
        QCOMPARE(chosen.back(), std::string("/l/b//q"));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->currentIndex()).center());
        QCOMPARE(chosen.size(), 3U); // again
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen.size(), 4U);
        QTest::keyClick(list, Qt::Key_Down);
        QVERIFY(!child<QPushButton>(u"findingGo"_s)->isVisible()); // a directory, not a lock
        QVERIFY(m_panel->isSelectionWithoutLock());
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen.size(), 4U);
        QTest::keyClick(list, Qt::Key_Escape);
        QVERIFY(!child<QLabel>(u"findingText"_s)->isVisible());
    }

    /// The queue has no row for it, so it is released from the finding itself.
    void aStrayChildCanBeReleased()
    {
        auto viewState = test::liveViewState(snapshotWith(
            {test::mutexLock("/l/a", 2)}, {finding(FindingKind::StrayChild, Severity::Critical, "/l/a", "stray"),
                                           finding(FindingKind::LongHold, Severity::Warning, "/l/a", "x")}));
        m_panel->setViewState(viewState);
        std::vector<std::string> released;
        connect(m_panel.get(), &ui::FindingsPanel::strayReleaseWanted, this,
                [&](const inspect::ContenderKey& stray) { released.push_back(toString(stray)); });
        auto* list = child<QListView>(u"findingsList"_s);
        auto* button = child<QPushButton>(u"findingRelease"_s);
        list->setCurrentIndex(list->model()->index(1, 0));
        QVERIFY(!button->isVisible()); // a contender is released from its own row
        list->setCurrentIndex(list->model()->index(0, 0));
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), u"Release stray…"_s);
        QCOMPARE(button->accessibleName(), u"Release /l/a/stray"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(released, std::vector<std::string>{"/l/a//qstray"});
        viewState.access = ui::WriteAccess::Locked;
        m_panel->setViewState(viewState);
        QVERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(u"Unlock it first"_s), qPrintable(button->toolTip()));
        viewState.access = ui::WriteAccess::Free;
        viewState.session.state = SessionState::Suspended;
        m_panel->setViewState(viewState);
        QVERIFY(!button->isEnabled());
    }

    void theLimitsFileIsShown()
    {
        auto noted = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "x");
        noted.note = "nightly batch";
        noted.owner = "data team";
        auto muted = finding(FindingKind::LongWait, Severity::Warning, "/l/b");
        muted.mutedUntil = WallTime(std::chrono::hours(500'000));
        auto snapshot = *snapshotWith({test::mutexLock("/l/a", 2)}, {noted});
        auto* label = child<QLabel>(u"findingsMuted"_s);
        m_panel->setViewState(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        QVERIFY(!label->isVisible());
        snapshot.muted = {muted};
        m_panel->setViewState(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(), u"1 muted"_s);
        QVERIFY2(label->toolTip().contains(u"Waited for too long at /l/b, until "_s), qPrintable(label->toolTip()));
        auto* list = child<QListView>(u"findingsList"_s);
        QCOMPARE(list->model()->rowCount(), 1);
        list->setCurrentIndex(list->model()->index(0, 0));
        QCOMPARE(child<QLabel>(u"findingNote"_s)->text(), u"Note: nightly batch\nOwner: data team"_s);
        QTest::mouseClick(child<QPushButton>(u"findingCopy"_s), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"\nNote: nightly batch\nOwner: data team\n"_s));
    }

    void theWaitsAtItsBeginAreShownAndCopied()
    {
        auto waits = finding(FindingKind::LongWait, Severity::Warning, "/l/b", "q");
        waits.chain = "client-2 has waited 7 min for /l/b, which client-1 holds.\nHead of the chain: client-1.\n";
        m_panel->setViewState(test::liveViewState(snapshotWith({}, {waits})));
        auto* list = child<QListView>(u"findingsList"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        const auto shown = u"Waits when it began:\nclient-2 has waited 7 min for /l/b, which client-1 holds.\n"
                           u"Head of the chain: client-1."_s;
        QCOMPARE(child<QLabel>(u"findingChain"_s)->text(), shown);
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(shown));
        waits.chain.clear();
        m_panel->setViewState(test::liveViewState(snapshotWith({}, {waits})));
        QVERIFY(!child<QLabel>(u"findingChain"_s)->isVisible());
    }

    void itCanBeCopied()
    {
        showThree();
        auto* list = child<QListView>(u"findingsList"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        const auto copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(u"CRITICAL: Owner session has ended\n/l/a\n"_s) &&
                     copied.contains(u"Recommendation: Look after it."_s),
                 qPrintable(copied));
        QGuiApplication::clipboard()->clear();
        QTest::mouseClick(child<QPushButton>(u"findingCopy"_s), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), copied);
    }

    void severitiesCanBeHidden()
    {
        showThree();
        auto* list = child<QListView>(u"findingsList"_s);
        auto* warnings = child<QToolButton>(u"findingsWarnings"_s);
        QCOMPARE(warnings->text(), u"1 warning"_s);
        QCOMPARE(child<QToolButton>(u"findingsCritical"_s)->text(), u"1 critical"_s);
        warnings->setFocus();
        QTest::keyClick(warnings, Qt::Key_Space);
        QCOMPARE(list->model()->rowCount(), 2);
        child<QToolButton>(u"findingsCritical"_s)->click();
        child<QToolButton>(u"findingsNotes"_s)->click();
        QCOMPARE(emptyTitle(), u"All findings are hidden"_s);
        QTest::mouseClick(child<QPushButton>(u"findingsShowAll"_s), Qt::LeftButton);
        QCOMPARE(list->model()->rowCount(), 3);
    }

    /// In a narrow panel the words give way, the numbers and the names for screen readers stay.
    void theSwitchesFitIntoANarrowPanel()
    {
        showThree();
        auto* critical = child<QToolButton>(u"findingsCritical"_s);
        const auto* notes = child<QToolButton>(u"findingsNotes"_s);
        QCOMPARE(critical->text(), u"1 critical"_s);
        QCOMPARE(notes->text(), u"1 note"_s);
        const auto narrow = child<QWidget>(u"findingsHeader"_s)->layout()->sizeHint().width() + 2;
        m_panel->resize(narrow, 400); // less by its margins
        QTRY_COMPARE(notes->text(), u"1"_s);
        QCOMPARE(critical->text(), u"1 critical"_s);
        m_panel->resize(150, 400);
        QTRY_COMPARE(critical->text(), u"1"_s);
        QCOMPARE(critical->accessibleName(), u"Show findings: 1 critical"_s);
        QVERIFY(critical->toolTip().contains(u"1 critical"_s));
        m_panel->resize(560, 400);
        QTRY_COMPARE(critical->text(), u"1 critical"_s);
        QTRY_COMPARE(notes->text(), u"1 note"_s);
    }

    void theChosenOneStaysChosen()
    {
        showThree();
        auto* list = child<QListView>(u"findingsList"_s);
        list->setCurrentIndex(list->model()->index(1, 0));
        const auto key = list->currentIndex().data(ui::KeyRole);
        QSignalSpy resets(list->model(), &QAbstractItemModel::modelReset);
        m_panel->setViewState(test::liveViewState(snapshotWith(
            {test::mutexLock("/l/b", 1)}, {finding(FindingKind::ThunderingHerd, Severity::Critical, "/l/a"),
                                           finding(FindingKind::ThunderingHerd, Severity::Critical, "/l/c"),
                                           finding(FindingKind::LongHold, Severity::Warning, "/l/b")})));
        QCOMPARE(list->currentIndex().data(ui::KeyRole), key);
        QCOMPARE(list->currentIndex().row(), 2);
        QCOMPARE(resets.count(), 0);
    }

    /// A neighbour that moves up is not selected. The action never applies to a finding of a lock that is not shown.
    void nothingElseIsSelected()
    {
        showThree();
        auto* list = child<QListView>(u"findingsList"_s);
        QStringList chosen;
        connect(m_panel.get(), &ui::FindingsPanel::findingChosen, this,
                [&](const inspect::ContenderKey& key) { chosen << QString::fromStdString(key.lock); });
        list->setCurrentIndex(list->model()->index(0, 0));
        QCOMPARE(chosen, QStringList{u"/l/a"_s});
        m_panel->setShownLock("/l/a");
        QCOMPARE(list->currentIndex().row(), 0);
        m_panel->setShownLock("/l/b");
        QVERIFY(!list->currentIndex().isValid());
        list->setCurrentIndex(list->model()->index(0, 0));
        m_panel->setViewState(test::liveViewState(
            snapshotWith({test::mutexLock("/l/b", 1)}, {finding(FindingKind::LongHold, Severity::Warning, "/l/b")})));
        QVERIFY(!list->currentIndex().isValid());
        QCOMPARE(chosen.size(), 2);
        showThree();
        list->setCurrentIndex(list->model()->index(0, 0));
        QCOMPARE(chosen.size(), 3);
        child<QToolButton>(u"findingsCritical"_s)->setChecked(false);
        QVERIFY(!list->currentIndex().isValid());
        QCOMPARE(chosen.size(), 3);
        child<QToolButton>(u"findingsCritical"_s)->setChecked(true);
        // A deadlock belongs to each lock that it names.
        auto deadlock = finding(FindingKind::Deadlock, Severity::Critical, "/l/a", "lock-0000000101");
        deadlock.nodes.emplace_back("/l/b/lock-0000000101");
        m_panel->setViewState(test::liveViewState(snapshotWith(
            {test::mutexLock("/l/a", 1), test::mutexLock("/l/b", 1), test::mutexLock("/l/c", 1)}, {deadlock})));
        list->setCurrentIndex(list->model()->index(0, 0));
        m_panel->setShownLock("/l/b");
        QVERIFY(list->currentIndex().isValid());
        m_panel->setShownLock("/l/c");
        QVERIFY(!list->currentIndex().isValid());
    }

    void theStripAboveTheLaneHasTheWorst()
    {
        const auto theme = ui::darkTheme();
        ui::FindingStrip strip;
        strip.setTheme(theme);
        strip.resize(700, strip.sizeHint().height());
        QCOMPARE(strip.text(), u"No problems found"_s);
        const auto worst = finding(FindingKind::DeadOwner, Severity::Critical, "/l/a");
        const auto other = finding(FindingKind::LongHold, Severity::Warning, "/l/a");
        strip.setFindings({&worst});
        QCOMPARE(strip.text(), u"Owner session has ended: A client does something at /l/a."_s);
        QCOMPARE(strip.accessibleName(), u"critical: Owner session has ended. A client does something at /l/a."_s);
        const auto alone = strip.grab().toImage();
        strip.setFindings({&worst, &other});
        QCOMPARE(strip.text(), u"Owner session has ended: A client does something at /l/a."_s);
        QVERIFY(strip.grab().toImage() != alone); // the strip shows that there is one more
        for (const auto* each : {"Owner session has ended", "Held for too long"})
            QVERIFY2(strip.toolTip().contains(QString::fromLatin1(each)), qPrintable(strip.toolTip()));
        const auto isAlarming = [&] {
            const auto image = strip.grab().toImage();
            return image.pixelColor(1, image.height() / 2).rgb() == theme.bad.rgb();
        };
        QVERIFY(isAlarming());
        strip.setStale(true);
        QVERIFY(!isAlarming());
        strip.setFindings({});
        QCOMPARE(strip.text(), u"No problems found"_s);
        strip.setFindings({}, u"No server reported the session owners."_s);
        QCOMPARE(strip.text(), u"No problems found, but some checks were not possible"_s);
        QVERIFY(strip.toolTip().contains(u"No server reported the session owners."_s));
    }

    /// As in the release box.
    void aNarrowStripHasTheTitleAlone()
    {
        ui::FindingStrip strip;
        const auto painted = [&strip](const Finding& each, int width) {
            strip.resize(width, strip.sizeHint().height());
            strip.setFindings({&each});
            return strip.grab().toImage();
        };
        auto found = finding(FindingKind::LongHold, Severity::Warning, "/l/a");
        found.text = "billing-worker-2 has held the lock for 4 m 12 s, longer than the limit of 58 s.";
        auto bare = found;
        bare.text.clear();
        const auto narrow = strip.fontMetrics().horizontalAdvance(ui::findingTitle(found)) + 90;
        QCOMPARE(painted(found, narrow), painted(bare, narrow));
        QVERIFY(painted(found, 700) != painted(bare, 700));
        QVERIFY(strip.toolTip().contains(u"Held for too long"_s));
        painted(found, narrow);
        QVERIFY(strip.toolTip().contains(QString::fromStdString(found.text)));
    }

    void theStripIsChosenByMouseAndKeys()
    {
        ui::FindingStrip strip;
        strip.resize(700, strip.sizeHint().height());
        std::vector<std::string> chosen;
        connect(&strip, &ui::FindingStrip::chosen, this,
                [&](const std::string& identity) { chosen.push_back(identity); });
        QTest::mouseClick(&strip, Qt::LeftButton);
        QTest::keyClick(&strip, Qt::Key_Return);
        QVERIFY(chosen.empty());                     // there is none
        QVERIFY(strip.focusPolicy() & Qt::TabFocus); // the focus stays when a finding ends
        const auto worst = finding(FindingKind::DeadOwner, Severity::Critical, "/l/a", "x");
        strip.setFindings({&worst});
        QTest::mouseClick(&strip, Qt::LeftButton);
        QTest::mouseClick(&strip, Qt::RightButton);
        QTest::mousePress(&strip, Qt::LeftButton);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, {10, -50}); // taken back
        QCOMPARE(chosen.size(), 1U);
        for (const auto key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Down})
            QTest::keyClick(&strip, key);
        QCOMPARE(chosen, std::vector<std::string>(4, identityOf(worst)));
    }

    /// Its link says whether the finding is muted, and keeps the place and the focus.
    void theStripMutesItsFinding()
    {
        QWidget window;
        window.resize(800, 100);
        ui::FindingStrip strip(&window);
        strip.resize(700, strip.sizeHint().height());
        std::vector<std::pair<std::string, bool>> wanted;
        connect(&strip, &ui::FindingStrip::muteWanted, this,
                [&](const std::string& group, bool muted) { wanted.emplace_back(group, muted); });
        auto chosen = 0;
        connect(&strip, &ui::FindingStrip::chosen, this, [&chosen] { ++chosen; });
        const auto worst = finding(FindingKind::LongHold, Severity::Warning, "/l/a", "x");
        strip.setFindings({&worst});
        QVERIFY(!strip.findChild<QToolButton*>());
        const auto height = strip.sizeHint().height();
        strip.setMuting(ui::FindingStrip::Muting::Offered);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* link = strip.findChild<QToolButton*>(u"findingStripMute"_s);
        QVERIFY(link && link->isVisible() && strip.rect().contains(link->geometry()));
        QCOMPARE(strip.sizeHint().height(), height);
        QCOMPARE(link->text(), u"Mute"_s);
        strip.setFocus();
        QTest::keyClick(&strip, Qt::Key_Tab);
        QVERIFY(link->hasFocus());
        QTest::mouseClick(link, Qt::LeftButton);
        QTest::keyClick(link, Qt::Key_Space);
        QTest::keyClick(link, Qt::Key_Return);
        const auto group = ui::groupOf(worst);
        QCOMPARE(wanted.size(), 3U);
        for (const auto& each : wanted)
            QVERIFY(each == std::pair(group, true));
        strip.setMuting(ui::FindingStrip::Muting::Muted);
        QVERIFY(link->hasFocus());
        QVERIFY2(link->text().contains(u"Unmute"_s), qPrintable(link->text()));
        QVERIFY(link->accessibleName().startsWith(u"Unmute"_s));
        link->click();
        QVERIFY(wanted.back() == std::pair(group, false));
        QCOMPARE(chosen, 0);
        strip.setFindings({});
        strip.setMuting(ui::FindingStrip::Muting::None);
        QVERIFY(!link->isVisible() && strip.hasFocus());
    }

    void theStripKeepsItsHeightWithEachFont()
    {
        const auto worst = finding(FindingKind::DeadOwner, Severity::Critical, "/l/a");
        for (const auto points : {8, 10, 20}) {
            ui::FindingStrip strip;
            strip.setNamesLink(true);
            auto font = strip.font();
            font.setPointSize(points);
            strip.setFont(font);
            strip.resize(1'200, strip.sizeHint().height());
            const auto height = strip.sizeHint().height();
            QVERIFY(height > QFontMetrics(font).height());
            strip.setFindings({&worst});
            strip.setMuting(ui::FindingStrip::Muting::Offered);
            QCOMPARE(strip.sizeHint().height(), height);
            const auto* link = strip.findChild<QToolButton*>();
            QVERIFY(strip.rect().contains(link->geometry()));
            strip.setFindings({});
            strip.setMuting(ui::FindingStrip::Muting::None);
            QCOMPARE(strip.sizeHint().height(), height);
        }
    }

    void locksShowWhatWasFound()
    {
        const auto snapshot = snapshotWith({test::mutexLock("/l/calm", 4), test::mutexLock("/l/dead", 1),
                                            test::mutexLock("/l/late", 2), test::mutexLock("/l/noted", 1)},
                                           {finding(FindingKind::DeadOwner, Severity::Critical, "/l/dead"),
                                            finding(FindingKind::LongWait, Severity::Warning, "/l/late"),
                                            finding(FindingKind::ThunderingHerd, Severity::Info, "/l/noted")});
        ui::LocksModel model;
        ui::LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(snapshot->locks, ui::concernsOf(*snapshot));
        QStringList order;
        for (auto row = 0; row < 4; ++row)
            order << proxy.index(row, 0).data().toString();
        QCOMPARE(order, (QStringList{u"/l/dead"_s, u"/l/late"_s, u"/l/noted"_s, u"/l/calm"_s}));
        const auto cell = [&](const char* path) {
            return model.indexOf(path).siblingAtColumn(ui::LocksModel::Severity);
        };
        const auto mark = [&](const char* path) { return cell(path).data(ui::MarkRole).value<ui::Mark>(); };
        const auto tone = [&](const char* path) { return cell(path).data(ui::MarkToneRole).value<ui::Tone>(); };
        QCOMPARE(mark("/l/dead"), ui::Mark::Triangle);
        QCOMPARE(tone("/l/dead"), ui::Tone::Bad);
        QCOMPARE(mark("/l/late"), ui::Mark::WarningTriangle);
        QCOMPARE(tone("/l/late"), ui::Tone::Warn);
        QCOMPARE(mark("/l/calm"), ui::Mark::Filled);
        // A wait that is a finding has its colour, also in words.
        const auto wait = [&](const char* path) {
            return model.indexOf(path).siblingAtColumn(ui::LocksModel::LongestWait);
        };
        QCOMPARE(wait("/l/late").data(ui::ToneRole).value<ui::Tone>(), ui::Tone::Warn);
        QVERIFY(wait("/l/late").data(ui::StrongRole).toBool());
        QVERIFY(wait("/l/late").data(Qt::AccessibleTextRole).toString().contains(u"warning"_s));
        QCOMPARE(wait("/l/calm").data(ui::ToneRole).value<ui::Tone>(), ui::Tone::Normal);
        QVERIFY(!wait("/l/calm").data(ui::StrongRole).toBool());
        QCOMPARE(model.indexOf("/l/late").siblingAtColumn(ui::LocksModel::Waiting).data(ui::ToneRole).value<ui::Tone>(),
                 ui::Tone::Wait); // never amber
        QVERIFY(model.indexOf("/l/dead").data(Qt::ToolTipRole).toString().contains(u"1 finding, severity: critical"_s));
        // The same locks, without findings.
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setLocks(snapshot->locks, {});
        QVERIFY(changed.count() > 0);
        QCOMPARE(mark("/l/dead"), ui::Mark::Filled);
        proxy.orderAnew();
        QCOMPARE(model.rankAt(model.indexOf("/l/dead")).badness.severity, 0);
    }
};

} // namespace lockscope::findingsTest

LOCKSCOPE_TEST(lockscope::findingsTest::FindingsTest)
#include "FindingsTest.moc"
