// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The servers at the top left of the window, and what the connection's button says of them.

#include "ui/panels/ServersPanel.h"
#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/Roles.h"
#include "ui/views/ElidedLabel.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include <memory>

namespace lockscope::serversPanelTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class ServersPanelTest final : public test::WindowTest {
    Q_OBJECT
    const WallTime m_now = test::liveViewState(test::snapshot({})).now;

    QTableView* table() { return child<QTableView>(u"serversTable"_s); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
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
        QCOMPARE(cell(0, 0), u"zk-2:2181"_s);
        QCOMPARE(cell(0, 1), u"leader"_s);
        QCOMPARE(cell(0, 2), u"3.0 ms"_s);
        QVERIFY(mark(0) == ui::Mark::Filled);
        QCOMPARE(cell(1, 1), u"follower, 120 transactions behind"_s);
        QCOMPARE(cell(2, 1), u"down ≥ 6 m 12 s"_s);
        QCOMPARE(cell(2, 2), u"connection refused"_s);
        QVERIFY(mark(2) == ui::Mark::CrossedRing);
        QCOMPARE(child<QLabel>(u"serversUp"_s)->text(), u"2 of 3 up"_s);
        QCOMPARE(child<ui::ElidedLabel>(u"serversProduct"_s)->fullText(), u"ZooKeeper 3.8.4"_s);
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->accessibleName().contains(u"2 of 3 servers"_s));
        // The address and why it is down are whole.
        const auto* header = table()->horizontalHeader();
        QTRY_COMPARE(header->length(), table()->viewport()->width());
        for (auto row = 0; row < 3; ++row)
            for (const auto column : {0, 1, 2}) {
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
        QCOMPARE(cell(0, 1), u"follower · connected"_s);
        QCOMPARE(cell(1, 1), u"leader"_s);
        QCOMPARE(child<QLabel>(u"serversUp"_s)->text(), u"2 of 2 up"_s);
        viewState.source = ui::SourceState::Disconnected;
        show(viewState);
        QCOMPARE(cell(0, 1), u"follower"_s);
    }

    /// Also on the connection's button.
    void aMasterThatIsDownIsShown()
    {
        auto down = master("redis-e:6379");
        down.answers = false;
        down.role.clear();
        down.downSince = m_now - 4s;
        down.noAnswerReason = "timeout";
        auto restarted = master("redis-d:6379");
        restarted.uptime = 242s;
        showMasters({master("redis-a:6379"), restarted, down}, u"redlock://redis-a:6379,redis-d:6379,redis-e:6379"_s);
        QCOMPARE(cell(0, 1), u"independent master"_s);
        QCOMPARE(cell(0, 2), u"2 ms"_s);
        QCOMPARE(cell(1, 1), u"independent master, started 4 m 02 s ago"_s);
        QVERIFY(mark(1) == ui::Mark::WarningTriangle);
        QCOMPARE(cell(2, 1), u"down ≥ 4.0 s"_s);
        QCOMPARE(cell(2, 2), u"timeout"_s);
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->accessibleName().contains(u"2 of 3 servers"_s));
        QCOMPARE(child<ui::ElidedLabel>(u"serversProduct"_s)->fullText(), u"Redis 7.0.15"_s);
    }

    void replicasStandBelowTheirMaster()
    {
        auto one = master("cache1:6379");
        one.replicas = {{"cache2:6379", true, 0, 1s}, {"cache3:6379", false, {}, {}}};
        showMasters({one}, u"redis://cache1:6379"_s);
        QCOMPARE(cell(0, 1), u"master"_s);
        QCOMPARE(cell(1, 0), u"cache2:6379"_s);
        QCOMPARE(cell(1, 1), u"replica"_s);
        QCOMPARE(cell(1, 2), u"1.0 s behind"_s);
        QCOMPARE(cell(2, 1), u"replica, not in sync"_s);
        QVERIFY(mark(1) == ui::Mark::Filled && mark(2) == ui::Mark::WarningTriangle);
    }

    void anUpdateKeepsTheSelection()
    {
        showMembers({member("zk-1", "leader"), member("zk-2", "follower")});
        table()->selectRow(1);
        showMembers({member("zk-0", "follower"), member("zk-1", "follower"), member("zk-2", "leader")});
        QCOMPARE(table()->currentIndex().row(), 2);
        QCOMPARE(cell(2, 1), u"leader"_s);
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
