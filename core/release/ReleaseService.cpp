// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleaseService.h"

#include "core/base/Phrase.h"
#include "core/release/ActionLogReader.h"
#include "core/release/GoneError.h"
#include "core/release/PlanJson.h"

#include <QUuid>

namespace lockscope::release {

using std::chrono::milliseconds;

namespace {

/// The verdict to record for an error.
ActionStatus verdictOf(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Refused:
        return ActionStatus::Refused;
    case ErrorCode::NoNode:
        return ActionStatus::AlreadyGone;
    default:
        return isOutcomeUnknown(error) ? ActionStatus::Unknown : ActionStatus::Failed;
    }
}

} // namespace

bool isReleasedInPart(const ReleaseOutcome& outcome)
{
    return outcome.plan.isRedis() && outcome.plan.redis.votes.empty() && !outcome.releaseResult.isGone;
}

/// The records of one act, before and after it.
class ReleaseService::Acting final {
public:
    Acting(std::shared_ptr<ReleaseActor> actor, const ReleaseSettings& settings, Act act, const ReleasePlan& plan,
           const ChangeReason& changeReason)
        : m_actor(std::move(actor))
        , m_trail(settings.trail)
        , m_journal(settings.journal)
        , m_began(m_actor->executor().clock().now())
        , m_isRedis(plan.isRedis())
    {
        m_record.at = m_actor->executor().clock().wallNow();
        m_record.id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
        m_record.act = act;
        m_record.actor = Actor::self();
        m_record.connect = settings.connect;
        m_record.access = settings.access;
        m_record.session = m_actor->session();
        m_record.reason = changeReason.reason;
        m_record.ticket = changeReason.ticket;
        m_record.plan = planJson(plan, m_record.at);
    }

    [[nodiscard]] Result<void> begin()
    {
        auto noted = note();
        if (!noted)
            noted.error().detail = phrase("%1. Without a record, no action is taken", noted.error().detail);
        return noted;
    }

    [[nodiscard]] milliseconds took() const
    {
        return std::chrono::duration_cast<milliseconds>(m_actor->executor().clock().now() - m_began);
    }

    /// Records the outcome. Returns why that failed, or an empty text.
    [[nodiscard]] std::string end(ActionOutcome outcome)
    {
        m_record.at = m_actor->executor().clock().wallNow();
        outcome.took = took();
        m_record.outcome = std::move(outcome);
        const auto written = note();
        return written ? std::string() : describe(written.error());
    }

    /// Records the error, and returns it for the caller.
    [[nodiscard]] Error fail(Error error)
    {
        const auto text = m_isRedis ? describeByDetail(error) : describe(error);
        if (const auto trouble = end({verdictOf(error), text, {}, false, {}, {}}); !trouble.empty())
            error.detail =
                error.detail.empty()
                    ? phrase("the outcome could not be written to the action log. %1", trouble)
                    : phrase("%1. The outcome could not be written to the action log. %2", error.detail, trouble);
        return error;
    }

private:
    /// Writes to the system log first, so that the action log records whether that succeeded.
    [[nodiscard]] Result<void> note()
    {
        const auto sent = m_journal.send(m_record);
        m_record.journal = sent ? std::string() : describe(sent.error());
        return m_trail.append(m_record);
    }

    std::shared_ptr<ReleaseActor> m_actor;
    ActionLog m_trail;
    SystemJournal m_journal;
    SteadyTime m_began;
    bool m_isRedis;
    ActionRecord m_record;
};

ReleaseService::ReleaseService(std::shared_ptr<ReleaseActor> actor, ReleaseSettings settings)
    : m_actor(std::move(actor))
    , m_settings(std::move(settings))
{
}

void ReleaseService::plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply)
{
    m_actor->plan(std::move(contender), std::move(background),
                  [file = m_settings.trail.file(), reply = std::move(reply)](Result<ReleasePlan> plan) {
                      if (plan && plan->client.empty() && plan->wasAsked()) {
                          plan->client = lastKnownClient(file, plan->nodePath, plan->creationId);
                          plan->clientIsLastKnown = !plan->client.empty();
                      }
                      reply(std::move(plan));
                  });
}

void ReleaseService::release(ReleasePlan plan, ChangeReason changeReason, Reply<ReleaseOutcome> reply)
{
    const auto act = std::make_shared<Acting>(m_actor, m_settings, Act::Release, plan, changeReason);
    if (const auto noted = act->begin(); !noted) {
        reply(failure(noted.error()));
        return;
    }
    if (const auto why = m_actor->whyNotWritable("release", plan.nodePath)) {
        reply(failure(act->fail(*why)));
        return;
    }
    m_actor->apply(plan, [plan, act, reply = std::move(reply)](Result<ReleaseResult> result) {
        if (!result) {
            reply(failure(act->fail(result.error())));
            return;
        }
        ReleaseOutcome outcome{plan, *std::move(result), act->took(), {}};
        const auto& seen = outcome.releaseResult;
        const auto status = isReleasedInPart(outcome) ? ActionStatus::Unknown : ActionStatus::Released;
        outcome.auditTrouble = act->end({status, seen.text, {}, seen.isGone, seen.holder, seen.holderClient});
        reply(std::move(outcome));
    });
}

void ReleaseService::releaseEach(std::vector<ReleasePlan> plans, ChangeReason changeReason,
                                 std::function<void(std::vector<Result<ReleaseOutcome>>)> reply)
{
    struct Row {
        ReleaseService service; ///< a copy: the caller's may be destroyed before the last release
        std::vector<ReleasePlan> plans;
        ChangeReason changeReason;
        std::function<void(std::vector<Result<ReleaseOutcome>>)> reply;
        std::vector<Result<ReleaseOutcome>> outcomes{};

        static void step(const std::shared_ptr<Row>& row)
        {
            const auto done = row->outcomes.size();
            if (done == row->plans.size() || (done > 0 && !row->outcomes.back())) {
                row->reply(std::move(row->outcomes));
                return;
            }
            row->service.release(row->plans[done], row->changeReason, [row](Result<ReleaseOutcome> outcome) {
                row->outcomes.push_back(std::move(outcome));
                step(row);
            });
        }
    };
    Row::step(std::make_shared<Row>(Row{*this, std::move(plans), std::move(changeReason), std::move(reply)}));
}

void ReleaseService::ask(ReleasePlan plan, ChangeReason changeReason, milliseconds wait, Reply<AskOutcome> reply)
{
    if (const auto why = m_actor->whyNotAsked(plan)) {
        reply(failure(*why));
        return;
    }
    const auto act = std::make_shared<Acting>(m_actor, m_settings, Act::Revoke, plan, changeReason);
    if (const auto noted = act->begin(); !noted) {
        reply(failure(noted.error()));
        return;
    }
    if (const auto why = m_actor->whyNotWritable("revoke", plan.nodePath)) {
        reply(failure(act->fail(*why)));
        return;
    }
    m_actor->ask(plan, wait, [plan, act, reply](const Result<Asked>& asked) {
        if (!asked) {
            reply(failure(act->fail(asked.error())));
            return;
        }
        const auto text = asked->followed ? phrase("the node no longer exists") : phrase("the node still exists");
        const auto verdict = asked->followed ? ActionStatus::Followed : ActionStatus::Ignored;
        reply(AskOutcome{plan, asked->followed, asked->took, act->end({verdict, text, {}, asked->followed, {}, {}})});
    });
}

} // namespace lockscope::release
