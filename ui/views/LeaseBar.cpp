// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/LeaseBar.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FactCell.h"
#include "ui/views/Painting.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSpacerItem>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

// See scaled().
constexpr int leftFontSize = 17;
constexpr int leaseSourceSize = 11;
constexpr int renewalFontSize = 12;
constexpr int barHeight = 8;
constexpr int copySide = 13;

} // namespace

LeaseBar::LeaseBar(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_left(new ElidedLabel(this))
    , m_length(new FactCell(this))
    , m_bar(new QSpacerItem(0, scaled(barHeight), QSizePolicy::Expanding, QSizePolicy::Fixed))
    , m_copy(new QToolButton(this))
    , m_renewal(new FactCell(this))
{
    setObjectName(objectName);
    m_title->setObjectName(objectName + u"Title"_s);
    m_title->setProperty("role", u"key"_s);
    m_left->setObjectName(objectName + u"Left"_s);
    m_left->setFont(scaledFont(textFont(), leftFontSize, QFont::DemiBold));
    m_left->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // never elided
    m_title->setTextFormat(Qt::PlainText);
    m_length->value().setObjectName(objectName + u"Length"_s);
    m_length->source().setObjectName(objectName + u"Source"_s);
    m_length->source().setFont(scaledFont(textFont(), leaseSourceSize));
    m_renewal->value().setObjectName(objectName + u"Renewal"_s);
    m_renewal->value().setMostLines(2);
    for (auto* label : {&m_renewal->value(), &m_renewal->source()})
        label->setFont(scaledFont(textFont(), renewalFontSize));
    m_renewal->source().setObjectName(objectName + u"Next"_s);
    m_copy->setObjectName(objectName + u"Copy"_s);
    m_copy->setAccessibleName(tr("Copy"));
    m_copy->setProperty("role", u"copy"_s);
    m_copy->setIconSize(QSize(scaled(copySide), scaled(copySide)));
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(wholeText()); });
    auto* words = new QHBoxLayout;
    words->setSpacing(scaled(6));
    words->addWidget(m_title, 0, Qt::AlignBottom);
    words->addWidget(m_left, 0, Qt::AlignBottom);
    words->addWidget(m_length, 1, Qt::AlignBottom);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(6);
    bar->addItem(m_bar);
    bar->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, scaled(4));
    layout->setSpacing(1);
    layout->addLayout(words);
    layout->addLayout(bar);
    layout->addWidget(m_renewal);
    setInks();
    hide();
}

void LeaseBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    setInks();
}

void LeaseBar::setStale(bool stale)
{
    if (std::exchange(m_stale, stale) != stale)
        setInks();
}

void LeaseBar::setInks()
{
    const auto ink = [this](Tone tone) { return m_theme.color(m_stale ? Tone::Muted : tone); };
    m_left->setInk(ink(Tone::Normal));
    for (auto* label : {&m_length->value(), &m_length->source(), &m_renewal->value()})
        label->setInk(m_theme.muted);
    m_renewal->source().setInk(ink(m_lease ? m_lease->nextTone : Tone::Muted));
    m_copy->setIcon(icon(u"copy"_s, m_theme.muted));
    update();
}

QString LeaseBar::wholeText() const
{
    return m_lease ? tr("%1 of %2").arg(m_lease->left, m_lease->length) : QString();
}

void LeaseBar::setLease(const std::optional<LeaseFacts>& lease)
{
    if (m_lease == lease)
        return;
    m_lease = lease;
    setVisible(m_lease.has_value());
    if (!m_lease)
        return;
    m_title->setText(m_lease->title);
    m_left->setFullText(m_lease->left);
    m_length->value().setFullText(tr("of %1", "length of a lease").arg(m_lease->length));
    m_length->source().setFullText(m_lease->source);
    m_length->arrange(false);
    m_renewal->value().setFullText(m_lease->renewal);
    m_renewal->source().setFullText(m_lease->next);
    m_renewal->arrange(false);
    m_renewal->setVisible(!m_lease->renewal.isEmpty());
    m_copy->setToolTip(tr("Copy %1").arg(m_lease->title));
    m_copy->setAccessibleName(m_copy->toolTip());
    setToolTip(plainToolTip(m_lease->explanation));
    const auto left = withAside(asEntry(m_lease->title, wholeText()), m_lease->source);
    setAccessibleName(
        m_lease->renewal.isEmpty() ? left : inTurn({asSentence(left), asClauses({m_lease->renewal, m_lease->next})}));
    setAccessibleDescription(m_lease->explanation);
    setInks();
}

void LeaseBar::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (!m_lease)
        return;
    QPainter painter(this);
    auto box = QRectF(m_bar->geometry());
    box = QRectF(box.left(), box.center().y() - scaled(barHeight) / 2.0, box.width(), scaled(barHeight));
    paintLeaseBar(painter, box, m_lease->share, m_lease->due, m_stale ? m_theme.muted : m_theme.fill(m_lease->tone),
                  m_theme);
}

} // namespace lockscope::ui

#include "moc_LeaseBar.cpp"
