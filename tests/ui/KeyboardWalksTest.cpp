// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The tasks of WorkflowsTest without a mouse and without eyes: the test presses keys and reads only what the window
/// reports to assistive technologies. Clients are processes, servers are real.

#include "tests/support/Test.h"
#include "tests/ui/Keyboard.h"
#include "tests/ui/WalkTest.h"

#include <QRegularExpression>

namespace lockscope::keyboardWalksTest {

using namespace Qt::StringLiterals;

class KeyboardWalksTest : public test::WalkTest {
    Q_OBJECT

    std::unique_ptr<test::Keyboard> m_keyboard;

    static QString all() { return test::Keyboard::read().join(u'\n'); }
    static bool reads(const QString& words) { return test::Keyboard::reads(words); }
    static QString fact(const QString& key) { return test::Keyboard::fact(key); }
    static QStringList lane()
    {
        return test::Keyboard::childNames(test::Keyboard::find(QAccessible::List, u"Queue of "_s));
    }
    static QStringList cells(const QString& table)
    {
        return test::Keyboard::childNames(test::Keyboard::find(QAccessible::Table, table));
    }
    static bool hasFinding(const QString& title, const QString& lockName)
    {
        const auto findings = test::Keyboard::childNames(test::Keyboard::find(QAccessible::List, u"Findings"_s));
        return std::any_of(findings.begin(), findings.end(), [&](const QString& finding) {
            return finding.contains(title) && finding.contains(lockName);
        });
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { m_keyboard->press(key, modifiers); }

    void launch()
    {
        launchWindow();
        m_keyboard = std::make_unique<test::Keyboard>();
    }
    void connectToSaved()
    {
        QTRY_VERIFY2(test::Keyboard::find(QAccessible::Button, u"orders-prod"_s), qPrintable(all()));
        press(Qt::Key_1, Qt::ControlModifier);
        m_keyboard->tabTo(u"orders-prod"_s);
        if (QTest::currentTestFailed())
            return;
        press(Qt::Key_Space);
    }
    /// From the list of findings to the details of the client.
    void chooseByFinding(const QString& title, const QString& lockName, const QString& client)
    {
        QTRY_VERIFY2_WITH_TIMEOUT(hasFinding(title, lockName), qPrintable(all()), test::silenceMs);
        press(Qt::Key_4, Qt::ControlModifier);
        m_keyboard->tabTo(u"Findings"_s);
        if (QTest::currentTestFailed())
            return;
        m_keyboard->goDownTo({title, lockName});
        if (QTest::currentTestFailed())
            return;
        press(Qt::Key_Return);
        QTRY_VERIFY2(fact(u"Client"_s).startsWith(client), qPrintable(all()));
    }

private Q_SLOTS:
    void init() { startWalk(); }
    void cleanup()
    {
        m_keyboard.reset();
        endWalk();
    }

    void anOperatorHearsWhoHoldsAndThatItIsPaused()
    {
        const auto batch = queueFor(lock(u"batch"_s), u"batch-1"_s); // a lock without problems
        const auto holder = queueFor(lock(u"orders"_s), u"worker-a"_s);
        const auto next = queueFor(lock(u"orders"_s), u"worker-b"_s);
        const auto last = queueFor(lock(u"orders"_s), u"worker-c"_s);
        holder->signal(SIGSTOP);

        launch();
        connectToSaved();
        chooseByFinding(u"No heartbeat from the holder"_s, u"orders"_s, u"worker-a"_s);
        qInfo("%d keys", m_keyboard->keys());
        QVERIFY2(m_keyboard->keys() <= 25, "from the start to all of this");

        QVERIFY2(fact(u"State"_s).contains(QRegularExpression(u"^Holding, (≤ )?\\d"_s)), qPrintable(all()));
        QVERIFY2(fact(u"Host"_s).startsWith(u"127.0.0.1:"_s), qPrintable(all()));
        QVERIFY2(fact(u"Host"_s).contains(u"AdminServer, "_s), qPrintable(all())); // the source and its age
        QVERIFY2(!fact(u"Created"_s).isEmpty(), qPrintable(all()));
        QVERIFY2(reads(u"holds the lock, but has sent no heartbeat for "_s), qPrintable(all()));
        QCOMPARE(lane(), (QStringList{u"worker-a"_s, u"worker-b"_s, u"worker-c"_s}));
        QVERIFY2(reads(u"Next holder: worker-b. 1 client then waits behind worker-b."_s), qPrintable(all()));
        QVERIFY2(reads(u"two clients may then both believe they hold the lock"_s), qPrintable(all()));
        QVERIFY2(reads(u"Is enough if the client sends no further heartbeat"_s), qPrintable(all()));
    }

    void aUserReleasesTheLockOfADeadClient()
    {
        const auto healthy = queueFor(lock(u"aaa"_s), u"batch-1"_s);
        const auto holder = queueFor(lock(u"nightly"_s), u"worker-a"_s);
        const auto next = queueFor(lock(u"nightly"_s), u"worker-b"_s);
        holder->signal(SIGKILL);

        launch();
        connectToSaved();
        chooseByFinding(u"no connection"_s, u"nightly"_s, u"worker-a"_s);
        QTRY_VERIFY2(reads(u"Next holder: worker-b. No other client is waiting."_s), qPrintable(all()));
        press(Qt::Key_Delete);
        // The dialog reads the node again, and goes to what is missing.
        QTRY_COMPARE(test::Keyboard::focusName(), u"Reason"_s);
        QTRY_VERIFY2(reads(u"nightly, held by worker-a?"_s), qPrintable(all()));
        const auto deleteButton = [] { return test::Keyboard::find(QAccessible::Button, u"Delete Node"_s); };
        QVERIFY(deleteButton() && deleteButton()->state().disabled);
        const auto reason = u"its machine is gone"_s;
        m_keyboard->type(reason);
        QVERIFY(deleteButton() && !deleteButton()->state().disabled);
        press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY2(reads(u"Deleted node "_s) && reads(u". worker-b holds the lock now."_s), qPrintable(all()));
        QVERIFY2(next->waitForEvent(u"granted"_s), next->reported().constData());
        QCOMPARE(nodesOf(lock(u"nightly"_s)).size(), 1);
        QCOMPARE(nodesOf(lock(u"aaa"_s)).size(), 1);
        press(Qt::Key_Escape);
        m_whole->window.activateWindow(); // as a window manager does
        QTRY_COMPARE(lane(), QStringList(u"worker-b"_s));
        QVERIFY(test::Keyboard::focusName() != u"Release the selected contender"_s); // it is worker-b by now

        press(Qt::Key_9, Qt::ControlModifier);
        QTRY_VERIFY2(cells(u"Action log"_s).contains(reason), qPrintable(all()));
        const auto log = cells(u"Action log"_s).join(u'\n');
        QVERIFY2(log.contains(lock(u"nightly"_s)) && log.contains(u"worker-a"_s), qPrintable(log));
        const auto keys = m_keyboard->keys() - static_cast<int>(reason.size());
        qInfo("%d keys without the reason", keys);
        QVERIFY2(keys <= 30, "from the start to the proof");
    }

    void aDeveloperShowsAPausedHolderAndFencing()
    {
        launch();
        press(Qt::Key_7, Qt::ControlModifier); // to the simulation
        QTRY_COMPARE(test::Keyboard::focusName(), u"Scenario"_s);
        m_keyboard->type(u"paused"_s);
        QCOMPARE(test::Keyboard::focusValue(), u"Paused holder and fencing"_s);
        m_keyboard->tabTo(u"Run the simulation"_s);
        press(Qt::Key_Space);

        // While it runs, the table has both the client's view and the actual state.
        const auto clients = [] { return cells(u"Simulated clients"_s); };
        QTRY_VERIFY2_WITH_TIMEOUT(clients().contains(u"Paused (holding)"_s) && clients().contains(u"Holding"_s),
                                  qPrintable(all()), test::scenarioMs);
        QTRY_VERIFY2_WITH_TIMEOUT(fact(u"Outcome"_s) == u"✓ as expected"_s,
                                  qPrintable(fact(u"Outcome"_s) + fact(u"✗ expected"_s) + all()), test::scenarioMs);
        QVERIFY2(fact(u"Stale writes rejected"_s).toInt() >= 1, qPrintable(all()));

        // The view stays: the timeline has two clients that acted as the holder at one time.
        press(Qt::Key_1, Qt::ControlModifier);
        const auto name = u"Timeline of the lock"_s;
        m_keyboard->tabTo(name);
        press(Qt::Key_Home);
        const auto timeline = [&] { return test::Keyboard::find(QAccessible::List, name); };
        QTRY_VERIFY2(test::Keyboard::childNames(timeline()).contains(u"sleeper"_s), qPrintable(all()));
        const auto reported = test::Keyboard::readIn(timeline()).join(u'\n');
        QVERIFY2(reported.contains(u"sleeper acted as holder without the lock for"_s) &&
                     reported.contains(u"held for"_s) &&
                     reported.contains(QRegularExpression(u"writes with token 0x[0-9a-f]+: [0-9,]+ accepted, [1-9]"_s)),
                 qPrintable(reported));
        qInfo("%d keys", m_keyboard->keys());
        QVERIFY2(m_keyboard->keys() <= 60, "from the start to what the timeline shows");
    }
};

} // namespace lockscope::keyboardWalksTest

LOCKSCOPE_TEST(lockscope::keyboardWalksTest::KeyboardWalksTest)
#include "KeyboardWalksTest.moc"
