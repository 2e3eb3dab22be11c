// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ManualSource.h"
#include "tests/support/Test.h"
#include "tests/ui/MessageBus.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/models/FindingsModel.h"
#include "ui/shell/DesktopNotifications.h"

#include <QAction>
#include <QDBusAbstractAdaptor>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QVariantMap>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

namespace lockscope::notificationsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What the service of a desktop has received.
class ServiceAdaptor final : public QDBusAbstractAdaptor {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    struct Shown {
        uint id;
        QString summary;
        QString body;
        QStringList actions;
        QVariantMap hints;
    };

    explicit ServiceAdaptor(QObject* parent)
        : QDBusAbstractAdaptor(parent)
    {
    }

    QStringList m_capabilities{u"actions"_s, u"body"_s, u"body-markup"_s};
    std::vector<Shown> m_shown;
    std::vector<uint> m_closed;

public Q_SLOTS:
    QStringList GetCapabilities() { return m_capabilities; }
    uint Notify(const QString&, uint, const QString&, const QString& summary, const QString& body,
                const QStringList& actions, const QVariantMap& hints, int)
    {
        m_shown.push_back({static_cast<uint>(m_shown.size()) + 1, summary, body, actions, hints});
        return m_shown.back().id;
    }
    void CloseNotification(uint id)
    {
        constexpr uint byCall = 3;
        m_closed.push_back(id);
        Q_EMIT NotificationClosed(id, byCall);
    }

Q_SIGNALS:
    void ActivationToken(uint id, const QString& token);
    void ActionInvoked(uint id, const QString& action);
    void NotificationClosed(uint id, uint reason);
};

/// The service of a desktop, on a connection of its own to the bus. Its notifications have the numbers from 1 on.
class DesktopService final {
public:
    explicit DesktopService(test::MessageBus& bus)
        : m_name(u"desktop-%1"_s.arg(++s_count))
    {
        m_complaint = bus.connectAs(m_name);
        QDBusConnection connection(m_name);
        m_isThere = connection.registerObject(u"/org/freedesktop/Notifications"_s, &m_object) &&
                    connection.registerService(u"org.freedesktop.Notifications"_s);
    }
    ~DesktopService() { QDBusConnection::disconnectFromBus(m_name); }
    DesktopService(const DesktopService&) = delete;
    DesktopService& operator=(const DesktopService&) = delete;

    [[nodiscard]] bool isThere() const { return m_complaint.isEmpty() && m_isThere; }
    [[nodiscard]] ServiceAdaptor& adaptor() { return *m_adaptor; }
    [[nodiscard]] const std::vector<ServiceAdaptor::Shown>& shown() const { return m_adaptor->m_shown; }
    [[nodiscard]] const std::vector<uint>& closed() const { return m_adaptor->m_closed; }
    /// As the user does in a notification.
    void choose(uint id, const QString& action) { Q_EMIT m_adaptor->ActionInvoked(id, action); }

private:
    static inline int s_count = 0;
    QString m_name;
    QByteArray m_complaint;
    bool m_isThere = false;
    QObject m_object;
    ServiceAdaptor* m_adaptor = new ServiceAdaptor(&m_object);
};

