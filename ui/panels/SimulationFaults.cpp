// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SimulationFaults.h"

#include "ui/models/text/Formatting.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::Fault;
using console::FaultKind;

namespace {

constexpr auto addedDelay = std::chrono::milliseconds(500);
constexpr std::int64_t slowBytesPerSecond = 1'000;

} // namespace

SimulationFaults::SimulationFaults(QWidget* parent)
    : QWidget(parent)
    , m_targets(new QLabel(this))
    , m_menu(new QMenu(this))
    , m_more(new QToolButton(this))
    , m_serversButton(new QToolButton(this))
    , m_serversMenu(new QMenu(this))
{
    setObjectName(u"simulationFaults"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_targets->setObjectName(u"simulationWhom"_s);
    m_targets->setProperty("role", u"muted"_s);
    m_targets->setTextFormat(Qt::PlainText);
    layout->addWidget(m_targets);
    m_menu->setObjectName(u"simulationFaultMenu"_s);

    m_pause = addFault(u"faultPause"_s, tr("pause"), tr("SIGSTOP, as a long garbage collection"), {FaultKind::Pause});
    m_resume = addFault(u"faultResume"_s, tr("resume"), tr("SIGCONT: it goes on where it stood"), {FaultKind::Resume});
    auto* kill = addFault(u"faultKill"_s, tr("kill"), tr("SIGKILL, as a crash"), {FaultKind::Kill});
    m_menu->addSeparator();
    m_cut = addFault(u"faultCut"_s, tr("cut"), tr("Its connections break, and no new ones are made"), {FaultKind::Cut});
    m_heal = addFault(u"faultHeal"_s, tr("heal"), tr("Whatever was done to its network is over"), {FaultKind::Heal});
    m_linkActions = {m_cut, m_heal};
    const auto addLinkFault = [&](const QString& name, const QString& text, const QString& tip, const Fault& fault) {
        m_linkActions.push_back(addFault(name, text, tip, fault));
    };
    addLinkFault(u"faultDrop"_s, tr("silence"), tr("Connections stay, and nothing passes"), {FaultKind::Drop});
    addLinkFault(u"faultDelay"_s, tr("delay by %1").arg(formatDuration(addedDelay)),
                 tr("Everything passes so much later, each way"), {.kind = FaultKind::Delay, .delay = addedDelay});
    addLinkFault(u"faultRequestsOnly"_s, tr("requests only"), tr("Answers do not come back"),
                 {.kind = FaultKind::OneWay, .requestsPass = true});
    addLinkFault(u"faultAnswersOnly"_s, tr("answers only"), tr("Requests do not arrive"),
                 {.kind = FaultKind::OneWay, .requestsPass = false});
    addLinkFault(u"faultSlow"_s, tr("slow"), tr("1,000 bytes a second"),
                 {.kind = FaultKind::Slow, .bytesPerSecond = slowBytesPerSecond});
    addLinkFault(u"faultExpire"_s, tr("expire the session"), tr("Its session is ended on the servers"),
                 {FaultKind::Expire});
    m_menu->addSeparator();
    auto* revoke = addFault(u"faultRevoke"_s, tr("ask to let go"), tr("Revocation: whether it does is its own affair"),
                            {FaultKind::Revoke});
    addFault(u"faultRelease"_s, tr("let go now"), tr("It releases what it holds"), {FaultKind::Release});
    addFault(u"faultHoldForever"_s, tr("hold for ever"), tr("From now on it does not let go by itself"),
             {FaultKind::HoldForever});
    addFault(u"faultCareless"_s, tr("ignore losses"), tr("After a loss it goes on as if it held"),
             {FaultKind::Careless});
    m_menu->addSeparator();
    addFault(u"faultStop"_s, tr("stop"), tr("It releases, closes its session and ends"), {FaultKind::Stop});
    addFault(u"faultExit"_s, tr("leave without release"), tr("Its process ends at once, its session is left to expire"),
             {FaultKind::Exit});

    for (auto* action : {m_pause, m_resume, kill, m_cut, m_heal, revoke})
        addButton(action);
    addMenuButton(m_more, u"faultMore"_s, tr("more…"), tr("All that can be done to the chosen clients"), m_menu);
    layout->addStretch();
    m_serversMenu->setObjectName(u"simulationServerMenu"_s);
    addMenuButton(m_serversButton, u"faultServers"_s, tr("servers…"),
                  tr("What can be done to the servers of the sandbox"), m_serversMenu);
    connect(m_serversMenu, &QMenu::aboutToShow, this, &SimulationFaults::fillServers);
    show({}, false, {});
}

QAction* SimulationFaults::addFault(const QString& objectName, const QString& text, const QString& tip,
                                    const Fault& fault)
{
    auto* action = m_menu->addAction(text);
    action->setObjectName(objectName);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this, fault] { Q_EMIT wanted(fault); });
    return action;
}

