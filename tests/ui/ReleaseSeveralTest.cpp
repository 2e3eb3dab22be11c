// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Several contenders released with one review: which ones, in which order, and what stops them.

#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/ReleasePlans.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/dialogs/ReleaseSeveralDialog.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::releaseSeveralTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::childOf;
using ui::ReleaseListModel;

namespace {

release::ReleasePlan planOf(int number)
{
    auto plan = test::somePlan();
    plan.lockPath = "/locks/" + std::to_string(number);
    plan.nodePath = plan.lockPath + "/" + plan.node;
    plan.creationId = 0x5060 + number;
    plan.owner = 0x160 + number;
    plan.client = "worker-" + std::to_string(number);
    return plan;
}

/// The dialog with as many contenders, whose plans the test gives, and who keeps the confirmed releases.
class Shown final {
public:
    /// Without a plan for the row `silent`.
    explicit Shown(int count, std::int64_t shownCreationId = 0, int silent = -1)
        : unanswered(silent)
        , dialog(selectionOf(count, shownCreationId), pathsOf(count), clock)
    {
        for (auto number = 0; number < count; ++number)
            plans.emplace_back(planOf(number));
        QObject::connect(&dialog, &ui::ReleaseSeveralDialog::planWanted, &dialog, [this](int row) {
            if (row != unanswered)
                dialog.setPlan(row, plans[static_cast<std::size_t>(row)]);
        });
        QObject::connect(&dialog, &ui::ReleaseSeveralDialog::confirmed, &dialog,
                         [this](int row, const release::ReleasePlan& plan, const release::ChangeReason& changeReason) {
                             rows.push_back(row);
                             confirmed.push_back(plan);
                             reason = QString::fromStdString(changeReason.reason);
                         });
        dialog.show();
        dialog.readAgain();
    }

    [[nodiscard]] QString cell(int row, int column) const
    {
        return table->model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString state(int row) const { return cell(row, ReleaseListModel::State); }
    [[nodiscard]] QString result() const { return childOf<QLabel>(dialog, u"releaseSeveralResult"_s)->text(); }
    [[nodiscard]] QPushButton* button(const QString& name) const
    {
        return childOf<QPushButton>(dialog, u"releaseSeveral"_s + name);
    }
    void press(const QString& name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    void giveReason() const { childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"stuck"_s); }
    /// The release of this row ends like this.
    void released(int row, bool isGone = true)
    {
        release::ReleaseOutcome outcome;
        outcome.plan = confirmed.back();
        outcome.releaseResult.isGone = isGone;
        dialog.setOutcome(row, outcome);
    }

    int unanswered; ///< the row whose plan is not given
    test::ManualClock clock;
    ui::ReleaseSeveralDialog dialog;
    QTableView* table = childOf<QTableView>(dialog, u"releaseSeveralTable"_s);
    std::vector<Result<release::ReleasePlan>> plans;
    std::vector<int> rows; ///< of the confirmed releases
    std::vector<release::ReleasePlan> confirmed;
    QString reason;

private:
    static ui::ReleaseSelection selectionOf(int count, std::int64_t shownCreationId)
    {
        ui::ReleaseSelection selection{u"10.20.4.101"_s};
        for (auto number = 0; number < count; ++number)
            selection.targets.push_back(
                {{"/locks/" + std::to_string(number), inspect::LockPart::Queue, "lock-0000000101"}, shownCreationId});
        return selection;
    }
    static QStringList pathsOf(int count)
    {
        QStringList paths;
        for (auto number = 0; number < count; ++number)
            paths << u"/locks/%1/lock-0000000101"_s.arg(number);
        return paths;
    }
};

QStringList keysOf(const ui::ReleaseSelection& selection)
{
    QStringList keys;
    for (const auto& target : selection.targets)
        keys << QString::fromStdString(toString(target.key));
    return keys;
}

inspect::ContenderKey keyOf(const std::string& lock, int number)
{
    return {lock, inspect::LockPart::Queue, "lock-0000000" + std::to_string(number)};
}

} // namespace

class ReleaseSeveralTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    /// Else the release of the first would make the second one a holder, which was not reviewed.
    void waitersAreReleasedBeforeTheirHolder()
    {
        const auto snapshot = test::snapshot({test::mutexLock("/a", 3), test::mutexLock("/b", 2)});
        const auto selection = ui::releaseSelection(*snapshot, u"all"_s,
                                                    {keyOf("/a", 101), keyOf("/b", 101), keyOf("/a", 102),
                                                     keyOf("/a", 103), keyOf("/a", 999), keyOf("/c", 101)});
        QCOMPARE(keysOf(selection), (QStringList{u"/a//qlock-0000000103"_s, u"/a//qlock-0000000102"_s,
                                                 u"/a//qlock-0000000101"_s, u"/b//qlock-0000000101"_s}));
        QCOMPARE(selection.targets.front().shownCreationId, std::int64_t(0x5067));
    }

