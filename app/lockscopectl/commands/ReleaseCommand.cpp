// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ActWords.h"
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/ReleaseConnection.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/commands/ReleaseArguments.h"
#include "core/base/Phrase.h"
#include "core/release/GoneError.h"
#include "core/release/redis/SemaphoreRelease.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <iostream>
#include <string>
#include <unistd.h>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

std::string answered(const QString& question)
{
    std::cerr << question.toStdString() << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return QString::fromStdString(answer).trimmed().toStdString();
}

/// Asks for confirmation on the terminal, with a stricter question for a higher risk. Only called with a terminal.
bool confirmed(const release::ReleasePlan& plan)
{
    std::cerr << planText(plan, SystemClock().wallNow()).toStdString() << "\n\n";
    if (release::confirmationFor(plan) != release::Confirmation::NameAndReason) {
        const auto answer = answered(plan.isRedis() ? QStringLiteral("Release it? y or n: ")
                                                    : QStringLiteral("Delete this node? y or n: "));
        return answer == "y" || answer == "yes";
    }
    const auto name = release::lockName(plan);
    const auto question =
        plan.isRedis()
            ? QStringLiteral("A program may rely on this lock. Type the lock name, %1, to release it: ")
            : QStringLiteral("A program may rely on this lock. Type the lock name, %1, to delete this node: ");
    return answered(question.arg(safe(name))) == name;
}

