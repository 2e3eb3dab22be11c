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

struct RevokeWish {
    std::string path;
    std::chrono::milliseconds wait{10'000};
    release::ChangeReason changeReason;
};

/// plan, ask, tell: one after the other, on the main thread in between.
class Revoke final {
public:
    Revoke(const Context& context, RevokeWish wish)
        : m_context(context)
        , m_wish(std::move(wish))
        , m_service(context)
    {
        m_service.plan({m_wish.path}, [this](const ReleaseConnection::Plans& plans) { ask(plans.front()); });
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
            complain(QStringLiteral("revoke %1: nobody was asked: %2").arg(safe(m_wish.path), safe(revocability.text)));
            end(Failed);
            return;
        }
        if (revocability.isUnlikely)
            complain(safe(revocability.text));
        complain(QStringLiteral("revoke %1: the request overwrites the node's payload%2")
                     .arg(safe(m_wish.path),
                          plan->client.empty()
                              ? QString()
                              : QStringLiteral("; the holder's last known name is %1").arg(safe(plan->client))));
        m_service.ask(*plan, m_wish.changeReason, m_wish.wait,
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
        const auto path = safe(m_wish.path);
        if (m_context.json)
            printDocument(askJson(*outcome, message, m_wish.changeReason, SystemClock().wallNow()));
        else if (outcome->followed)
            print(QStringLiteral("Let go: %1 is gone, %2 after it was asked.").arg(path, shortDuration(outcome->took)));
        if (!outcome->auditTrouble.empty())
            return complain(Error{ErrorCode::System, "revoke", m_wish.path,
                                  "it was asked, but that could not be noted: " + outcome->auditTrouble});
        if (outcome->followed)
            return Done;
        complain(QStringLiteral("revoke %1: it was asked, and has not let go within %2. Nobody is forced: release "
                                "deletes the node")
                     .arg(path, shortDuration(m_wish.wait)));
        return Failed;
    }

    static void end(Exit status) { QCoreApplication::exit(status); }

    const Context& m_context;
    RevokeWish m_wish;
    ReleaseConnection m_service;
};

} // namespace

int runRevoke(Context context, const QStringList& arguments)
{
    CommandLine line(QStringLiteral("revoke"),
                     QStringLiteral("Asks the holder of a lock to let go, by the message that its family knows, and "
                                    "watches whether it does. The request overwrites the payload of the holder's "
                                    "node. Nobody is forced. Exit status 0 if it let go, 1 if "
                                    "not."),
                     ConnectionOptions | ServerOptions | WriteOptions | JsonOption);
    line.parser().addPositionalArgument(QStringLiteral("node"), QStringLiteral("The holder's node, as show prints it."),
                                        QStringLiteral("NODE"));
    addChangeReasonOptions(line.parser());
    line.parser().addOption({QStringLiteral("wait"),
                             QStringLiteral("How long it may take, such as 30s or 2m. Default 10s."),
                             QStringLiteral("time"), QStringLiteral("10s")});
    if (const auto status = line.parse(arguments, context))
        return *status;
    const auto& parser = line.parser();
    const auto nodes = parser.positionalArguments();
    if (nodes.size() != 1)
        return complainUsage(
            QStringLiteral("revoke takes the full path of one node, such as /locks/orders/…-lock-0000000101"));
    auto path = checkedPath(nodes.first().toStdString());
    if (!path)
        return complain(path.error());
    if (*path == "/")
        return complainUsage(QStringLiteral("revoke takes a holder's node, not the root"));
    if (const auto refused = refuseReadOnly(context))
        return *refused;
    const auto wait = durationOf(parser, QStringLiteral("wait"));
    if (!wait)
        return complain(wait.error());
    const Revoke revoke(context, RevokeWish{*path, *wait, changeReasonIn(parser)});
    return QCoreApplication::exec();
}

} // namespace lockscope::ctl