    void allOfASessionOrOfAHost()
    {
        const auto queueOf = [](std::int64_t session, const std::string& host) {
            auto made = test::contender(101, 1'000);
            made.details->session = session;
            made.details->host = host;
            return std::vector<inspect::Contender>{made};
        };
        const auto lockOf = [&](const std::string& path, std::int64_t session, const std::string& host) {
            return std::make_shared<inspect::Lock>(test::mutexQueue(path, queueOf(session, host)));
        };
        const auto snapshot =
            test::snapshot({lockOf("/a", 0x71, "10.0.0.7:4000"), lockOf("/b", 0x71, "10.0.0.7:4000"),
                            lockOf("/c", 0x72, "10.0.0.7:5000"), lockOf("/d", 0x73, "10.0.0.77:4000")});
        const auto sessions = inspect::summariesOf(*snapshot, inspect::WhichSessions::WithLocks);
        const auto found = std::find_if(sessions.begin(), sessions.end(),
                                        [](const auto& session) { return session.owner.session == 0x71; });
        QVERIFY(found != sessions.end());
        const auto ofSession = ui::selectionOfSession(*snapshot, *found);
        QCOMPARE(ofSession.name, u"0x71"_s);
        QCOMPARE(keysOf(ofSession), (QStringList{u"/a//qlock-0000000101"_s, u"/b//qlock-0000000101"_s}));
        const auto ofHost = ui::selectionOfHost(*snapshot, sessions, "10.0.0.7:4000");
        QCOMPARE(ofHost.name, u"10.0.0.7"_s);
        QCOMPARE(keysOf(ofHost),
                 (QStringList{u"/a//qlock-0000000101"_s, u"/b//qlock-0000000101"_s, u"/c//qlock-0000000101"_s}));
        QVERIFY(ui::selectionOfHost(*snapshot, sessions, {}).targets.empty()); // unknown hosts are not one host
    }

    /// The sessions are collected later than the view is updated.
    void anotherSessionsNodeIsLeftOut()
    {
        const auto heldBy = [](const std::string& path, std::int64_t session) {
            auto made = test::contender(101, 1'000);
            made.details->session = session;
            made.details->host = "10.0.0.7:4000";
            return std::make_shared<inspect::Lock>(test::mutexQueue(path, {made}));
        };
        const auto before = test::snapshot({heldBy("/a", 0x71), heldBy("/b", 0x71)});
        const auto now = test::snapshot({heldBy("/a", 0x72), heldBy("/b", 0x71)});
        const auto sessions = inspect::summariesOf(*before, inspect::WhichSessions::WithLocks);
        QCOMPARE(sessions.size(), 1U);
        const QStringList left{u"/b//qlock-0000000101"_s};
        QCOMPARE(keysOf(ui::selectionOfSession(*now, sessions.front())), left);
        QCOMPARE(keysOf(ui::selectionOfHost(*now, sessions, "10.0.0.7:4000")), left);
    }

    void portsAreNotPartOfAHost_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("expected");
        QTest::newRow("address") << u"10.0.0.7:51844"_s << u"10.0.0.7"_s;
        QTest::newRow("without a port") << u"10.0.0.7"_s << u"10.0.0.7"_s;
        QTest::newRow("IPv6") << u"[fe80::7]:51844"_s << u"[fe80::7]"_s;
        QTest::newRow("IPv6 alone") << u"fe80::7"_s << u"fe80::7"_s;
        QTest::newRow("name") << u"worker-7"_s << u"worker-7"_s;
        QTest::newRow("no number") << u"a:b"_s << u"a:b"_s;
    }
    void portsAreNotPartOfAHost()
    {
        QFETCH(QString, host);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(ui::hostWithoutPort(host.toStdString())), expected);
    }

