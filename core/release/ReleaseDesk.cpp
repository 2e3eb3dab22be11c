// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleaseDesk.h"

#include "core/base/Phrase.h"
#include "core/release/ActionLogReader.h"
#include "core/release/PlanJson.h"
#include "core/release/RevocationRequest.h"
#include "core/release/zookeeper/LockReader.h"
#include "core/release/zookeeper/Revocability.h"
#include "core/sources/zookeeper/dialects/Payload.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/zk/CreateCounter.h"
#include "core/zk/Path.h"

#include <QUuid>

namespace lockscope::release {

using std::chrono::milliseconds;

namespace {

/// Nothing, or why nothing can be written now.
std::optional<Error> whyNotWritable(const zk::Session& session, const char* operation, const std::string& path)
{
    switch (session.state) {
    case zk::SessionState::Connected:
        return std::nullopt;
    case zk::SessionState::ReadOnly:
        return Error{ErrorCode::ReadOnlyServer, operation, path,
                     phrase("nothing was done. Wait until the ensemble has a quorum")};
    case zk::SessionState::AuthFailed:
        return Error{ErrorCode::AuthFailed, operation, path, phrase("nothing was done")};
    default:
        return Error{ErrorCode::NoConnection, operation, path,
                     phrase("the session is %1; nothing was done", zk::toString(session.state))};
    }
}

/// Without the port, and of "[fe80::7%eth0]:49282" without the brackets and the zone, which no access list knows.
std::string addressIn(const ensemble::EnsembleFacts* facts, zk::SessionId session)
{
    const auto* own = facts && session != 0 ? facts->find(session) : nullptr;
    if (!own)
        return {};
    auto address = own->host.substr(0, own->host.rfind(':'));
    std::erase_if(address, [](char c) { return c == '[' || c == ']'; });
    return address.substr(0, address.find('%'));
}

/// What is noted of an outcome.
Verdict verdictOf(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Refused:
        return Verdict::Refused;
    case ErrorCode::NoNode:
        return Verdict::AlreadyGone;
    default:
        return isOutcomeUnknown(error) ? Verdict::Unknown : Verdict::Failed;
    }
}

std::string deletedText(const ReleasePlan& plan, const GuardedDelete& guarded)
{
    return guarded.proof == GuardProof::Counter
               ? phrase("deleted %1", plan.nodePath)
               : phrase("deleted %1 by its version, after %2", plan.nodePath,
                        counted(static_cast<std::size_t>(guarded.attempts), "%1 attempt", "%1 attempts"));
}

/// A plan whose directories are being asked what the guard can prove there.
struct PlacesRead {
    ReleasePlan plan;
    Identity identity;
    int tries = 0;
    zk::Reply<ReleasePlan> reply;
    std::vector<ProbePlace> places{};
    std::size_t open = 0; ///< answers that are missing

    void answered()
    {
        if (--open > 0)
            return;
        plan.guard = promiseOf(plan.reuse, places, tries);
        reply(std::move(plan));
    }
};

/// Adds the permission on the parent, and what the guard can prove. `created`: the parent's counter.
void readPlaces(zk::Client& client, ReleasePlan plan, std::uint32_t created, const Identity& identity, int tries,
                zk::Reply<ReleasePlan> reply)
{
    const auto read = std::make_shared<PlacesRead>(PlacesRead{std::move(plan), identity, tries, std::move(reply)});
    for (auto& path : probePlaces(read->plan.nodePath, read->plan.reuse))
        read->places.push_back({std::move(path)});
    read->places.front().created = created;
    read->open = 2 * read->places.size() - 1;
    for (std::size_t i = 0; i < read->places.size(); ++i) {
        const auto path = read->places[i].path;
        if (i > 0) {
            client.exists(path, [read, i](const Result<std::optional<zk::Stat>>& found) {
                if (found && *found)
                    read->places[i].created = zk::createdChildren(**found);
                read->answered();
            });
        }
        client.acl(path, [read, i, path](const Result<std::vector<zk::Acl>>& acl) {
            if (i == 0)
                read->plan.permission = deletePermission(path, acl, read->identity);
            const auto create = allowedBy(acl, zk::Permission::Create, read->identity);
            // The parent's DELETE permission is a row of its own.
            const auto remove = i == 0 ? Allowed::Yes : allowedBy(acl, zk::Permission::Delete, read->identity);
            read->places[i].mayProbe = create == Allowed::No || remove == Allowed::No             ? Allowed::No
                                       : create == Allowed::Unknown || remove == Allowed::Unknown ? Allowed::Unknown
                                                                                                  : Allowed::Yes;
            read->answered();
        });
    }
}

} // namespace

