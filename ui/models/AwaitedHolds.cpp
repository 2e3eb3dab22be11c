// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/AwaitedHolds.h"

#include "core/history/Changes.h"
#include "core/model/QueueStates.h"
#include "ui/models/text/Formatting.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

std::shared_ptr<const inspect::Lock> lockIn(const inspect::Snapshot& snapshot, const std::string& path)
{
    const auto found =
        std::lower_bound(snapshot.locks.begin(), snapshot.locks.end(), path,
                         [](const auto& lock, const std::string& wanted) { return lock->path < wanted; });
    return found == snapshot.locks.end() || (*found)->path != path ? nullptr : *found;
}

/// A lock that is missing may only be unreadable.
bool mayBeUnreadable(const inspect::Snapshot& snapshot, const std::string& path)
{
    return std::any_of(snapshot.problems.begin(), snapshot.problems.end(),
                       [&](const inspect::Problem& problem) { return path.starts_with(problem.path); });
}

QString howItEnded(const QString& client, const QString& lock, inspect::Change::Ending ending)
{
    switch (ending) {
    case inspect::Change::Ending::Released:
        return AwaitedHolds::tr("%1 has released %2.").arg(client, lock);
    case inspect::Change::Ending::Expired:
        return AwaitedHolds::tr("The lease of %1 for %2 has expired.").arg(client, lock);
    case inspect::Change::Ending::Unknown:
        break;
    }
    return AwaitedHolds::tr("%1 no longer holds %2.").arg(client, lock);
}

QString whoHolds(const inspect::Lock* lock, const ensemble::EnsembleFacts* facts)
{
    const bool isFree = !lock || (lock->holders() == 0 && inspect::undecided(*lock) == 0);
    return isFree ? AwaitedHolds::tr("No client holds the lock now.")
                  : AwaitedHolds::tr("Held now by: %1.").arg(holdersText(*lock, facts));
}

} // namespace

void AwaitedHolds::await(const inspect::Snapshot& snapshot, const inspect::ContenderKey& key)
{
    auto lock = lockIn(snapshot, key.lock);
    const auto* contender = lock ? lock->find(key) : nullptr;
    const bool isAwaited =
        std::any_of(m_holds.begin(), m_holds.end(), [&](const Hold& hold) { return hold.key == key; });
    if (contender && contender->holds && !isAwaited)
        m_holds.push_back({key, std::move(lock)});
}

void AwaitedHolds::cancel(const inspect::ContenderKey& key)
{
    std::erase_if(m_holds, [&](const Hold& hold) { return hold.key == key; });
}

std::vector<inspect::ContenderKey> AwaitedHolds::keys() const
{
    std::vector<inspect::ContenderKey> keys;
    for (const auto& hold : m_holds)
        keys.push_back(hold.key);
    return keys;
}

AwaitedHolds::State AwaitedHolds::stateOf(const Hold& hold, const inspect::Snapshot& snapshot)
{
    const auto lock = lockIn(snapshot, hold.key.lock);
    const auto* now = lock ? lock->find(hold.key) : nullptr;
    if (!now) {
        const bool isKnown = snapshot.complete && (lock || !mayBeUnreadable(snapshot, hold.key.lock));
        return isKnown ? State::Ended : State::Unknown;
    }
    const bool isOther = !inspect::isSameContender(*hold.lock->find(hold.key), *now);
    if (isOther || now->waits())
        return State::Ended;
    return now->holds ? State::Holds : State::Unknown;
}

AwaitedHolds::End AwaitedHolds::endOf(const Hold& hold, const inspect::Snapshot& snapshot)
{
    const auto& contender = *hold.lock->find(hold.key);
    const auto lock = lockIn(snapshot, hold.key.lock);
    const auto& facts = snapshot.ensemble;
    const auto client = displayName(contender, facts.get());
    const auto ending = inspect::endingOf(*hold.lock, contender, snapshot.takenAt, hold.lock->polled);
    return {hold.key, client,
            inTurn({howItEnded(client, oneLine(hold.key.lock), ending), whoHolds(lock.get(), facts.get())})};
}

std::vector<AwaitedHolds::End> AwaitedHolds::see(const inspect::Snapshot& snapshot)
{
    std::vector<End> ends;
    std::erase_if(m_holds, [&](Hold& hold) {
        const auto state = stateOf(hold, snapshot);
        if (state == State::Holds)
            hold.lock = lockIn(snapshot, hold.key.lock);
        else if (state == State::Ended)
            ends.push_back(endOf(hold, snapshot));
        return state == State::Ended;
    });
    return ends;
}

} // namespace lockscope::ui
