// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The words of the window on Redis: it has keys and clients, and neither nodes nor sessions.

#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/WindowTest.h"
#include "ui/dialogs/ProfileDialog.h"
#include "ui/dialogs/ReleaseDialog.h"
#include "ui/dialogs/TargetForm.h"
#include "ui/dialogs/UnlockDialog.h"
#include "ui/models/SessionsModel.h"
#include "ui/models/text/ReleaseWords.h"
#include "ui/panels/SessionsPanel.h"
#include "ui/theme/Sizes.h"
#include "ui/views/CommandList.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/KeyValueList.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTabWidget>
#include <QTableView>
#include <QTextLayout>
#include <QToolButton>

#include <memory>

namespace lockscope::redisWordsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<inspect::Snapshot> redisSnapshot(std::vector<test::LockPtr> locks)
{
    auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot(std::move(locks)));
    snapshot->backend = inspect::Backend::Redis;
    return snapshot;
}

/// Words of ZooKeeper.
bool isOfZooKeeper(const QString& text)
{
    static const QRegularExpression words(u"\\b(z?nodes?|sessions?|ensembles?|ephemeral|ZooKeeper)\\b"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return words.match(text).hasMatch();
}

} // namespace

class RedisWordsTest final : public test::WindowTest {
    Q_OBJECT
    /// What can be read on visible labels and buttons, or in their tooltips.
    QStringList wordsOfZooKeeper()
    {
        QStringList found;
        for (const auto* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            const auto* label = qobject_cast<const QLabel*>(widget);
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const auto shown = label ? label->text() : button ? button->text() : QString();
            for (const auto& text : {shown, widget->toolTip(), widget->accessibleDescription()})
                if (isOfZooKeeper(text))
                    found << u"%1: %2"_s.arg(widget->objectName(), text);
        }
        return found;
    }

private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void theFirstPageNamesBoth()
    {
        for (const auto& name : {u"welcomeSentence"_s, u"welcomeConnectSentence"_s, u"welcomeSandboxSentence"_s}) {
            QVERIFY2(text(name).contains(u"ZooKeeper"_s) && text(name).contains(u"Redis"_s), qPrintable(text(name)));
            QVERIFY2(!text(name).contains(u"ensemble"_s), qPrintable(text(name)));
        }
    }

    void aFairLockHasNoNodesAndNoSessions()
    {
        show(test::liveViewState(redisSnapshot({test::fairLock(0s, 20s, false)})));
        QTRY_VERIFY(m_window->shownLock());
        auto* details = child<QTabWidget>(u"detailsTabs"_s);
        QStringList tabs;
        for (auto tab = 0; tab < details->count(); ++tab) {
            if (!details->isTabVisible(tab))
                continue;
            tabs << details->tabText(tab);
            details->setCurrentIndex(tab);
            QCOMPARE(wordsOfZooKeeper(), QStringList());
        }
        QCOMPARE(tabs, (QStringList{u"Contender"_s, u"Client"_s, u"Lock"_s}));
        show({test::mutexLock("/locks/orders", 2)});
        QCOMPARE(details->tabText(1), u"Session"_s);
        QVERIFY(details->isTabVisible(2));
    }

    void withoutLocksItSpeaksOfKeys()
    {
        show(test::liveViewState(redisSnapshot({})));
        QVERIFY2(text(u"locksEmptySentence"_s).startsWith(u"No key looks like a lock."_s),
                 qPrintable(text(u"locksEmptySentence"_s)));
        QCOMPARE(wordsOfZooKeeper(), QStringList());
    }

    void theMastersAreCounted()
    {
        auto viewState = test::liveViewState(redisSnapshot({}));
        viewState.connect = u"redlock://cache1:6379,cache2:6379,cache3:6379"_s;
        show(viewState);
        const auto name = child<QToolButton>(u"connectionButton"_s)->accessibleName();
        QVERIFY2(name.contains(u"3 servers"_s), qPrintable(name));
    }

