// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/CommandList.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/KeyValueList.h"

#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

CommandList::CommandList(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    setObjectName(u"commandList"_s);
    auto* title = new QLabel(tr("COMMANDS TO COPY"), this);
    title->setObjectName(u"commandsTitle"_s);
    title->setProperty("role", u"section"_s);
    auto* never = new ElidedLabel(this);
    never->setObjectName(u"commandsNote"_s);
    never->setProperty("role", u"muted"_s);
    never->setFont(scaledFont(textFont(), 11));
    never->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    never->setFullText(tr("never run by Lockscope"));
    auto* header = new QHBoxLayout;
    header->addWidget(title);
    header->addWidget(never, 1);
    m_layout->setContentsMargins(0, 6, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addLayout(header);
    hide();
}

void CommandList::setCommands(const std::vector<KeyValue>& commands)
{
    while (m_boxes.size() < commands.size())
        addBox();
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        auto& [frame, text, copy, tone] = m_boxes[i];
        const bool isUsed = i < commands.size();
        frame->setVisible(isUsed);
        if (!isUsed)
            continue;
        const auto& key = commands[i].key;
        const auto& value = commands[i].value;
        text->setFullText(value);
        text->setExplanation(key);
        // Set only when it has changed: screen readers announce each change.
        if (const auto name = asEntry(key, value); text->accessibleName() != name)
            text->setAccessibleName(name);
        tone = commands[i].tone;
        text->setInk(m_theme.color(tone));
        copy->setToolTip(plainToolTip(tr("Copy %1").arg(value)));
        if (const auto name = tr("Copy %1").arg(key); copy->accessibleName() != name)
            copy->setAccessibleName(name);
    }
    setVisible(!commands.empty());
}

void CommandList::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (const auto& box : m_boxes) {
        box.text->setInk(theme.color(box.tone));
        box.copy->setIcon(icon(u"copy"_s, theme.muted));
    }
}

void CommandList::addBox()
{
    const auto number = m_boxes.size();
    const Box box{new QFrame(this), new ElidedLabel(this), new QToolButton(this)};
    box.frame->setObjectName(u"command"_s);
    box.text->setObjectName(u"command%1"_s.arg(number));
    box.text->setFont(monoFont());
    box.copy->setObjectName(u"commandCopy%1"_s.arg(number));
    box.copy->setProperty("role", u"copy"_s);
    box.copy->setIcon(icon(u"copy"_s, m_theme.muted));
    box.copy->setIconSize(QSize(scaled(13), scaled(13)));
    connect(box.copy, &QToolButton::clicked, this,
            [text = box.text] { QGuiApplication::clipboard()->setText(text->fullText()); });
    auto* layout = new QHBoxLayout(box.frame);
    layout->setContentsMargins(8, 3, 6, 3);
    layout->addWidget(box.text, 1);
    layout->addWidget(box.copy);
    m_layout->addWidget(box.frame);
    m_boxes.push_back(box);
}

} // namespace lockscope::ui

#include "moc_CommandList.cpp"
