// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ContenderBar.h"

#include "core/model/Owners.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/StateMark.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int shareOfName = 8; ///< part of the width before the name is cut

} // namespace

ContenderBar::ContenderBar(QWidget* parent)
    : QWidget(parent)
    , m_mark(new QLabel(this))
    , m_name(new ElidedLabel(this))
    , m_facts(new ElidedLabel(this))
    , m_reason(new ElidedLabel(this))
    , m_allowWrites(new QToolButton(this))
    , m_follow(new QToolButton(this))
    , m_release(new QPushButton(this))
{
    setObjectName(u"contenderBar"_s);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_mark->setObjectName(u"contenderBarMark"_s);
    m_name->setObjectName(u"contenderBarName"_s);
    m_name->setProperty("role", u"title"_s);
    m_name->setElideMode(Qt::ElideMiddle);
    m_facts->setObjectName(u"contenderBarFacts"_s);
    m_facts->setProperty("role", u"muted"_s);
    m_reason->setObjectName(u"contenderBarReason"_s);
    m_reason->setProperty("role", u"muted"_s);
    m_allowWrites->setObjectName(u"contenderBarAllowWrites"_s);
    m_allowWrites->setProperty("role", u"link"_s);
    m_allowWrites->setText(tr("Allow Writes…"));
    m_allowWrites->setAccessibleName(m_allowWrites->text());
    m_allowWrites->setToolTip(tr("Unlocks the connection for a limited time."));
    m_allowWrites->setFocusPolicy(Qt::StrongFocus);
    m_follow->setObjectName(u"contenderBarFollow"_s);
    m_follow->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_follow->setFocusPolicy(Qt::StrongFocus);
    m_release->setObjectName(u"contenderBarRelease"_s);
    m_release->setProperty("tone", u"bad"_s);
    m_release->setAccessibleName(tr("Release the selected contender"));
    connect(m_allowWrites, &QToolButton::clicked, this, &ContenderBar::writesWanted);
    connect(m_release, &QPushButton::clicked, this, &ContenderBar::releaseWanted);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_mark);
    layout->addWidget(m_name);
    layout->addWidget(m_facts, 1);
    layout->addWidget(m_reason);
    layout->addWidget(m_allowWrites);
    layout->addWidget(m_follow);
    layout->addWidget(m_release);
}

void ContenderBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    showMark();
}

void ContenderBar::setFollowAction(QAction* action)
{
    m_follow->setDefaultAction(action);
    m_follow->setAccessibleName(action->text());
}

void ContenderBar::show(const ViewState& viewState, const ContenderView& view, const QString& release,
                        const QString& whyNot)
{
    const auto* contender = view.contender;
    const auto* facts = viewState.snapshot ? viewState.snapshot->ensemble.get() : nullptr;
    const auto host =
        contender && viewState.snapshot ? inspect::ownerOf(*viewState.snapshot, *contender).host : std::string();
    m_name->setFullText(contender ? displayName(*contender, facts) : tr("No contender selected"));
    m_name->setMinimumWidth(std::min(m_name->sizeHint().width(), width() / shareOfName));
    QStringList clauses;
    if (view.gone)
        clauses << tr("has left the queue");
    else if (contender && view.lock)
        clauses << doingOf(*view.lock, *contender);
    if (!host.empty())
        clauses << oneLine(host);
    m_facts->setFullText(asClauses(clauses));
    if (m_release->text() != release)
        m_release->setText(release);
    m_holds = contender && contender->holds;
    m_tone = view.gone || viewState.isStale() || !contender ? Tone::Muted : m_holds ? Tone::Good : Tone::Wait;
    showMark();
    const bool isLocked = viewState.source == SourceState::Live && viewState.access == WriteAccess::Locked;
    m_allowWrites->setVisible(isLocked);
    m_reason->setFullText(isLocked ? tr("Read-only.") : whyNot);
    m_reason->setVisible(!m_reason->fullText().isEmpty());
    enableUnless(*m_release, whyNot);
}

void ContenderBar::showMark()
{
    const auto side = scaled(10);
    m_mark->setPixmap(markIcon(m_holds ? Mark::Filled : Mark::Ring, m_theme.color(m_tone)).pixmap(side, side));
}

} // namespace lockscope::ui

#include "moc_ContenderBar.cpp"
