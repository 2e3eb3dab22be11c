// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/TopBar.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/ServerHealth.h"
#include "ui/panels/SourceLook.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/BellButton.h"
#include "ui/views/FinderBox.h"
#include "ui/views/KeyButton.h"
#include "ui/views/ProductionBadge.h"
#include "ui/views/ProfileSwatch.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

// See scaled().
constexpr int narrowestConnection = 140;
constexpr int widestConnection = 306;
constexpr int aroundConnection = 66; ///< the mark, the arrow and the margins
constexpr int widestFinder = 360;
constexpr int wideBar = 1'200;
constexpr int narrowBar = 1'000;

} // namespace

TopBar::TopBar(const WindowActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_connection(new QToolButton(this))
    , m_production(makeProductionBadge(this, u"productionBadge"_s))
    , m_saved(new QMenu(tr("Saved Connections"), this))
    , m_recent(new QMenu(tr("Recent Connections"), this))
    , m_finder(new FinderBox(this))
    , m_bell(new BellButton(this))
    , m_menu(new QToolButton(this))
{
    setObjectName(u"topBar"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_saved->setObjectName(u"savedMenu"_s);
    m_saved->setEnabled(false);
    m_recent->setObjectName(u"recentMenu"_s);
    auto* menu = new QMenu(this);
    menu->setObjectName(u"connectionMenu"_s);
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, &TopBar::savedListShown);
    menu->addAction(m_actions.connectTo);
    menu->addMenu(m_actions.sandboxes);
    menu->addMenu(m_saved);
    menu->addMenu(m_recent);
    menu->addSeparator();
    menu->addActions({m_actions.openRecording, m_actions.closeRecording});
    menu->addSeparator();
    menu->addAction(m_actions.report);
    menu->addSeparator();
    menu->addActions({m_actions.secrets, m_actions.disconnect});
    m_connection->setObjectName(u"connectionButton"_s);
    m_connection->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_connection->setPopupMode(QToolButton::InstantPopup);
    m_connection->setMenu(menu);
    m_connection->setFocusPolicy(Qt::StrongFocus);
    m_bell->setObjectName(u"bellButton"_s);
    connect(m_bell, &QToolButton::clicked, this, &TopBar::findingsWanted);
    m_menu->setObjectName(u"menuButton"_s);
    m_menu->setToolTip(tr("Menu: panels, theme, preferences, help"));
    m_menu->setAccessibleName(m_menu->toolTip());
    m_menu->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setMenu(m_actions.menu);
    m_menu->setFocusPolicy(Qt::StrongFocus);
    m_finder->setMaximumWidth(scaled(widestFinder));
    const auto showKey = [this] { m_finder->setKey(m_actions.find->shortcut()); };
    connect(m_actions.find, &QAction::changed, m_finder, showKey);
    showKey();
    connect(m_finder, &FinderBox::found, this, &TopBar::found);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->setSpacing(8);
    layout->addWidget(m_connection);
    layout->addWidget(m_production);
    m_access = addButton(*layout, m_actions.access, u"accessButton"_s);
    m_access->hide();
    layout->addWidget(m_finder, 1);
    layout->addStretch();
    m_live = addButton(*layout, m_actions.pause, u"liveButton"_s);
    m_record = addButton(*layout, m_actions.record, u"recordButton"_s);
    m_refresh = addButton(*layout, m_actions.refresh, u"refreshButton"_s);
    layout->addWidget(m_bell);
    layout->addWidget(m_menu);
    // As high as the bar: a button with an icon alone would limit its height.
    for (auto* button : findChildren<QToolButton*>(Qt::FindDirectChildrenOnly))
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Minimum);
    // As they stand in the bar.
    QWidget* before = m_connection;
    for (QWidget* next :
         std::initializer_list<QWidget*>{m_access, m_finder, m_live, m_record, m_refresh, m_bell, m_menu})
        setTabOrder(std::exchange(before, next), next);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setTheme(m_theme);
}

/// In a narrow bar the connection is shorter, no key is shown, and the less important buttons have only their icons.
void TopBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto styleFrom = [this](int least) {
        return width() < scaled(least) ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    };
    m_refresh->setToolButtonStyle(styleFrom(wideBar));
    m_live->setToolButtonStyle(styleFrom(narrowBar));
    for (auto* button : {m_live, m_refresh})
        button->setKeyShown(width() >= scaled(wideBar));
    showConnection();
}

KeyButton* TopBar::addButton(QHBoxLayout& row, QAction* action, const QString& objectName)
{
    auto* button = new KeyButton(action, this);
    button->setObjectName(objectName);
    row.addWidget(button);
    return button;
}

