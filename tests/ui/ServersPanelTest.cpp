// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The servers at the top left of the window, and what the connection's button says of them.

#include "ui/panels/ServersPanel.h"
#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/Roles.h"
#include "ui/models/ServersModel.h"
#include "ui/views/ElidedLabel.h"

#include <QAction>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QListView>
#include <QPixmap>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

#include <cstdlib>
#include <memory>

namespace lockscope::serversPanelTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Servers = ui::ServersModel;

class ServersPanelTest final : public test::WindowTest {
    Q_OBJECT
    const WallTime m_now = test::liveViewState(test::snapshot({})).now;

    QTableView* table() { return child<QTableView>(u"serversTable"_s); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    QString spoken(int row) { return table()->model()->index(row, 0).data(Qt::AccessibleTextRole).toString(); }
    ui::Tone tone(int row, int column)
    {
        return table()->model()->index(row, column).data(ui::ToneRole).value<ui::Tone>();
    }
    ui::Mark mark(int row) { return table()->model()->index(row, 0).data(ui::MarkRole).value<ui::Mark>(); }

    static ensemble::ServerFacts member(const std::string& host, const std::string& mode)
    {
        ensemble::ServerFacts server;
        server.address = {host, 2181};
        server.state = ensemble::ServerState::Serving;
        server.answers = true;
        server.mode = mode;
        server.version = "3.8.4";
        server.health.latencyMs = 3;
        return server;
    }
    void showMembers(std::vector<ensemble::ServerFacts> servers)
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/orders", 3)}));
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->takenAt = m_now;
        facts->servers = std::move(servers);
        snapshot->ensemble = facts;
        show(test::liveViewState(snapshot));
    }
    void showMasters(std::vector<inspect::RedisServerFacts> masters, const QString& connect)
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({}));
        snapshot->backend = inspect::Backend::Redis;
        auto servers = std::make_shared<inspect::RedisServers>();
        servers->servers = std::move(masters);
        snapshot->redisServers = servers;
        auto viewState = test::liveViewState(snapshot);
        viewState.connect = connect;
        show(viewState);
    }
    static inspect::RedisServerFacts master(const std::string& address)
    {
        inspect::RedisServerFacts server;
        server.address = address;
        server.role = "master";
        server.version = "7.0.15";
        server.roundTrip = 2ms;
        server.uptime = 1h;
        return server;
    }

