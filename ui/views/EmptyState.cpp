// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/EmptyState.h"

#include "ui/models/text/Formatting.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

EmptyState::EmptyState(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_buttons(new QVBoxLayout)
{
    setObjectName(objectName);
    m_title->setObjectName(objectName + u"Title"_s);
    m_title->setProperty("role", u"title"_s);
    m_sentence->setObjectName(objectName + u"Sentence"_s);
    m_sentence->setProperty("role", u"muted"_s);
    for (auto* label : {m_title, m_sentence}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        // A long sentence takes more lines, and does not widen the panel.
        auto policy = label->sizePolicy();
        policy.setHorizontalPolicy(QSizePolicy::Ignored);
        label->setSizePolicy(policy);
    }
    m_buttons->setSpacing(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addWidget(m_sentence);
    layout->addLayout(m_buttons);
    layout->addStretch(3);
}

void EmptyState::say(const QString& title, const QString& sentence)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    setAccessibleName(sentence.isEmpty() ? title : asEntry(title, sentence));
}

QPushButton* EmptyState::addButton(const QString& text, const QString& objectName)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    button->setMinimumWidth(150);
    m_buttons->addWidget(button, 0, Qt::AlignHCenter); // below each other: the panel may be narrow
    return button;
}

} // namespace lockscope::ui

#include "moc_EmptyState.cpp"