    void orphansBelowAPath()
    {
        const auto orphaned = [](const std::string& path) {
            auto made = test::contender(101, 1'000);
            made.details->session = 0;
            return std::make_shared<inspect::Lock>(test::mutexQueue(path, {made, test::contender(102, 500)}));
        };
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({orphaned("/a/1"), orphaned("/a2"), test::mutexLock("/a/3", 2)}));
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::StrayChild;
        finding.path = "/a/3";
        finding.nodes = {"/a/3/0"};
        QCOMPARE(keysOf(ui::orphansBelow(*snapshot, "/a")), (QStringList{u"/a/1//qlock-0000000101"_s, u"/a/3//q0"_s}));
        QCOMPARE(ui::orphansBelow(*snapshot, "/").targets.size(), 3U);
        const auto none = ui::orphansBelow(*snapshot, "/elsewhere");
        QCOMPARE(ui::whyNotTogether(none), u"There is nothing to release."_s);
    }

    void tooManyAreNotReviewed()
    {
        ui::ReleaseSelection selection;
        selection.targets.resize(ui::mostReleasedAtOnce);
        QVERIFY(ui::whyNotTogether(selection).isEmpty());
        selection.targets.resize(ui::mostReleasedAtOnce + 1);
        QVERIFY(ui::whyNotTogether(selection).startsWith(u"At most 50 nodes"_s));
    }

    void eachIsListedWithItsGuard()
    {
        const Shown shown(2);
        QCOMPARE(shown.table->model()->rowCount(), 2);
        QCOMPARE(shown.cell(1, ReleaseListModel::Target), u"/locks/1/lock-0000000101"_s);
        QCOMPARE(shown.state(1), u"Ready"_s);
        QCOMPARE(shown.cell(1, ReleaseListModel::Client), u"worker-1 (holder)"_s);
        QCOMPARE(shown.cell(1, ReleaseListModel::Session), u"0x161"_s);
        QCOMPARE(shown.cell(1, ReleaseListModel::Host), u"10.20.4.101"_s);
        QVERIFY(shown.cell(1, ReleaseListModel::Guard).contains(u"0x5061"_s));
        QVERIFY(!shown.cell(1, ReleaseListModel::Effect).isEmpty());
        const auto details = childOf<QLabel>(shown.dialog, u"releaseSeveralDetails"_s)->text();
        QVERIFY2(details.contains(u"The servers say so."_s), qPrintable(details));
    }

    void oneAfterTheOther()
    {
        Shown shown(2);
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
        QVERIFY(shown.button(u"Release"_s)->toolTip().contains(u"Enter the reason."_s));
        shown.giveReason();
        QCOMPARE(shown.button(u"Release"_s)->text(), u"Release 2"_s);
        shown.press(u"Release"_s);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QCOMPARE(shown.state(0), u"Releasing…"_s);
        QCOMPARE(shown.state(1), u"Ready"_s);
        QVERIFY(!shown.button(u"Release"_s)->isEnabled() && shown.button(u"Stop"_s)->isVisible());
        shown.released(0);
        QCOMPARE(shown.rows, (std::vector<int>{0, 1}));
        QCOMPARE(shown.confirmed.back().creationId, std::int64_t(0x5061));
        QCOMPARE(shown.reason, u"stuck"_s);
        shown.released(1);
        QCOMPARE(shown.rows.size(), 2U);
        QCOMPARE(shown.state(0), u"Released"_s);
        QVERIFY2(shown.result().startsWith(u"Released: 2."_s), qPrintable(shown.result()));
        QVERIFY(!shown.button(u"Stop"_s)->isVisible());
        QCOMPARE(shown.button(u"Cancel"_s)->text(), u"Close"_s);
        shown.press(u"Copy"_s);
        const auto copied = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(copied.size(), 2);
        QVERIFY2(copied[1].contains(u"/locks/1/lock-0000000101"_s) && copied[1].contains(u"Released"_s),
                 qPrintable(copied[1]));
    }

