// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ActWords.h"
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/ReleaseConnection.h"
#include "app/lockscopectl/Table.h"
#include "core/base/Path.h"
#include "core/release/zookeeper/Revocability.h"

#include <QCoreApplication>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

struct RevokeRequest {
    std::string path;
    std::chrono::milliseconds wait{10'000};
    release::ChangeReason changeReason;
};

/// Plan, request, report: one step after another, on the main thread in between.
class Revoke final {
public:
    Revoke(const Context& context, RevokeRequest request)
        : m_context(context)
        , m_request(std::move(request))
        , m_service(context)
    {
        m_service.plan({m_request.path}, [this](const ReleaseConnection::Plans& plans) { ask(plans.front()); });
    }

private:
    void ask(Result<release::ReleasePlan> plan)
    {
        if (!plan) {
            auto error = plan.error();
            error.operation = "revoke";
            end(complain(error));
            return;
        }
        const auto revocability = release::revocabilityOf(*plan);
        if (!revocability.canBeAsked()) {
            complain(QStringLiteral("Cannot revoke \"%1\": no revocation request was sent. %2")
                         .arg(safe(m_request.path), safe(revocability.text)));
            end(Failed); // Refused is for a node that has changed
            return;
        }
        if (revocability.isUnlikely)
            complain(safe(revocability.text));
        if (plan->client.empty())
            complain(QStringLiteral("revoke \"%1\": the request overwrites the payload of the node")
                         .arg(safe(m_request.path)));
        else
            complain(
                QStringLiteral("revoke \"%1\": the request overwrites the payload of the node; the last known name "
                               "of the holder is %2")
                    .arg(safe(m_request.path), safe(plan->client)));
        m_service.ask(*plan, m_request.changeReason, m_request.wait,
                      [this, message = revocability.message](const Result<release::AskOutcome>& outcome) {
                          end(report(outcome, message));
                      });
    }

    [[nodiscard]] Exit report(const Result<release::AskOutcome>& outcome, const std::string& message) const
    {
        if (!outcome) {
            const auto status = complain(outcome.error());
            return outcome.error().code == ErrorCode::NoNode ? Refused : status;
        }
        const auto path = safe(m_request.path);
        if (m_context.json)
            printDocument(askJson(*outcome, message, m_request.changeReason, SystemClock().wallNow()));
        else if (outcome->followed)
            print(QStringLiteral("%1 no longer exists, %2 after the revocation request.")
                      .arg(path, shortDuration(outcome->took)));
        if (!outcome->auditTrouble.empty()) {
            complain(QStringLiteral("The revocation request for \"%1\" was sent, but the action log could not be "
                                    "written. %2")
                         .arg(path, safe(outcome->auditTrouble)));
            return Failed;
        }
        if (outcome->followed)
            return Done;
        complain(QStringLiteral("revoke \"%1\": the holder did not release the lock within %2. A revocation request "
                                "does not force a release. To delete the node, use release")
                     .arg(path, shortDuration(m_request.wait)));
        return Failed;
    }

    static void end(Exit status) { QCoreApplication::exit(status); }

    const Context& m_context;
    RevokeRequest m_request;
    ReleaseConnection m_service;
};

} // namespace

namespace {

int runRevoke(Context context, const QCommandLineParser& parser)
{
    const auto nodes = parser.positionalArguments();
    if (nodes.size() != 1)
        return complainUsage(
            QStringLiteral("revoke needs the full path of one node, such as /locks/orders/…-lock-0000000101"));
    auto path = checkedPath(nodes.first().toStdString());
    if (!path)
        return complain(path.error());
    if (*path == "/")
        return complainUsage(QStringLiteral("revoke needs the node of a holder, not the root node"));
    if (const auto refused = refuseReadOnly(context))
        return *refused;
    const auto wait = durationOf(parser, QStringLiteral("wait"));
    if (!wait)
        return complain(wait.error());
    const Revoke revoke(context, RevokeRequest{*path, *wait, changeReasonIn(parser)});
    return QCoreApplication::exec();
}

std::vector<JsonRecord> recordsOfRevokeCommand()
{
    return {{u"revocation"_s,
             u"A revocation request and its result."_s,
             {{u"plan"_s, u"@plan"_s, u"The holder, as it was read before the request."_s},
              {u"asked"_s, u"string"_s, u"The request that was written."_s},
              {u"followed"_s, u"boolean"_s, u"Whether the node no longer exists."_s},
              {u"waitedMs"_s, u"integer"_s, u"The time until then."_s},
              {u"reason"_s, u"string|null"_s, u"The reason, as given."_s},
              {u"ticket"_s, u"string|null"_s, u"The ticket, as given."_s},
              {u"audit"_s, u"string|null"_s, u"The file of the action log; null if it could not be written."_s}}}};
}

} // namespace

Command revokeCommand()
{
    return {
        .name = u"revoke"_s,
        .summary = u"send a revocation request to a holder"_s,
        .description = {u"Sends a revocation request to the holder of a lock, in the form that this lock type defines. "
                        "Reports whether the holder releases the lock."_s,
                        u"The request overwrites the payload of the holder's node. Lockscope cannot restore the old "
                        "payload."_s,
                        u"The request does not force a release. To delete the node, use release."_s},
        .arguments = {{u"node"_s, u"NODE"_s,
                       u"Full path of the holder's node, such as /locks/orders/NAME. The name is in the column NODE of "
                       "show, the full path in the field path of show --json."_s}},
        .options = changeReasonOptionsWith(
            u"Reason for the request; written to the action log."_s,
            {{{u"wait"_s}, u"Maximum time to wait for the release, such as 30s or 2m."_s, u"duration"_s, u"10s"_s}}),
        .shared = ConnectionOptions | ServerOptions | WriteOptions | JsonOption,
        .examples = {{u"Send a request to the holder, and wait half a minute for the release."_s,
                      u"revoke /locks/orders/NAME --wait 30s --reason maintenance"_s}},
        .exits = {{Done, u"the node no longer exists"_s},
                  {Failed,
                   u"the node still exists after --wait, no request is possible for this node or lock type, or the "
                   "request failed"_s},
                  {Usage},
                  {NoConnection},
                  {Refused,
                   u"refused: the node was deleted or has changed since it was read, or writing is not allowed "
                   "(see --unlock)"_s}},
        .documents = {u"revocation"_s},
        .records = recordsOfRevokeCommand(),
        .run = &runRevoke,
    };
}

} // namespace lockscope::ctl