/// Plan, confirm, release: one step after another, on the main thread in between.
class Release final {
public:
    Release(const Context& context, ReleaseRequest request)
        : m_context(context)
        , m_request(std::move(request))
        , m_service(context)
    {
        m_service.plan(
            m_request.contenders, [this](const ReleaseConnection::Plans& plans) { decide(plans); }, m_request.permits);
    }

private:
    void decide(const ReleaseConnection::Plans& made)
    {
        std::vector<release::ReleasePlan> plans;
        for (std::size_t i = 0; i < made.size(); ++i) {
            if (const auto why = whyNot(i, made[i])) {
                end(complainOf(*why));
                return;
            }
            plans.push_back(*made[i]);
        }
        if (m_request.dryRun) {
            printPlans(plans);
            end(Done);
            return;
        }
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const auto& plan = plans[i];
            if (m_request.shown[i] == ShownAs::Nothing && !confirmed(plan)) {
                end(complain(Error{ErrorCode::Cancelled, "release", plan.nodePath,
                                   plan.isRedis() ? "not confirmed. Nothing was changed"
                                                  : "not confirmed. Nothing was deleted"}));
                return;
            }
        }
        m_service.release(plans, m_request.changeReason,
                          [this, plans](const ReleaseConnection::Outcomes& outcomes) { end(report(plans, outcomes)); });
    }

    /// The caller's guard: the node must be the one that the caller has seen.
    [[nodiscard]] std::optional<Error> whyNot(std::size_t i, const Result<release::ReleasePlan>& plan) const
    {
        return m_context.target.isRedis() ? whyNotOwner(i, plan) : whyNotNode(i, plan);
    }

    [[nodiscard]] std::optional<Error> whyNotOwner(std::size_t i, const Result<release::ReleasePlan>& plan) const
    {
        const auto shown = m_request.shown[i];
        const auto& key = m_request.contenders[i];
        if (!plan && shown != ShownAs::Nothing && plan.error().code == ErrorCode::NoNode)
            return Error{ErrorCode::Refused, "release", key.lock, plan.error().detail};
        if (!plan)
            return plan.error();
        if (m_request.freePermits && *m_request.freePermits != plan->redis.freePermits)
            return Error{
                ErrorCode::Refused, "release", key.lock,
                phrase("%1. Nothing was changed. Check the lock again with show",
                       release::freePermitsChanged(*m_request.freePermits, std::to_string(plan->redis.freePermits)))};
        const bool isContender = shown == ShownAs::Owner || shown == ShownAs::Waiter;
        if (isContender && plan->holds != (shown == ShownAs::Owner))
            return Error{ErrorCode::Refused, "release", key.lock,
                         phrase(plan->holds
                                    ? phraseLater("%1 now holds the lock and does not wait. Nothing was changed. "
                                                  "Check the lock again with show")
                                    : phraseLater("%1 waits for the lock and does not hold it. Nothing was "
                                                  "changed. To remove the waiter, use --waiter"),
                                key.node)};
        if (shown != ShownAs::Nothing && plan->certainty == inspect::Certainty::Possible && !m_request.mayBePossible &&
            !m_request.dryRun)
            return Error{ErrorCode::Refused, "release", key.lock,
                         "it is not certain that the key is a lock. Nothing was changed. To release it, add "
                         "--possible"};
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Error> whyNotNode(std::size_t i, const Result<release::ReleasePlan>& plan) const
    {
        const auto shown = m_request.czxids.empty() ? std::nullopt : std::optional(m_request.czxids[i]);
        const auto& path = m_request.contenders[i].node; // its full path
        if (!plan && shown && plan.error().code == ErrorCode::NoNode)
            return Error{
                ErrorCode::Refused, "release", path,
                QStringLiteral("no node exists at this path. The node created by transaction %1 no longer exists, or "
                               "the path is wrong. Nothing was deleted. Check the lock again with show")
                    .arg(QString::fromStdString(toHex(*shown)))
                    .toStdString()};
        if (!plan)
            return plan.error();
        if (shown && *shown != plan->creationId)
            return Error{
                ErrorCode::Refused, "release", path,
                QStringLiteral("the node at this path was created by transaction %1, not %2. Nothing was "
                               "deleted. Check the lock again with show")
                    .arg(QString::fromStdString(toHex(plan->creationId)), QString::fromStdString(toHex(*shown)))
                    .toStdString()};
        if (shown && plan->certainty == inspect::Certainty::Possible && !m_request.mayBePossible && !m_request.dryRun)
            return Error{ErrorCode::Refused, "release", path,
                         "it is not certain that the node belongs to a lock. Nothing was deleted. To delete it, add "
                         "--possible"};
        return std::nullopt;
    }

    void printPlans(const std::vector<release::ReleasePlan>& plans) const
    {
        const auto now = SystemClock().wallNow();
        if (!m_context.json) {
            QStringList texts;
            for (const auto& plan : plans)
                texts << planText(plan, now);
            print(texts.join(QStringLiteral("\n\n")));
            return;
        }
        QJsonArray releases;
        for (const auto& plan : plans)
            releases.append(dryRunJson(plan, m_request.changeReason, now));
        printReleases(releases);
    }

    /// One node: its document; several nodes: a list of them.
    void printReleases(const QJsonArray& releases) const
    {
        if (m_request.contenders.size() == 1 && releases.size() == 1)
            printDocument(releases.first().toObject());
        else if (!releases.isEmpty())
            printDocument({{QStringLiteral("releases"), releases}});
    }

    [[nodiscard]] Exit report(const std::vector<release::ReleasePlan>& plans,
                              const ReleaseConnection::Outcomes& outcomes) const
    {
        QJsonArray releases;
        Exit status = Done;
        for (const auto& outcome : outcomes) {
            if (outcome && m_context.json)
                releases.append(outcomeJson(*outcome, m_request.changeReason));
            else if (outcome && !release::isReleasedInPart(*outcome))
                print(outcomeText(*outcome));
        }
        printReleases(releases);
        for (const auto& outcome : outcomes) {
            if (!outcome)
                status = failed(outcome.error());
            else if (release::isReleasedInPart(*outcome))
                status =
                    failed(Error{ErrorCode::System, "release", outcome->plan.lockPath, outcome->releaseResult.text});
            else if (!outcome->auditTrouble.empty()) {
                const auto& plan = outcome->plan;
                complain((plan.isRedis()
                              ? QStringLiteral("\"%1\" was released, but the action log could not be written. %2")
                              : QStringLiteral("The node \"%1\" was deleted, but the action log could not be written. "
                                               "%2"))
                             .arg(safe(releasedName(plan)), safe(outcome->auditTrouble)));
                status = Failed;
            }
        }
        if (outcomes.size() < plans.size())
            complain(QString::fromStdString(
                m_context.target.isRedis()
                    ? counted(plans.size() - outcomes.size(), "%1 release was not tried", "%1 releases were not tried")
                    : counted(plans.size() - outcomes.size(), "%1 node was not tried", "%1 nodes were not tried")));
        return status;
    }

    static const std::string& releasedName(const release::ReleasePlan& plan)
    {
        const bool hasOwner = plan.isRedis() && plan.redis.kind != release::RedisPlan::Kind::Semaphore;
        return hasOwner ? plan.redis.owner : plan.nodePath;
    }

    /// A node that disappeared between plan and release is refused: it is no longer the reviewed one.
    [[nodiscard]] Exit failed(const Error& error) const
    {
        const auto status = complainOf(error);
        return error.code == ErrorCode::NoNode ? Refused : status;
    }

    /// Redis has no nodes.
    [[nodiscard]] Exit complainOf(const Error& error) const
    {
        if (!m_context.target.isRedis() || error.code != ErrorCode::NoNode)
            return complain(error);
        complain(QString::fromStdString(release::describeByDetail(error)));
        return Failed;
    }

    static void end(Exit status) { QCoreApplication::exit(status); }

    const Context& m_context;
    ReleaseRequest m_request;
    ReleaseConnection m_service;
};