    /// Instead of sessions: the client objects that hold or wait.
    void theClientsAreListed()
    {
        ui::SessionsPanel panel;
        panel.resize(1'000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = test::childOf<QTableView>(panel, u"sessionsTable"_s);
        auto* model = table->model();
        const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.setViewState(test::liveViewState(redisSnapshot({test::fairLock(0s, 20s, false)})));
        QTRY_COMPARE(model->rowCount(), 3);
        QVERIFY(table->isColumnHidden(ui::SessionsModel::Client));
        const auto title = [&](int column) { return model->headerData(column, Qt::Horizontal).toString(); };
        QCOMPARE(title(ui::SessionsModel::Session), u"Client instance"_s);
        QCOMPARE(title(ui::SessionsModel::Expires), u"Lease left"_s);
        const auto cell = [&](int row, int column) { return model->index(row, column).data().toString(); };
        QCOMPARE(cell(0, ui::SessionsModel::Session), u"5f0c2a9e-7421-469a-addb-44fb92259a1b"_s);
        QCOMPARE(cell(0, ui::SessionsModel::Holds), u"checkout-12"_s);
        QVERIFY2(cell(1, ui::SessionsModel::Waits).contains(u"checkout-12"_s),
                 qPrintable(cell(1, ui::SessionsModel::Waits)));
        // One leaves; the others keep their rows.
        const QPersistentModelIndex holder = model->index(0, 0);
        panel.setViewState(test::liveViewState(redisSnapshot({test::plainRedisLock("checkout-12", 0)})));
        QTRY_COMPARE(model->rowCount(), 1);
        QVERIFY(holder.isValid());
        test::childOf<QLineEdit>(panel, u"sessionsFilter"_s)->setText(u"5f0c2a9e"_s);
        QTRY_COMPARE(model->rowCount(), 1);
        panel.setViewState(test::liveViewState(test::snapshot({test::mutexLock("/l/a", 3)})));
        QTRY_COMPARE(title(ui::SessionsModel::Session), u"Session"_s);
        QVERIFY(!table->isColumnHidden(ui::SessionsModel::Client));
    }

    /// Neither the value nor the source is cut: in a narrow list the source is below.
    void anAddressIsNotCutForItsSource()
    {
        ui::KeyValueList list(u"facts"_s);
        list.setRows({{u"Host"_s, u"127.0.0.1:58316"_s, true, ui::Tone::Normal, u"MONITOR sample, 7.7 s"_s},
                      {u"Count"_s, u"1"_s, false, ui::Tone::Normal, u"HGETALL, 0.4 s"_s}});
        list.resize(290, 90);
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        QCOMPARE(test::childOf<QLabel>(list, u"factsValue0"_s)->text(), u"127.0.0.1:58316"_s);
        const auto* source = test::childOf<QLabel>(list, u"factsSource0"_s);
        const auto* value = test::childOf<QLabel>(list, u"factsValue0"_s);
        QCOMPARE(source->text(), u"MONITOR sample, 7.7 s"_s);
        QTRY_VERIFY(source->width() >= source->fontMetrics().horizontalAdvance(source->text()));
        QVERIFY(source->y() >= value->y() + value->height());
        const auto* beside = test::childOf<QLabel>(list, u"factsSource1"_s);
        QVERIFY(beside->y() < beside->height() && beside->geometry().right() >= source->geometry().right() - 1);
        QVERIFY2(list.minimumSizeHint().width() <= 300, qPrintable(QString::number(list.minimumSizeHint().width())));
    }

    /// At each size of the font, which sets the sizes when the window is built.
    void aLongKeyKeepsItsDistance()
    {
        const auto font = QApplication::font();
        const auto restore = qScopeGuard([&] { QApplication::setFont(font); });
        for (const auto points : {8, 10, 20}) {
            auto other = font;
            other.setPointSize(points);
            QApplication::setFont(other);
            ui::KeyValueList list(u"facts"_s);
            list.setRows({{u"A key that is longer"_s, u"in 9.0 s"_s}, {u"Key"_s, u"1"_s}});
            list.resize(ui::scaled(400), ui::scaled(90));
            list.setVisible(true);
            QVERIFY(QTest::qWaitForWindowExposed(&list));
            const auto* key = test::childOf<QLabel>(list, u"factsKey0"_s);
            const auto* value = test::childOf<QLabel>(list, u"factsValue0"_s);
            const auto left = [&](const QWidget* widget) { return widget->mapTo(&list, QPoint()).x(); };
            const auto endOfKey = left(key) + key->fontMetrics().horizontalAdvance(key->text());
            QTRY_VERIFY2(left(value) - endOfKey >= ui::scaled(10), qPrintable(QString::number(left(value) - endOfKey)));
            QCOMPARE(left(test::childOf<QLabel>(list, u"factsValue1"_s)), left(value));
        }
    }

    /// The end of a node's name has its number.
    void anIdIsElidedBesideItsSource()
    {
        ui::KeyValueList list(u"facts"_s);
        const auto node = u"_c_9f1c0d5e-1f7b-4f0e-8a53-2d2a5a1be07f-lock-0000000101"_s;
        list.setRows({{u"Node"_s, node, true, ui::Tone::Normal, u"list, 0.2 s"_s}});
        list.resize(300, 60);
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const auto* value = test::childOf<QLabel>(list, u"factsValue0"_s);
        const auto* source = test::childOf<QLabel>(list, u"factsSource0"_s);
        QTRY_VERIFY2(value->text().contains(u'…') && value->text().endsWith(u"0101"_s), qPrintable(value->text()));
        QCOMPARE(source->text(), u"list, 0.2 s"_s);
        QVERIFY(source->x() >= value->geometry().right() && source->y() < value->height());
        QVERIFY(value->toolTip().contains(node));
        test::childOf<QToolButton>(list, u"factsCopy0"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), node);
    }

