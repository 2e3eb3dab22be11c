// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/ConnectDialog.h"

#include "ui/dialogs/TargetForm.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/ProductionBadge.h"
#include "ui/views/ProfileSwatch.h"
#include "ui/views/WhyDisabled.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRowsShown = 6;

} // namespace

ConnectDialog::ConnectDialog(const QList<RecentConnection>& recent, QWidget* parent)
    : QDialog(parent)
    , m_recent(recent)
    , m_savedList(new QListWidget(this))
    , m_badges(new ProductionDelegate(this))
    , m_target(new TargetForm(u"connect"_s, TargetForm::Login::Here, this))
    , m_list(new QListWidget(this))
    , m_button(nullptr)
{
    setObjectName(u"connectDialog"_s);
    setWindowTitle(tr("Connect"));
    setMinimumWidth(560);
    m_list->setObjectName(u"connectRecent"_s);
    m_list->setAccessibleName(tr("Recent connections"));
    m_list->setMaximumHeight(150);
    for (const auto& connection : m_recent)
        m_list->addItem(connection.roots.isEmpty() || connection.roots == QStringList{u"/"_s}
                            ? connection.connect
                            : u"%1    %2"_s.arg(connection.connect, connection.roots.join(u' ')));

    auto* recentLabel = new QLabel(tr("RECENT"), this);
    recentLabel->setObjectName(u"connectRecentTitle"_s);
    recentLabel->setProperty("role", u"section"_s);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* buttons = m_buttons;
    buttons->setObjectName(u"connectButtons"_s);
    m_button = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_button->setObjectName(u"connectAccept"_s);
    m_button->setDefault(true);
    m_test = buttons->addButton(tr("T&est Connection"), QDialogButtonBox::ActionRole);
    m_test->setObjectName(u"connectTest"_s);
    m_test->setAutoDefault(false);
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (const auto checked = m_target->target())
            Q_EMIT testWanted(*checked);
    });
    auto* recording = buttons->addButton(tr("Open Re&cording…"), QDialogButtonBox::ActionRole);
    recording->setObjectName(u"connectRecording"_s);
    recording->setToolTip(tr("Opens a recording or an audit log. No server is needed."));

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(buildSaved());
    layout->addWidget(m_target);
    layout->addWidget(recentLabel);
    layout->addWidget(m_list);
    layout->addWidget(buttons);
    recentLabel->setVisible(!m_recent.isEmpty());
    m_list->setVisible(!m_recent.isEmpty());

    connect(m_target, &TargetForm::changed, this, &ConnectDialog::check);
    // The first row becomes the current one when the list gets the focus; this does not select it.
    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] {
        if (!m_list->selectedItems().isEmpty())
            propose(m_recent.at(m_list->currentRow()));
    });
    connect(m_list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        propose(m_recent.at(m_list->row(item)));
        choose();
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(recording, &QPushButton::clicked, this, [this] {
        Q_EMIT recordingWanted();
        accept();
    });
    check();
}

void ConnectDialog::setSandboxMenu(QMenu* sandboxes)
{
    auto* sandbox = m_buttons->addButton(tr("Start Sand&box"), QDialogButtonBox::ActionRole);
    sandbox->setObjectName(u"connectSandbox"_s);
    sandbox->setToolTip(tr("Starts temporary servers on this machine. They are removed when the main window closes."));
    sandbox->setMenu(sandboxes);
    connect(sandboxes, &QMenu::triggered, this, &QDialog::accept);
}