int runRelease(Context context, const QCommandLineParser& parser)
{
    ReleaseRequest request;
    request.changeReason = changeReasonIn(parser);
    request.dryRun = parser.isSet(QStringLiteral("dry-run"));
    request.mayBePossible = parser.isSet(QStringLiteral("possible"));
    if (const auto bad = readContenders(context, parser, request))
        return *bad;
    const bool isRedis = context.target.isRedis();
    if (!request.dryRun && request.changeReason.reason.empty())
        return complainUsage(QStringLiteral("release needs --reason: the reason is kept for later investigation"));
    const bool asks = !request.dryRun && request.shown.front() == ShownAs::Nothing;
    if (asks && (isatty(STDIN_FILENO) == 0 || context.json))
        return complainUsage(
            isRedis ? request.permits > 0
                          ? QStringLiteral("release needs --free-permits N if no confirmation on the "
                                           "terminal is possible. The number is printed by show and --dry-run")
                          : QStringLiteral("release needs --owner ID or --waiter ID if no confirmation "
                                           "on the terminal is possible. The IDs are printed by show")
                    : QStringLiteral("release needs --czxid 0x… if no confirmation on the terminal is "
                                     "possible. The number is printed by show --json"));
    if (!request.dryRun) {
        if (const auto refused = refuseReadOnly(context))
            return *refused;
    }
    const Release release(context, std::move(request));
    return QCoreApplication::exec();
}

std::vector<JsonRecord> recordsOfReleaseCommand()
{
    return {
        {u"release"_s,
         u"The release of one node, or on Redis of one holder or waiter. After --dry-run it has only the first four fields."_s,
         {{u"plan"_s, u"@plan"_s, u"The node or owner, as it was read before the release."_s},
          {u"released"_s, u"boolean"_s, u"False after --dry-run."_s},
          {u"reason"_s, u"string|null"_s, u"The reason, as given."_s},
          {u"ticket"_s, u"string|null"_s, u"The ticket, as given."_s},
          {u"releasedAt"_s, u"time"_s, u"When it was released."_s, true},
          {u"guard"_s, u"counter|version|script"_s,
           u"What the guard proved when the node was deleted; \"script\": on Redis."_s, true},
          {u"verified"_s, u"boolean"_s,
           u"Whether the node was looked up afterwards and no longer exists; on Redis the script proves it."_s, true},
          {u"tookMs"_s, u"integer"_s, u"How long the release took."_s, true},
          {u"holder"_s, u"@holder|null"_s, u"The present holder; null if there is none, or if it is unknown."_s, true},
          {u"holderKnown"_s, u"boolean"_s, u"Whether the present holder is known."_s, true},
          {u"audit"_s, u"string|null"_s, u"The file of the action log; null if it could not be written."_s, true}}},
        {u"releases"_s, u"Several releases."_s, {{u"releases"_s, u"[@release]"_s, u"The releases, in order."_s}}},
        {u"holder"_s,
         u"The present holder of a lock."_s,
         {{u"node"_s, u"string"_s, u"The name of its node; on Redis the owner."_s},
          {u"client"_s, u"string|null"_s, u"The name of the client."_s}}}};
}

} // namespace

