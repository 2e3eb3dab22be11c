// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases by the window on a real Redis server, with a client that waits.

#include "core/redis/KeyNames.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"
#include "tests/ui/EveryBackend.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/dialogs/ReleaseDialog.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::redisReleaseTest {

using namespace Qt::StringLiterals;

namespace keys = redis::keys;

class RedisReleaseTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    test::RedisServers m_servers;
    std::unique_ptr<test::WholeWindow> m_whole;

    [[nodiscard]] ui::ReleaseDialog* dialog() const
    {
        auto* found = m_whole->window.findChild<ui::ReleaseDialog*>();
        return found && found->isVisible() ? found : nullptr;
    }
    template <typename T> [[nodiscard]] T* inDialog(const QString& name) const
    {
        return dialog() ? dialog()->findChild<T*>(name) : nullptr;
    }
    [[nodiscard]] QString said() const
    {
        const auto* label = inDialog<QLabel>(u"releaseResult"_s);
        return label ? label->text() : QString();
    }
    [[nodiscard]] QString title() const
    {
        const auto* label = inDialog<QLabel>(u"releaseDialogTitle"_s);
        return label ? label->text() : QString();
    }
    void openLock(const std::string& name)
    {
        m_whole->child<QAction>(u"connectAction"_s)->trigger();
        m_whole->child<QLineEdit>(u"connectString"_s)->setText(m_servers.target());
        m_whole->press(u"connectAccept"_s);
        const auto isShown = [&] {
            const auto& snapshot = m_whole->connection.snapshot();
            return snapshot && snapshot->complete && snapshot->find(name);
        };
        QTRY_VERIFY(isShown());
        const auto& queue = m_whole->connection.snapshot()->find(name)->queue;
        m_whole->window.select({name, inspect::LockPart::Queue, queue.empty() ? std::string() : queue.front().node});
    }
    /// The button does nothing before.
    void confirm()
    {
        const auto isReady = [&] { return inDialog<QPushButton>(u"releaseDelete"_s)->isEnabled(); };
        QVERIFY(!inDialog<QLineEdit>(u"releaseName"_s)->isVisible()); // only for production
        QVERIFY(!isReady());
        inDialog<QLineEdit>(u"releaseReason"_s)->setText(u"its machine is gone"_s);
        QVERIFY(isReady());
        QTest::mouseClick(inDialog<QPushButton>(u"releaseDelete"_s), Qt::LeftButton);
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* const variable : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
            qputenv(variable, m_folder.path().toLocal8Bit());
        QVERIFY_RESULT(m_servers.start());
    }
    void init()
    {
        test::failOnAnyWarning();
        m_servers.command({"FLUSHALL"});
        m_whole = std::make_unique<test::WholeWindow>(test::everyBackend(), m_folder.path());
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
    }

    void releasesAHolderAndWakesAWaiter()
    {
        const QByteArray owner = "11111111-2222-4333-8444-555555555555:7";
        m_servers.command({"HSET", "orders", owner, "1"});
        test::RedisConnection waiter(m_servers.port());
        waiter.command({"SUBSCRIBE", QByteArray::fromStdString(keys::lockChannel("orders"))});
        openLock("orders");
        m_whole->press(u"releaseButton"_s);
        QTRY_COMPARE(title(), u"Release orders, held by %1?"_s.arg(QString::fromLatin1(owner)));
        confirm();
        QTRY_COMPARE(said(), u"Released %1 of orders; 1 waiting client was woken. The lock has no holder now."_s.arg(
                                 QString::fromLatin1(owner)));
        QCOMPARE(m_servers.command({"EXISTS", "orders"}).toInt(), 0);
        QCOMPARE(waiter.next().toList().value(2).toByteArray(), QByteArray("0"));
    }

    void addsPermitsAndWakesAWaiter()
    {
        m_servers.command({"SET", "slots", "0"});
        test::RedisConnection waiter(m_servers.port());
        waiter.command({"SUBSCRIBE", QByteArray::fromStdString(keys::semaphoreChannel("slots"))});
        openLock("slots");
        QTRY_VERIFY(m_whole->child<QSpinBox>(u"releasePermits"_s)->isVisible());
        m_whole->child<QSpinBox>(u"releasePermits"_s)->setValue(2);
        m_whole->press(u"releaseButton"_s);
        QTRY_COMPARE(title(), u"Add permits to slots?"_s);
        QCOMPARE(inDialog<QPushButton>(u"releaseDelete"_s)->text(), u"Add Permits"_s);
        confirm();
        QTRY_COMPARE(said(), u"Added 2 permits to slots; 1 waiting client was woken."_s);
        QCOMPARE(m_servers.command({"GET", "slots"}).toByteArray(), QByteArray("2"));
        QCOMPARE(waiter.next().toList().value(2).toByteArray(), QByteArray("2"));
    }

    void addsNothingWhenTheNumberHasChanged()
    {
        m_servers.command({"SET", "slots", "0"});
        test::RedisConnection waiter(m_servers.port());
        waiter.command({"SUBSCRIBE", QByteArray::fromStdString(keys::semaphoreChannel("slots"))});
        openLock("slots");
        m_whole->press(u"releaseButton"_s);
        QTRY_COMPARE(title(), u"Add permits to slots?"_s);
        m_servers.command({"SET", "slots", "1"});
        QTRY_VERIFY2(said().contains(u"has changed since you opened this dialog"_s), qPrintable(said()));
        QVERIFY(!inDialog<QPushButton>(u"releaseDelete"_s)->isEnabled());
        QCOMPARE(m_servers.command({"GET", "slots"}).toByteArray(), QByteArray("1"));
        dialog()->reject();
    }
};

} // namespace lockscope::redisReleaseTest

LOCKSCOPE_TEST(lockscope::redisReleaseTest::RedisReleaseTest)
#include "RedisReleaseTest.moc"
