// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FinderBox.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardItemModel>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRowsInSight = 12;
constexpr int popupCharacters = 72;

QStandardItem* itemOf(const FinderHit& hit)
{
    return new QStandardItem(hit.detail.isEmpty() ? hit.text : u"%1   —   %2"_s.arg(hit.text, hit.detail));
}

} // namespace

FinderBox::FinderBox(QWidget* parent)
    : QLineEdit(parent)
    , m_matches(new QStandardItemModel(this))
    , m_completer(new QCompleter(m_matches, this))
{
    setObjectName(u"finder"_s);
    setAccessibleName(tr("Find a lock, node, session, host or action"));
    setPlaceholderText(tr("Find a lock, node, session, host, action…"));
    // Not as the completer of the line edit, which would write a match into it.
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(mostRowsInSight);
    m_completer->setWrapAround(false);
    auto* list = m_completer->popup();
    list->setParent(this, Qt::Popup); // takes part in the theme
    list->setObjectName(u"finderList"_s);
    list->setAccessibleName(tr("Search results"));
    connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& match) { go(match.row()); });
    connect(this, &QLineEdit::textEdited, this, &FinderBox::search);
}

void FinderBox::setSnapshot(inspect::SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
}

void FinderBox::setActions(const QList<QAction*>& actions)
{
    m_actions = actions;
}

void FinderBox::setKey(const QKeySequence& key)
{
    m_key = key.toString(QKeySequence::NativeText);
    update();
}

void FinderBox::search()
{
    m_hits = m_snapshot ? findInSnapshot(*m_snapshot, text()) : std::vector<FinderHit>{};
    // After all places, so that Enter does not trigger an action by mistake.
    for (auto& hit : findInActions(m_actions, text()))
        m_hits.push_back(std::move(hit));
    m_matches->clear();
    if (text().trimmed().isEmpty())
        return m_completer->popup()->hide();
    for (const auto& hit : m_hits)
        m_matches->appendRow(itemOf(hit));
    if (m_hits.empty()) {
        auto* none = new QStandardItem(m_snapshot ? tr("No lock, node, session, host or action matches.")
                                                  : tr("No locks have been read yet, and no action matches."));
        none->setFlags(Qt::NoItemFlags);
        m_matches->appendRow(none);
    }
    showMatches();
}

/// The first match is the current one, so that Enter goes there.
void FinderBox::showMatches()
{
    constexpr int gap = 3; // pixels
    m_completer->setCompletionPrefix(text());
    const auto width = std::max(this->width(), fontMetrics().averageCharWidth() * popupCharacters);
    m_completer->complete(QRect(0, 0, width, height() + gap));
    if (!m_hits.empty())
        m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
}

void FinderBox::go(int row)
{
    if (row < 0 || row >= static_cast<int>(m_hits.size()))
        return;
    const auto hit = m_hits[static_cast<std::size_t>(row)];
    clear();
    m_completer->popup()->hide();
    Q_EMIT found(hit);
}

/// The completer sends its keys here first, and handles those of its list afterwards.
void FinderBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return QLineEdit::keyPressEvent(event);
    clear();
    m_completer->popup()->hide();
}

void FinderBox::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    constexpr int around = 40; // pixels: the margins, and a gap between the two
    const auto wanted = fontMetrics().horizontalAdvance(placeholderText()) + fontMetrics().horizontalAdvance(m_key);
    if (!text().isEmpty() || wanted + around > width())
        return;
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, m_key);
}

} // namespace lockscope::ui

#include "moc_FinderBox.cpp"
