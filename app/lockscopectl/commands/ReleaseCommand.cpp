// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ActWords.h"
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/ReleaseConnection.h"
#include "app/lockscopectl/Table.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <iostream>
#include <string>
#include <unistd.h>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

struct ReleaseRequest {
    std::vector<std::string> paths;
    std::vector<std::int64_t> czxids; ///< of the nodes that the caller has seen: one per path, or none
    release::ChangeReason changeReason;
    bool dryRun = false;
    bool mayBePossible = false; ///< also nodes that only possibly belong to a lock
};

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
        const auto answer = answered(QStringLiteral("Delete this node? y or n: "));
        return answer == "y" || answer == "yes";
    }
    const auto name = release::lockName(plan);
    return answered(QStringLiteral("A program may rely on this lock. Type the lock name, %1, to delete this node: ")
                        .arg(safe(name))) == name;
}

/// Plan, confirm, release: one step after another, on the main thread in between.
class Release final {
public:
    Release(const Context& context, ReleaseRequest request)
        : m_context(context)
        , m_request(std::move(request))
        , m_service(context)
    {
        m_service.plan(m_request.paths, [this](const ReleaseConnection::Plans& plans) { decide(plans); });
    }

private:
    void decide(const ReleaseConnection::Plans& made)
    {
        std::vector<release::ReleasePlan> plans;
        for (std::size_t i = 0; i < made.size(); ++i) {
            if (const auto why = whyNot(i, made[i])) {
                end(complain(*why));
                return;
            }
            plans.push_back(*made[i]);
        }
        if (m_request.dryRun) {
            printPlans(plans);
            end(Done);
            return;
        }
        for (const auto& plan : plans) {
            if (m_request.czxids.empty() && !confirmed(plan)) {
                end(complain(
                    Error{ErrorCode::Cancelled, "release", plan.nodePath, "not confirmed. Nothing was deleted"}));
                return;
            }
        }
        m_service.release(plans, m_request.changeReason,
                          [this, plans](const ReleaseConnection::Outcomes& outcomes) { end(report(plans, outcomes)); });
    }

    /// The caller's guard: the node must be the one that the caller has seen.
    [[nodiscard]] std::optional<Error> whyNot(std::size_t i, const Result<release::ReleasePlan>& plan) const
    {
        const auto shown = m_request.czxids.empty() ? std::nullopt : std::optional(m_request.czxids[i]);
        const auto& path = m_request.paths[i];
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
        if (m_request.paths.size() == 1 && releases.size() == 1)
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
            else if (outcome)
                print(outcomeText(*outcome));
        }
        printReleases(releases);
        for (const auto& outcome : outcomes) {
            if (!outcome)
                status = failed(outcome.error());
            else if (!outcome->auditTrouble.empty()) {
                complain(QStringLiteral("The node \"%1\" was deleted, but the action log could not be written. %2")
                             .arg(safe(outcome->plan.nodePath), safe(outcome->auditTrouble)));
                status = Failed;
            }
        }
        if (outcomes.size() < plans.size())
            complain(QString::fromStdString(
                counted(plans.size() - outcomes.size(), "%1 node was not tried", "%1 nodes were not tried")));
        return status;
    }

    /// A node that disappeared between plan and release is refused: it is no longer the reviewed one.
    static Exit failed(const Error& error)
    {
        const auto status = complain(error);
        return error.code == ErrorCode::NoNode ? Refused : status;
    }

    static void end(Exit status) { QCoreApplication::exit(status); }

    const Context& m_context;
    ReleaseRequest m_request;
    ReleaseConnection m_service;
};

/// Reads the numbers of --czxid. On an error, prints it and returns the exit status.
std::optional<Exit> readCzxids(const QStringList& texts, ReleaseRequest& request)
{
    for (const auto& text : texts) {
        bool isNumber = false;
        const auto creationId = text.toULongLong(&isNumber, 16);
        if (!isNumber || !text.startsWith(QStringLiteral("0x")))
            return complainUsage(
                QStringLiteral(
                    "invalid --czxid \"%1\": use the number as printed by show --json, such as 0x1a4f00000c31")
                    .arg(text));
        request.czxids.push_back(static_cast<std::int64_t>(creationId));
    }
    if (!request.czxids.empty() && request.czxids.size() != request.paths.size())
        return complainUsage(
            QStringLiteral("%1 nodes, but %2 --czxid options: use one --czxid per node, in the same order")
                .arg(request.paths.size())
                .arg(request.czxids.size()));
    return std::nullopt;
}

} // namespace

