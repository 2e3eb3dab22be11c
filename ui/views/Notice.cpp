// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Notice.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/StyleProperty.h"

#include <QAccessible>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <initializer_list>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds noticeTime{10};

/// Keeps its whole text, and paints as much of it as there is room for.
class NoticeText final : public QLabel {
public:
    using QLabel::QLabel;

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, fontMetrics().height()}; }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        const auto shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
        painter.drawText(contentsRect(), Qt::AlignVCenter | Qt::TextSingleLine, shown);
    }
};

QToolButton* makeNoticeButton(const QString& text, const QString& name, const QString& objectName, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setText(text);
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setProperty("role", u"link"_s);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

Notice::Notice(QWidget& frame, QWidget& place)
    : QFrame(&frame)
    , m_place(place)
    , m_text(new NoticeText(this))
    , m_offer(new QPushButton(this))
{
    setObjectName(u"notice"_s);
    m_text->setObjectName(u"noticeText"_s);
    m_text->setTextFormat(Qt::PlainText);
    m_offer->setObjectName(u"noticeOffer"_s);
    m_offer->setAccessibleName(tr("Accept the offer of the notice"));
    m_offer->hide();
    connect(m_offer, &QPushButton::clicked, this, &Notice::offerAccepted);
    auto* copy = makeNoticeButton(tr("Copy"), tr("Copy the notice"), u"noticeCopy"_s, this);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text->text()); });
    auto* close = makeNoticeButton(u"✕"_s, tr("Close the notice"), u"noticeClose"_s, this);
    connect(close, &QToolButton::clicked, this, &Notice::end);
    m_endOfNotice.setObjectName(u"noticeEnd"_s);
    m_endOfNotice.setSingleShot(true);
    m_endOfNotice.setInterval(noticeTime);
    connect(&m_endOfNotice, &QTimer::timeout, this, &Notice::end);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 0, 8, 0);
    layout->addWidget(m_text, 1);
    for (auto* button : std::initializer_list<QWidget*>{m_offer, copy, close})
        layout->addWidget(button);
    hide();
    place.installEventFilter(this);
    installEventFilter(this);
}

bool Notice::eventFilter(QObject* watched, QEvent* event)
{
    const bool isPlaceMoved = watched == &m_place && (event->type() == QEvent::Resize || event->type() == QEvent::Move);
    if (isPlaceMoved || (watched == this && event->type() == QEvent::LayoutRequest))
        takePlace();
    return false;
}

void Notice::end()
{
    m_endOfNotice.stop();
    m_isOpen = false;
    showOrHide();
}

void Notice::setAside(bool isAside)
{
    m_isAside = isAside;
    showOrHide();
}

void Notice::showOrHide()
{
    setVisible(m_isOpen && !m_isAside);
}

/// As wide as its sentence, if there is room.
void Notice::takePlace()
{
    layout()->activate();
    const auto aroundText = layout()->sizeHint().width() - m_text->sizeHint().width();
    const auto wanted = m_text->fontMetrics().horizontalAdvance(m_text->text()) + aroundText + 2;
    auto place = m_place.geometry();
    place.setWidth(std::min(wanted, place.width()));
    setGeometry(place);
}

void Notice::say(const QString& sentence, const QString& tone, Stay stay, const QString& offer)
{
    m_text->setText(sentence);
    if (sentence.isEmpty())
        return end();
    m_offer->setText(offer);
    m_offer->setVisible(!offer.isEmpty());
    m_text->setToolTip(plainToolTip(sentence));
    setAccessibleName(sentence);
    setStyleProperty(*this, "box", tone);
    m_isOpen = true;
    m_isAside = false; // the new sentence is the more important one
    showOrHide();
    takePlace();
    raise();
    m_endOfNotice.stop();
    if (stay == Stay::ForSomeSeconds)
        m_endOfNotice.start();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

} // namespace lockscope::ui

#include "moc_Notice.cpp"