QMenu* TopBar::connectionMenu() const
{
    return m_connection->menu();
}

void TopBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (auto* button : {m_access, m_live, m_record, m_refresh})
        button->setTheme(theme);
    showIcons();
    showSaved();
    showConnection();
}

void TopBar::showIcons()
{
    m_actions.connectTo->setIcon(icon(u"plug"_s, m_theme.text));
    m_actions.sandboxes->setIcon(icon(u"sandbox"_s, m_theme.text));
    m_actions.openRecording->setIcon(icon(u"open"_s, m_theme.text));
    m_actions.pause->setIcon(icon(m_actions.pause->isChecked() ? u"play"_s : u"pause"_s, m_theme.text));
    m_actions.record->setIcon(icon(m_isRecording ? u"stop"_s : u"record"_s, m_theme.bad));
    m_actions.refresh->setIcon(icon(u"refresh"_s, m_theme.text));
    const bool isUnlocked = m_accessShown == WriteAccess::Unlocked;
    m_actions.access->setIcon(icon(isUnlocked ? u"unlocked"_s : u"locked"_s, isUnlocked ? m_theme.bad : m_theme.text));
    m_menu->setIcon(icon(u"menu"_s, m_theme.text));
    m_bell->setTheme(m_theme);
}

void TopBar::setViewState(const ViewState& viewState, bool isSandbox)
{
    m_finder->setSnapshot(viewState.snapshot);
    m_actions.pause->setText(viewState.paused ? tr("Resume") : tr("Pause"));
    if (m_actions.pause->isChecked() != viewState.paused) {
        m_actions.pause->setChecked(viewState.paused);
        showIcons();
    }
    showRecorder(viewState.recorder);
    m_bell->setCounts(viewState.unseen.all, viewState.unseen.critical);
    enableUnless(*m_actions.secrets, viewState.hasSecrets ? QString() : tr("The open connection uses no passwords."));
    m_live->setVisible(!viewState.isReplay());
    m_production->setVisible(viewState.production);
    showAccess(viewState);
    const auto servers = viewState.source == SourceState::Live && viewState.snapshot
                             ? serverRows(*viewState.snapshot, viewState.now, viewState.isRedlock())
                             : std::vector<ServerRow>();
    m_serversUp = serversUp(servers);
    const auto health = m_serversUp.isEmpty() ? QString() : detailsOf(servers).join(u'\n');
    const auto look = lookOf(viewState);
    const bool isSameLook = std::exchange(m_look, look) == look;
    if (std::exchange(m_health, health) == health && isSameLook && m_room == connectionRoom() &&
        viewState.source == m_source && viewState.connect == m_connect && viewState.recording == m_recording &&
        viewState.name == m_name && viewState.colour == m_colour && isSandbox == m_isSandbox &&
        viewState.production == m_isProduction)
        return;
    m_name = viewState.name;
    m_colour = viewState.colour;
    m_recording = viewState.recording;
    m_source = viewState.source;
    m_connect = viewState.connect;
    m_isSandbox = isSandbox;
    m_isProduction = viewState.production;
    showConnection();
}

void TopBar::showRecorder(const std::optional<RecordingProgress>& progress)
{
    if (std::exchange(m_isRecording, progress.has_value()) != progress.has_value()) {
        setStyleProperty(*m_record, "tone", progress ? u"bad"_s : QString());
        showIcons();
    }
    m_actions.record->setText(
        progress ? tr("Stop  ·  %1, %2").arg(formatDuration(progress->time), formatBytes(progress->bytes))
                 : tr("Record"));
    m_record->setAccessibleName(
        progress ? tr("Stop the recording, %1, %2").arg(formatDuration(progress->time), formatBytes(progress->bytes))
                 : tr("Record"));
}

void TopBar::showAccess(const ViewState& viewState)
{
    // A replay hides the button that unlocks, to prevent mistakes; the one that locks stays.
    const auto access =
        viewState.isReplay() && viewState.access == WriteAccess::Locked ? WriteAccess::Free : viewState.access;
    enableUnless(*m_actions.access, access != WriteAccess::Free ? QString()
                                    : viewState.isReplay()      ? tr("A recording is shown. Close it first (Ctrl+W).")
                                                                : tr("This connection is not read-only."));
    m_access->setVisible(access != WriteAccess::Free);
    if (access == WriteAccess::Unlocked) {
        const auto left = viewState.unlockedFor.count();
        m_actions.access->setText(tr("Writable %1:%2").arg(left / 60).arg(left % 60, 2, 10, QChar(u'0')));
        m_actions.access->setToolTip(
            tr("This window can change the locks on the servers. Make the connection read-only again (Ctrl+L)."));
    } else {
        m_actions.access->setText(tr("Read-only"));
        m_actions.access->setToolTip(
            tr("This window cannot change anything. Unlock the connection for a limited time (Ctrl+L)."));
    }
    m_access->setAccessibleName(m_actions.access->text());
    if (std::exchange(m_accessShown, access) == access)
        return;
    setStyleProperty(*m_access, "tone", access == WriteAccess::Unlocked ? u"bad"_s : QString());
    setStyleProperty(*m_access, "role", access == WriteAccess::Locked ? u"flat"_s : QString());
    showIcons();
}

