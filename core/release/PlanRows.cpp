// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/PlanRows.h"

#include "core/base/Phrase.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/zookeeper/NodeRelease.h"

#include <utility>

namespace lockscope::release {

namespace {

using Weight = PlanRow::Weight;

constexpr std::size_t mostOthers = 5;

std::string nextText(const ReleasePlan& plan)
{
    if (!plan.holds)
        return phrase("the holder stays the same");
    if (!plan.waitersKnown)
        return phrase("the fastest waiting client: waiters of this type have no node");
    return plan.next.empty() ? phrase("no waiters") : named(plan.next, plan.nextClient);
}

Weight weightOf(Life life)
{
    switch (life) {
    case Life::Gone:
        return Weight::Good;
    case Life::Silent:
    case Life::Unknown:
        return Weight::Wait;
    case Life::Alive:
    case Life::NoSession:
        break;
    }
    return Weight::Bad;
}

} // namespace

std::string named(const std::string& node, const std::string& client)
{
    return client.empty() ? node : client + " (" + node + ")";
}

PlanRow lockRow(const ReleasePlan& plan)
{
    return {"lock", phrase("Lock"),
            plan.dialectName.empty() ? plan.lockPath
                                     : phrase("%1 (%2)", plan.lockPath, phrase(plan.dialectName.c_str()))};
}

PlanRow waitingRow(const ReleasePlan& plan)
{
    return {"waiting", phrase("Waiting"), plan.waitersKnown ? std::to_string(plan.waiters) : phrase("unknown"),
            Weight::Wait};
}

PlanRow othersRow(const ReleasePlan& plan, std::string title, std::string text)
{
    if (!plan.others)
        return {"others", std::move(title), std::move(text), Weight::Wait};
    if (plan.others->empty())
        return {"others", std::move(title), phrase("none")};
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < plan.others->size() && i < mostOthers; ++i) {
        const auto& other = (*plan.others)[i];
        shown.push_back(phrase(!other.holds   ? phraseLater("in %1")
                               : *other.holds ? phraseLater("holds %1")
                                              : phraseLater("waits for %1"),
                               other.lockPath));
    }
    const auto first = listed(shown);
    const auto more = plan.others->size() - shown.size();
    return {"others", std::move(title), more == 0 ? first : phrase("%1 and %2 more", first, more), Weight::Wait};
}

PlanRow permissionRow(const ReleasePlan& plan)
{
    const auto allowed = plan.permission.allowed;
    return {"may we", phrase("Permission"), plan.permission.text,
            allowed == Allowed::Yes  ? Weight::Normal
            : allowed == Allowed::No ? Weight::Bad
                                     : Weight::Wait,
            true};
}

PlanRow optionRow(std::string key, std::string title, const ReleaseOption& option)
{
    const auto text = sentences(option.notices, option.what);
    return {std::move(key), std::move(title),
            option.affects.empty() ? text : sentences(text, phrase("Effect: %1", option.affects)), Weight::Normal,
            true};
}

std::vector<PlanRow> planRows(const ReleasePlan& plan, WallTime now)
{
    if (plan.isRedis())
        return ownerRows(plan, now);
    const auto orDash = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
    const auto releaseOptions = releaseOptionsOf(plan, now);
    const bool isShared = plan.mode == LockMode::Shared;
    const auto place =
        phrase(plan.isStray         ? phraseLater("not a holder or waiter; blocks the queue")
               : !plan.isStateKnown ? phraseLater("unknown: depends on the data of other nodes. It may hold the lock")
               : plan.holds         ? isShared ? phraseLater("holds the lock (shared)") : phraseLater("holds the lock")
                       : isShared ? phraseLater("waits for the lock (shared)")
                                    : phraseLater("waits for the lock"));
    return {
        {"delete", phrase("Node"), plan.nodePath},
        lockRow(plan),
        {"which", phrase("State"), place},
        {"client", phrase("Client"),
         plan.clientIsLastKnown ? phrase("%1 (last known)", plan.client) : orDash(plan.client)},
        {"host", phrase("Host"), orDash(plan.host)},
        {"session", phrase("Session"), plan.owner == 0 ? phrase("none: the node never expires") : toHex(plan.owner),
         plan.owner == 0 ? Weight::Bad : Weight::Normal},
        {"evidence", phrase("Evidence"), plan.evidence.text, weightOf(plan.evidence.life), true},
        {"created", phrase("Created"), {}, Weight::Normal, false, plan.createdAt},
        {"guard", phrase("Guard (fencing token)"), "czxid " + toHex(plan.creationId)},
        {"next", phrase("Next holder"), nextText(plan), Weight::Good},
        waitingRow(plan),
        othersRow(plan, phrase("Other locks of the session"),
                  phrase("unknown: no server reported the nodes of the session")),
        permissionRow(plan),
        optionRow("1 ask", phrase("1. Request release from the holder"), releaseOptions.ask),
        optionRow("2 wait", phrase("2. Wait"), releaseOptions.wait),
        optionRow("3 delete", phrase("3. Delete the node"), releaseOptions.remove),
        {"proof", phrase("Check before the deletion"), orDash(plan.guard.text),
         plan.guard.proof == GuardProof::None ? Weight::Bad : Weight::Normal, true},
        {"risk", phrase("Risk"), riskOf(plan), Weight::Bad, true},
    };
}

std::vector<std::string> planOperations(const ReleasePlan& plan)
{
    return plan.isRedis() ? ownerOperations(plan) : operationsOf(plan);
}

} // namespace lockscope::release
