// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/ReleaseDialog.h"

#include "ui/models/Formatting.h"
#include "ui/views/KeyValueList.h"
#include "ui/views/StyleProperty.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

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

} // namespace

QString outcomeText(const Result<release::ReleaseOutcome>& outcome)
{
    if (outcome) {
        const auto& plan = outcome->plan;
        const auto node = oneLine(plan.node);
        if (!plan.holds)
            return ReleaseDialog::tr("Deleted: %1 has left the queue.").arg(node);
        if (plan.next.empty())
            return ReleaseDialog::tr("Deleted: %1 is gone.").arg(node);
        return ReleaseDialog::tr("Deleted: %1 is gone; %2 is next.")
            .arg(node, plan.nextClient.empty() ? oneLine(plan.next) : oneLine(plan.nextClient));
    }
    const auto reason = asSentence(QString::fromStdString(describe(outcome.error())));
    if (outcome.error().code == ErrorCode::Refused)
        return ReleaseDialog::tr("The node was replaced, so nothing was deleted. %1").arg(reason);
    if (outcome.error().code == ErrorCode::NoNode)
        return ReleaseDialog::tr("The node is gone already; nothing was deleted.");
    if (isOutcomeUnknown(outcome.error()))
        return ReleaseDialog::tr("Nobody knows whether it was deleted: look at the queue again. %1").arg(reason);
    return ReleaseDialog::tr("Not deleted. %1").arg(reason);
}

ReleaseDialog::ReleaseDialog(const QString& nodePath, std::int64_t shownCzxid, QWidget* parent)
    : QDialog(parent)
    , m_nodePath(nodePath)
    , m_shownCzxid(shownCzxid)
    , m_title(new QLabel(this))
    , m_rows(new KeyValueList(u"releaseFacts"_s, this))
    , m_riskFrame(new QFrame(this))
    , m_risk(sentenceIn(m_riskFrame, u"releaseDialogRisk"_s))
    , m_reason(new QLineEdit(this))
    , m_resultFrame(new QFrame(this))
    , m_result(sentenceIn(m_resultFrame, u"releaseResult"_s))
{
    build();
    m_title->setText(tr("Reading %1 afresh…").arg(oneLine(nodePath.toStdString())));
}

void ReleaseDialog::build()
{
    setObjectName(u"releaseDialog"_s);
    setWindowTitle(tr("Release a lock"));
    setWindowModality(Qt::WindowModal);
    setMinimumWidth(560);
    m_title->setObjectName(u"releaseDialogTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_riskFrame->setObjectName(u"releaseDialogRiskFrame"_s);
    m_riskFrame->setProperty("box", u"bad"_s);
    m_riskFrame->hide();
    m_resultFrame->setObjectName(u"releaseResultFrame"_s);
    m_resultFrame->hide();
    m_reason->setObjectName(u"releaseReason"_s);
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("Why; it is written to the activity log"));
    auto* form = new QFormLayout;
    form->addRow(tr("&Reason"), m_reason);
    auto* buttons = new QDialogButtonBox(this);
    buttons->setObjectName(u"releaseButtons"_s);
    m_delete = buttons->addButton(tr("Delete the node"), QDialogButtonBox::ActionRole);
    m_delete->setObjectName(u"releaseDelete"_s);
    setStyleProperty(*m_delete, "tone", u"bad"_s);
    m_delete->setEnabled(false);
    m_delete->setAutoDefault(false);
    m_cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    m_cancel->setObjectName(u"releaseCancel"_s);
    m_cancel->setDefault(true);
    m_cancel->setFocus();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 16, 18, 14);
    layout->setSpacing(12);
    layout->addWidget(m_title);
    layout->addWidget(m_rows);
    layout->addWidget(m_riskFrame);
    layout->addLayout(form);
    layout->addWidget(m_resultFrame);
    layout->addStretch();
    layout->addWidget(buttons);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, [this] {
        m_delete->setEnabled(false);
        m_reason->setEnabled(false);
        say(tr("Deleting…"), u"info"_s);
        Q_EMIT confirmed(*m_plan, m_reason->text().trimmed());
    });
}

void ReleaseDialog::setTheme(const Theme& theme)
{
    m_rows->setTheme(theme);
}

void ReleaseDialog::setPlan(const Result<release::ReleasePlan>& plan)
{
    if (!plan) {
        m_title->setText(tr("%1 can't be released").arg(oneLine(m_nodePath.toStdString())));
        say(asSentence(QString::fromStdString(describe(plan.error()))), u"bad"_s);
        m_cancel->setText(tr("Close"));
        return;
    }
    const auto name = plan->client.empty() ? oneLine(plan->node) : oneLine(plan->client);
    m_title->setText(plan->holds ? tr("Take %1 away from %2?").arg(oneLine(plan->lockPath), name)
                                 : tr("Remove %1 from the queue of %2?").arg(name, oneLine(plan->lockPath)));
    showRows(*plan);
    m_risk->setText(asSentence(QString::fromStdString(release::riskOf(*plan))));
    m_riskFrame->show();
    if (m_shownCzxid != 0 && m_shownCzxid != plan->czxid) {
        say(tr("This is not the node that you looked at: it was replaced in the meantime (czxid %1, not %2). Nothing "
               "was "
               "deleted; look at the queue again.")
                .arg(formatHex(plan->czxid), formatHex(m_shownCzxid)),
            u"wait"_s);
        m_cancel->setText(tr("Close"));
        return;
    }
    m_plan = *plan;
    m_delete->setEnabled(true);
}

void ReleaseDialog::showRows(const release::ReleasePlan& plan)
{
    const auto orUnknown = [](const std::string& text) { return text.empty() ? tr("unknown") : oneLine(text); };
    auto next = tr("nobody");
    if (!plan.holds)
        next = tr("unchanged: it only waits");
    else if (!plan.waitersKnown)
        next = tr("unknown: waiters have no node here");
    else if (!plan.next.empty())
        next = plan.nextClient.empty() ? oneLine(plan.next)
                                       : u"%1 (%2)"_s.arg(oneLine(plan.nextClient), elideNode(oneLine(plan.next)));
    m_rows->setRows({
        {tr("Node"), oneLine(plan.nodePath), true, Tone::Normal},
        {tr("Client"), orUnknown(plan.client), false, Tone::Normal},
        {tr("Host"), orUnknown(plan.host), true, Tone::Normal},
        {tr("Session"), plan.owner == 0 ? tr("none: nothing else will free it") : formatHex(plan.owner),
         plan.owner != 0, plan.owner == 0 ? Tone::Bad : Tone::Normal},
        {tr("Guard"), u"czxid %1"_s.arg(formatHex(plan.czxid)), true, Tone::Normal},
        {tr("Created"), formatTime(plan.createdAt), false, Tone::Normal},
        {tr("Next in line"), next, false, Tone::Good},
        {tr("Waiting"), plan.waitersKnown ? formatCount(plan.waiters) : tr("unknown"), false, Tone::Wait},
    });
}

void ReleaseDialog::setOutcome(const Result<release::ReleaseOutcome>& outcome)
{
    m_cancel->setText(tr("Close"));
    say(outcomeText(outcome), outcome ? u"info"_s : u"wait"_s);
    m_cancel->setFocus();
}

void ReleaseDialog::say(const QString& text, const QString& tone)
{
    m_result->setText(text);
    setStyleProperty(*m_resultFrame, "box", tone);
    m_resultFrame->show();
}

} // namespace lockscope::ui
