// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ReleaseBox.h"

#include "core/model/QueueStates.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/ReleasePlan.h"
#include "ui/models/text/Formatting.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ReleaseBox::ReleaseBox(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"releaseBox"_s);
    auto* title = new QLabel(tr("RELEASE"), this);
    title->setObjectName(u"releaseTitle"_s);
    title->setProperty("role", u"section"_s);
    m_none = new QLabel(tr("Select the contender to release."), this);
    m_none->setObjectName(u"releaseNone"_s);
    m_none->setProperty("role", u"muted"_s);
    m_none->setWordWrap(true);
    m_permitsRow = new QWidget(this);
    m_permitsRow->setObjectName(u"releasePermitsRow"_s);
    m_permits = new QSpinBox(m_permitsRow);
    m_permits->setObjectName(u"releasePermits"_s);
    m_permits->setButtonSymbols(QAbstractSpinBox::NoButtons); // as elsewhere: the arrow keys change the number
    m_permits->setRange(1, static_cast<int>(release::mostPermits));
    m_permits->setAccessibleName(tr("Permits to add"));
    auto* permitsLabel = new QLabel(tr("&Permits to add:"), m_permitsRow);
    permitsLabel->setBuddy(m_permits);
    auto* permitsLayout = new QHBoxLayout(m_permitsRow);
    permitsLayout->setContentsMargins(0, 0, 0, 0);
    permitsLayout->addWidget(permitsLabel);
    permitsLayout->addWidget(m_permits);
    permitsLayout->addStretch();
    m_content = new QWidget(this);
    m_content->setObjectName(u"releaseContent"_s);
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(4);
    auto* optionsTitle = new QLabel(tr("Options:"), m_content);
    optionsTitle->setObjectName(u"releaseOptionsTitle"_s);
    optionsTitle->setProperty("role", u"muted"_s);
    content->addWidget(optionsTitle);
    m_ask = addStep(u"releaseAsk"_s, "info");
    m_wait = addStep(u"releaseWait"_s, "wait");
    m_delete = addStep(u"releaseDelete"_s, "bad");
    m_ask.title->setText(tr("1. Request release from the holder"));
    m_wait.title->setText(tr("2. Wait"));
    m_delete.title->setText(tr("3. Delete the node"));

    m_riskFrame = new QFrame(m_content);
    m_riskFrame->setObjectName(u"releaseRiskFrame"_s);
    m_riskFrame->setProperty("box", u"bad"_s);
    m_risk = new QLabel(m_riskFrame);
    m_risk->setObjectName(u"releaseRisk"_s);
    m_risk->setTextFormat(Qt::PlainText);
    m_risk->setWordWrap(true);
    m_risk->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* riskLayout = new QVBoxLayout(m_riskFrame);
    riskLayout->setContentsMargins(12, 4, 12, 4);
    riskLayout->addWidget(m_risk);
    content->addWidget(m_riskFrame);

    m_button = new QPushButton(this);
    m_button->setObjectName(u"releaseButton"_s);
    m_button->setProperty("tone", u"bad"_s);
    connect(m_button, &QPushButton::clicked, this, &ReleaseBox::releaseWanted);
    // Beside the title, where it is visible even in a low window.
    auto* header = new QHBoxLayout;
    header->addWidget(title, 1);
    header->addWidget(m_button);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 8);
    layout->setSpacing(6);
    layout->addLayout(header);
    layout->addWidget(m_none);
    layout->addWidget(m_permitsRow);
    layout->addWidget(m_content);
    layout->addStretch();
    show({}, {});
}

ReleaseBox::Step ReleaseBox::addStep(const QString& objectName, const char* tone)
{
    auto* frame = new QFrame(m_content);
    frame->setObjectName(u"card"_s);
    auto* title = new QLabel(frame);
    title->setObjectName(objectName + u"Title"_s);
    title->setProperty("role", u"title"_s);
    title->setProperty("tone", QString::fromLatin1(tone));
    auto* text = new QLabel(frame);
    text->setObjectName(objectName);
    text->setProperty("role", u"muted"_s);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(12, 3, 8, 4);
    auto* layout = new QVBoxLayout;
    layout->setSpacing(1);
    layout->addWidget(title);
    layout->addWidget(text);
    row->addLayout(layout, 1);
    m_content->layout()->addWidget(frame);
    return {title, text};
}

QString ReleaseBox::whyNothingIsReleased(const ViewState& viewState)
{
    if (viewState.session.state == SessionState::ReadOnly)
        return tr("The connected server is read-only: it has no quorum.");
    return viewState.access == WriteAccess::Locked ? tr("This connection is read-only. Unlock it first (Ctrl+L).")
                                                   : QString();
}

void ReleaseBox::show(const ViewState& viewState, const ContenderView& view)
{
    const bool isThere = view.lock && view.contender && !view.gone && inspect::areHoldersStored(*view.lock);
    m_content->setVisible(isThere);
    m_none->setVisible(!isThere);
    m_addsPermits = view.lock && !inspect::areHoldersStored(*view.lock);
    m_none->setText(m_addsPermits ? tr("Redis stores the number of free permits of this semaphore, not its holders. "
                                       "Permits that were not returned can be added.")
                    : view.gone   ? tr("The selected contender has left the queue. There is nothing to release.")
                                  : tr("Select the contender to release."));
    m_permitsRow->setVisible(m_addsPermits);
    m_permits->setEnabled(viewState.mayWrite());
    m_button->setText(m_addsPermits ? tr("Add Permits…") : tr("Release…"));
    m_button->setAccessibleName(m_addsPermits ? tr("Add permits to the semaphore")
                                              : tr("Release the selected contender"));
    m_button->setVisible(isThere || m_addsPermits);
    m_button->setEnabled((isThere || m_addsPermits) && viewState.mayWrite());
    m_button->setToolTip(whyNothingIsReleased(viewState));
    if (!isThere)
        return;

    const auto& contender = *view.contender;
    const auto plan = release::predictedPlan(*view.lock, contender, viewState.snapshot.get());
    const auto releaseOptions = release::releaseOptionsOf(plan, viewState.now);
    const auto reported = [](const release::ReleaseOption& releaseOption) {
        return inTurn({oneLine(releaseOption.what), oneLine(releaseOption.affects)});
    };
    const bool isRead = contender.details || contender.redis;
    m_ask.text->setText(isRead ? oneLine(releaseOptions.ask.what) : tr("The node is still being read."));
    m_wait.text->setText(isRead ? oneLine(releaseOptions.wait.what) : tr("The node is still being read."));
    m_delete.title->setText(contender.redis ? tr("3. Release") : tr("3. Delete the node"));
    m_delete.text->setText(reported(releaseOptions.remove));
    m_riskFrame->setVisible(isRead);
    if (isRead)
        m_risk->setText(asSentence(QString::fromStdString(release::riskOf(plan))));
}

bool ReleaseBox::canRelease() const
{
    return m_button->isEnabled();
}

int ReleaseBox::permits() const
{
    return m_addsPermits ? m_permits->value() : 0;
}

} // namespace lockscope::ui

#include "moc_ReleaseBox.cpp"
