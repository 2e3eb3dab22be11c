// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ReleaseSelection.h"

#include "core/base/Path.h"
#include "core/model/QueueStates.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace lockscope::ui {

namespace {

struct SelectionTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ReleaseSelection)
};

/// With what its place in the order of the releases depends on.
struct PlacedTarget {
    ReleaseTarget target;
    bool holds = false;
    int position = 0;
};

void addTarget(std::vector<PlacedTarget>& placed, const inspect::Lock& lock, const inspect::Contender& contender)
{
    const auto creationId = contender.details ? contender.details->creationId : 0;
    placed.push_back({{lock.keyOf(contender), creationId}, !contender.waits(), contender.position});
}

ReleaseSelection inReleaseOrder(const QString& name, std::vector<PlacedTarget> placed)
{
    const auto order = [](const PlacedTarget& one) {
        return std::tuple(one.holds, one.target.key.lock, -one.position, one.target.key.part, one.target.key.node);
    };
    std::sort(placed.begin(), placed.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
    ReleaseSelection selection{name};
    for (auto& one : placed) {
        if (selection.targets.empty() || selection.targets.back().key != one.target.key)
            selection.targets.push_back(std::move(one.target));
    }
    return selection;
}

/// Nothing if the snapshot lacks it.
void addTarget(std::vector<PlacedTarget>& placed, const inspect::Snapshot& snapshot, const inspect::ContenderKey& key,
               const std::function<bool(const inspect::Contender&)>& isWanted)
{
    const auto* lock = snapshot.find(key.lock);
    const auto* contender = lock && inspect::areHoldersStored(*lock) ? lock->find(key) : nullptr;
    if (contender && isWanted(*contender))
        addTarget(placed, *lock, *contender);
}

/// The summary may be older than the snapshot: a node or an entry of the same name may have another owner now.
void addThoseOf(std::vector<PlacedTarget>& placed, const inspect::Snapshot& snapshot,
                const inspect::SessionSummary& session)
{
    const auto isItsOwn = [&](const inspect::Contender& contender) {
        return contender.redis ? inspect::instanceOf(contender.redis->owner) == session.instance
                               : inspect::ownerOf(snapshot, contender).session == session.owner.session;
    };
    for (const auto* nodes : {&session.holds, &session.waits, &session.undecided}) {
        for (const auto& node : *nodes)
            addTarget(placed, snapshot, node.key, isItsOwn);
    }
}

bool isAtOrBelow(const std::string& lock, const std::string& path)
{
    return lock == path || path == "/" || lock.starts_with(path + "/");
}

/// The children that findings report, which are no contenders.
void addStrays(std::vector<PlacedTarget>& placed, const inspect::Snapshot& snapshot, const std::string& path)
{
    for (const auto& finding : snapshot.findings) {
        if (finding.kind != inspect::FindingKind::StrayChild || !isAtOrBelow(finding.path, path))
            continue;
        const auto* lock = snapshot.find(finding.path);
        for (const auto& node : finding.nodes) {
            const auto key =
                lock ? lock->keyAt(node)
                     : inspect::ContenderKey{finding.path, inspect::LockPart::Queue, std::string(baseName(node))};
            placed.push_back({{key, 0}, true, 0});
        }
    }
}

} // namespace

ReleaseSelection releaseSelection(const inspect::Snapshot& snapshot, const QString& name,
                                  const std::vector<inspect::ContenderKey>& keys)
{
    std::vector<PlacedTarget> placed;
    for (const auto& key : keys)
        addTarget(placed, snapshot, key, [](const auto&) { return true; });
    return inReleaseOrder(name, std::move(placed));
}

ReleaseSelection selectionOfSession(const inspect::Snapshot& snapshot, const inspect::SessionSummary& session)
{
    std::vector<PlacedTarget> placed;
    addThoseOf(placed, snapshot, session);
    const auto name = session.instance.empty() ? formatHex(session.owner.session) : oneLine(session.instance);
    return inReleaseOrder(name, std::move(placed));
}

ReleaseSelection selectionOfHost(const inspect::Snapshot& snapshot,
                                 const std::vector<inspect::SessionSummary>& sessions, const std::string& host)
{
    std::vector<PlacedTarget> placed;
    const auto wanted = hostWithoutPort(host);
    for (const auto& session : sessions) {
        if (!wanted.empty() && hostWithoutPort(session.owner.host) == wanted)
            addThoseOf(placed, snapshot, session);
    }
    return inReleaseOrder(oneLine(wanted), std::move(placed));
}

ReleaseSelection orphansBelow(const inspect::Snapshot& snapshot, const std::string& path)
{
    std::vector<PlacedTarget> placed;
    for (const auto& lock : snapshot.locks) {
        if (!isAtOrBelow(lock->path, path))
            continue;
        for (const auto& contender : lock->queue) {
            if (neverExpires(*lock, contender))
                addTarget(placed, *lock, contender);
        }
    }
    addStrays(placed, snapshot, path);
    return inReleaseOrder(oneLine(path), std::move(placed));
}

std::string hostWithoutPort(const std::string& host)
{
    const auto colon = host.rfind(':');
    const bool hasPort = colon != std::string::npos && colon + 1 < host.size() &&
                         std::all_of(host.begin() + static_cast<std::ptrdiff_t>(colon) + 1, host.end(),
                                     [](char letter) { return letter >= '0' && letter <= '9'; });
    // Without brackets, several colons are an address of IPv6.
    const bool isBareAddress = host.find(':') != colon && (colon == 0 || host[colon - 1] != ']');
    return hasPort && !isBareAddress ? host.substr(0, colon) : host;
}

QString whyNotTogether(const ReleaseSelection& selection)
{
    if (selection.targets.empty())
        return SelectionTexts::tr("There is nothing to release.");
    if (selection.targets.size() > mostReleasedAtOnce)
        return SelectionTexts::tr("At most %1 nodes can be released together. These are %2.")
            .arg(formatCount(static_cast<qint64>(mostReleasedAtOnce)),
                 formatCount(static_cast<qint64>(selection.targets.size())));
    return {};
}

} // namespace lockscope::ui
