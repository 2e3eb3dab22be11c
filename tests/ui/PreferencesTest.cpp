// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Preferences.h"
#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>

namespace lockscope::preferencesTest {

using namespace Qt::StringLiterals;

class PreferencesTest final : public test::WindowTest {
    Q_OBJECT
    void trigger(const QString& action) { child<QAction>(action + u"Action"_s)->trigger(); }

private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void theyCountAtOnce()
    {
        QSignalSpy chosen(m_window.get(), &ui::MainWindow::preferencesChosen);
        trigger(u"preferences"_s);
        child<QComboBox>(u"preferencesTheme"_s)->setCurrentIndex(static_cast<int>(ui::ThemeChoice::Light));
        QCOMPARE(chosen.count(), 1);
        QVERIFY(!m_window->theme().dark);
        QVERIFY(child<QAction>(u"themeLightAction"_s)->isChecked());
        child<QSpinBox>(u"preferencesHold"_s)->setValue(0);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(m_window->preferences().holdLimit, std::chrono::minutes(0));
        QVERIFY(!m_window->preferences().findings().holdLimit);
        QCOMPARE(child<QSpinBox>(u"preferencesHold"_s)->text(), u"Never"_s);
        trigger(u"themeDark"_s); // the dialog shows the change
        QCOMPARE(child<QComboBox>(u"preferencesTheme"_s)->currentIndex(), static_cast<int>(ui::ThemeChoice::Dark));
        QCOMPARE(chosen.count(), 3);
        child<QPushButton>(u"preferencesDefaults"_s)->click();
        QCOMPARE(chosen.count(), 4);
        QCOMPARE(m_window->preferences(), ui::Preferences());
    }

    /// Return accepts the typed value and closes; nothing is restored.
    void returnClosesThem()
    {
        trigger(u"preferences"_s);
        auto* hold = child<QSpinBox>(u"preferencesHold"_s);
        auto* dialog = hold->window();
        QVERIFY(child<QPushButton>(u"preferencesClose"_s)->isDefault());
        QVERIFY(!child<QPushButton>(u"preferencesDefaults"_s)->autoDefault());
        hold->setFocus();
        hold->selectAll();
        QTest::keyClicks(hold, u"7"_s);
        QTest::keyClick(hold, Qt::Key_Return);
        QVERIFY(!dialog->isVisible());
        QCOMPARE(m_window->preferences().holdLimit, std::chrono::minutes(7));
    }

    void theFormOfTheLocksIsOneOfThem()
    {
        QSignalSpy chosen(m_window.get(), &ui::MainWindow::preferencesChosen);
        auto* asTree = child<QToolButton>(u"locksAsTree"_s);
        asTree->click();
        QCOMPARE(chosen.count(), 1);
        QVERIFY(m_window->preferences().locksAsTree);
        trigger(u"preferences"_s); // the dialog does not offer it
        child<QSpinBox>(u"preferencesHold"_s)->setValue(3);
        QVERIFY(m_window->preferences().locksAsTree);
        m_window->setPreferences({});
        QVERIFY(!asTree->isChecked());
        QCOMPARE(chosen.count(), 2);
    }

    void theBellOfTheFindingsIsOneOfThem()
    {
        QSignalSpy chosen(m_window.get(), &ui::MainWindow::preferencesChosen);
        auto* bell = child<QToolButton>(u"findingsBell"_s);
        bell->click();
        QCOMPARE(chosen.count(), 1);
        QVERIFY(m_window->preferences().notifiesOfFindings);
        m_window->setPreferences({});
        QVERIFY(!bell->isChecked());
        QCOMPARE(chosen.count(), 1);
    }

    void aNumberBeyondTheLimitsChangesNothing()
    {
        QSignalSpy chosen(m_window.get(), &ui::MainWindow::preferencesChosen);
        trigger(u"preferences"_s);
        auto* limit = child<QSpinBox>(u"preferencesPatience"_s);
        limit->setFocus();
        limit->selectAll();
        QTest::keyClicks(limit, u"0"_s);
        QFocusEvent out(QEvent::FocusOut); // also in a window that is not active
        QCoreApplication::sendEvent(limit, &out);
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(limit->value(), 0); // as typed
        const auto fault = child<QLabel>(u"preferencesFault"_s)->text();
        QVERIFY2(fault.contains(u"from 1 to 3,600"_s), qPrintable(fault));
        limit->setValue(20);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(child<QLabel>(u"preferencesFault"_s)->text(), QString());
        limit->window()->close();
    }