void SimulationFaults::addButton(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setObjectName(action->objectName() + u"Button"_s);
    button->setProperty("role", u"link"_s);
    button->setDefaultAction(action);
    button->setAccessibleName(tr("%1 the chosen clients").arg(action->text()));
    button->setFocusPolicy(Qt::StrongFocus);
    layout()->addWidget(button);
}

void SimulationFaults::addMenuButton(QToolButton* button, const QString& objectName, const QString& text,
                                     const QString& accessibleName, QMenu* menu)
{
    button->setObjectName(objectName);
    button->setProperty("role", u"link"_s);
    button->setText(text);
    button->setAccessibleName(accessibleName);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    layout()->addWidget(button);
}

void SimulationFaults::fillServers()
{
    m_serversMenu->clear();
    const auto add = [this](QMenu* menu, int server, const QString& text, FaultKind kind, bool able) {
        auto* action = menu->addAction(text);
        action->setEnabled(able);
        connect(action, &QAction::triggered, this,
                [this, kind, server] { Q_EMIT wantedOfServer(Fault{.kind = kind}, server); });
    };
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const auto& server = m_servers[i];
        const auto number = static_cast<int>(i) + 1;
        const auto state = !server.serves  ? tr("down")
                           : server.paused ? tr("paused")
                           : server.cut    ? tr("cut off")
                                           : tr("serves");
        auto* menu = m_serversMenu->addMenu(tr("server %1 (%2)").arg(number).arg(state));
        add(menu, number, tr("kill"), FaultKind::Kill, server.serves);
        add(menu, number, tr("start"), FaultKind::Start, !server.serves);
        add(menu, number, tr("pause"), FaultKind::Pause, server.serves && !server.paused);
        add(menu, number, tr("resume"), FaultKind::Resume, server.paused);
        add(menu, number, tr("cut off"), FaultKind::Cut, !server.cut);
        add(menu, number, tr("heal"), FaultKind::Heal, server.cut);
    }
}

void SimulationFaults::show(const console::ScenarioFacts& facts, bool playing, const std::vector<std::string>& chosen)
{
    bool somePaused = false;
    bool someRun = false;
    bool someCut = false;
    bool someWhole = false;
    for (const auto& name : chosen) {
        const auto* client = facts.find(name);
        if (!client || client->belief == console::Belief::Ended)
            continue;
        (client->paused ? somePaused : someRun) = true;
        if (client->hasLink)
            (client->isCut ? someCut : someWhole) = true;
    }
    const bool able = playing && (somePaused || someRun);
    const auto actions = m_menu->actions();
    for (auto* action : actions)
        action->setEnabled(able);
    for (auto* action : m_linkActions)
        action->setEnabled(able && (someCut || someWhole));
    m_pause->setEnabled(able && someRun);
    m_resume->setEnabled(able && somePaused);
    m_heal->setEnabled(able && someCut);
    m_more->setEnabled(able);
    m_targets->setText(chosen.empty()       ? tr("Choose a client to break it:")
                       : chosen.size() == 1 ? tr("%1:").arg(oneLine(chosen.front()))
                                            : tr("%1 clients:").arg(chosen.size()));
    setVisible(playing);
    m_servers = facts.servers;
    m_serversButton->setVisible(playing && !m_servers.empty());
}

} // namespace lockscope::ui

#include "moc_SimulationFaults.cpp"