namespace {

int runRelease(Context context, const QCommandLineParser& parser)
{
    ReleaseRequest request{{},
                           {},
                           changeReasonIn(parser),
                           parser.isSet(QStringLiteral("dry-run")),
                           parser.isSet(QStringLiteral("possible"))};
    for (const auto& node : parser.positionalArguments()) {
        auto path = checkedPath(node.toStdString());
        if (!path)
            return complain(path.error());
        if (*path == "/")
            return complainUsage(QStringLiteral("release needs the node of a contender, not the root node"));
        request.paths.push_back(*std::move(path));
    }
    if (request.paths.empty())
        return complainUsage(
            QStringLiteral("release needs the full path of a node, such as /locks/orders/…-lock-0000000101"));
    if (const auto bad = readCzxids(parser.values(QStringLiteral("czxid")), request))
        return *bad;
    if (!request.dryRun && request.changeReason.reason.empty())
        return complainUsage(QStringLiteral("release needs --reason: the reason is kept for later investigation"));
    if (!request.dryRun && request.czxids.empty() && (isatty(STDIN_FILENO) == 0 || context.json))
        return complainUsage(QStringLiteral("release needs --czxid 0x… if no confirmation on the terminal is possible. "
                                            "The number is printed by show --json"));
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
         u"The release of one node. After --dry-run it has only the first four fields."_s,
         {{u"plan"_s, u"@plan"_s, u"The node, as it was read before the release."_s},
          {u"released"_s, u"boolean"_s, u"False after --dry-run."_s},
          {u"reason"_s, u"string|null"_s, u"The reason, as given."_s},
          {u"ticket"_s, u"string|null"_s, u"The ticket, as given."_s},
          {u"releasedAt"_s, u"time"_s, u"When the node was deleted."_s, true},
          {u"guard"_s, u"counter|version"_s, u"What the guard proved when the node was deleted."_s, true},
          {u"verified"_s, u"boolean"_s, u"Whether the node was looked up afterwards and no longer exists."_s, true},
          {u"tookMs"_s, u"integer"_s, u"How long the release took."_s, true},
          {u"holder"_s, u"@holder|null"_s, u"The present holder; null if there is none, or if it is unknown."_s, true},
          {u"holderKnown"_s, u"boolean"_s, u"Whether the present holder is known."_s, true},
          {u"audit"_s, u"string|null"_s, u"The file of the action log; null if it could not be written."_s, true}}},
        {u"releases"_s,
         u"The releases of several nodes."_s,
         {{u"releases"_s, u"[@release]"_s, u"The releases, in order."_s}}},
        {u"holder"_s,
         u"The present holder of a lock."_s,
         {{u"node"_s, u"string"_s, u"The name of its node."_s},
          {u"client"_s, u"string|null"_s, u"The name of the client."_s}}}};
}

} // namespace

Command releaseCommand()
{
    return {
        .name = u"release"_s,
        .summary = u"delete the nodes of holders or waiters, only if unchanged"_s,
        .description =
            {u"Deletes the nodes of holders or waiters, and children that block a queue (the finding stray-child)."_s,
             u"The command first reads each node. With --czxid, it continues only if the node has the czxid that "
             "you give. Without --czxid, it prints the plan and you confirm it on the terminal."_s,
             u"A node is deleted only if its czxid, session, lock and state (holding or waiting) have not changed "
             "since the command read them. With --czxid, a waiter that became the holder before the command "
             "started is deleted too."_s,
             u"The client is not notified, and a holder still acts as the holder: stop its process first."_s,
             u"Several nodes are deleted one after another. The command stops at the first node that cannot be "
             "deleted."_s,
             u"Each release is recorded in the action log, %1."_s.arg(
                 QString::fromStdString(release::ActionLog::userFile()))},
        .arguments =
            {{u"node"_s, u"NODE…"_s,
              u"Full paths of the nodes, such as /locks/orders/NAME. The names are in the column NODE of show, the "
              "full paths in the field path of show --json."_s}},
        .options = changeReasonOptionsWith(
            u"Reason for the release; written to the action log. Required, except with --dry-run."_s,
            {{.names = {u"czxid"_s},
              .text = u"Transaction that created the node, as printed by show --json and --dry-run, such as 0x1f. "
                      "For several nodes, one --czxid per node in the same order. Required with --json or without "
                      "a terminal, except with --dry-run."_s,
              .value = u"czxid"_s,
              .isRepeatable = true},
             {{u"possible"_s},
              u"Also delete a node that only possibly belongs to a lock. Required for such a node with --czxid."_s},
             {{u"dry-run"_s}, u"Print the plan without deleting anything."_s}}),
        .shared = ConnectionOptions | ServerOptions | WriteOptions | JsonOption,
        .examples = {{u"Print what a release would do."_s, u"release /locks/orders/NAME --dry-run"_s},
                     {u"Delete a node, if it is still the node that show --json has printed."_s,
                      u"release /locks/orders/NAME --czxid 0x1f --reason \"no response\""_s}},
        .exits = {{Done},
                  {Failed},
                  {Usage},
                  {NoConnection, u"no connection, or connection lost"_s},
                  {Refused, u"refused: the node was deleted or has changed since it was shown, or writing is not "
                            "allowed (see --unlock)"_s}},
        .documents = {u"release"_s, u"releases"_s},
        .records = recordsOfReleaseCommand(),
        .run = &runRelease,
    };
}

} // namespace lockscope::ctl