    /// A time stays in one line, and is copied with its date.
    void aTimeIsNotBroken()
    {
        const auto text = u"Seen at 13:36:33.684 for the first time"_s;
        ui::KeyValue row{u"Created"_s, text};
        row.whole = u"2026-11-29 13:36:33.684"_s;
        row.explanation = u"By the clock of the servers."_s;
        for (auto width = 240; width < 420; width += 20) {
            ui::KeyValueList list(u"facts"_s);
            list.setRows({row});
            list.resize(width, 120);
            list.setVisible(true);
            QVERIFY(QTest::qWaitForWindowExposed(&list));
            const auto* value = test::childOf<ui::ElidedLabel>(list, u"factsValue0"_s);
            QTextLayout layout(value->text(), value->font());
            QTextOption option;
            option.setWrapMode(QTextOption::WordWrap);
            layout.setTextOption(option);
            layout.beginLayout();
            auto lines = 0;
            for (auto line = layout.createLine(); line.isValid(); line = layout.createLine(), ++lines)
                line.setLineWidth(value->width());
            layout.endLayout();
            QVERIFY2(value->height() <= lines * value->fontMetrics().height() + 2, qPrintable(QString::number(width)));
            QVERIFY(value->toolTip().contains(row.whole) && value->toolTip().contains(row.explanation));
            QVERIFY(value->accessibleDescription().contains(row.explanation));
            test::childOf<QToolButton>(list, u"factsCopy0"_s)->click();
            QCOMPARE(QGuiApplication::clipboard()->text(), row.whole);
        }
    }

    /// A command is elided at the right, never run, and copied whole.
    void commandsAreCopied()
    {
        ui::CommandList list;
        list.resize(220, 120);
        list.setCommands({{u"Show its threads"_s, u"ssh billing-17.shop.example.com jstack 20814"_s, true}});
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const auto* command = test::childOf<ui::ElidedLabel>(list, u"command0"_s);
        QTRY_VERIFY2(command->text().startsWith(u"ssh billing"_s) && command->text().endsWith(u'…'),
                     qPrintable(command->text()));
        QVERIFY(command->toolTip().contains(u"jstack 20814"_s) && command->toolTip().contains(u"Show its threads"_s));
        test::childOf<QToolButton>(list, u"commandCopy0"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"ssh billing-17.shop.example.com jstack 20814"_s);
        list.setCommands({});
        QVERIFY(!list.isVisible());
    }