QWidget* ConnectDialog::buildSaved()
{
    auto* box = new QWidget(this);
    auto* title = new QLabel(tr("SAVED"), box);
    title->setProperty("role", u"section"_s);
    m_savedList->setObjectName(u"connectSaved"_s);
    m_savedList->setAccessibleName(tr("Saved connections"));
    m_savedList->setItemDelegate(m_badges);
    m_savedList->hide();
    auto* row = new QHBoxLayout;
    m_openSaved = addSavedButton(u"connectSavedOpen"_s, tr("&Open"));
    auto* add = addSavedButton(u"connectSavedNew"_s, tr("&New…"));
    m_changeSaved = addSavedButton(u"connectSavedChange"_s, tr("Chan&ge…"));
    m_forgetSaved = addSavedButton(u"connectSavedForget"_s, tr("Re&move"));
    m_forgetSaved->setToolTip(tr("Removes the saved connection. The servers are not changed."));
    m_forgetSecrets = addSavedButton(u"connectSavedForgetSecrets"_s, tr("&Forget Passwords"));
    m_forgetSecrets->setToolTip(tr("Removes the passwords of this connection from the system's keychain."));
    for (auto* button : {m_openSaved, add, m_changeSaved, m_forgetSaved, m_forgetSecrets})
        row->addWidget(button);
    row->addStretch();
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 6);
    layout->addWidget(title);
    layout->addWidget(m_savedList);
    layout->addLayout(row);
    const auto open = [this] {
        if (const auto* profile = chosenSaved()) {
            Q_EMIT savedChosen(profile->name);
            accept();
        }
    };
    connect(m_savedList, &QListWidget::currentRowChanged, this, &ConnectDialog::updateSaved);
    connect(m_savedList, &QListWidget::itemActivated, this, open);
    connect(m_openSaved, &QPushButton::clicked, this, open);
    connect(add, &QPushButton::clicked, this, &ConnectDialog::newWanted);
    connect(m_changeSaved, &QPushButton::clicked, this, [this] { Q_EMIT changeWanted(*chosenSaved()); });
    connect(m_forgetSaved, &QPushButton::clicked, this, [this] { Q_EMIT forgetWanted(chosenSaved()->name); });
    connect(m_forgetSecrets, &QPushButton::clicked, this, [this] { Q_EMIT forgetSecretsWanted(chosenSaved()->name); });
    updateSaved();
    return box;
}

QPushButton* ConnectDialog::addSavedButton(const QString& objectName, const QString& text)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAutoDefault(false);
    return button;
}

void ConnectDialog::setSaved(std::vector<connect::Profile> saved, const Theme& theme)
{
    const auto* chosen = chosenSaved();
    const auto name = chosen ? chosen->name : std::string();
    m_saved = std::move(saved);
    m_badges->setTheme(theme);
    m_savedList->clear();
    for (const auto& profile : m_saved) {
        const auto text = u"%1    %2"_s.arg(oneLine(profile.name), QString::fromStdString(profile.target()));
        const bool isOnlyReadOnly = profile.readOnly && !profile.production;
        auto* item = new QListWidgetItem(profileSwatch(theme, profile.colour),
                                         isOnlyReadOnly ? u"%1    %2"_s.arg(text, tr("read-only")) : text);
        item->setData(ProductionDelegate::isProductionRole, profile.production);
        if (profile.production)
            item->setData(Qt::AccessibleTextRole, withAside(text, tr("production")));
        m_savedList->addItem(item);
        if (profile.name == name)
            m_savedList->setCurrentRow(m_savedList->count() - 1);
    }
    m_savedList->setVisible(!m_saved.empty());
    m_savedList->setFixedHeight(std::min(m_savedList->count(), mostRowsShown) * m_savedList->sizeHintForRow(0) + 4);
    adjustSize();
    updateSaved();
}

const connect::Profile* ConnectDialog::chosenSaved() const
{
    const auto row = static_cast<std::size_t>(m_savedList->currentRow());
    return row < m_saved.size() ? &m_saved[row] : nullptr;
}

void ConnectDialog::updateSaved()
{
    const auto whyNotChosen = chosenSaved() ? QString() : tr("Select a saved connection.");
    for (auto* button : {m_openSaved, m_changeSaved, m_forgetSaved})
        enableUnless(*button, whyNotChosen);
    const bool hasSecrets = chosenSaved() && needsSecrets(*chosenSaved());
    enableUnless(*m_forgetSecrets,
                 hasSecrets || !chosenSaved() ? whyNotChosen : tr("This connection uses no passwords."));
}

void ConnectDialog::propose(const RecentConnection& connection)
{
    m_target->setTarget(connection.connect, connection.roots);
}

void ConnectDialog::check()
{
    for (auto* button : {m_button, m_test})
        enableUnless(*button, m_target->target() ? QString() : tr("Enter valid servers."));
}

void ConnectDialog::choose()
{
    const auto checked = m_target->target();
    if (!checked)
        return check();
    Q_EMIT chosen(*checked);
    accept();
}

} // namespace lockscope::ui

#include "moc_ConnectDialog.cpp"
