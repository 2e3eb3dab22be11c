// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What the form offers for ZooKeeper and for Redis, and the scenario that it makes.

#include "ui/panels/SimulationForm.h"
#include "tests/support/Test.h"
#include "ui/panels/SimulationFaults.h"
#include "ui/panels/SimulationPanel.h"
#include "ui/shell/Simulation.h"
#include "ui/theme/Theme.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include <algorithm>

namespace lockscope::test::simulationFormTest {

using namespace Qt::StringLiterals;
using console::Recipe;

namespace {

ui::ViewState viewOf(const QString& connect)
{
    ui::ViewState view;
    view.source = ui::SourceState::Live;
    view.connect = connect;
    return view;
}

/// The recipes in the list, in order.
QList<int> offered(const ui::SimulationForm& form)
{
    const auto* const box = form.findChild<QComboBox*>(u"simulationRecipe"_s);
    QList<int> list;
    for (int i = 0; i < box->count(); ++i)
        list << box->itemData(i).toInt();
    return list;
}

QList<int> recipesOf(const console::RecipeServers& servers)
{
    QList<int> list;
    for (const auto& one : console::allRecipes()) {
        if (one.servers == servers)
            list << static_cast<int>(one.recipe);
    }
    return list;
}

constexpr int newSandbox = 0;
constexpr int here = 1;

ui::SimulationForm::Entries mixOf(Recipe recipe, int place)
{
    return {0, 3, recipe, 2, u"50ms"_s, u"10ms"_s, place, {}};
}

} // namespace

class SimulationFormTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void offersTheRecipesOfTheServers();
    void aSandboxHasTheServersOfTheRecipe_data();
    void aSandboxHasTheServersOfTheRecipe();
    void runsOnTheConnectedRedis();
    void aScenarioRunsOnlyOnItsServers();
    void offersTheFaultsOfTheServers();
    void aNumberBeyondTheLimitsIsRefused();
    void eachFieldShowsItsWholeValue();
    void clientsAndResultsTakeTurnsInANarrowPanel();
};

void SimulationFormTest::offersTheRecipesOfTheServers()
{
    ui::SimulationForm form;
    QCOMPARE(offered(form).size(), static_cast<qsizetype>(console::allRecipes().size())); // for a new sandbox
    for (const auto& [connect, servers] :
         {std::pair(u"redis://127.0.0.1:6379"_s, console::onRedis),
          std::pair(u"redis+sentinel://127.0.0.1:26379/mymaster"_s, console::onRedis),
          std::pair(u"redlock://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"_s, console::onMasters),
          std::pair(u"127.0.0.1:2181"_s, console::onZooKeeper)}) {
        form.setViewState(viewOf(connect), true);
        QCOMPARE(form.entries().place, here);
        QCOMPARE(offered(form), recipesOf(servers));
    }
}

void SimulationFormTest::aSandboxHasTheServersOfTheRecipe_data()
{
    QTest::addColumn<int>("value");
    for (const auto& one : console::allRecipes())
        QTest::newRow(std::string(one.word).c_str()) << static_cast<int>(one.recipe);
}

void SimulationFormTest::aSandboxHasTheServersOfTheRecipe()
{
    QFETCH(int, value);
    const auto recipe = static_cast<Recipe>(value);
    ui::SimulationForm form;
    form.setEntries(mixOf(recipe, newSandbox));
    QVERIFY(form.entries().recipe == recipe);
    const auto order = form.read();
    QVERIFY2(order, order ? "" : describe(order.error()).c_str());
    QVERIFY(!order->place.target);
    QVERIFY(order->scenario.recipeServers() == descriptionOf(recipe).servers);
    QVERIFY(order->scenario.groups.front().options.recipe == recipe);
}

