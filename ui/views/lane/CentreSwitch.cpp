// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/CentreSwitch.h"

#include "ui/models/text/Formatting.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

CentreSwitch::CentreSwitch(QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
    , m_queue(addButton(u"centreQueue"_s))
    , m_graph(addButton(u"centreGraph"_s))
{
    setObjectName(u"centreSwitch"_s);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_queue);
    layout->addWidget(m_graph);
    m_queue->setChecked(true);
    connect(m_queue, &QToolButton::clicked, this, &CentreSwitch::queueWanted);
    connect(m_graph, &QToolButton::clicked, this, &CentreSwitch::graphWanted);
    nameButtons();
}

QToolButton* CentreSwitch::addButton(const QString& objectName)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setCheckable(true);
    button->setProperty("role", u"segment"_s);
    m_group->addButton(button);
    return button;
}

void CentreSwitch::setKeys(const QKeySequence& queue, const QKeySequence& graph)
{
    m_queueKey = queue;
    m_graphKey = graph;
    nameButtons();
}

void CentreSwitch::showKeys(bool shows)
{
    if (std::exchange(m_showsKeys, shows) != shows)
        nameButtons();
}

void CentreSwitch::nameButtons()
{
    nameButton(*m_queue, tr("Queue"), tr("Show the queue and the timeline in the middle"), m_queueKey);
    nameButton(*m_graph, tr("Wait-for Graph"), tr("Show the wait-for graph in the middle"), m_graphKey);
}

void CentreSwitch::nameButton(QToolButton& button, const QString& text, const QString& tip,
                              const QKeySequence& key) const
{
    const auto keyText = key.toString(QKeySequence::NativeText);
    button.setText(m_showsKeys && !keyText.isEmpty() ? text + u"  "_s + keyText : text);
    button.setToolTip(plainToolTip(withAside(tip, keyText)));
    button.setAccessibleName(tip);
}

void CentreSwitch::setShown(Shown shown)
{
    if (std::exchange(m_shown, shown) == shown)
        return;
    m_group->setExclusive(false);
    m_queue->setChecked(shown == Shown::Queue);
    m_graph->setChecked(shown == Shown::Graph);
    m_group->setExclusive(true);
    Q_EMIT shownChanged();
}

} // namespace lockscope::ui

#include "moc_CentreSwitch.cpp"