private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void eachMemberHasARow()
    {
        auto behind = member("zk-1", "follower");
        behind.behind = 120;
        auto down = member("zk-3", "");
        down.answers = false;
        down.state = ensemble::ServerState::Down;
        down.downSince = m_now - 372s;
        down.noAnswerReason = "connection refused";
        down.health = {};
        showMembers({member("zk-2", "leader"), behind, down});
        QCOMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(cell(0, Servers::Server), u"zk-2:2181"_s);
        QCOMPARE(cell(0, Servers::State), u"leader"_s);
        QCOMPARE(cell(0, Servers::Figure), u"3.0 ms"_s);
        QVERIFY(mark(0) == ui::Mark::Star);
        QVERIFY2(spoken(0).startsWith(u"zk-2:2181, leader"_s), qPrintable(spoken(0)));
        QCOMPARE(cell(1, Servers::State), u"follower"_s);
        QCOMPARE(cell(1, Servers::Note), u"120 changes behind"_s);
        QVERIFY(mark(1) == ui::Mark::Filled);
        QCOMPARE(cell(2, Servers::State), u"down"_s);
        QCOMPARE(cell(2, Servers::Note), u"≥ 6 m 12 s"_s);
        QCOMPARE(cell(2, Servers::Figure), u"connection refused"_s);
        QVERIFY(mark(2) == ui::Mark::CrossedRing);
        QCOMPARE(child<QLabel>(u"serversUp"_s)->text(), u"2 of 3 up"_s);
        QCOMPARE(child<ui::ElidedLabel>(u"serversProduct"_s)->fullText(), u"ZooKeeper 3.8.4"_s);
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->accessibleName().contains(u"2 of 3 servers"_s));
        // No text is cut.
        const auto* header = table()->horizontalHeader();
        QTRY_COMPARE(header->length(), table()->viewport()->width());
        for (auto row = 0; row < 3; ++row)
            for (auto column = 0; column < Servers::ColumnCount; ++column) {
                const auto needed = table()->fontMetrics().horizontalAdvance(cell(row, column));
                QVERIFY2(table()->columnWidth(column) >= needed, qPrintable(cell(row, column)));
            }
    }

    void theServerOfTheSessionIsMarked()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/orders", 3)}));
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->servers = {member("zk-1", "follower"), member("zk-2", "leader")};
        snapshot->ensemble = facts;
        auto viewState = test::liveViewState(snapshot);
        viewState.session.server = "zk-1:2181";
        show(viewState);
        QCOMPARE(cell(0, Servers::State), u"follower"_s);
        QCOMPARE(cell(0, Servers::Note), u"connected"_s);
        QCOMPARE(cell(1, Servers::Note), QString());
        QCOMPARE(child<QLabel>(u"serversUp"_s)->text(), u"2 of 2 up"_s);
        viewState.source = ui::SourceState::Disconnected;
        show(viewState);
        QCOMPARE(cell(0, Servers::Note), QString());
    }

    /// Also on the connection's button.
    void aMasterThatIsDownIsShown()
    {
        auto down = master("redis-e:6379");
        down.answers = false;
        down.role.clear();
        down.downSince = m_now - 4s;
        down.noAnswerReason = "redis-e:6379: connection refused. Check that a server listens on this port";
        auto young = master("redis-d:6379");
        young.uptime = 242s;
        const auto connect = u"redlock://redis-a:6379,redis-d:6379,redis-e:6379"_s;
        showMasters({master("redis-a:6379"), young, down}, connect);
        QCOMPARE(cell(0, Servers::State), u"master"_s);
        QCOMPARE(cell(0, Servers::Figure), u"2 ms"_s);
        QVERIFY(mark(0) == ui::Mark::Filled);
        QCOMPARE(cell(1, Servers::Note), u"started 4 m 02 s ago"_s);
        QVERIFY(mark(1) == ui::Mark::WarningTriangle);
        QVERIFY(tone(1, Servers::State) == ui::Tone::Normal && tone(1, Servers::Note) == ui::Tone::Warn);
        QCOMPARE(cell(2, Servers::State), u"down"_s);
        QCOMPARE(cell(2, Servers::Note), u"≥ 4.0 s"_s);
        QCOMPARE(cell(2, Servers::Figure), u"connection refused"_s);
        const auto whole = table()->model()->index(2, Servers::Figure).data(Qt::ToolTipRole).toString();
        QVERIFY2(whole.contains(u"Check that a server listens on this port"_s), qPrintable(whole));
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->accessibleName().contains(u"2 of 3 servers"_s));
        QCOMPARE(child<ui::ElidedLabel>(u"serversProduct"_s)->fullText(), u"Redis 7.0.15 · Redlock, quorum 2"_s);
    }

    /// Only of a server that was seen before its present start.
    void aRestartThatWasSeenIsNamed()
    {
        const auto connect = u"redlock://redis-a:6379,redis-b:6379"_s;
        auto young = master("redis-b:6379");
        young.uptime = 5s;
        showMasters({master("redis-a:6379"), young}, connect);
        QCOMPARE(cell(1, Servers::Note), u"started 5.0 s ago"_s);
        auto restarted = master("redis-a:6379");
        restarted.uptime = 2s;
        showMasters({restarted, young}, connect);
        QCOMPARE(cell(0, Servers::Note), u"restarted 2.0 s ago"_s);
        QVERIFY(tone(0, Servers::Note) == ui::Tone::Warn && mark(0) == ui::Mark::WarningTriangle);
        QCOMPARE(cell(1, Servers::Note), u"started 5.0 s ago"_s);
    }

    void reasonsAreShort_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("shown");
        QTest::newRow("known") << u"the server did not answer the first commands"_s << u"no answer"_s;
        QTest::newRow("in a sentence")
            << u"Cannot INFO: the server did not respond in time, but may have executed the request"_s << u"timeout"_s;
        QTest::newRow("other") << u"redis-a:6379: no route to host. Check the network"_s << u"no route to host"_s;
        QTest::newRow("only the address") << u"redis-a:6379"_s << QString();
    }
    void reasonsAreShort()
    {
        QFETCH(QString, reason);
        QFETCH(QString, shown);
        auto down = master("redis-a:6379");
        down.answers = false;
        down.noAnswerReason = reason.toStdString();
        showMasters({down}, u"redis://redis-a:6379"_s);
        QCOMPARE(cell(0, Servers::Figure), shown);
    }

    void replicasStandBelowTheirMaster()
    {
        auto one = master("cache1:6379");
        one.replicas = {{"cache2:6379", true, 0, 1s}, {"cache3:6379", false, {}, {}}, {"cache4:6379", true, 0, 12s}};
        showMasters({one}, u"redis://cache1:6379"_s);
        QCOMPARE(cell(0, Servers::State), u"master"_s);
        QVERIFY(mark(0) == ui::Mark::Star);
        QVERIFY2(spoken(0).contains(u"leads other servers"_s), qPrintable(spoken(0)));
        QCOMPARE(cell(1, Servers::Server), u"cache2:6379"_s);
        QCOMPARE(cell(1, Servers::State), u"replica"_s);
        QCOMPARE(cell(1, Servers::Figure), u"1.0 s behind"_s);
        QCOMPARE(cell(2, Servers::Note), u"not in sync"_s);
        QCOMPARE(cell(3, Servers::Note), u"12 s behind"_s);
        QVERIFY(mark(1) == ui::Mark::Filled && mark(2) == ui::Mark::WarningTriangle);
        QVERIFY(mark(3) == ui::Mark::WarningTriangle);
    }

    /// The dots of both bars are the same.
    void theConnectionIsAmberWhileAServerIsDown()
    {
        const auto colours = [this] {
            const auto isClose = [](const QColor& one, const QColor& other) { // its edges are smoothed
                return one.alpha() > 128 && std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                                                    std::abs(one.blue() - other.blue()) <
                                                16;
            };
            const auto isIn = [&](const QImage& image, const QColor& colour) {
                for (auto y = 0; y < image.height(); ++y)
                    for (auto x = 0; x < image.width(); ++x)
                        if (isClose(image.pixelColor(x, y), colour))
                            return true;
                return false;
            };
            QStringList found;
            const auto& theme = m_window->theme();
            for (const auto& image : {child<QLabel>(u"statusMark"_s)->pixmap().toImage(),
                                      child<QToolButton>(u"connectionButton"_s)->icon().pixmap(30).toImage()})
                found << (isIn(image, theme.warn)   ? u"amber"_s
                          : isIn(image, theme.good) ? u"green"_s
                          : isIn(image, theme.bad)  ? u"red"_s
                                                    : u"other"_s);
            return found;
        };
        showMembers({member("zk-1", "leader"), member("zk-2", "follower")});
        QCOMPARE(colours(), (QStringList{u"green"_s, u"green"_s}));
        auto down = member("zk-2", "");
        down.answers = false;
        down.state = ensemble::ServerState::Down;
        showMembers({member("zk-1", "leader"), down});
        QCOMPARE(colours(), (QStringList{u"amber"_s, u"amber"_s}));
        QCOMPARE(child<QLabel>(u"statusMark"_s)->accessibleName(), u"A server is down"_s);
        auto silent = master("redis-b:6379");
        silent.answers = false;
        showMasters({master("redis-a:6379"), silent}, u"redlock://redis-a:6379,redis-b:6379"_s);
        QCOMPARE(colours(), (QStringList{u"amber"_s, u"amber"_s}));
        auto lost = test::liveViewState(test::snapshot({}));
        lost.source = ui::SourceState::Disconnected;
        show(lost);
        QCOMPARE(colours(), (QStringList{u"red"_s, u"red"_s}));
        QVERIFY(child<QLabel>(u"statusMark"_s)->accessibleName().isEmpty());
        auto refused = test::liveViewState(nullptr);
        refused.source = ui::SourceState::Connecting;
        refused.session.state = SessionState::AuthFailed;
        show(refused);
        QCOMPARE(colours(), (QStringList{u"red"_s, u"red"_s}));
    }

    void anUpdateKeepsTheSelection()
    {
        showMembers({member("zk-1", "leader"), member("zk-2", "follower")});
        table()->selectRow(1);
        showMembers({member("zk-0", "follower"), member("zk-1", "follower"), member("zk-2", "leader")});
        QCOMPARE(table()->currentIndex().row(), 2);
        QCOMPARE(cell(2, Servers::State), u"leader"_s);
    }

    void aLowWindowKeepsTheHeading()
    {
        m_window->resize(1440, 900);
        showMembers({member("zk-1", "leader"), member("zk-2", "follower")});
        QTRY_VERIFY(table()->isVisible());
        QTRY_COMPARE(table()->viewport()->height(), 2 * table()->rowHeight(0));
        m_window->resize(m_window->minimumSize());
        QTRY_VERIFY(!table()->isVisible());
        QVERIFY(child<QLabel>(u"serversUp"_s)->isVisible());
        m_window->resize(1440, 900);
        QTRY_VERIFY(table()->isVisible());
    }

    /// In as few lines as they need; the selection is that of the rows.
    void aNarrowWindowHasTheNamesSideBySide()
    {
        m_window->resize(1440, 900);
        auto down = member("zk-3", "");
        down.answers = false;
        down.state = ensemble::ServerState::Down;
        showMembers({member("zk-2", "leader"), member("zk-1", "follower"), down});
        auto* line = child<QListView>(u"serversLine"_s);
        QTRY_VERIFY(table()->isVisible() && !line->isVisible());
        table()->selectRow(1);
        m_window->resize(1024, 640);
        QTRY_VERIFY(line->isVisible() && !table()->isVisible());
        QVERIFY(!child<QLabel>(u"serversTitle"_s)->isVisible());
        QCOMPARE(cell(0, Servers::Server), u"zk-2"_s);
        QCOMPARE(cell(2, Servers::Server), u"zk-3 down"_s);
        QVERIFY2(spoken(2).startsWith(u"zk-3:2181, down"_s), qPrintable(spoken(2)));
        QVERIFY(tone(2, Servers::Server) == ui::Tone::Bad);
        QCOMPARE(line->currentIndex().row(), 1);
        const auto last = line->model()->index(2, 0);
        QTRY_VERIFY(line->viewport()->rect().contains(line->visualRect(last)));
        QCOMPARE(line->viewport()->height(), line->visualRect(last).bottom() + 1);
        QVERIFY(line->height() < 3 * line->visualRect(last).height());
        const QSignalSpy details(child<ui::ServersPanel>(u"serversPanel"_s), &ui::ServersPanel::detailsWanted);
        child<QAction>(u"serversDetailsAction"_s)->trigger();
        QCOMPARE(details.size(), 1);
        m_window->resize(1440, 900);
        QTRY_VERIFY(table()->isVisible() && !line->isVisible());
        QCOMPARE(cell(0, Servers::Server), u"zk-2:2181"_s);
    }

    void detailsAreAmongTheSessions()
    {
        showMembers({member("zk-1", "leader")});
        child<QToolButton>(u"serversDetails"_s)->click();
        QTRY_VERIFY(child<QLabel>(u"sessionsServers"_s)->isVisible());
        QVERIFY(child<QLabel>(u"sessionsServers"_s)->text().startsWith(u"zk-1:2181: leader · 3.8.4"_s));
    }

    void nothingIsSaidOfServersThatWereNotRecorded()
    {
        showMembers({member("zk-1", "leader")});
        auto replay = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        replay.source = ui::SourceState::Replay;
        show(replay);
        QCOMPARE(table()->model()->rowCount(), 0);
        QCOMPARE(child<ui::ElidedLabel>(u"serversProduct"_s)->fullText(), u"not recorded"_s);
    }
};

} // namespace lockscope::serversPanelTest

LOCKSCOPE_TEST(lockscope::serversPanelTest::ServersPanelTest)
#include "ServersPanelTest.moc"
