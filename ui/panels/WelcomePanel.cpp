// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/WelcomePanel.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/ProductionBadge.h"
#include "ui/views/ProfileSwatch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostWide = 760; ///< pixels: longer lines are hard to read
constexpr std::size_t mostRows = 6;

/// The button of a connection, with the badge if it is one to production.
QToolButton* addRow(QVBoxLayout& rows, const QString& objectName, const QString& text, bool isProduction = false)
{
    auto* across = new QWidget(rows.parentWidget());
    auto* row = new QToolButton(across);
    row->setObjectName(objectName);
    row->setProperty("role", u"link"_s);
    row->setText(withoutMnemonic(row->fontMetrics().elidedText(text, Qt::ElideMiddle, mostWide / 2)));
    row->setToolTip(plainToolTip(text));
    row->setAccessibleName(isProduction ? withAside(text, WelcomePanel::tr("production")) : text);
    row->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->setFocusPolicy(Qt::StrongFocus);
    auto* badge = makeProductionBadge(across, objectName + u"Production"_s);
    badge->setVisible(isProduction);
    auto* layout = new QHBoxLayout(across);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(row);
    layout->addWidget(badge);
    layout->addStretch();
    rows.addWidget(across);
    return row;
}

void clear(QVBoxLayout& rows)
{
    while (auto* item = rows.takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the button that was pressed
        delete item;
    }
}

} // namespace

WelcomePanel::WelcomePanel(QMenu* sandboxes, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"welcomePanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QWidget(this);
    column->setObjectName(u"welcomeColumn"_s);
    column->setMaximumWidth(mostWide);
    auto* title = new QLabel(tr("Which client holds the lock?"), column);
    title->setObjectName(u"welcomeTitle"_s);
    title->setProperty("role", u"headline"_s);
    auto* sentence = new QLabel(tr("View live the holder and the waiters of each distributed lock in ZooKeeper or "
                                   "Redis, and why they wait. Release a stuck lock."),
                                column);
    sentence->setObjectName(u"welcomeSentence"_s);
    sentence->setProperty("role", u"muted"_s);
    sentence->setWordWrap(true);
    auto* steps = new QHBoxLayout;
    steps->setSpacing(12);
    connect(addStep(*steps, u"welcomeConnect"_s, tr("Connect…"),
                    tr("Connects to ZooKeeper or Redis: enter the servers, or use a connection that you save with a "
                       "name.")),
            &QPushButton::clicked, this, &WelcomePanel::connectWanted);
    addStep(*steps, u"welcomeSandbox"_s, tr("Start Sandbox"),
            tr("Starts temporary ZooKeeper or Redis servers on this machine for testing. You can run a simulation "
               "there."))
        ->setMenu(sandboxes);
    connect(addStep(*steps, u"welcomeRecording"_s, tr("Open Recording…"),
                    tr("Opens an earlier recording, or an audit log of ZooKeeper.")),
            &QPushButton::clicked, this, &WelcomePanel::recordingWanted);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(12);
    layout->addWidget(title);
    layout->addWidget(sentence);
    layout->addSpacing(8);
    layout->addLayout(steps);
    layout->addSpacing(8);
    auto* lists = new QHBoxLayout;
    lists->setSpacing(24);
    const auto addTo = [&](const QString& objectName, const QString& text, QWidget*& list) {
        list = new QWidget(column);
        list->setObjectName(objectName);
        auto* rows = new QVBoxLayout(list);
        rows->setContentsMargins(0, 0, 0, 0);
        auto* heading = new QLabel(text, list);
        heading->setObjectName(objectName + u"Title"_s);
        heading->setProperty("role", u"section"_s);
        rows->addWidget(heading);
        auto* inner = new QVBoxLayout;
        inner->setSpacing(2);
        rows->addLayout(inner);
        rows->addStretch(1);
        list->hide();
        lists->addWidget(list, 1);
        return inner;
    };
    m_savedRows = addTo(u"welcomeSaved"_s, tr("SAVED"), m_saved);
    m_recentRows = addTo(u"welcomeRecent"_s, tr("RECENT"), m_recent);
    layout->addLayout(lists);

    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(20, 24, 20, 24);
    across->addStretch(1);
    across->addWidget(column, 100, Qt::AlignVCenter);
    across->addStretch(1);
}

QPushButton* WelcomePanel::addStep(QHBoxLayout& steps, const QString& objectName, const QString& text,
                                   const QString& sentence)
{
    auto* card = new QFrame(this);
    card->setObjectName(u"card"_s);
    auto* button = new QPushButton(text, card);
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    button->setAccessibleDescription(sentence);
    auto* label = new QLabel(sentence, card);
    label->setObjectName(objectName + u"Sentence"_s);
    label->setProperty("role", u"muted"_s);
    label->setWordWrap(true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(14, 14, 14, 14);
    layout->setSpacing(8);
    layout->addWidget(button, 0, Qt::AlignLeft);
    layout->addWidget(label);
    layout->addStretch(1);
    steps.addWidget(card, 1);
    return button;
}

void WelcomePanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    showSaved();
}

void WelcomePanel::setSaved(const std::vector<connect::Profile>& saved)
{
    m_savedShown = saved;
    showSaved();
}

void WelcomePanel::showSaved()
{
    clear(*m_savedRows);
    const auto count = std::min(m_savedShown.size(), mostRows);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& profile = m_savedShown[i];
        auto* row = addRow(*m_savedRows, u"welcomeSaved%1"_s.arg(i), oneLine(profile.name), profile.production);
        row->setIcon(profileSwatch(m_theme, profile.colour));
        connect(row, &QToolButton::clicked, this, [this, name = profile.name] { Q_EMIT savedChosen(name); });
    }
    m_saved->setVisible(count > 0);
}

void WelcomePanel::setRecent(const QList<RecentConnection>& recent)
{
    clear(*m_recentRows);
    const auto count = std::min(recent.size(), static_cast<qsizetype>(mostRows));
    for (qsizetype i = 0; i < count; ++i)
        connect(addRow(*m_recentRows, u"welcomeRecent%1"_s.arg(i), recent[i].connect), &QToolButton::clicked, this,
                [this, connection = recent[i]] { Q_EMIT recentChosen(connection); });
    m_recent->setVisible(count > 0);
}

} // namespace lockscope::ui

#include "moc_WelcomePanel.cpp"
