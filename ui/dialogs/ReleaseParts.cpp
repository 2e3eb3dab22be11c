// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/ReleaseParts.h"

#include "ui/dialogs/ReleaseDialog.h"
#include "ui/views/ProductionBadge.h"

#include <QDialog>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastBesideLane = 1280; ///< pixels; in a narrower one the lane has no room beside the dialog
constexpr int toTheEdge = 8;          ///< pixels

} // namespace

QLabel* sentenceIn(QFrame* frame, const QString& objectName)
{
    auto* label = new QLabel(frame);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->addWidget(label);
    return label;
}

ReleaseConnection::ReleaseConnection(QWidget* parent)
    : QWidget(parent)
    , m_production(makeProductionBadge(this, u"releaseProduction"_s))
    , m_name(new QLabel(this))
{
    setObjectName(u"releaseConnectionRow"_s);
    m_name->setObjectName(u"releaseConnection"_s);
    m_name->setProperty("role", u"title"_s);
    m_name->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_production);
    layout->addWidget(m_name, 1);
    hide();
}

void ReleaseConnection::setConnection(const QString& name, bool isProduction)
{
    m_production->setVisible(isProduction);
    m_name->setText(name);
    setVisible(isProduction || !name.isEmpty());
}

release::ChangeReason ReleaseFields::changeReason() const
{
    return {reason->text().trimmed().toStdString(), ticket->text().trimmed().toStdString()};
}

ReleaseFields makeReleaseFields(QWidget* parent)
{
    const ReleaseFields fields{new QFormLayout, new QLineEdit(parent), new QLineEdit(parent), new QLineEdit(parent)};
    fields.name->setObjectName(u"releaseName"_s);
    fields.name->setAccessibleName(ReleaseDialog::tr("Lock name (required to delete)"));
    fields.reason->setObjectName(u"releaseReason"_s);
    fields.reason->setAccessibleName(ReleaseDialog::tr("Reason"));
    fields.ticket->setObjectName(u"releaseTicket"_s);
    fields.ticket->setAccessibleName(ReleaseDialog::tr("Ticket"));
    fields.ticket->setPlaceholderText(ReleaseDialog::tr("Ticket number, such as OPS-1234 (optional)"));
    fields.layout->addRow(ReleaseDialog::tr("&Lock name (required to delete)"), fields.name);
    fields.layout->addRow(ReleaseDialog::tr("&Reason"), fields.reason);
    fields.layout->addRow(ReleaseDialog::tr("&Ticket"), fields.ticket);
    for (auto* field : {fields.name, fields.reason, fields.ticket})
        static_cast<QLabel*>(fields.layout->labelForField(field))->setTextFormat(Qt::PlainText);
    return fields;
}

void ReleasePlace::makeRoom()
{
    auto& layout = *m_dialog.layout();
    layout.invalidate();
    layout.activate();
    const auto place = room();
    const auto least = layout.hasHeightForWidth() ? layout.totalHeightForWidth(m_dialog.width()) : 0;
    m_dialog.resize(m_dialog.width(), std::min(std::max(m_dialog.height(), least), place.height()));
    const bool isMovedByUser = m_place && m_dialog.pos() != *m_place;
    if (m_lane && m_dialog.isVisible() && !isMovedByUser) {
        m_dialog.move(place.right() - m_dialog.width() + 1,
                      std::min(place.top(), place.bottom() - m_dialog.height() + 1));
        m_place = m_dialog.pos();
    } else if (const auto beyond = m_dialog.y() + m_dialog.height() - place.bottom();
               m_dialog.isVisible() && beyond > 0) {
        const auto top = m_dialog.screen()->availableGeometry().top();
        m_dialog.move(m_dialog.x(), std::max(top, m_dialog.y() - beyond));
    }
}

/// The part of the screen for the dialog: at the right of the window, below the lane if the window is wide.
QRect ReleasePlace::room() const
{
    static constexpr int aroundIt = 40; // the frame that the desktop draws
    const auto* desktop = m_lane ? m_lane->screen() : m_dialog.screen();
    auto room = desktop->availableGeometry().adjusted(0, 0, 0, -aroundIt / 2);
    if (!m_lane)
        return room.adjusted(0, aroundIt / 2, 0, 0);
    const auto* window = m_lane->window();
    room &= QRect(window->mapToGlobal(QPoint()), window->size()).adjusted(0, 0, -toTheEdge, -toTheEdge);
    const QRect lane(m_lane->mapToGlobal(QPoint()), m_lane->size());
    const bool isBesideLane = room.right() - m_dialog.width() > lane.right();
    if (window->width() >= leastBesideLane && m_lane->isVisible() && !isBesideLane)
        room.setTop(lane.bottom() + toTheEdge + (m_dialog.geometry().top() - m_dialog.frameGeometry().top()));
    // Rather over the lane than too low for its buttons.
    const auto& layout = *m_dialog.layout();
    const auto least = layout.hasHeightForWidth() ? layout.totalMinimumHeightForWidth(m_dialog.width())
                                                  : layout.totalMinimumSize().height();
    room.setTop(std::min(room.top(), room.bottom() - least));
    return room;
}

} // namespace lockscope::ui

#include "moc_ReleaseParts.cpp"
