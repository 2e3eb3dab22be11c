// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ManualSource.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include <optional>

namespace lockscope::sourceWindowTest {

using namespace Qt::StringLiterals;
using inspect::LockSource;

/// The whole window over a lock source that the test controls: the only backend interface it needs is LockSource.
class SourceWindowTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<ui::ConnectionRequest> m_order; ///< the window's last order
    test::ManualSource* m_source = nullptr;       ///< the connection's
    std::unique_ptr<test::WholeWindow> m_whole;

    void connectWindow()
    {
        const auto target = ui::parseTarget(u"locks.example:2181"_s, {u"/locks"_s});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        QVERIFY(m_source && m_order);
    }
    void setState(SessionState state)
    {
        SessionStatus session;
        session.state = state;
        session.id = 0x100;
        m_source->setSession(session);
    }
    [[nodiscard]] std::size_t queueLength() const
    {
        return m_whole->window.shownLock() ? m_whole->window.shownLock()->queue.size() : 0;
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        const auto makeBackend = [this](ui::ConnectionRequest order, const Log&) {
            m_order = std::move(order);
            auto source = std::make_unique<test::ManualSource>();
            m_source = source.get();
            return ui::Backend{std::move(source), [](const auto&) {}, [] { return std::string("nothing"); }};
        };
        m_whole = std::make_unique<test::WholeWindow>(makeBackend, m_folder.path());
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
        m_source = nullptr;
        m_order.reset();
    }

    void offersAServerWithoutQuorum()
    {
        connectWindow();
        QVERIFY(!m_order->target.acceptReadOnly);
        m_source->setTrouble(Error{ErrorCode::NoConnection, "connect to", "locks.example:2181", "refused"});
        setState(SessionState::Connecting);
        auto* offer = m_whole->child<QPushButton>(u"noticeOffer"_s);
        QTRY_VERIFY(m_whole->child<QLabel>(u"noticeText"_s)->text().contains(u"refused"_s));
        QVERIFY(!offer->isVisible());

        m_source->setTrouble(Error{ErrorCode::ReadOnlyServer, "connect to", "locks.example:2181", "it answers reads"});
        setState(SessionState::Connecting);
        QTRY_VERIFY(offer->isVisible());
        offer->click();
        QTRY_VERIFY(m_order->target.acceptReadOnly);
        QCOMPARE(m_order->target.text, u"locks.example:2181"_s);
    }

    void showsWhatTheSourceShows()
    {
        connectWindow();
        QCOMPARE(m_order->target.text, u"locks.example:2181"_s);
        QCOMPARE(m_order->target.profile.roots, (std::vector<std::string>{"/locks"}));
        QCOMPARE(m_whole->connection.source(), ui::SourceState::Connecting);
        setState(SessionState::Connected);
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        QTRY_COMPARE(queueLength(), 3U);
        QVERIFY(m_whole->connection.snapshot()->findings.empty());
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 2)}));
        QTRY_COMPARE(queueLength(), 2U);
    }

    void readsEverythingWhenItIsRefreshed()
    {
        connectWindow();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 1)}));
        QTRY_COMPARE(queueLength(), 1U);
        m_whole->child<QAction>(u"refreshAction"_s)->trigger();
        QCOMPARE(m_source->wasRead().size(), 1U);
        QVERIFY(m_source->wasRead().front() == LockSource::Part::Everything);
    }

    void saysWhyThereIsNoWay()
    {
        connectWindow();
        m_source->fail({ErrorCode::NoConnection, "connect to", "locks.example:2181", "the tunnel has ended"});
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::NotConnected);
        QTRY_VERIFY(m_whole->child<QLabel>(u"noticeText"_s)->text().contains(u"the tunnel has ended"_s));
    }
};

} // namespace lockscope::sourceWindowTest

LOCKSCOPE_TEST(lockscope::sourceWindowTest::SourceWindowTest)
#include "SourceWindowTest.moc"