void SimulationFormTest::runsOnTheConnectedRedis()
{
    ui::SimulationForm form;
    form.setViewState(viewOf(u"redis://127.0.0.1:6379/2"_s), false);
    QCOMPARE(form.entries().place, newSandbox); // never the user's servers by itself
    form.setEntries(mixOf(Recipe::RedissonFairLock, here));
    QVERIFY(form.findChild<QLineEdit*>(u"simulationBelow"_s)->isHidden()); // names of its own need no parent
    const auto order = form.read();
    QVERIFY2(order, order ? "" : describe(order.error()).c_str());
    QVERIFY(order->place.target && order->place.target->profile.redis && !order->place.isThrowAway);
    QCOMPARE(order->place.target->profile.redis->database, 2);
    QVERIFY(order->scenario.backend == inspect::Backend::Redis);
    QVERIFY2(form.note().contains(u"names of its own"_s), qPrintable(form.note()));
}

void SimulationFormTest::aScenarioRunsOnlyOnItsServers()
{
    ui::SimulationForm form;
    auto* const choice = form.findChild<QComboBox*>(u"simulationScenario"_s);
    auto* const place = form.findChild<QComboBox*>(u"simulationPlace"_s);
    form.setViewState(viewOf(u"redis://127.0.0.1:6379"_s), true);
    const auto choose = [choice](const QString& title) { choice->setCurrentIndex(choice->findText(title)); };
    choose(u"Dead head of a fair queue"_s);
    QVERIFY(place->isEnabled());
    choose(u"Thundering herd and queue"_s); // ZooKeeper's
    QVERIFY(!place->isEnabled());
    QCOMPARE(form.entries().place, newSandbox);
    choose(u"Three contenders that split the votes"_s); // needs independent masters
    QVERIFY(!place->isEnabled());
}

void SimulationFormTest::offersTheFaultsOfTheServers()
{
    QWidget window;
    ui::SimulationFaults faults(&window);
    console::ScenarioFacts facts;
    facts.servers = {{.serves = true}};
    console::ClientFacts client;
    client.name = "worker";
    client.clientView = console::ClientView::Holding;
    facts.clients = {client};
    const auto* const revoke = faults.findChild<QAction*>(u"faultRevoke"_s);
    const auto isOfServers = [&faults](const QString& title) {
        auto* const menu = faults.findChild<QMenu*>(u"simulationServerMenu"_s);
        Q_EMIT menu->aboutToShow();
        const auto actions = menu->actions().front()->menu()->actions();
        return std::any_of(actions.begin(), actions.end(), [&](const QAction* one) { return one->text() == title; });
    };
    faults.show(facts, true, {"worker"});
    QVERIFY(revoke->isVisible() && !isOfServers(u"Restart Without Data"_s));
    facts.backend = inspect::Backend::Redis;
    faults.show(facts, true, {"worker"});
    QVERIFY(!revoke->isVisible() && isOfServers(u"Restart Without Data"_s));
    for (const auto* action : faults.menu()->actions())
        QVERIFY(action->objectName() != u"faultExpire"_s || !action->isVisible());
}

void SimulationFormTest::aNumberBeyondTheLimitsIsRefused()
{
    ui::SimulationForm form;
    form.show();
    auto* const clients = form.findChild<QSpinBox*>(u"simulationClients"_s);
    const auto type = [clients](const QString& text) {
        clients->selectAll();
        QTest::keyClicks(clients, text);
        QTest::keyClick(clients, Qt::Key_Tab);
    };
    for (const auto& wrong : {u"0"_s, u"201"_s}) {
        type(wrong);
        QCOMPARE(clients->text(), wrong); // it stays, and no other number runs in its place
        const auto order = form.read();
        QVERIFY(!order);
        const auto sentence = QString::fromStdString(describe(order.error()));
        QVERIFY2(sentence.contains(u"Clients: %1 is not possible"_s.arg(wrong)), qPrintable(sentence));
        QVERIFY2(sentence.contains(u"from 1 to 200"_s), qPrintable(sentence));
        QVERIFY(!clients->accessibleDescription().isEmpty());
    }
    type(u"12"_s);
    QVERIFY(form.read());
    QCOMPARE(form.entries().clients, 12);
    QVERIFY(clients->accessibleDescription().isEmpty());
    QTest::keyClick(clients, Qt::Key_Down);
    QCOMPARE(form.entries().clients, 11);
}