/// Notifications on the desktop, of a window over a source that the test controls.
class NotificationsTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_busFolder;
    test::MessageBus m_bus;
    std::unique_ptr<DesktopService> m_desktop;
    std::unique_ptr<QTemporaryDir> m_folder;
    test::ManualSource* m_source = nullptr;
    std::unique_ptr<test::WholeWindow> m_whole;

    template <typename T> T* child(const QString& name) { return m_whole->child<T>(name); }

    void startDesktop()
    {
        m_desktop = std::make_unique<DesktopService>(m_bus);
        QVERIFY(m_desktop->isThere());
    }
    void turnOn()
    {
        auto preferences = m_whole->window.preferences();
        preferences.notifiesOfFindings = true;
        m_whole->window.setPreferences(preferences);
        Q_EMIT m_whole->window.preferencesChosen(preferences);
    }
    void connectWindow()
    {
        const auto target = ui::parseTarget(u"locks.example:2181"_s, {u"/locks"_s});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        SessionStatus session;
        session.state = SessionState::Connected;
        m_source->setSession(session);
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
    }
    /// Held by a persistent node, which is a critical finding.
    static test::LockPtr stuck(const std::string& path)
    {
        auto lock = *test::mutexLock(path, 2);
        lock.queue[0].details->session = 0;
        return std::make_shared<const inspect::Lock>(std::move(lock));
    }
    static test::LockPtr healthy(const std::string& path) { return test::mutexLock(path, 2); }
    /// The contenders with these numbers; the first one holds.
    static test::LockPtr queueOf(const std::vector<int>& numbers)
    {
        std::vector<inspect::Contender> contenders;
        for (const auto number : numbers)
            contenders.push_back(test::contender(number, 1'000));
        return std::make_shared<const inspect::Lock>(test::mutexQueue("/locks/orders", std::move(contenders)));
    }
    /// A reading some time after the first one.
    void give(std::chrono::seconds after, std::vector<test::LockPtr> locks)
    {
        auto made = *test::snapshot(std::move(locks));
        made.takenAt += after;
        m_source->give(std::make_shared<const inspect::Snapshot>(made));
        const auto& snapshot = m_whole->connection.snapshot();
        const auto stuckLocks = std::count_if(made.locks.begin(), made.locks.end(), [](const auto& lock) {
            return !lock->queue.empty() && lock->queue.front().details->session == 0;
        });
        const auto isThere = [&] {
            const auto isCritical = [](const auto& each) { return each.severity == inspect::Severity::Critical; };
            return snapshot && snapshot->takenAt == made.takenAt &&
                   std::count_if(snapshot->findings.begin(), snapshot->findings.end(), isCritical) == stuckLocks;
        };
        QTRY_VERIFY(isThere());
    }
    [[nodiscard]] int logged(const QString& text)
    {
        const auto* log = child<QTableView>(u"activityTable"_s)->model();
        auto count = 0;
        for (auto row = 0; row < log->rowCount(); ++row)
            for (auto column = 0; column < log->columnCount(); ++column)
                count += log->index(row, column).data().toString().contains(text) ? 1 : 0;
        return count;
    }
    [[nodiscard]] std::string shownLock() const
    {
        return m_whole->window.shownLock() ? m_whole->window.shownLock()->path : std::string();
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto complaint = m_bus.start(m_busFolder.path());
        QVERIFY2(complaint.isEmpty(), complaint.constData());
    }
    void init()
    {
        test::failOnAnyWarning();
        startDesktop();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_folder->path().toLocal8Bit());
        const auto makeBackend = [this](const ui::ConnectionRequest&, const Log&) {
            auto source = std::make_unique<test::ManualSource>();
            m_source = source.get();
            return ui::Backend{std::move(source), [](const ui::Backend::Use&) {},
                               [] { return std::string("nothing"); }};
        };
        m_whole = std::make_unique<test::WholeWindow>(makeBackend, m_folder->path());
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
        m_source = nullptr;
        m_desktop.reset();
    }

    void aNewCriticalFindingIsNotifiedOnceUntilItHasEnded()
    {
        turnOn();
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        const auto first = m_desktop->shown().front();
        QVERIFY2(first.summary.contains(u"/locks/orders"_s), qPrintable(first.summary));
        QVERIFY2(first.body.contains(u"persistent node"_s), qPrintable(first.body));
        QVERIFY2(first.body.contains(u"locks.example:2181"_s), qPrintable(first.body));
        QCOMPARE(first.actions, (QStringList{u"default"_s, u"Show"_s, u"show"_s, u"Show"_s, u"mute"_s, u"Mute"_s}));
        QCOMPARE(first.hints.value(u"urgency"_s).value<uchar>(), uchar(2));

        give(30s, {stuck("/locks/orders"), healthy("/locks/other")});
        give(40s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        QVERIFY(m_desktop->shown()[1].summary.contains(u"/locks/other"_s));
        QVERIFY(m_desktop->closed().empty());

        give(50s, {healthy("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->closed(), std::vector<uint>{first.id});
        give(60s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 3U);
        QVERIFY(m_desktop->shown()[2].summary.contains(u"/locks/orders"_s));
    }

    void itIsOffAtFirst()
    {
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        turnOn();
        give(30s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        QVERIFY(m_desktop->shown().front().summary.contains(u"/locks/other"_s));
    }

    /// With what follows it soon, when the servers report their sessions.
    void whatTheFirstViewShowsIsNotNew()
    {
        turnOn();
        connectWindow();
        give(0s, {stuck("/locks/a"), healthy("/locks/b"), healthy("/locks/c")});
        give(5s, {stuck("/locks/a"), stuck("/locks/b"), healthy("/locks/c")});
        give(20s, {stuck("/locks/a"), stuck("/locks/b"), stuck("/locks/c")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        QVERIFY(m_desktop->shown().front().summary.contains(u"/locks/c"_s));
    }

    void manyAtOneTimeHaveOneNotification()
    {
        const auto all = [](const auto& make) {
            return std::vector<test::LockPtr>{make("/locks/a"), make("/locks/b"), make("/locks/c"), make("/locks/d")};
        };
        turnOn();
        connectWindow();
        give(0s, all(healthy));
        give(20s, all(stuck));
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        QCOMPARE(m_desktop->shown().front().summary, u"4 new critical findings"_s);
        auto left = all(healthy);
        left[2] = stuck("/locks/c");
        give(30s, left);
        QVERIFY(m_desktop->closed().empty());
        give(40s, all(healthy));
        QTRY_COMPARE(m_desktop->closed().size(), 1U);
    }

    void showGoesToTheFinding()
    {
        turnOn();
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_whole->window.selectLock("/locks/other");
        QCOMPARE(shownLock(), std::string("/locks/other"));
        const auto* list = child<QListView>(u"findingsList"_s);
        const auto id = m_desktop->shown().front().id;
        m_desktop->choose(id + 1, u"show"_s); // another program's
        m_desktop->choose(id, u"show"_s);
        QTRY_COMPARE(QString::fromStdString(shownLock()), u"/locks/orders"_s);
        QVERIFY(list->currentIndex().isValid());
        QCOMPARE(list->currentIndex().data(ui::FindingsModel::PlaceRole).toString(), u"orders"_s);
        QTRY_COMPARE(m_desktop->closed(), std::vector<uint>{id});
    }

    void mutedIsNotNotifiedAgain()
    {
        turnOn();
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_desktop->choose(1, u"mute"_s);
        QTRY_COMPARE(m_desktop->closed().size(), 1U);
        give(30s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(40s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        QVERIFY(m_desktop->shown()[1].summary.contains(u"/locks/other"_s));
    }

    /// By the strip above the lane; also at the bell, and until it is undone.
    void theWindowMutesAndUnmutes()
    {
        turnOn();
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_whole->window.selectLock("/locks/orders");
        const auto link = [this] { return m_whole->window.findChild<QToolButton*>(u"findingStripMute"_s); };
        QTRY_VERIFY(link());
        const auto* bell = child<QToolButton>(u"bellButton"_s);
        QTRY_COMPARE(bell->text().trimmed(), u"1"_s);
        link()->click();
        QTRY_COMPARE(m_desktop->closed().size(), 1U);
        QTRY_VERIFY(link()->text().contains(u"Unmute"_s));
        QTRY_COMPARE(bell->text().trimmed(), u"0"_s);
        give(30s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(40s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        QVERIFY(m_desktop->shown()[1].summary.contains(u"/locks/other"_s));
        QTRY_VERIFY(!link()->isHidden());
        link()->click();
        QTRY_COMPARE(link()->text(), u"Mute"_s);
        give(50s, {healthy("/locks/orders"), stuck("/locks/other")});
        give(60s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 3U);
        QVERIFY(m_desktop->shown()[2].summary.contains(u"/locks/orders"_s));
    }

    /// Both services number their notifications from 1 on.
    void aServiceThatReplacesAnotherKnowsNothingOfItsNotifications()
    {
        turnOn();
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other"), healthy("/locks/third")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other"), healthy("/locks/third")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_desktop.reset();
        startDesktop();
        give(30s, {stuck("/locks/orders"), stuck("/locks/other"), healthy("/locks/third")});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_whole->window.selectLock("/locks/third");
        m_desktop->choose(1, u"show"_s);
        QTRY_COMPARE(QString::fromStdString(shownLock()), u"/locks/other"_s);
    }

    void withoutAServiceTheLogSaysSoOnce()
    {
        const auto sentence = u"The desktop shows no notifications"_s;
        m_desktop.reset();
        turnOn();
        QTRY_COMPARE(logged(sentence), 1);
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        startDesktop(); // it is used as soon as it is there
        give(30s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_VERIFY(!m_desktop->shown().empty() && m_desktop->shown().back().summary.contains(u"/locks/other"_s));
        QCOMPARE(logged(sentence), 1);
    }

    void markupIsEscapedForAServiceThatReadsIt()
    {
        ui::DesktopNotifications notifications;
        const ui::DesktopNotification notification{u"<i>Lock</i>"_s, u"<b>held</b> by a&b"_s};
        notifications.show(u"one"_s, notification);
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        QCOMPARE(m_desktop->shown()[0].summary, u"<i>Lock</i>"_s); // never markup
        QCOMPARE(m_desktop->shown()[0].body, u"&lt;b&gt;held&lt;/b&gt; by a&amp;b"_s);
        m_desktop->adaptor().m_capabilities = {u"body"_s};
        notifications.show(u"two"_s, notification);
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        QCOMPARE(m_desktop->shown()[1].body, u"<b>held</b> by a&b"_s);
    }

    void oneInPlaceOfAnother()
    {
        ui::DesktopNotifications notifications;
        notifications.show(u"one"_s, {u"first"_s, {}});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        notifications.show(u"one"_s, {u"second"_s, {}});
        QTRY_COMPARE(m_desktop->closed(), std::vector<uint>{1});
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        notifications.withdraw(u"one"_s);
        QTRY_COMPARE(m_desktop->closed(), (std::vector<uint>{1, 2}));
    }

    void theEndOfAHoldIsNotifiedOnRequest()
    {
        connectWindow();
        give(0s, {queueOf({101, 102, 103})});
        m_whole->window.selectLock("/locks/orders");
        auto* link = child<QToolButton>(u"releaseNotifyMe"_s);
        const auto* wait = child<QLabel>(u"releaseWait"_s);
        QVERIFY(!link->isHidden() && link->isEnabled());
        link->click();
        QVERIFY2(wait->text().endsWith(u"You are notified when this hold ends."_s), qPrintable(wait->text()));
        QCOMPARE(link->text(), u"Cancel Notification"_s);
        give(5s, {queueOf({101, 102, 103, 104})});
        give(10s, {queueOf({102, 103})});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        const auto shown = m_desktop->shown().front();
        QCOMPARE(shown.summary, u"Hold ended: /locks/orders"_s);
        QCOMPARE(shown.body, u"worker-101 no longer holds /locks/orders. Held now by: worker-102."_s);
        QCOMPARE(shown.hints.value(u"urgency"_s).value<uchar>(), uchar(1));

        // The next hold is not awaited; and one that was cancelled is not notified.
        QTRY_COMPARE(link->text(), u"Notify Me"_s);
        link->click();
        link->click();
        QVERIFY(!wait->text().contains(u"You are notified"_s));
        give(15s, {queueOf({103})});
        QTRY_COMPARE(link->text(), u"Notify Me"_s);
        link->click();
        give(20s, {healthy("/locks/other")});
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        QCOMPARE(m_desktop->shown()[1].body,
                 u"worker-103 no longer holds /locks/orders. No client holds the lock now."_s);
    }

    /// "Show" would select the same path at another connection.
    void theEndOfAHoldIsWithdrawnWithItsConnection()
    {
        connectWindow();
        give(0s, {queueOf({101, 102})});
        m_whole->window.selectLock("/locks/orders");
        child<QToolButton>(u"releaseNotifyMe"_s)->click();
        give(10s, {queueOf({102})});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_whole->connection.close();
        QTRY_COMPARE(m_desktop->closed(), std::vector<uint>{1});
    }

    /// As on Wayland, where only the token of the user's click permits to raise a window.
    void theTokenOfAClickIsUsedToRaiseTheWindow()
    {
        qunsetenv("XDG_ACTIVATION_TOKEN");
        ui::DesktopNotifications notifications;
        QByteArrayList tokens;
        connect(&notifications, &ui::DesktopNotifications::actionChosen, this,
                [&] { tokens << qgetenv("XDG_ACTIVATION_TOKEN"); });
        notifications.show(u"one"_s, {u"first"_s, {}});
        QTRY_COMPARE(m_desktop->shown().size(), 1U);
        m_desktop->choose(1, u"show"_s);
        QTRY_COMPARE(tokens, QByteArrayList{QByteArray()});
        Q_EMIT m_desktop->adaptor().ActivationToken(2, u"another program's"_s);
        Q_EMIT m_desktop->adaptor().ActivationToken(1, u"token-1"_s);
        m_desktop->choose(1, u"show"_s);
        QTRY_COMPARE(tokens.size(), 2);
        QCOMPARE(tokens.back(), QByteArray("token-1"));
        qunsetenv("XDG_ACTIVATION_TOKEN");
    }

    void theUserClosesOne()
    {
        ui::DesktopNotifications notifications;
        const QSignalSpy closed(&notifications, &ui::DesktopNotifications::closed);
        const QSignalSpy chosen(&notifications, &ui::DesktopNotifications::actionChosen);
        notifications.show(u"one"_s, {u"first"_s, {}});
        notifications.show(u"two"_s, {u"second"_s, {}});
        QTRY_COMPARE(m_desktop->shown().size(), 2U);
        m_desktop->choose(1, u"show"_s);
        QTRY_COMPARE(chosen.count(), 1);
        Q_EMIT m_desktop->adaptor().NotificationClosed(1, 2);
        QTRY_COMPARE(closed.count(), 1);
        QCOMPARE(closed.front().front().toString(), chosen.front().front().toString());
    }

    void withoutAServiceTheNoticeTellsTheEndOfAHold()
    {
        m_desktop.reset();
        connectWindow();
        give(0s, {queueOf({101, 102})});
        m_whole->window.selectLock("/locks/orders");
        child<QToolButton>(u"releaseNotifyMe"_s)->click();
        give(5s, {queueOf({102})});
        const auto* notice = child<QLabel>(u"noticeText"_s);
        QTRY_VERIFY2(notice->text().startsWith(u"worker-101 no longer holds"_s), qPrintable(notice->text()));
        QTRY_COMPARE(logged(u"worker-101 no longer holds"_s), 1);
    }

    void theBellCountsWhatIsNew()
    {
        connectWindow();
        give(0s, {healthy("/locks/orders"), healthy("/locks/other")});
        auto* bell = child<QToolButton>(u"bellButton"_s);
        QCOMPARE(bell->text(), u"0"_s);
        give(20s, {stuck("/locks/orders"), healthy("/locks/other")});
        QTRY_COMPARE(bell->text(), u"1"_s);
        QCOMPARE(bell->accessibleName(), u"1 new finding, critical"_s);
        // It has ended, and no user has looked.
        give(30s, {healthy("/locks/orders"), healthy("/locks/other")});
        QCOMPARE(bell->text(), u"1"_s);
        bell->click();
        QCOMPARE(bell->text(), u"0"_s);
        QVERIFY(child<QWidget>(u"findingsPanel"_s)->isVisible());

        // A view that stands does not show what is new.
        auto* pause = child<QAction>(u"pauseAction"_s);
        pause->trigger();
        give(40s, {stuck("/locks/orders"), stuck("/locks/other")});
        bell->click();
        QCOMPARE(bell->text(), u"0"_s);
        pause->trigger();
        QTRY_COMPARE(bell->text(), u"2"_s);
        QTest::keyClick(child<QListView>(u"findingsList"_s), Qt::Key_Down);
        QCOMPARE(bell->text(), u"0"_s);
        give(50s, {healthy("/locks/orders"), stuck("/locks/other")});
        give(60s, {stuck("/locks/orders"), stuck("/locks/other")});
        QTRY_COMPARE(bell->text(), u"1"_s);
        m_whole->connection.close();
        QTRY_COMPARE(bell->text(), u"0"_s);
    }
};

} // namespace lockscope::notificationsTest

LOCKSCOPE_TEST(lockscope::notificationsTest::NotificationsTest)
#include "NotificationsTest.moc"