Command releaseCommand()
{
    return {
        .name = u"release"_s,
        .summary = u"release holders or waiters, only if unchanged"_s,
        .description =
            {u"On ZooKeeper, deletes the nodes of holders or waiters, and children that block a queue (the finding "
             "stray-child)."_s,
             u"The command first reads each node. With --czxid, it continues only if the node has the czxid that "
             "you give. Without --czxid, it prints the plan and you confirm it on the terminal."_s,
             u"A node is deleted only if its czxid, session, lock and state (holding or waiting) have not changed "
             "since the command read them. With --czxid, a waiter that became the holder before the command "
             "started is deleted too."_s,
             u"On Redis, releases holders of a lock, waiters of a fair lock, and permits of a semaphore by their ids, "
             u"and "
             "wakes the waiting clients. One script compares and releases: it changes nothing if the owner, the number "
             "of "
             "its holds or the fencing token has changed since the command read them."_s,
             u"The holders of a semaphore without leases on Redis are not stored: --permits adds as many permits as "
             u"you "
             "say. With --free-permits, only if the number of free permits is the one that you give. A permit that its "
             "holder returns later is then one too many."_s,
             u"The client is not notified, and a holder still acts as the holder: stop its process first."_s,
             u"Several nodes or owners are released one after another. The command stops at the first one that cannot "
             u"be "
             "released."_s,
             u"Each release is recorded in the action log, %1."_s.arg(
                 QString::fromStdString(release::ActionLog::userFile()))},
        .arguments =
            {{u"node"_s, u"NODE…"_s,
              u"Full paths of the nodes, such as /locks/orders/NAME. The names are in the column NODE of show, the "
              "full paths in the field path of show --json. On Redis the name of one lock."_s}},
        .options = changeReasonOptionsWith(
            u"Reason for the release; written to the action log. Required, except with --dry-run."_s,
            {{.names = {u"czxid"_s},
              .text = u"Transaction that created the node, as printed by show --json and --dry-run, such as 0x1f. "
                      "For several nodes, one --czxid per node in the same order. Required with --json or without "
                      "a terminal, except with --dry-run."_s,
              .value = u"czxid"_s,
              .isRepeatable = true},
             {.names = {redisOwnerOption},
              .text =
                  u"Redis: release this holder, as printed by show: UUID:THREAD, a token or the id of a permit. Can "
                  "be repeated. Without --owner and --waiter, the only holder, after a confirmation."_s,
              .value = u"id"_s,
              .isRepeatable = true},
             {.names = {redisWaiterOption},
              .text =
                  u"Redis: remove this waiter from the queue of a fair lock, as printed by show. Can be repeated."_s,
              .value = u"id"_s,
              .isRepeatable = true},
             {.names = {permitsOption},
              .text = u"Redis: add this many permits to a semaphore without leases, if its number of free permits is "
                      "still the one that the command has read."_s,
              .value = u"n"_s},
             {.names = {freePermitsOption},
              .text = u"Number of free permits, as printed by show, for --permits. Required with --json or without a "
                      "terminal, except with --dry-run."_s,
              .value = u"n"_s},
             {{u"possible"_s},
              u"Also release what only possibly belongs to a lock. Required for it with --czxid, --owner or "
              "--free-permits."_s},
             {{u"dry-run"_s}, u"Print the plan without changing anything."_s}}),
        .shared = ConnectionOptions | RedisTargets | ServerOptions | WriteOptions | JsonOption,
        .examples = {{u"Print what a release would do."_s, u"release /locks/orders/NAME --dry-run"_s},
                     {u"Delete a node, if it is still the node that show --json has printed."_s,
                      u"release /locks/orders/NAME --czxid 0x1f --reason \"no response\""_s},
                     {u"Release the holder of a lock on Redis."_s,
                      u"release orders --owner UUID:1 --reason \"no response\""_s},
                     {u"Add the permit of a client that has crashed to a semaphore on Redis."_s,
                      u"release slots --permits 1 --free-permits 0 --reason \"crashed\""_s}},
        .exits = {{Done},
                  {Failed},
                  {Usage},
                  {NoConnection, u"no connection, or connection lost"_s},
                  {Refused, u"refused: the node or owner is gone or has changed since it was shown, or writing is not "
                            "allowed (see --unlock)"_s}},
        .documents = {u"release"_s, u"releases"_s},
        .records = recordsOfReleaseCommand(),
        .run = &runRelease,
    };
}

} // namespace lockscope::ctl
