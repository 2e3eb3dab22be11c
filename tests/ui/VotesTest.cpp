// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The votes of a Redlock: the verdict in words, the table of the masters, the boxes with the quorum, the list.

#include "tests/support/Test.h"
#include "tests/ui/ModelCheck.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Warnings.h"
#include "ui/files/SaveLine.h"
#include "ui/models/LocksModel.h"
#include "ui/models/VotesModel.h"
#include "ui/models/text/VoteWords.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/RedisFactRows.h"
#include "ui/panels/VotesTable.h"
#include "ui/theme/Sizes.h"
#include "ui/theme/Theme.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/lane/VoteLane.h"

#include <QHeaderView>
#include <QImage>
#include <QTableView>

#include <algorithm>

namespace lockscope::votesTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::MasterVote;
using test::redlock;
using test::redlockToken;
using test::snapshotTime;
using ui::Mark;
using ui::VotesModel;

namespace {

const std::string x = redlockToken;
const std::string y = test::otherToken;

using Masters = std::vector<MasterVote>;

/// Quick to write: "a" has the first token, "b" the second, "-" none, "x" does not answer.
Masters masters(std::string_view votes)
{
    Masters all;
    for (const auto vote : votes)
        all.push_back({vote != 'x', vote == 'a' ? x : vote == 'b' ? y : vote == 'c' ? "0000aaaa" : std::string(), 5s});
    return all;
}

QList<Mark> marksOf(const inspect::Lock& lock)
{
    QList<Mark> marks;
    for (const auto& one : ui::voteMarks(*lock.redis))
        marks << one.mark;
    return marks;
}

} // namespace

class VotesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    /// For the shortest lease of a quorum; without a quorum nothing is exclusive.
    void theDetailsSayHowLongItIsExclusive()
    {
        auto voters = masters("aaaax");
        voters[0].lease = 2s;
        const auto held = redlock(voters);
        auto viewState = test::liveViewState(test::snapshot({held}));
        viewState.now = snapshotTime + 1s;
        const ui::ContenderView view{held.get(), &held->queue[0], false};
        const auto lease = ui::leaseFacts(viewState, view);
        QVERIFY(lease);
        QCOMPARE(lease->title, u"Exclusive for"_s);
        QCOMPARE(lease->left, u"4.0 s"_s); // of the third longest
        QCOMPARE(lease->length, u"5 s"_s);
        QCOMPARE(lease->source, u"PTTL of 3 masters, 1.0 s"_s);
        for (const auto& row : ui::contenderFacts(viewState, view))
            QVERIFY(row.key != u"Exclusive for"_s);
        const auto split = redlock(masters("abc--"));
        for (const auto& contender : split->queue) {
            const ui::ContenderView other{split.get(), &contender, false};
            QVERIFY(!ui::leaseFacts(viewState, other));
            const auto rows = ui::contenderFacts(viewState, other);
            const bool isSaid = std::any_of(rows.begin(), rows.end(), [](const ui::KeyValue& row) {
                return row.key == u"Exclusive for"_s && row.isUnknown && row.source == u"not held by a quorum"_s;
            });
            QVERIFY(isSaid);
        }
    }

    /// The verdicts of N = 5, q = 3.
    void verdictsInWords_data()
    {
        QTest::addColumn<QByteArray>("votes");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("held") << "aaaax"_ba << u"held 4 of 5"_s << u"Held by 4 of 5 (quorum 3), exclusive for 5.0 s"_s;
        QTest::newRow("split") << "abc--"_ba << u"split 1 : 1 : 1"_s << u"Split: 3 tokens, none has the quorum of 3"_s;
        QTest::newRow("remnant") << "-b---"_ba << u"remnant 1 of 5"_s
                                 << u"Remnant: one token on 1 of 5, fewer than the quorum of 3"_s;
        QTest::newRow("free") << "-----"_ba << u"free"_s << u"Free: no master has a token"_s;
        QTest::newRow("undecided") << "aaxx-"_ba << u"undecided"_s
                                   << u"Undecided: 2 of 5 masters do not answer (quorum 3)"_s;
    }
    void verdictsInWords()
    {
        QFETCH(QByteArray, votes);
        QFETCH(QString, words);
        QFETCH(QString, sentence);
        const auto lock = redlock(masters({votes.constData(), static_cast<std::size_t>(votes.size())}));
        QCOMPARE(ui::verdictWords(*lock->redis), words);
        QCOMPARE(ui::verdictSentence(*lock, snapshotTime), sentence);
    }

    /// Until fewer than a quorum of the keys are left: the third longest lease, counted down.
    void theLockIsExclusiveForTheThirdLongestLease()
    {
        const auto lock = test::heldRedlock();
        QCOMPARE(ui::exclusiveLeft(*lock, snapshotTime), 6'210ms);
        QCOMPARE(ui::exclusiveLeft(*lock, snapshotTime + 6s), 210ms);
        QCOMPARE(ui::exclusiveLeft(*lock, snapshotTime + 9s), 0ms);
        QCOMPARE(ui::exclusiveLeft(*redlock(masters("ab---")), snapshotTime), std::nullopt);
    }

    void eachMasterHasAShape()
    {
        QCOMPARE(marksOf(*redlock(masters("aa-bx"))),
                 (QList<Mark>{Mark::Square, Mark::Square, Mark::Dash, Mark::Diamond, Mark::Cross}));
    }

    void namesWithoutWhatAllShare()
    {
        const auto named = [](const std::vector<std::string>& servers) {
            std::vector<inspect::RedisVote> votes;
            for (const auto& server : servers)
                votes.emplace_back().server = server;
            return ui::shortServers(votes);
        };
        QCOMPARE(named({"redis-a:6379", "redis-b:6379"}), (QStringList{u"redis-a"_s, u"redis-b"_s}));
        QCOMPARE(named({"127.0.0.1:1", "127.0.0.1:2"}), (QStringList{u":1"_s, u":2"_s}));
        QCOMPARE(named({"a:1", "a:2", "b:1"}), (QStringList{u"a:1"_s, u"a:2"_s, u"b:1"_s}));
    }

    /// A vote from before a restart may be lost: the master runs for less than a lease, or far less than the others.
    void aRecentStartIsMarked()
    {
        const auto restarted = [](std::chrono::milliseconds uptime) {
            const auto lock = redlock({{true, x, 10s}, {true, x, 10s}, {true, x, 10s, uptime}});
            return ui::isRestarted(*lock->redis, lock->redis->votes.back());
        };
        QVERIFY(restarted(9s));
        QVERIFY(restarted(4min));
        QVERIFY(!restarted(3h));
    }

    void theTableHasARowForEachMaster()
    {
        VotesModel model;
        test::ModelCheck check(model);
        model.setNow(snapshotTime + 200ms);
        model.setLock(
            redlock({{true, x, 6'240ms}, {true, y, 3s, 4min}, {true, {}, 0ms}, {false, {}, 0ms}, {true, x, 6s}}));
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(text(0, VotesModel::Server), u"redis-a"_s); // all have the same port
        QCOMPARE(text(0, VotesModel::Token), u"8f2c…91d4"_s);
        QCOMPARE(text(0, VotesModel::Lease), u"6.0 s"_s);
        QCOMPARE(text(0, VotesModel::RoundTrip), u"4 ms"_s);
        QCOMPARE(text(0, VotesModel::Clock), u"\u221261 ms"_s);
        QCOMPARE(text(1, VotesModel::Uptime), u"4 m 00 s"_s);
        QCOMPARE(model.index(1, VotesModel::Uptime).data(ui::MarkRole).value<Mark>(), Mark::WarningTriangle);
        QCOMPARE(text(2, VotesModel::Token), u"—"_s);
        QCOMPARE(text(3, VotesModel::Answer), u"no answer"_s);
        QCOMPARE(text(3, VotesModel::Uptime), u"unknown"_s);
        QVERIFY(model.index(0, VotesModel::Lease).data(ui::BarRole).toDouble() > 0.9);
        QVERIFY(!model.index(2, VotesModel::Lease).data(ui::BarRole).isValid());
        QVERIFY(
            model.index(3, VotesModel::Server).data(Qt::AccessibleTextRole).toString().contains(u"does not answer"_s));

        // The next reading: the same masters, one of them fewer.
        model.setLock(redlock({{true, x, 10s}, {true, x, 10s}, {true, x, 10s}, {true, x, 10s}}));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(text(0, VotesModel::Lease), u"9.8 s"_s);
        model.setLock(test::mutexLock("/locks/orders", 2)); // not a vote
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(check.resets(), 0);
        QCOMPARE(check.removed(), 2);
    }

    /// First the bars of the leases become shorter; what then does not fit is reached by scrolling.
    void noCellIsCut()
    {
        ui::SaveLine saveLine(u"saveLine"_s, nullptr);
        ui::VotesTable votes(saveLine);
        votes.setNow(snapshotTime);
        votes.setLock(test::heldRedlock());
        votes.resize(200, 300);
        votes.show();
        QVERIFY(QTest::qWaitForWindowExposed(&votes));
        const auto* table = votes.findChild<QTableView*>(u"votesTable"_s);
        const auto* header = table->horizontalHeader();
        const auto lacking = [&] {
            QStringList cut;
            for (auto column = 0; column < VotesModel::ColumnCount; ++column) {
                auto wanted = header->sectionSizeHint(column);
                for (auto row = 0; row < table->model()->rowCount(); ++row)
                    wanted = std::max(wanted, table->sizeHintForIndex(table->model()->index(row, column)).width());
                if (table->columnWidth(column) < wanted)
                    cut << u"column %1: %2 of %3"_s.arg(column).arg(table->columnWidth(column)).arg(wanted);
            }
            return cut;
        };
        QTRY_VERIFY2(lacking().isEmpty(), qPrintable(lacking().join(u'\n')));
        const auto least = header->length();
        QVERIFY(least > table->viewport()->width());
        const auto shortest = table->columnWidth(VotesModel::Lease);
        for (const auto more : {1, 20, 200}) {
            votes.resize(least + more + votes.width() - table->viewport()->width(), 300);
            QTRY_COMPARE(table->viewport()->width(), least + more);
            QTRY_COMPARE(header->length(), least + more);
            QVERIFY2(lacking().isEmpty(), qPrintable(lacking().join(u'\n')));
            QVERIFY(table->columnWidth(VotesModel::Lease) > shortest);
        }
        // The sentence below is whole, in as many lines as it needs.
        const auto* footer = votes.findChild<ui::ElidedLabel*>(u"votesFooter"_s);
        QCOMPARE(footer->text(), footer->fullText());
        QCOMPARE(footer->fullText(),
                 u"4 reads within 4 ms. Exclusive for 6.2 s: then fewer than 3 masters have the token."_s);
    }

    void theServersHaveTheirNamesInANarrowTable()
    {
        ui::SaveLine saveLine(u"saveLine"_s, nullptr);
        ui::VotesTable votes(saveLine);
        votes.setLock(redlock(masters("aaab-")));
        votes.resize(420, 200);
        votes.show();
        QVERIFY(QTest::qWaitForWindowExposed(&votes));
        auto* table = votes.findChild<QTableView*>(u"votesTable"_s);
        const auto wanted = static_cast<QAbstractItemView*>(table)->sizeHintForColumn(VotesModel::Server);
        QVERIFY(table->columnWidth(VotesModel::Server) >= wanted);
        votes.resize(1'400, 200);
        QTRY_VERIFY(table->columnWidth(VotesModel::Server) > wanted);
        QCOMPARE(table->horizontalHeader()->length(), table->viewport()->width());
    }

    void theQuorumIsALineBehindTheThirdVote()
    {
        ui::VoteLane lane;
        lane.setTheme(ui::darkTheme());
        lane.resize(700, lane.sizeHint().height());
        // No higher than what it shows: the timeline gets the rest.
        QVERIFY(lane.height() < 1.5 * lane.boxOf(0).bottom() * ui::textScale());
        lane.setNow(snapshotTime);
        lane.setLock(redlock(masters("x-aaa"))); // those with the token come first
        QVERIFY(lane.boxOf(2).right() < lane.quorumX());
        QVERIFY(lane.boxOf(3).left() > lane.quorumX());
        QVERIFY(lane.boxOf(4).right() < lane.width());
        const auto image = lane.grab().toImage();
        const auto dpr = image.devicePixelRatio();
        const auto isThere = [&](const QRectF& box, const QColor& color) {
            for (auto px = static_cast<int>(box.left() * dpr); px < box.right() * dpr; ++px)
                for (auto py = static_cast<int>(box.top() * dpr); py < box.bottom() * dpr; ++py)
                    if (image.pixelColor(px, py).rgb() == color.rgb())
                        return true;
            return false;
        };
        const auto theme = ui::darkTheme();
        for (const auto place : {0, 1, 2})
            QVERIFY(isThere(lane.boxOf(place), theme.good));
        QVERIFY(!isThere(lane.boxOf(3), theme.good));
        QVERIFY(isThere(lane.boxOf(4), theme.bad));
        QVERIFY(isThere(QRectF(lane.quorumX() - 1, lane.boxOf(0).top(), 2, 10), theme.text));
        QVERIFY(lane.accessibleName().contains(u"held 3 of 5"_s));
        QVERIFY(lane.accessibleName().contains(u"redis-a:6379 (does not answer)"_s));
    }

    void theListShowsTheVotes()
    {
        ui::LocksModel model;
        test::ModelCheck check(model);
        model.setLocks({test::heldRedlock()});
        const auto at = [&](int column) { return model.index(0, column); };
        QCOMPARE(at(ui::LocksModel::Holder).data().toString(), u"held 4 of 5"_s);
        const auto marks = at(ui::LocksModel::Waiting).data(ui::MarksRole).value<QList<ui::TonedMark>>();
        QCOMPARE(marks.size(), 5);
        QCOMPARE(marks.last(), (ui::TonedMark{Mark::Cross, ui::Tone::Bad}));
        QVERIFY(at(ui::LocksModel::Waiting).data(Qt::AccessibleTextRole).toString().contains(u"redis-e:6379"_s));
        model.setLocks({test::plainRedisLock("orders", 2)});
        QVERIFY(!model.index(0, ui::LocksModel::Waiting).data(ui::MarksRole).isValid());
    }

    /// The panel shows the votes in place of a queue; a row of the table selects the holder of its token.
    void thePanelShowsVotes()
    {
        ui::QueuePanel panel;
        panel.setTheme(ui::darkTheme());
        panel.resize(900, 700);
        auto lock = redlock({{true, x, 6s}, {true, x, 6s}, {true, x, 6s}, {true, y, 6s}, {true, {}, 0ms}});
        panel.setLockPath("ledger-close");
        panel.setViewState(test::liveViewState(test::snapshot({lock})));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTableView*>(u"votesTable"_s);
        QVERIFY(table && table->isVisible());
        QVERIFY(!panel.findChild<QTableView*>(u"queueTable"_s)->isVisible());
        QVERIFY(panel.findChild<QWidget*>(u"voteLane"_s)->isVisible());
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Home);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(panel.followed().node, x);
        QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier); // has no token: the selection stays
        QCOMPARE(panel.followed().node, x);
        QCOMPARE(table->currentIndex().row(), 4);

        panel.setLockPath("orders");
        panel.setViewState(test::liveViewState(test::snapshot({lock, test::plainRedisLock("orders", 1)})));
        QVERIFY(panel.findChild<QTableView*>(u"queueTable"_s)->isVisible());
        QVERIFY(!table->isVisible());
    }
};

} // namespace lockscope::votesTest

LOCKSCOPE_TEST(lockscope::votesTest::VotesTest)

#include "VotesTest.moc"
