// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SimulationFaults.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::FaultKind;

namespace {

bool canBeDone(FaultKind kind, const console::ServerState& server)
{
    switch (kind) {
    case FaultKind::Kill:
    case FaultKind::Forget:
    case FaultKind::Clock:
        return server.serves;
    case FaultKind::Start:
        return !server.serves;
    case FaultKind::Pause:
        return server.serves && !server.paused;
    case FaultKind::Resume:
        return server.paused;
    case FaultKind::Cut:
        return !server.cut;
    default:
        return server.cut;
    }
}

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

    using Place = console::OfferedFault::Place;
    for (const auto& offered : console::offeredFaults()) {
        if (offered.place == Place::ServersOnly)
            continue;
        addFault(offered);
        if (offered.isGroupEnd)
            m_menu->addSeparator();
    }
    addMenuButton(m_more, u"faultMore"_s, tr("Faults…"), tr("Faults for the selected clients"), m_menu);
    layout->addStretch();
    m_serversMenu->setObjectName(u"simulationServerMenu"_s);
    addMenuButton(m_serversButton, u"faultServers"_s, tr("Servers…"), tr("Actions for the sandbox servers"),
                  m_serversMenu);
    connect(m_serversMenu, &QMenu::aboutToShow, this, &SimulationFaults::fillServers);
    show({}, false, {});
}

void SimulationFaults::addFault(const console::OfferedFault& offered)
{
    auto* action = m_menu->addAction(ownText(offered.title));
    action->setObjectName(QString::fromLatin1(offered.name));
    action->setToolTip(ownText(offered.tip));
    connect(action, &QAction::triggered, this, [this, fault = offered.fault] { Q_EMIT wanted(fault); });
    m_actions.emplace_back(action, offered.fault.kind);
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
    button->setFocusPolicy(Qt::StrongFocus);
    layout()->addWidget(button);
}

void SimulationFaults::fillServers()
{
    m_serversMenu->clear();
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const auto& server = m_servers[i];
        const auto number = static_cast<int>(i) + 1;
        const auto state = !server.serves  ? tr("down")
                           : server.paused ? tr("paused")
                           : server.cut    ? tr("disconnected")
                                           : tr("serving");
        auto* menu = m_serversMenu->addMenu(tr("Server %1 (%2)").arg(number).arg(state));
        for (const auto& offered : console::offeredFaults()) {
            const auto& fault = offered.fault;
            if (!descriptionOf(fault.kind).forServers || !isPossibleOn(fault.kind, m_backend))
                continue;
            auto* action = menu->addAction(ownText(offered.title));
            action->setEnabled(canBeDone(fault.kind, server));
            connect(action, &QAction::triggered, this, [this, fault, number] { Q_EMIT wantedOfServer(fault, number); });
        }
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
        if (!client || client->clientView == console::ClientView::Ended)
            continue;
        (client->paused ? somePaused : someRun) = true;
        if (client->hasLink)
            (client->isCut ? someCut : someWhole) = true;
    }
    const bool able = playing && (somePaused || someRun);
    for (const auto& [action, kind] : m_actions) {
        action->setVisible(isPossibleOn(kind, facts.backend));
        const bool needsLink = descriptionOf(kind).scope == console::FaultScope::Link;
        action->setEnabled(able && (!needsLink || someCut || someWhole) && (kind != FaultKind::Pause || someRun) &&
                           (kind != FaultKind::Resume || somePaused) && (kind != FaultKind::Heal || someCut));
    }
    enableUnless(*m_more, able ? QString() : tr("Select a client that runs."));
    m_targets->setText(chosen.empty()       ? QString()
                       : chosen.size() == 1 ? tr("Selected: %1").arg(oneLine(chosen.front()))
                                            : tr("Selected: %n clients", nullptr, forPlural(chosen.size())));
    setVisible(playing);
    m_backend = facts.backend;
    m_servers = facts.servers;
    m_serversButton->setVisible(playing && !m_servers.empty());
}

} // namespace lockscope::ui

#include "moc_SimulationFaults.cpp"