/// One act: what is noted before it, and after.
class ReleaseDesk::Acting final {
public:
    Acting(zk::Client& client, const DeskSettings& settings, Act act, const ReleasePlan& plan,
           const ChangeReason& changeReason)
        : m_client(client)
        , m_trail(settings.trail)
        , m_journal(settings.journal)
        , m_began(client.executor().clock().now())
    {
        m_record.at = client.executor().clock().wallNow();
        m_record.id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
        m_record.act = act;
        m_record.actor = Actor::self();
        m_record.connect = settings.connect;
        m_record.access = settings.access;
        m_record.session = zk::toHex(client.session().id);
        m_record.reason = changeReason.reason;
        m_record.ticket = changeReason.ticket;
        m_record.plan = planJson(plan, m_record.at);
    }

    [[nodiscard]] Result<void> begin()
    {
        auto noted = note();
        if (!noted)
            noted.error().detail = phrase("%1. Without a record nothing is done", noted.error().detail);
        return noted;
    }

    [[nodiscard]] milliseconds took() const
    {
        return std::chrono::duration_cast<milliseconds>(m_client.executor().clock().now() - m_began);
    }

    /// Empty, or why it could not be noted.
    [[nodiscard]] std::string end(ActionOutcome outcome)
    {
        m_record.at = m_client.executor().clock().wallNow();
        outcome.took = took();
        m_record.outcome = std::move(outcome);
        const auto written = note();
        return written ? std::string() : describe(written.error());
    }

    /// The error as it is given on, once it is noted.
    [[nodiscard]] Error fail(Error error)
    {
        if (const auto trouble = end({verdictOf(error), describe(error), {}, false, {}, {}}); !trouble.empty())
            error.detail = error.detail.empty() ? phrase("and this could not be noted: %1", trouble)
                                                : phrase("%1; and this could not be noted: %2", error.detail, trouble);
        return error;
    }

private:
    /// In the system log first, so that the trail says whether it is there.
    [[nodiscard]] Result<void> note()
    {
        const auto sent = m_journal.send(m_record);
        m_record.journal = sent ? std::string() : describe(sent.error());
        return m_trail.append(m_record);
    }

    zk::Client& m_client;
    ActionLog m_trail;
    SystemJournal m_journal;
    SteadyTime m_began;
    ActionRecord m_record;
};

ReleaseDesk::ReleaseDesk(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects,
                         DeskSettings settings)
    : m_client(client)
    , m_dialects(std::move(dialects))
    , m_settings(std::move(settings))
{
}

void ReleaseDesk::plan(std::string nodePath, Background background, zk::Reply<ReleasePlan> reply)
{
    if (background.identity.address.empty())
        background.identity.address = addressIn(background.facts.get(), m_client.session().id);
    // Who comes next is part of the decision: asks that node for its name; and the directories, whether we may write.
    const auto finish = [&client = m_client, tries = m_settings.guard.tries, background, reply](ReleasePlan plan,
                                                                                                std::uint32_t created) {
        readPlaces(client, std::move(plan), created, background.identity, tries, reply);
    };
    readContender(
        m_client, m_dialects, std::move(nodePath),
        [&client = m_client, dialects = m_dialects, trailFile = m_settings.trail.file(), background, reply,
         finish](Result<Reading> reading) {
            if (!reading) {
                reply(failure(reading.error()));
                return;
            }
            auto plan = makePlan(reading->lock, reading->contender, reading->node.stat, *dialects);
            plan.isStray = reading->isStray;
            plan.reuse = reuseOf(zk::baseName(plan.nodePath), plan.dialect, reading->created);
            addBackground(plan, background, reading->contender, reading->readAt, *dialects);
            if (plan.client.empty() && inspect::asksToLetGo(plan.payload)) {
                plan.client = lastKnownClient(trailFile, plan.nodePath, plan.czxid);
                plan.clientIsLastKnown = !plan.client.empty();
            }

            const auto created = reading->created;
            if (plan.next.empty()) {
                finish(std::move(plan), created);
                return;
            }
            const auto next = plan.nextPath;
            const auto payloads = payloadsAt(*dialects, plan.dialect, plan.lockPath, next);
            client.get(next, [finish, payloads, created, plan = std::move(plan)](Result<zk::NodeData> read) mutable {
                if (read)
                    plan.nextClient = inspect::detailsOf(read->stat, std::move(read->data), payloads).client;
                finish(std::move(plan), created);
            });
        });
}