    void commandsFollowTheTheme()
    {
        ui::CommandList list;
        list.resize(320, 120);
        list.setTheme(ui::darkTheme());
        list.setCommands({{u"Show its threads"_s, u"jstack 20814"_s, true}});
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        auto* command = test::childOf<ui::ElidedLabel>(list, u"command0"_s);
        auto large = command->font(); // with pixels that are ink only
        large.setPixelSize(32);
        command->setFont(large);
        const auto hasInk = [command](const ui::Theme& theme) {
            const auto image = command->grab().toImage();
            for (auto x = 0; x < image.width(); ++x)
                for (auto y = 0; y < image.height(); ++y)
                    if (image.pixelColor(x, y) == theme.text)
                        return true;
            return false;
        };
        QVERIFY(hasInk(ui::darkTheme()) && !hasInk(ui::lightTheme()));
        list.setTheme(ui::lightTheme());
        QVERIFY(hasInk(ui::lightTheme()) && !hasInk(ui::darkTheme()));
    }

    void anUnknownValueHasItsMark()
    {
        ui::KeyValueList list(u"facts"_s);
        list.resize(290, 60);
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        list.setRows({{u"Host"_s, u"unknown"_s, false, ui::Tone::Muted, {}, true}, {u"Client"_s, u"worker"_s}});
        const auto* mark = test::childOf<QLabel>(list, u"factsMark0"_s);
        QVERIFY(mark->isVisible() && !mark->pixmap().isNull());
        QVERIFY(test::childOf<QLabel>(list, u"factsValue0"_s)->font().italic());
        QVERIFY(!test::childOf<QLabel>(list, u"factsMark1"_s)->isVisible());
        list.setRows({{u"Host"_s, u"10.0.0.7"_s, true}, {u"Client"_s, u"worker"_s}});
        QVERIFY(!mark->isVisible());
        QVERIFY(!test::childOf<QLabel>(list, u"factsValue0"_s)->font().italic());
    }

    void aValueMayBeALink()
    {
        ui::KeyValueList list(u"facts"_s);
        list.resize(290, 60);
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        ui::KeyValue row{u"Finding"_s, u"Deadlock: they wait for each other."_s};
        row.link = "deadlock";
        list.setRows({row, {u"Client"_s, u"worker"_s}});
        QStringList activated;
        connect(&list, &ui::KeyValueList::linkActivated, this,
                [&](const std::string& link) { activated << QString::fromStdString(link); });
        auto* value = test::childOf<QLabel>(list, u"factsValue0"_s);
        auto* other = test::childOf<QLabel>(list, u"factsValue1"_s);
        QVERIFY((value->focusPolicy() & Qt::TabFocus) && !(other->focusPolicy() & Qt::TabFocus));
        QTest::mouseClick(value, Qt::LeftButton);
        QTest::keyClick(value, Qt::Key_Return);
        QTest::keyClick(value, Qt::Key_Space);
        QTest::mouseClick(other, Qt::LeftButton);
        QTest::keyClick(other, Qt::Key_Return);
        QCOMPARE(activated, (QStringList{u"deadlock"_s, u"deadlock"_s, u"deadlock"_s}));
    }

