// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/Table.h"
#include "core/inspect/PictureJson.h"
#include "core/release/ReleaseDesk.h"
#include "core/zk/Path.h"

#include <QCoreApplication>
#include <QJsonObject>

#include <iostream>
#include <string>
#include <unistd.h>

namespace lockscope::ctl {

namespace {

struct Wish {
    std::string path;
    std::optional<std::int64_t> czxid; ///< of the node that the caller has seen
    QString reason;
    bool dryRun = false;
};

QJsonValue orNull(const std::string& value)
{
    return value.empty() ? QJsonValue() : QJsonValue(QString::fromStdString(value));
}

QJsonObject planJson(const release::ReleasePlan& plan)
{
    return {
        {QStringLiteral("path"), QString::fromStdString(plan.lockPath)},
        {QStringLiteral("node"), QString::fromStdString(plan.node)},
        {QStringLiteral("nodePath"), QString::fromStdString(plan.nodePath)},
        {QStringLiteral("state"), plan.holds ? QStringLiteral("holds") : QStringLiteral("waits")},
        {QStringLiteral("czxid"), QString::fromStdString(zk::toHex(plan.czxid))},
        {QStringLiteral("session"),
         plan.owner == 0 ? QJsonValue() : QJsonValue(QString::fromStdString(zk::toHex(plan.owner)))},
        {QStringLiteral("client"), orNull(plan.client)},
        {QStringLiteral("host"), orNull(plan.host)},
        {QStringLiteral("createdAt"), inspect::isoTime(plan.createdAt)},
        {QStringLiteral("waiters"), plan.waitersKnown ? QJsonValue(plan.waiters) : QJsonValue()},
        {QStringLiteral("next"), orNull(plan.next)},
        {QStringLiteral("nextClient"), orNull(plan.nextClient)},
        {QStringLiteral("risk"), QString::fromStdString(riskOf(plan))},
    };
}

QString planText(const release::ReleasePlan& plan)
{
    const auto named = [](const std::string& node, const std::string& client) {
        return client.empty() ? safe(node) : QStringLiteral("%1 (%2)").arg(safe(client), safe(node));
    };
    QStringList lines;
    const auto add = [&](const char* label, const QString& value) {
        lines.append(QString::fromLatin1(label).leftJustified(10) + value);
    };
    add("delete", safe(plan.nodePath));
    add("which", plan.holds ? QStringLiteral("holds the lock") : QStringLiteral("waits for the lock"));
    add("client", plan.client.empty() ? QStringLiteral("-") : safe(plan.client));
    add("host", plan.host.empty() ? QStringLiteral("-") : safe(plan.host));
    add("session", plan.owner == 0 ? QStringLiteral("none: no session will ever free it")
                                   : QString::fromStdString(zk::toHex(plan.owner)));
    add("created", inspect::isoTime(plan.createdAt));
    add("czxid", QString::fromStdString(zk::toHex(plan.czxid)));
    if (!plan.waitersKnown)
        add("next", QStringLiteral("whoever is first: the waiters of this recipe have no node"));
    else if (!plan.next.empty())
        add("next", named(plan.next, plan.nextClient));
    else
        add("next", plan.holds ? QStringLiteral("nobody waits") : QStringLiteral("the holder stays the same"));
    add("risk", QString::fromStdString(riskOf(plan)));
    return lines.join(u'\n');
}

void printResult(const Context& context, const Wish& wish, const release::ReleasePlan& plan,
                 const release::ReleaseOutcome* outcome)
{
    if (!context.json) {
        if (outcome)
            print(QStringLiteral("Released: %1 is deleted.").arg(safe(plan.nodePath)));
        else
            print(planText(plan));
        return;
    }
    QJsonObject json{{QStringLiteral("plan"), planJson(plan)},
                     {QStringLiteral("released"), outcome != nullptr},
                     {QStringLiteral("reason"), wish.reason.isEmpty() ? QJsonValue() : QJsonValue(wish.reason)}};
    if (outcome)
        json.insert(QStringLiteral("releasedAt"), inspect::isoTime(outcome->releasedAt));
    printDocument(json);
}

/// Asks on the terminal. Only reached with somebody there.
bool confirmed(const release::ReleasePlan& plan)
{
    std::cerr << planText(plan).toStdString() << "\n\nType yes to delete this node: " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "yes";
}

/// plan, confirm, apply: one after the other, on the main thread in between.
class Release final {
public:
    Release(const Context& context, Wish wish)
        : m_context(context)
        , m_wish(std::move(wish))
        , m_link(context)
        , m_desk(m_link.client(), knownDialects())
    {
        m_link.whenConnected([this] {
            m_desk.plan(m_wish.path, [this](Result<release::ReleasePlan> plan) {
                onMainThread([this, plan = std::move(plan)] { decide(plan); });
            });
        });
    }

private:
    void decide(const Result<release::ReleasePlan>& plan)
    {
        if (!plan) {
            end(complain(m_wish.czxid && plan.error().code == ErrorCode::NoNode ? gone() : plan.error()));
            return;
        }
        auto shown = *plan;
        if (m_wish.czxid)
            shown.czxid = *m_wish.czxid; // what the caller has seen is what is guarded
        if (m_wish.dryRun && !m_wish.czxid) {
            printResult(m_context, m_wish, shown, nullptr);
            end(Done);
            return;
        }
        if (m_wish.czxid && *m_wish.czxid != plan->czxid) {
            end(complain(Error{ErrorCode::Refused, "release", m_wish.path,
                               "the node that stands there was created by transaction " + zk::toHex(plan->czxid) +
                                   ", not " + zk::toHex(*m_wish.czxid) +
                                   "; nothing was deleted. Look again with show"}));
            return;
        }
        if (m_wish.dryRun) {
            printResult(m_context, m_wish, shown, nullptr);
            end(Done);
            return;
        }
        if (!m_wish.czxid && !confirmed(shown)) {
            end(complain(Error{ErrorCode::Cancelled, "release", m_wish.path, "not confirmed, nothing was deleted"}));
            return;
        }
        m_link.executor().post([this, shown] {
            m_desk.apply(shown, [this](Result<release::ReleaseOutcome> outcome) {
                onMainThread([this, outcome = std::move(outcome)] {
                    if (outcome)
                        printResult(m_context, m_wish, outcome->plan, &*outcome);
                    end(outcome ? Done : complain(outcome.error()));
                });
            });
        });
    }