void ReleaseDesk::release(ReleasePlan plan, ChangeReason changeReason, zk::Reply<ReleaseOutcome> reply)
{
    const auto act = std::make_shared<Acting>(m_client, m_settings, Act::Release, plan, changeReason);
    if (const auto noted = act->begin(); !noted) {
        reply(failure(noted.error()));
        return;
    }
    if (const auto why = whyNotWritable(m_client.session(), "release", plan.nodePath)) {
        reply(failure(act->fail(*why)));
        return;
    }
    const auto onRemoved = [&client = m_client, dialects = m_dialects, freshFacts = m_settings.freshFacts, plan, act,
                            reply](const Result<GuardedDelete>& removed) {
        if (removed) {
            const auto at = client.executor().clock().wallNow();
            lookAfter(client, dialects, plan,
                      [plan, act, reply, at, guarded = *removed](const ReleaseResult& releaseResult) {
                          ReleaseOutcome outcome{plan, at, releaseResult, act->took(), {}, guarded};
                          outcome.auditTrouble = act->end({Verdict::Released,
                                                           deletedText(plan, guarded),
                                                           {},
                                                           releaseResult.isGone,
                                                           releaseResult.holder,
                                                           releaseResult.holderClient});
                          reply(std::move(outcome));
                      });
        } else if (removed.error().code == ErrorCode::NoNode) {
            findWhoTook(client, plan, freshFacts,
                        [error = removed.error(), act, reply](const std::string& who) mutable {
                            error.detail = phrase("already gone, %1; nothing was deleted", who);
                            reply(failure(act->fail(error)));
                        });
        } else {
            reply(failure(act->fail(removed.error())));
        }
    };
    removeGuarded(m_client, m_dialects, plan, onRemoved, m_settings.guard);
}

void ReleaseDesk::releaseEach(std::vector<ReleasePlan> plans, ChangeReason changeReason,
                              std::function<void(std::vector<Result<ReleaseOutcome>>)> reply)
{
    struct Row {
        ReleaseDesk desk; ///< of its own: the caller's may go before the last is done
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
            row->desk.release(row->plans[done], row->changeReason, [row](Result<ReleaseOutcome> outcome) {
                row->outcomes.push_back(std::move(outcome));
                step(row);
            });
        }
    };
    Row::step(std::make_shared<Row>(Row{*this, std::move(plans), std::move(changeReason), std::move(reply)}));
}

void ReleaseDesk::ask(ReleasePlan plan, ChangeReason changeReason, milliseconds wait, zk::Reply<AskOutcome> reply)
{
    if (const auto revocability = revocabilityOf(plan); !revocability.canBeAsked()) {
        reply(failure(ErrorCode::Refused, "revoke", plan.nodePath, revocability.text));
        return;
    }
    const auto act = std::make_shared<Acting>(m_client, m_settings, Act::Revoke, plan, changeReason);
    if (const auto noted = act->begin(); !noted) {
        reply(failure(noted.error()));
        return;
    }
    if (const auto why = whyNotWritable(m_client.session(), "revoke", plan.nodePath)) {
        reply(failure(act->fail(*why)));
        return;
    }
    askToLetGo(m_client, m_dialects, plan, wait, [plan, act, reply](const Result<Asked>& asked) {
        if (!asked) {
            reply(failure(act->fail(asked.error())));
            return;
        }
        const auto text = asked->followed ? phrase("the node is gone") : phrase("the node still stands there");
        const auto verdict = asked->followed ? Verdict::Followed : Verdict::Ignored;
        reply(AskOutcome{plan, asked->followed, asked->took, act->end({verdict, text, {}, asked->followed, {}, {}})});
    });
}

} // namespace lockscope::release
