// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/PayloadView.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/PayloadText.h"
#include "ui/theme/Theme.h"
#include "ui/views/ElidedLabel.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyle>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

PayloadView::PayloadView(QWidget* parent)
    : QWidget(parent)
    , m_kind(new ElidedLabel(this))
    , m_form(new QComboBox(this))
    , m_text(new QPlainTextEdit(this))
{
    setObjectName(u"payloadView"_s);
    m_kind->setObjectName(u"payloadKind"_s);
    m_kind->setProperty("role", u"muted"_s);
    m_form->setObjectName(u"payloadForm"_s);
    m_form->setAccessibleName(tr("Payload format"));
    m_form->addItems({tr("readable"), tr("hex")});
    m_text->setObjectName(u"payloadText"_s);
    m_text->setAccessibleName(tr("Payload"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(monoFont());
    auto* copy = new QPushButton(tr("Copy"), this);
    copy->setObjectName(u"payloadCopy"_s);
    copy->setAccessibleName(tr("Copy the payload"));
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(m_form, &QComboBox::currentIndexChanged, this, &PayloadView::show);

    auto* bar = new QHBoxLayout;
    bar->addWidget(m_kind, 1);
    bar->addWidget(m_form);
    bar->addWidget(copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_text, 1);
    show();
}

void PayloadView::setBytes(const std::string& bytes, qint64 cut)
{
    if (bytes == m_bytes && cut == m_cut)
        return;
    m_bytes = bytes;
    m_cut = cut;
    show();
}

void PayloadView::show()
{
    const auto kind = payloadKind(m_bytes);
    const auto shown = static_cast<qint64>(m_bytes.size());
    const auto size = formatCount(shown + m_cut);
    const auto bytes = forPlural(shown + m_cut);
    const auto inWhole = [&](const QString& text) { return text.arg(size); };
    const auto inPart = [&](const QString& text) { return text.arg(size, formatCount(shown)); };
    const bool isCut = m_cut > 0;
    switch (kind) {
    case PayloadText::Kind::Empty:
        m_kind->setFullText(tr("empty"));
        break;
    case PayloadText::Kind::Text:
        m_kind->setFullText(isCut ? inPart(tr("text, %1 bytes; first %2 bytes shown", nullptr, bytes))
                                  : inWhole(tr("text, %1 bytes", nullptr, bytes)));
        break;
    case PayloadText::Kind::Json:
        m_kind->setFullText(isCut ? inPart(tr("JSON, %1 bytes; first %2 bytes shown", nullptr, bytes))
                                  : inWhole(tr("JSON, %1 bytes", nullptr, bytes)));
        break;
    case PayloadText::Kind::Hex:
        m_kind->setFullText(isCut ? inPart(tr("binary, %1 bytes; first %2 bytes shown", nullptr, bytes))
                                  : inWhole(tr("binary, %1 bytes", nullptr, bytes)));
        break;
    }
    const bool isHex = m_form->currentIndex() == 1 || kind == PayloadText::Kind::Hex;
    m_inLine = isHex ? bytesInLine() : 0;
    m_text->setPlainText(isHex ? hexDump(m_bytes, m_inLine) : payloadText(m_bytes).text);
}

void PayloadView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_inLine > 0 && m_inLine != bytesInLine())
        show();
}

/// Beside a scroll bar, whether there is one or not.
int PayloadView::bytesInLine() const
{
    const auto around = 2 * m_text->frameWidth() + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_text) +
                        2 * static_cast<int>(m_text->document()->documentMargin());
    const auto character = std::max(m_text->fontMetrics().horizontalAdvance(u'0'), 1);
    return hexBytesIn((m_text->width() - around) / character, m_bytes);
}

} // namespace lockscope::ui

#include "moc_PayloadView.cpp"