    void aCommandIsVisibleFromItsBeginning()
    {
        auto preferences = m_window->preferences();
        preferences.commands.java =
            u"ssh -o ConnectTimeout=5 {host} sudo -u shop jstack -l {pid} "_s.repeated(3).trimmed();
        m_window->setPreferences(preferences);
        trigger(u"preferences"_s);
        auto* java = child<QLineEdit>(u"preferencesCommand-java"_s);
        QCOMPARE(java->text(), preferences.commands.java);
        QCOMPARE(java->cursorPosition(), 0);
        constexpr int around = 24; // the frame and the margins
        for (const auto& command : ui::commandTemplates()) {
            const auto* line = child<QLineEdit>(u"preferencesCommand-"_s + QString::fromLatin1(command.id));
            const auto usual = ui::CommandTemplates().*command.text;
            QVERIFY2(line->width() >= line->fontMetrics().horizontalAdvance(usual) + around, qPrintable(usual));
        }
    }

    void commandsAreChangedAndKept()
    {
        trigger(u"preferences"_s);
        auto* java = child<QLineEdit>(u"preferencesCommand-java"_s);
        QCOMPARE(java->text(), ui::CommandTemplates().java);
        java->setText(u"ssh {host} jcmd {pid} Thread.print"_s);
        QCOMPARE(m_window->preferences().commands.java, java->text());
        const auto good = m_window->preferences();
        java->setText(u"ssh {hots}"_s);
        QVERIFY(child<QLabel>(u"preferencesFault"_s)->text().contains(u"{hots}"_s));
        QCOMPARE(m_window->preferences(), good);
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"lockscope.ini"_s), QSettings::IniFormat);
        QVERIFY(good.save(settings, ui::Preferences()));
        QCOMPARE(ui::Preferences::load(settings), good);
        settings.setValue(u"commands/java"_s, u"{nonsense}"_s);
        QCOMPARE(ui::Preferences::load(settings).commands.java, ui::CommandTemplates().java);
        java->window()->close();
    }

    void theyAreKept()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"lockscope.ini"_s), QSettings::IniFormat);
        QCOMPARE(ui::Preferences::load(settings), ui::Preferences());
        const ui::Preferences chosen{ui::ThemeChoice::Light,
                                     ui::Language::SimplifiedChinese,
                                     std::chrono::minutes(1),
                                     std::chrono::minutes(0),
                                     std::chrono::seconds(7),
                                     50,
                                     1'000,
                                     true,
                                     true};
        QVERIFY(chosen.save(settings, ui::Preferences()));
        QCOMPARE(ui::Preferences::load(settings), chosen);
        QCOMPARE(QFile::permissions(settings.fileName()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        // A choice made for this start only is not saved.
        auto forced = chosen;
        forced.theme = ui::ThemeChoice::Dark;
        auto next = forced;
        next.watchBudget = 5;
        QVERIFY(next.save(settings, forced));
        QCOMPARE(ui::Preferences::load(settings).theme, ui::ThemeChoice::Light);
        QCOMPARE(ui::Preferences::load(settings).watchBudget, 5);
        settings.setValue(u"theme"_s, u"pink"_s);
        settings.setValue(u"findings/holdLimitMinutes"_s, -4);
        QCOMPARE(ui::Preferences::load(settings).theme, ui::ThemeChoice::System);
        QCOMPARE(ui::Preferences::load(settings).holdLimit, std::chrono::minutes(15));
    }

    void theyLeaveSavedConnectionsAlone()
    {
        ui::Preferences preferences;
        preferences.requestsPerSecond = 50;
        connect::Profile typed;
        preferences.applyTo(typed);
        QCOMPARE(typed.requestsPerSecond, 50);
        connect::Profile saved;
        saved.name = "prod";
        preferences.applyTo(saved);
        QCOMPARE(saved.requestsPerSecond, 0);
    }
};

} // namespace lockscope::preferencesTest

LOCKSCOPE_TEST(lockscope::preferencesTest::PreferencesTest)
#include "PreferencesTest.moc"