/// What the others leave: in a narrow window also while it is recorded, and with a badge.
int TopBar::connectionRoom() const
{
    const auto others = layout()->minimumSize().width() - m_connection->minimumWidth();
    return std::max(std::min({width() * 3 / 10, scaled(widestConnection), width() - others}),
                    scaled(narrowestConnection));
}

void TopBar::showConnection()
{
    const auto where = m_name.isEmpty() ? m_connect : m_name;
    const auto servers = static_cast<int>(m_connect.section(u"://"_s, -1).section(u'/', 0, 0).count(u',')) + 1;
    const auto count = m_serversUp.isEmpty() ? tr("%n servers", nullptr, servers) : m_serversUp;
    QString text;
    switch (m_source) {
    case SourceState::NotConnected:
        text = tr("Not connected");
        break;
    case SourceState::Connecting:
        text = tr("Connecting to %1").arg(where);
        break;
    case SourceState::Live:
        text = m_isSandbox ? tr("Sandbox  ·  %1").arg(m_connect) : tr("%1  ·  %2").arg(where, count);
        break;
    case SourceState::Disconnected:
        text = tr("Disconnected  ·  %1").arg(where);
        break;
    case SourceState::Ended:
        text = tr("Simulation ended");
        break;
    case SourceState::Replay:
        text = tr("Replay  ·  %1").arg(m_recording);
        break;
    }
    m_connection->setIcon(markIcon(m_look.mark, m_theme.color(m_look.tone)));
    m_connection->setIconSize(QSize(scaled(11), scaled(11)));
    m_room = connectionRoom();
    const auto letters = m_connection->fontMetrics();
    const auto shown = letters.elidedText(text, Qt::ElideMiddle, m_room - scaled(aroundConnection));
    m_connection->setText(u' ' + withoutMnemonic(shown) + u"  ▾"_s);
    m_connection->setFixedWidth(std::min(letters.horizontalAdvance(shown) + scaled(aroundConnection), m_room));
    const bool isReported = m_name.isEmpty() || m_source == SourceState::Replay;
    const auto described = isReported ? text : u"%1\n%2"_s.arg(text, m_connect);
    m_connection->setToolTip(plainToolTip(m_health.isEmpty() ? described : u"%1\n%2"_s.arg(described, m_health)));
    setStyleProperty(*m_connection, "tint", m_source == SourceState::Replay ? QString() : m_colour);
    m_connection->setAccessibleName(
        (m_isProduction ? tr("Production connection: %1") : tr("Connection: %1")).arg(text));
}

void TopBar::setRecent(const QList<RecentConnection>& recent)
{
    m_recent->clear();
    m_recent->setEnabled(!recent.isEmpty());
    for (const auto& connection : recent)
        connect(m_recent->addAction(withoutMnemonic(connection.connect)), &QAction::triggered, this,
                [this, connection] { Q_EMIT recentChosen(connection); });
}

void TopBar::setSaved(const std::vector<connect::Profile>& saved)
{
    m_savedShown = saved;
    showSaved();
}

void TopBar::showSaved()
{
    m_saved->clear();
    m_saved->setEnabled(!m_savedShown.empty());
    for (const auto& profile : m_savedShown)
        connect(
            m_saved->addAction(profileSwatch(m_theme, profile.colour),
                               withoutMnemonic(profile.production ? withAside(oneLine(profile.name), tr("production"))
                                                                  : oneLine(profile.name))),
            &QAction::triggered, this, [this, name = profile.name] { Q_EMIT savedChosen(name); });
}

void TopBar::setActions(const QList<QAction*>& actions)
{
    m_finder->setActions(actions);
}

void TopBar::focusFinder()
{
    m_finder->setFocus(Qt::ShortcutFocusReason);
    m_finder->selectAll();
}

} // namespace lockscope::ui

#include "moc_TopBar.cpp"