    /// Unlike an id: what is said has to be read to its end.
    void aSentenceIsWrapped()
    {
        const auto sentence = u"Deadlock: billing-worker-2 holds orders-7 and waits for stock-9, stock-sync-1 holds "
                              u"stock-9 and waits for orders-7. Neither of the two can go on."_s;
        const auto id = QString(400, u'f');
        ui::KeyValueList list(u"facts"_s);
        list.setRows({{u"Finding"_s, sentence, false, ui::Tone::Bad},
                      {u"Node"_s, id, true},
                      {u"Client"_s, QString(5'000, u'x'), false}});
        list.resize(340, 600);
        list.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const auto* said = test::childOf<QLabel>(list, u"factsValue0"_s);
        QCOMPARE(said->text(), sentence);
        const auto line = said->fontMetrics().height();
        QTRY_VERIFY2(said->height() >= 4 * line, qPrintable(QString::number(said->height())));
        QCOMPARE(said->height(), said->heightForWidth(said->width()));
        const auto* node = test::childOf<QLabel>(list, u"factsValue1"_s);
        QVERIFY(node->text().size() < id.size() && node->height() < 2 * line);
        QVERIFY(node->mapTo(&list, QPoint()).y() >= said->mapTo(&list, QPoint()).y() + said->height());
        // What a client makes up does not take the whole panel, nor does a long word make it wider.
        const auto* client = test::childOf<QLabel>(list, u"factsValue2"_s);
        QVERIFY2(client->height() < 10 * line, qPrintable(QString::number(client->height())));
        QVERIFY(client->text().endsWith(u'…'));
        QVERIFY(list.minimumSizeHint().width() <= 340);
    }

    void rootsAreBeginningsOfKeyNames()
    {
        ui::TargetForm form(u"connect"_s, ui::TargetForm::Login::Here);
        form.show();
        const auto* roots = test::childOf<QLineEdit>(form, u"connectRoots"_s);
        QCOMPARE(roots->accessibleName(), u"Roots"_s);
        form.setTarget(u"redis://cache1:6379"_s, {});
        QCOMPARE(roots->accessibleName(), u"Key prefixes"_s);
        QVERIFY2(roots->placeholderText().startsWith(u"Beginnings of key names"_s),
                 qPrintable(roots->placeholderText()));
        form.setTarget(u"zk1:2181"_s, {});
        QCOMPARE(roots->accessibleName(), u"Roots"_s);
    }

    void limitsOfZooKeeperAreNotOffered()
    {
        connect::Profile profile;
        profile.name = "cart";
        ui::ProfileDialog ofZooKeeper(profile, {}, ui::darkTheme());
        QVERIFY(test::childOf<QTabWidget>(ofZooKeeper, u"profileTabs"_s)->isTabVisible(2));
        profile.redis = redis::parseTarget("redis://cache1").value();
        ui::ProfileDialog dialog(profile, {}, ui::darkTheme());
        QVERIFY(!test::childOf<QTabWidget>(dialog, u"profileTabs"_s)->isTabVisible(2));
        ui::UnlockDialog unlock(profile);
        const auto sentence = test::childOf<QLabel>(unlock, u"unlockSentence"_s)->text();
        QVERIFY2(sentence.contains(u"release locks"_s) && !isOfZooKeeper(sentence), qPrintable(sentence));
    }

    void aDialogWithoutAPlanSpeaksOfTheKey()
    {
        ui::ReleaseDialog dialog(u"checkout-12"_s, 0);
        dialog.setPlan(failure(ErrorCode::NoNode, "read", "checkout-12", "the key does not exist"));
        QCOMPARE(test::childOf<QLabel>(dialog, u"releaseResult"_s)->text(),
                 u"Cannot read \"checkout-12\": the key does not exist"_s);
    }

    void aFailedReleaseSpeaksOfTheLock_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("begin");
        QTest::newRow("changed") << int(ErrorCode::Refused)
                                 << u"Nothing was released: the lock has changed since you reviewed it."_s;
        QTest::newRow("gone") << int(ErrorCode::NoNode)
                              << u"Nothing was released: the client no longer holds or waits."_s;
        QTest::newRow("unknown") << int(ErrorCode::ConnectionLoss) << u"It is unknown whether the lock was released."_s;
        QTest::newRow("failed") << int(ErrorCode::NoAuth) << u"Not released."_s;
    }
    void aFailedReleaseSpeaksOfTheLock()
    {
        QFETCH(int, code);
        QFETCH(QString, begin);
        const auto shown = ui::outcomeText(failure(static_cast<ErrorCode>(code), "release", "checkout-12"), true);
        QVERIFY2(shown.startsWith(begin), qPrintable(shown));
    }
};

} // namespace lockscope::redisWordsTest

LOCKSCOPE_TEST(lockscope::redisWordsTest::RedisWordsTest)
#include "RedisWordsTest.moc"
