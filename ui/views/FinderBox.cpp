// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FinderBox.h"

#include <QFocusEvent>
#include <QFrame>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

FinderBox::FinderBox(QWidget* parent)
    : QLineEdit(parent)
{
    setObjectName(u"finder"_s);
    setAccessibleName(tr("Find a lock, node, session, host or action"));
    setPlaceholderText(tr("Find a lock, node, session, host, action…"));
    connect(this, &QLineEdit::textEdited, this, &FinderBox::search);
}

FinderBox::~FinderBox()
{
    delete m_popup;
}

void FinderBox::setSnapshot(inspect::SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
}

void FinderBox::setActions(const QList<QAction*>& actions)
{
    m_actions = actions;
}

void FinderBox::search()
{
    if (!m_popup) {
        m_popup = new QFrame(window());
        m_popup->setObjectName(u"finderPopup"_s);
        m_popup->setFrameShape(QFrame::StyledPanel);
        m_list = new QListWidget(m_popup);
        m_list->setObjectName(u"finderList"_s);
        m_list->setAccessibleName(tr("Search results"));
        m_list->setFocusPolicy(Qt::NoFocus);
        m_list->setUniformItemSizes(true);
        auto* layout = new QVBoxLayout(m_popup);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(m_list);
        connect(m_list, &QListWidget::itemClicked, this, [this] { go(m_list->currentRow()); });
    }
    m_hits = m_snapshot ? findInSnapshot(*m_snapshot, text()) : std::vector<FinderHit>{};
    // After all places, so that Enter does not trigger an action by mistake.
    for (auto& hit : findInActions(m_actions, text()))
        m_hits.push_back(std::move(hit));
    m_list->clear();
    if (text().trimmed().isEmpty())
        return m_popup->hide();
    for (const auto& hit : m_hits)
        m_list->addItem(hit.detail.isEmpty() ? hit.text : u"%1   —   %2"_s.arg(hit.text, hit.detail));
    if (m_hits.empty()) {
        m_list->addItem(m_snapshot ? tr("No lock, node, session, host or action matches.")
                                   : tr("No locks have been read yet, and no action matches."));
        m_list->item(0)->setFlags(Qt::NoItemFlags);
    } else {
        m_list->setCurrentRow(0);
    }
    const auto rows = std::min(m_list->count(), 12);
    const auto height = rows * m_list->sizeHintForRow(0) + 14;
    m_popup->setGeometry(QRect(mapTo(window(), QPoint(0, this->height() + 3)), QSize(std::max(width(), 520), height)));
    m_popup->show();
    m_popup->raise();
}

void FinderBox::go(int row)
{
    if (row < 0 || row >= static_cast<int>(m_hits.size()))
        return;
    const auto hit = m_hits[static_cast<std::size_t>(row)];
    clear();
    hideList();
    Q_EMIT found(hit);
}

void FinderBox::hideList()
{
    if (m_popup)
        m_popup->hide();
}

void FinderBox::keyPressEvent(QKeyEvent* event)
{
    const auto row = m_popup && m_popup->isVisible() ? m_list->currentRow() : -1;
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (row >= 0)
            m_list->setCurrentRow(std::clamp(row + (event->key() == Qt::Key_Down ? 1 : -1), 0, m_list->count() - 1));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return go(row);
    case Qt::Key_Escape:
        clear();
        return hideList();
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void FinderBox::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    const auto hint = tr("Ctrl+K");
    constexpr int around = 40; // pixels: the margins, and a gap between the two
    const auto wanted = fontMetrics().horizontalAdvance(placeholderText()) + fontMetrics().horizontalAdvance(hint);
    if (!text().isEmpty() || wanted + around > width())
        return;
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, hint);
}

void FinderBox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    hideList();
}

} // namespace lockscope::ui

#include "moc_FinderBox.cpp"
