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
            print(QStringLiteral("Released: %1 no longer exists, %2 after the revocation request.")
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

int runRevoke(Context context, const QStringList& arguments)
{
    CommandLine line(
        QStringLiteral("revoke"),
        QStringLiteral("Sends a revocation request to the holder of a lock, with the message of its dialect. Reports "
                       "whether the holder releases the lock.\nThe request overwrites the payload of the holder's "
                       "node. It does not force a release. Exit status 0 if the lock was released, 1 if not."),
        ConnectionOptions | ServerOptions | WriteOptions | JsonOption);
    line.parser().addPositionalArgument(
        QStringLiteral("node"), QStringLiteral("Node of the holder, as printed by show."), QStringLiteral("NODE"));
    addChangeReasonOptions(line.parser());
    line.parser().addOption({QStringLiteral("wait"),
                             QStringLiteral("Maximum time to wait for the release, such as 30s or 2m. Default 10s."),
                             QStringLiteral("time"), QStringLiteral("10s")});
    if (const auto status = line.parse(arguments, context))
        return *status;
    const auto& parser = line.parser();
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

} // namespace lockscope::ctl
