// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Notice.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/StyleProperty.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int toTheFloor = 8; ///< pixels

} // namespace

Notice::Notice(QWidget& frame, const QWidget& floor)
    : QFrame(&frame)
    , m_floor(floor)
    , m_text(new QLabel(this))
    , m_offer(new QPushButton(this))
{
    setObjectName(u"notice"_s);
    m_text->setObjectName(u"noticeText"_s);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_offer->setObjectName(u"noticeOffer"_s);
    m_offer->setAccessibleName(tr("Accept the offer of the notice"));
    m_offer->hide();
    connect(m_offer, &QPushButton::clicked, this, &Notice::offerAccepted);
    auto* close = new QToolButton(this);
    close->setObjectName(u"noticeClose"_s);
    close->setText(u"✕"_s);
    close->setAccessibleName(tr("Close the notice"));
    close->setProperty("role", u"flat"_s);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 8, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_offer, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
    for (QObject* watched : {static_cast<QObject*>(&frame), static_cast<QObject*>(this)})
        watched->installEventFilter(this);
}

bool Notice::eventFilter(QObject* watched, QEvent* event)
{
    const bool isFrameResized = watched == parentWidget() && event->type() == QEvent::Resize;
    if (isFrameResized || event->type() == QEvent::LayoutRequest)
        takePlace();
    return false;
}

/// As wide as its sentence, up to three fifths of the window; longer sentences take more lines.
void Notice::takePlace()
{
    const auto* frame = parentWidget();
    layout()->activate();
    const auto aroundText = layout()->sizeHint().width() - m_text->sizeHint().width();
    const auto wanted = m_text->fontMetrics().horizontalAdvance(m_text->text()) + aroundText;
    const auto width = std::min(std::max(wanted, minimumSizeHint().width()), frame->width() * 3 / 5);
    const auto height = layout()->totalHeightForWidth(width);
    setGeometry((frame->width() - width) / 2, std::max(m_floor.y() - height - toTheFloor, 0), width, height);
}

void Notice::say(const QString& sentence, const QString& tone, const QString& offer)
{
    m_offer->setText(offer);
    m_offer->setVisible(!offer.isEmpty());
    m_text->setText(sentence);
    setAccessibleName(m_text->text());
    setStyleProperty(*this, "box", tone);
    setVisible(!sentence.isEmpty());
    takePlace();
    raise();
}

} // namespace lockscope::ui

#include "moc_Notice.cpp"