    /// The caller has seen a node there: that it is gone is no mistake in the path.
    [[nodiscard]] Error gone() const
    {
        return {ErrorCode::Refused, "release", m_wish.path,
                "the node that was created by transaction " + zk::toHex(*m_wish.czxid) +
                    " is gone; nothing was deleted, and nothing needs to be"};
    }

    static void end(Exit status) { QCoreApplication::exit(status); }

    const Context& m_context;
    Wish m_wish;
    Link m_link;
    release::ReleaseDesk m_desk;
};

} // namespace

int runRelease(Context context, const QStringList& arguments)
{
    CommandLine line(QStringLiteral("release"),
                     QStringLiteral("Deletes one contender's node, if it is still the node that was shown.\n"
                                    "The holder is not told: it goes on believing that it holds the lock."));
    line.parser().addPositionalArgument(
        QStringLiteral("node"), QStringLiteral("The node's full path, as show prints it."), QStringLiteral("NODE"));
    line.parser().addOptions({
        {QStringLiteral("reason"), QStringLiteral("Why; kept with the result."), QStringLiteral("text")},
        {QStringLiteral("czxid"),
         QStringLiteral("The transaction that created the node, as show --json prints it: the guard."),
         QStringLiteral("0x…")},
        {QStringLiteral("dry-run"), QStringLiteral("Print the plan, delete nothing.")},
    });
    if (const auto status = line.parse(arguments, context))
        return *status;
    const auto& parser = line.parser();
    const auto nodes = parser.positionalArguments();
    if (nodes.size() != 1)
        return complainUsage(
            QStringLiteral("release takes the full path of one node, such as /locks/orders/…-lock-0000000101"));
    auto path = zk::checkedPath(nodes.first().toStdString());
    if (!path)
        return complain(path.error());
    if (*path == "/")
        return complainUsage(QStringLiteral("release takes a contender's node, not the root"));
    Wish wish{*path, std::nullopt, parser.value(QStringLiteral("reason")), parser.isSet(QStringLiteral("dry-run"))};
    if (parser.isSet(QStringLiteral("czxid"))) {
        const auto text = parser.value(QStringLiteral("czxid"));
        bool isNumber = false;
        const auto czxid = text.toULongLong(&isNumber, 16);
        if (!isNumber || !text.startsWith(QStringLiteral("0x")))
            return complainUsage(
                QStringLiteral("--czxid %1: give the number as show --json prints it, such as 0x1a4f00000c31")
                    .arg(text));
        wish.czxid = static_cast<std::int64_t>(czxid);
    }
    if (!wish.dryRun && wish.reason.trimmed().isEmpty())
        return complainUsage(QStringLiteral("release needs --reason: those who look into it later will ask"));
    if (!wish.dryRun && !wish.czxid && (isatty(STDIN_FILENO) == 0 || context.json))
        return complainUsage(
            QStringLiteral("release needs --czxid 0x… where nobody can be asked; show --json prints it"));
    const Release release(context, std::move(wish));
    return QCoreApplication::exec();
}

} // namespace lockscope::ctl
