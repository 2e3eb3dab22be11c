// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/PlanRows.h"

#include "core/release/Ladder.h"

namespace lockscope::release {

namespace {

using Weight = PlanRow::Weight;

constexpr std::size_t mostOthers = 5;

std::string named(const std::string& node, const std::string& client)
{
    return client.empty() ? node : client + " (" + node + ")";
}

std::string nextText(const ReleasePlan& plan)
{
    if (!plan.holds)
        return "the holder stays the same";
    if (!plan.waitersKnown)
        return "whoever is first: the waiters of this recipe have no node";
    return plan.next.empty() ? "nobody waits" : named(plan.next, plan.nextClient);
}

std::string othersText(const ReleasePlan& plan)
{
    if (!plan.others)
        return "unknown: no server told which nodes its session has";
    if (plan.others->empty())
        return "none";
    std::string text;
    for (std::size_t i = 0; i < plan.others->size() && i < mostOthers; ++i) {
        const auto& other = (*plan.others)[i];
        text += (i > 0 ? ", " : "") +
                std::string(!other.holds   ? "in "
                            : *other.holds ? "holds "
                                           : "waits for ") +
                other.lockPath;
    }
    if (plan.others->size() > mostOthers)
        text += " and " + std::to_string(plan.others->size() - mostOthers) + " more";
    return text;
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

std::string rungText(const Rung& rung)
{
    auto text = rung.what;
    if (!rung.affects.empty())
        text += " Affects: " + rung.affects;
    if (!rung.notices.empty())
        text += " " + rung.notices;
    return text;
}

} // namespace

std::vector<PlanRow> planRows(const ReleasePlan& plan, WallTime now)
{
    const auto orDash = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
    const auto ladder = ladderOf(plan, now);
    const auto permission = plan.permission.allowed;
    const std::string shared = plan.mode == queue::Mode::Shared ? ", shared" : "";
    return {
        {"delete", "Node", plan.nodePath},
        {"lock", "Lock", plan.lockPath + (plan.dialectName.empty() ? "" : " (" + plan.dialectName + ")")},
        {"which", "Place", (plan.holds ? "holds the lock" : "waits for the lock") + shared},
        {"client", "Client", orDash(plan.client)},
        {"host", "Host", orDash(plan.host)},
        {"session", "Session", plan.owner == 0 ? "none: no session will ever free it" : zk::toHex(plan.owner),
         plan.owner == 0 ? Weight::Bad : Weight::Normal},
        {"evidence", "Evidence", plan.evidence.text, weightOf(plan.evidence.life)},
        {"created", "Created", {}, Weight::Normal, plan.createdAt},
        {"guard", "Guard", "czxid " + zk::toHex(plan.czxid)},
        {"next", "Next in line", nextText(plan), Weight::Good},
        {"waiting", "Waiting", plan.waitersKnown ? std::to_string(plan.waiters) : "unknown", Weight::Wait},
        {"others", "Its other locks", othersText(plan),
         plan.others && plan.others->empty() ? Weight::Normal : Weight::Wait},
        {"may we", "Permission", plan.permission.text,
         permission == Allowed::Yes  ? Weight::Normal
         : permission == Allowed::No ? Weight::Bad
                                     : Weight::Wait},
        {"1 ask", "1 Ask", rungText(ladder.ask)},
        {"2 wait", "2 Wait", rungText(ladder.wait)},
        {"3 delete", "3 Delete", rungText(ladder.remove)},
        {"risk", "Risk", riskOf(plan), Weight::Bad},
    };
}

} // namespace lockscope::release
