// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/ReleaseWords.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

namespace lockscope::ui {

namespace {

struct ReleaseTexts {
    Q_DECLARE_TR_FUNCTIONS(ReleaseWords)
};

QString holderNow(const release::ReleaseOutcome& outcome)
{
    const auto& after = outcome.releaseResult;
    if (after.holder.empty())
        return ReleaseTexts::tr("The lock has no holder now.");
    const auto holder = oneLine(after.holderClient.empty() ? after.holder : after.holderClient);
    if (after.others > 0)
        return ReleaseTexts::tr("%1 holds the lock now. Other holders: %2.").arg(holder, formatCount(after.others));
    return ReleaseTexts::tr("%1 holds the lock now. The release took %2.").arg(holder, formatDuration(outcome.took));
}

/// Why the action log lacks the result; empty if `trouble` is.
QString auditTroubleText(const std::string& trouble)
{
    return trouble.empty() ? QString()
                           : inTurn({ReleaseTexts::tr("The result could not be written to the action log."),
                                     ended(asSentence(oneLine(trouble)))});
}

QString nodeFailureText(const Error& error)
{
    const auto reason = ended(errorSentence(error));
    if (error.code == ErrorCode::Refused)
        return inTurn({ReleaseTexts::tr("Nothing was deleted: the node has changed since you reviewed it."), reason});
    if (error.code == ErrorCode::NoNode)
        return error.detail.empty() ? ReleaseTexts::tr("Nothing was deleted: the node no longer exists.")
                                    : ended(asSentence(oneLine(error.detail)));
    if (isOutcomeUnknown(error))
        return inTurn({ReleaseTexts::tr("It is unknown whether the node was deleted. Check the queue again."), reason});
    return inTurn({ReleaseTexts::tr("Not deleted."), reason});
}

/// Redis has no nodes.
QString redisFailureText(const Error& error)
{
    const auto reason = ended(errorSentence(error));
    if (error.code == ErrorCode::Refused)
        return inTurn({ReleaseTexts::tr("Nothing was released: the lock has changed since you reviewed it."), reason});
    if (error.code == ErrorCode::NoNode)
        return error.detail.empty() ? ReleaseTexts::tr("Nothing was released: the client no longer holds or waits.")
                                    : ended(asSentence(oneLine(error.detail)));
    if (isOutcomeUnknown(error))
        return inTurn(
            {ReleaseTexts::tr("It is unknown whether the lock was released. Check the queue again."), reason});
    return inTurn({ReleaseTexts::tr("Not released."), reason});
}

} // namespace

QString outcomeText(const Result<release::ReleaseOutcome>& outcome, bool isRedis)
{
    if (outcome) {
        const auto& plan = outcome->plan;
        const auto& after = outcome->releaseResult;
        QStringList sentences{plan.holds ? ReleaseTexts::tr("Deleted node %1.").arg(oneLine(plan.node))
                                         : ReleaseTexts::tr("Deleted node %1 from the queue.").arg(oneLine(plan.node))};
        if (plan.isRedis()) // it has no nodes, and a Redlock has an answer of each master
            sentences = {ended(asSentence(oneLine(after.text)))};
        else if (!after.isGone)
            sentences << ReleaseTexts::tr("The deletion could not be verified.");
        if (after.holderKnown)
            sentences << holderNow(*outcome);
        sentences << auditTroubleText(outcome->auditTrouble);
        return inTurn(sentences);
    }
    return isRedis ? redisFailureText(outcome.error()) : nodeFailureText(outcome.error());
}

QString askText(const Result<release::AskOutcome>& outcome)
{
    if (!outcome)
        return inTurn({ReleaseTexts::tr("The revocation request was not sent, or it is unknown whether it was sent."),
                       ended(errorSentence(outcome.error()))});
    const auto trouble = auditTroubleText(outcome->auditTrouble);
    if (outcome->followed)
        return inTurn({ReleaseTexts::tr("Release requested. The node no longer exists, %1 after the request.")
                           .arg(formatDuration(outcome->took)),
                       trouble});
    return inTurn({ReleaseTexts::tr("Release requested. The holder did not release the lock within %1.")
                       .arg(formatDuration(outcome->took)),
                   trouble});
}

} // namespace lockscope::ui