/// Also between the sides of a window of 1,440 pixels, whatever is chosen: the fields take more lines there.
void SimulationFormTest::eachFieldShowsItsWholeValue()
{
    constexpr int around = 26; // the frame and the margins
    ui::SimulationForm form;
    auto* const first = new QPushButton(u"Run"_s, &form);
    form.addFirst(*first);
    form.setFont(ui::textFont());
    form.setStyleSheet(ui::styleSheetOf(ui::darkTheme()));
    form.setViewState(viewOf(u"127.0.0.1:2181"_s), false);
    form.show();
    const auto isSeen = [&form](const QWidget& field) {
        return field.visibleRegion().boundingRect() == field.rect() &&
               form.rect().contains(QRect(field.mapTo(&form, QPoint()), field.size()));
    };
    const auto check = [&](int width) {
        QCoreApplication::processEvents();
        form.resize(width, form.heightForWidth(width));
        QCoreApplication::processEvents();
        QCOMPARE(first->pos(), QPoint()); // it never moves
        for (const auto* box : form.findChildren<QComboBox*>())
            QVERIFY2(!box->isVisible() || (isSeen(*box) && box->width() >= box->sizeHint().width()),
                     qPrintable(box->currentText()));
        for (const auto* line : form.findChildren<QLineEdit*>()) {
            if (!line->isVisible() || !line->objectName().startsWith(u"simulation"_s))
                continue;
            const auto wanted = line->fontMetrics().horizontalAdvance(line->text()) + around;
            QVERIFY2(isSeen(*line) && line->width() >= wanted && line->cursorPosition() == 0, qPrintable(line->text()));
        }
    };
    for (const auto width : {558, 1'070, 1'900}) {
        form.setEntries(mixOf(Recipe::Mutex, newSandbox));
        for (const auto& one : console::allRecipes()) {
            for (const auto place : {newSandbox, here}) {
                auto entries = mixOf(one.recipe, place);
                entries.hold = u"300ms..1500ms"_s;
                entries.below = u"/locks/simulated"_s;
                form.setEntries(entries);
                check(width);
            }
        }
        auto* const choice = form.findChild<QComboBox*>(u"simulationScenario"_s);
        for (auto index = 1; index < choice->count(); ++index) {
            choice->setCurrentIndex(index);
            check(width);
        }
    }
}

/// In a panel between the sides of a window of 1,440 pixels, where there is no room for both.
void SimulationFormTest::clientsAndResultsTakeTurnsInANarrowPanel()
{
    ui::Simulation simulation{ui::Simulation::Dependencies()};
    ui::SimulationPanel panel(simulation);
    panel.setFont(ui::textFont());
    panel.setStyleSheet(ui::styleSheetOf(ui::darkTheme()));
    panel.resize(586, 218);
    panel.show();
    auto* const results = panel.findChild<QWidget*>(u"simulationResults"_s);
    auto* const both = panel.findChild<QToolButton*>(u"simulationShowResults"_s);
    const auto* table = panel.findChild<QTableView*>(u"simulationTable"_s);
    QTRY_VERIFY(table->isVisible() && both->isVisible() && !results->isVisible());
    const auto* header = table->horizontalHeader();
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    for (auto column = 0; column < header->count(); ++column)
        QVERIFY2(header->isSectionHidden(column) || header->sectionSize(column) >= header->sectionSizeHint(column),
                 qPrintable(table->model()->headerData(column, Qt::Horizontal).toString()));
    both->click();
    QTRY_VERIFY(!table->isVisible() && results->isVisible());
    panel.resize(1'200, 218);
    QTRY_VERIFY(table->isVisible() && results->isVisible() && !both->isVisible());
}

} // namespace lockscope::test::simulationFormTest

LOCKSCOPE_TEST(lockscope::test::simulationFormTest::SimulationFormTest)
#include "SimulationFormTest.moc"