    void whatChangesIsNotReleasedUntilItIsReviewed()
    {
        Shown shown(3);
        const QAbstractItemModelTester tester(shown.table->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        shown.giveReason();
        QVERIFY(!shown.button(u"Review"_s)->isVisible());
        shown.plans[1]->creationId = 0x6000;
        shown.dialog.readAgain();
        QCOMPARE(shown.state(1), u"Changed"_s);
        QCOMPARE(shown.button(u"Release"_s)->text(), u"Release 2"_s);
        QVERIFY(shown.button(u"Review"_s)->isVisible());
        shown.press(u"Release"_s);
        shown.released(0);
        shown.released(2);
        QCOMPARE(shown.rows, (std::vector<int>{0, 2}));
        QVERIFY2(shown.result().contains(u"Changed: 1."_s), qPrintable(shown.result()));
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
        shown.press(u"Review"_s);
        QCOMPARE(shown.state(1), u"Ready"_s);
        shown.press(u"Release"_s);
        QCOMPARE(shown.rows, (std::vector<int>{0, 2, 1}));
        QCOMPARE(shown.confirmed.back().creationId, std::int64_t(0x6000));
    }

    void valuesAreReadEverySecond()
    {
        Shown shown(1);
        shown.plans[0]->holds = false;
        QTRY_COMPARE(shown.state(0), u"Changed"_s);
    }

    void aNodeThatWasReplacedBeforeIsChanged()
    {
        Shown shown(1, 0x5000);
        QCOMPARE(shown.state(0), u"Changed"_s);
        shown.giveReason();
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
        QVERIFY(shown.button(u"Release"_s)->toolTip().contains(u"Review Again"_s));
    }

    void whatIsNotCheckedStays()
    {
        Shown shown(3);
        shown.giveReason();
        shown.table->setFocus();
        QTest::keyClick(shown.table, Qt::Key_Down);
        QTest::keyClick(shown.table, Qt::Key_Space);
        QCOMPARE(shown.button(u"Release"_s)->text(), u"Release 2"_s);
        shown.press(u"Release"_s);
        shown.released(0);
        shown.released(2);
        QCOMPARE(shown.rows, (std::vector<int>{0, 2}));
        QCOMPARE(shown.state(1), u"Ready"_s);
    }

    void stopEndsAfterThePresentOne()
    {
        Shown shown(3);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.press(u"Stop"_s);
        QVERIFY(shown.result().contains(u"Stops after the present release."_s));
        shown.released(0);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QVERIFY2(shown.result().contains(u"Not released: 2."_s), qPrintable(shown.result()));
        shown.press(u"Release"_s); // it can go on
        QCOMPARE(shown.rows, (std::vector<int>{0, 1}));
        QTest::keyClick(&shown.dialog, Qt::Key_Escape);
        QVERIFY(shown.dialog.isVisible());
        shown.released(1);
        QCOMPARE(shown.rows.size(), 2U);
        QTest::keyClick(&shown.dialog, Qt::Key_Escape);
        QVERIFY(!shown.dialog.isVisible());
    }

    void aRefusalConcernsOneOnly()
    {
        Shown shown(3);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.dialog.setOutcome(0, failure(ErrorCode::Refused, "release", "/locks/0", "it is another node"));
        QCOMPARE(shown.state(0), u"Changed"_s);
        QCOMPARE(shown.rows, (std::vector<int>{0, 1}));
        shown.dialog.setOutcome(1, failure(ErrorCode::NoAuth, "release", "/locks/1"));
        QCOMPARE(shown.state(1), u"Refused"_s);
        shown.dialog.setOutcome(2, failure(ErrorCode::NoNode, "release", "/locks/2"));
        QCOMPARE(shown.state(2), u"Gone"_s);
        QVERIFY2(shown.result().contains(u"Changed: 1. Gone: 1. Refused: 1."_s), qPrintable(shown.result()));
    }

    void anUnknownOutcomeEndsThem()
    {
        Shown shown(2);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.dialog.setOutcome(0, failure(ErrorCode::ConnectionLoss, "release", "/locks/0"));
        QCOMPARE(shown.state(0), u"Unknown"_s);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QVERIFY(shown.result().contains(u"Unknown: 1. Not released: 1."_s));
    }

    /// The user has not seen its plan.
    void whatIsReadLaterIsNotReleased()
    {
        Shown shown(3, 0, 1);
        QCOMPARE(shown.state(1), u"Not read"_s);
        shown.giveReason();
        QCOMPARE(shown.button(u"Release"_s)->text(), u"Release 2"_s);
        shown.press(u"Release"_s);
        QVERIFY2(shown.result().contains(u"Still to release: 1."_s), qPrintable(shown.result()));
        shown.dialog.setPlan(1, shown.plans[1]);
        QCOMPARE(shown.state(1), u"Ready"_s);
        QVERIFY2(shown.result().contains(u"Still to release: 1."_s), qPrintable(shown.result()));
        shown.released(0);
        shown.released(2);
        QCOMPARE(shown.rows, (std::vector<int>{0, 2}));
        QVERIFY2(shown.result().contains(u"Not released: 1."_s), qPrintable(shown.result()));
        shown.press(u"Release"_s); // now it was shown
        QCOMPARE(shown.rows, (std::vector<int>{0, 2, 1}));
    }

    void whatWasNotReadIsSaid()
    {
        Shown shown(2, 0, 1);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.released(0);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QCOMPARE(shown.result(), u"Released: 1. Not read: 1."_s);
    }

    /// That asks for a confirmation, which the user has not given.
    void whatMayNoLongerBeALockIsNotReleased()
    {
        Shown shown(2);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.plans[1]->certainty = inspect::Certainty::Possible;
        shown.dialog.readAgain();
        shown.released(0);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
    }

    void oldValuesAreNotReleased()
    {
        Shown shown(2);
        shown.giveReason();
        shown.plans[1] = failure(ErrorCode::NoConnection, "release", "/locks/1", "the server is silent");
        const auto age = [&] { return childOf<QLabel>(shown.dialog, u"releaseSeveralAge"_s)->text(); };
        shown.dialog.readAgain();
        QCOMPARE(shown.state(1), u"Ready"_s);
        QVERIFY2(age().startsWith(u"Values are updated every second."_s), qPrintable(age()));
        shown.clock.advance(6s);
        shown.dialog.readAgain();
        QCOMPARE(shown.state(0), u"Ready"_s);
        QCOMPARE(shown.state(1), u"Not read"_s);
        QCOMPARE(shown.button(u"Release"_s)->text(), u"Release 1"_s);
        QVERIFY2(age().endsWith(u"Not read: 1."_s), qPrintable(age()));
        shown.table->selectRow(1);
        const auto details = childOf<QLabel>(shown.dialog, u"releaseSeveralDetails"_s)->text();
        QVERIFY2(details.contains(u"he server is silent"_s), qPrintable(details));
        shown.plans[1] = planOf(1);
        shown.dialog.readAgain();
        QCOMPARE(shown.state(1), u"Ready"_s); // it is as it was reviewed
        shown.clock.advance(6s);
        shown.plans[1]->creationId = 0x6000;
        shown.dialog.readAgain();
        QCOMPARE(shown.state(1), u"Changed"_s);
    }

    /// The time for which the connection was unlocked may end.
    void aConnectionThatIsLockedEndsThem()
    {
        Shown shown(3);
        QString why;
        shown.dialog.setWhyLocked([&] { return why; });
        shown.giveReason();
        shown.press(u"Release"_s);
        why = u"It is read-only."_s;
        shown.released(0);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QCOMPARE(shown.result(), u"Released: 1. Not released: 2. It is read-only."_s);
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
        QVERIFY(shown.button(u"Release"_s)->toolTip().contains(why));
    }

    /// The client refuses the request: the node has not changed.
    void aRefusalOfALockedConnectionEndsThem()
    {
        Shown shown(2);
        QString why;
        shown.dialog.setWhyLocked([&] { return why; });
        shown.giveReason();
        shown.press(u"Release"_s);
        why = u"It is read-only."_s;
        shown.dialog.setOutcome(0, failure(ErrorCode::Refused, "release", "/locks/0", "this connection is read-only"));
        QCOMPARE(shown.state(0), u"Ready"_s);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QCOMPARE(shown.result(), u"Released: 0. Not released: 2. It is read-only."_s);
    }

    void aNodeThatMayRemainEndsThem()
    {
        Shown shown(2);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.released(0, false);
        QCOMPARE(shown.state(0), u"Unknown"_s);
        QCOMPARE(shown.rows, std::vector<int>{0});
    }

    /// The name may be a lock's path, which is foreign text.
    void theNameIsNotMarkup()
    {
        const test::ManualClock clock;
        const ui::ReleaseSeveralDialog dialog({u"/locks/<b>x</b>"_s}, {}, clock);
        const auto* name = childOf<QLineEdit>(dialog, u"releaseName"_s);
        const auto labels = dialog.findChildren<QLabel*>();
        const auto label =
            std::find_if(labels.begin(), labels.end(), [name](const QLabel* each) { return each->buddy() == name; });
        QVERIFY(label != labels.end());
        QCOMPARE((*label)->text(), u"Type “/locks/<b>x</b>”"_s);
        QCOMPARE((*label)->textFormat(), Qt::PlainText);
    }

    void productionAsksForTheName()
    {
        Shown shown(1);
        auto* name = childOf<QLineEdit>(shown.dialog, u"releaseName"_s);
        QVERIFY(!name->isVisible());
        shown.dialog.setConnection(u"live"_s, true);
        QVERIFY(name->isVisible());
        QVERIFY(childOf<QLabel>(shown.dialog, u"releaseProduction"_s)->isVisible());
        shown.giveReason();
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
        name->setText(u"10.20.4.101"_s);
        QVERIFY(shown.button(u"Release"_s)->isEnabled());
    }

    void whatMayNotBeALockIsConfirmed()
    {
        Shown shown(2);
        shown.giveReason();
        shown.plans[1]->certainty = inspect::Certainty::Possible;
        shown.dialog.readAgain();
        auto* possible = childOf<QCheckBox>(shown.dialog, u"releaseSeveralPossible"_s);
        QVERIFY(possible->isVisible());
        childOf<QLineEdit>(shown.dialog, u"releaseName"_s)->setText(u"10.20.4.101"_s);
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
        possible->setChecked(true);
        QVERIFY(shown.button(u"Release"_s)->isEnabled());
    }

    void onlyControlAndReturnReleases()
    {
        Shown shown(1);
        shown.giveReason();
        shown.button(u"Release"_s)->setFocus();
        QTest::keyClick(&shown.dialog, Qt::Key_Return);
        QVERIFY(shown.rows.empty() && shown.dialog.isVisible());
        QTest::keyClick(&shown.dialog, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.rows, std::vector<int>{0});
    }

    void anotherConnectionEndsIt()
    {
        Shown shown(3);
        shown.giveReason();
        shown.press(u"Release"_s);
        shown.dialog.setDisconnected();
        QCOMPARE(shown.state(0), u"Releasing…"_s);
        QCOMPARE(shown.state(1), u"Refused"_s);
        shown.released(0);
        QCOMPARE(shown.state(0), u"Released"_s);
        QCOMPARE(shown.rows, std::vector<int>{0});
        QVERIFY(!shown.button(u"Release"_s)->isEnabled());
    }

    void whatHasLeftIsSaid()
    {
        Shown shown(2);
        shown.giveReason();
        shown.plans[0] = failure(ErrorCode::NoConnection, "release", "/locks/0"); // says nothing about the node
        shown.dialog.readAgain();
        QCOMPARE(shown.state(0), u"Ready"_s);
        shown.plans[0] = failure(ErrorCode::NoNode, "release", "/locks/0");
        shown.dialog.readAgain();
        QCOMPARE(shown.state(0), u"Gone"_s);
        QCOMPARE(shown.button(u"Release"_s)->text(), u"Release 1"_s);
    }

    void redisHasOwnersInsteadOfSessions()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::fairLock(0ms, 20s, false)}));
        snapshot->backend = inspect::Backend::Redis;
        const auto& lock = *snapshot->locks.front();
        std::vector<inspect::ContenderKey> keys;
        for (const auto& contender : lock.queue)
            keys.push_back(lock.keyOf(contender));
        const auto selection = ui::releaseSelection(*snapshot, u"checkout-12"_s, keys);
        QCOMPARE(selection.targets.size(), 3U);
        ReleaseListModel model(selection, {u"checkout-12"_s, u"checkout-12"_s, u"checkout-12"_s});
        for (auto row = 0; row < 3; ++row) {
            const auto* contender = lock.find(selection.targets[static_cast<std::size_t>(row)].key);
            model.setPlan(row, release::predictedPlan(lock, *contender, snapshot.get()), SteadyTime());
        }
        QCOMPARE(model.headerData(ReleaseListModel::Session, Qt::Horizontal, Qt::DisplayRole).toString(), u"Owner"_s);
        QCOMPARE(model.index(2, ReleaseListModel::Session).data().toString(),
                 QString::fromStdString(test::redisHolder));
        QCOMPARE(model.index(1, ReleaseListModel::State).data().toString(), u"Ready"_s);
        QVERIFY(!model.index(2, ReleaseListModel::Guard).data().toString().isEmpty());
    }
};

} // namespace lockscope::releaseSeveralTest

LOCKSCOPE_TEST(lockscope::releaseSeveralTest::ReleaseSeveralTest)
#include "ReleaseSeveralTest.moc"
