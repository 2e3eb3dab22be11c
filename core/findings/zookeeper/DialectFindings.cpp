// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "core/findings/zookeeper/NodeFindings.h"
#include "core/findings/zookeeper/Visibility.h"
#include "core/model/Wording.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <algorithm>
#include <array>
#include <string>

namespace lockscope::inspect {

namespace {

/// The nodes of one type of client in a directory.
struct Group {
    Writer writer = Writer::Unknown;
    std::string called;
    std::vector<std::string> nodes;
};

Group& groupFor(std::vector<Group>& groups, Writer writer, std::string_view called)
{
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
        return group.writer == writer && group.called == called;
    });
    return found != groups.end() ? *found : groups.emplace_back(Group{writer, std::string(called), {}});
}

/// The other dialect of a child whose name does not match the lock's dialect, but certainly matches that one.
const Dialect* otherFamily(const Snapshot& snapshot, const Lock& lock, const std::string& directory,
                           const std::string& child)
{
    if (!snapshot.dialects)
        return nullptr;
    const std::array children{child};
    DirectoryFacts facts{directory, children};
    facts.isAlone = true;
    const auto recognised = snapshot.dialects->recognise(facts);
    const bool isSure = recognised.dialect && recognised.needs == Need::Nothing && recognised.dialect->isLock() &&
                        recognised.dialect->certainty == Certainty::Certain && recognised.dialect->id != lock.dialect;
    return isSure ? recognised.dialect : nullptr;
}

std::vector<Group> groupsIn(const Snapshot& snapshot, const Lock& lock)
{
    std::vector<Group> groups;
    Writer last = Writer::Unknown;
    std::size_t lastGroup = 0;
    for (const auto& contender : lock.queue) {
        const auto writer = writerOf(contender.node);
        if (groups.empty() || writer != last) {
            auto& group = groupFor(groups, writer, writer == Writer::Unknown ? lock.dialectTitle : toString(writer));
            lastGroup = static_cast<std::size_t>(&group - groups.data());
            last = writer;
        }
        groups[lastGroup].nodes.push_back(lock.nodePath(contender));
    }
    for (const auto& child : lock.unrecognised) {
        const auto path = joinPath(lock.path, child);
        if (const auto writer = writerOf(child); writer != Writer::Unknown)
            groupFor(groups, writer, toString(writer)).nodes.push_back(path);
        else if (const auto* family = otherFamily(snapshot, lock, lock.path, child))
            groupFor(groups, Writer::Unknown, family->title).nodes.push_back(path);
    }
    // The smaller groups are the intruders.
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.nodes.size() < b.nodes.size(); });
    return groups;
}

/// A plain name does not prove that the node belongs to a lock.
Severity severityOf(const Group& waiter, const Group& node, Sight sight)
{
    const bool isSure = waiter.writer != Writer::Plain && node.writer != Writer::Plain;
    return sight == Sight::Ignores && isSure ? Severity::Critical : Severity::Warning;
}

std::string reported(const Group& waiter, const Group& node, Sight sight)
{
    const bool ignores = sight == Sight::Ignores;
    const char* pattern = nullptr;
    if (waiter.writer == Writer::Plain)
        pattern =
            ignores
                ? phraseLater("Clients with plain node names, such as member_0000000001, do not wait for clients of "
                              "type %2.")
                : phraseLater("Clients with plain node names, such as member_0000000001, stop with an error at nodes "
                              "of type %2.");
    else if (node.writer == Writer::Plain)
        pattern = ignores ? phraseLater("Clients of type %1 do not wait for clients with plain node names, such as "
                                        "member_0000000001.")
                          : phraseLater("Clients of type %1 stop with an error at nodes with plain names, such as "
                                        "member_0000000001.");
    else
        pattern = ignores ? phraseLater("Clients of type %1 do not wait for clients of type %2.")
                          : phraseLater("Clients of type %1 stop with an error at nodes of type %2.");
    return phrase(pattern, phrase(waiter.called.c_str()), phrase(node.called.c_str()));
}

} // namespace

void addDialectFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    if ((lock.kind != LockKind::Mutex && lock.kind != LockKind::ReadWrite) || lock.layout)
        return;
    const auto groups = groupsIn(input.snapshot, lock);
    if (groups.size() < 2)
        return;
    Finding finding;
    finding.kind = FindingKind::MixedDialects;
    finding.path = lock.path;
    bool isBroken = false;
    bool isForeign = false;
    for (const auto& waiter : groups) {
        for (const auto& node : groups) {
            if (&waiter == &node)
                continue;
            const auto sight = sightOf(waiter.writer, node.writer);
            // Unknown names prove nothing; but a node of another dialect does not belong here.
            isForeign = isForeign || (node.writer == Writer::Unknown && node.called != lock.dialectTitle);
            if (sight != Sight::Ignores && sight != Sight::Fails)
                continue;
            isBroken = isBroken || sight == Sight::Ignores;
            finding.severity = std::max(finding.severity, severityOf(waiter, node, sight));
            finding.evidence = sentences(finding.evidence, reported(waiter, node, sight));
        }
    }
    if (finding.evidence.empty() && !isForeign)
        return;
    finding.severity = std::max(finding.severity, Severity::Warning);
    std::vector<std::string> who;
    for (const auto& group : groups) {
        who.push_back(
            phrase("%1 (%2)", phrase(group.called.c_str()), counted(group.nodes.size(), "%1 node", "%1 nodes")));
        if (&group == &groups.back() && groups.size() > 1)
            break; // the largest group belongs here
        for (const auto& node : group.nodes) {
            if (finding.nodes.size() < mostNodesNamed)
                finding.nodes.push_back(node);
        }
    }
    finding.text =
        isBroken ? phrase("Clients that ignore each other share this path: several clients may hold the lock at once.")
                 : phrase("Clients of different types share this path.");
    finding.evidence = sentences(phrase("Types of the nodes: %1.", listed(who)), finding.evidence);
    finding.advice = phrase("Use a separate path for each type of client, or let all clients use Curator's node names. "
                            "In Kazoo, subclass Lock and set its _NODE_NAME to \"-lock-\".");
    findings.push_back(std::move(finding));
}

} // namespace lockscope::inspect
