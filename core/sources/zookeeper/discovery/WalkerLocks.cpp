// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Combines directories into locks.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"
#include "core/sources/zookeeper/dialects/Releasable.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lockscope::inspect {

LiveInspector::Walker::Visit* LiveInspector::Walker::seen(const std::string& path)
{
    const auto found = m_visits.find(path);
    return found == m_visits.end() ? nullptr : &found->second;
}

// --- what a directory is -------------------------------------------------------------------------------------------

LiveInspector::Walker::Role LiveInspector::Walker::gateRole(const std::string& path, const Visit& visit)
{
    for (const auto* dialect : m_settings.dialects->spreadOut()) {
        const auto* gate = dialect->gatePart();
        auto lock = gate ? lockOf(path, gate->at) : std::string();
        const auto* queue = lock.empty() ? nullptr : seen(lock + dialect->queue.at);
        if (!queue)
            continue;
        const bool isKnown = queue->dialect == dialect && !queue->atGate;
        // A directory with children but without leases is not a queue, regardless of its name.
        const bool mayBeQueue =
            !queue->dialect && (queue->names.empty() || contendersAmong(dialect->queue, queue->names) > 0);
        const bool looksLikeIt =
            mayBeQueue && std::any_of(visit.names.begin(), visit.names.end(),
                                      [&](const std::string& name) { return isMark(*gate, name); });
        const auto* above = dialect->queue.at.empty() ? nullptr : seen(lock);
        if ((isKnown || looksLikeIt) && !(above && above->lock == lock && above->dialect))
            return {dialect, true, std::move(lock), Need::Nothing};
    }
    return {};
}

/// Why a visited path is a lock or none, by the same catalogue and the same facts.
Recognition LiveInspector::Walker::explain(const std::string& path)
{
    auto& visit = *seen(path);
    const auto* parent = seen(parentOf(path));
    if (visit.dialect && visit.atGate)
        return {path, phrase("%1 is the gate lock of %2.", path, visit.lock), {}};
    PathFacts facts;
    facts.isEphemeral = visit.isEphemeral;
    facts.isHeld = visit.isHeld;
    if (!visit.listed || visit.single)
        return explainSingle(*m_settings.dialects, path, parent ? parent->noLocks : nullptr, facts);
    const auto leaves = visit.leaves();
    const auto directory = factsOf(path, visit, leaves);
    const auto recognised = m_settings.dialects->recognise(directory);
    facts.hasEphemeralContender = recognised.dialect && isConfirmed(visit, *recognised.dialect);
    if (recognised.needs == Need::Gate) {
        const auto* gate = seen(lockOf(path, recognised.dialect->queue.at) + recognised.dialect->gate->at);
        facts.hasGate = gate && gate->listed;
    }
    return explainDirectory(*m_settings.dialects, directory, facts);
}

DirectoryFacts LiveInspector::Walker::factsOf(const std::string& path, const Visit& visit,
                                              std::span<const std::string> names)
{
    DirectoryFacts facts{path, names};
    if (visit.listed)
        facts.created = zk::createdChildren(visit.stat);
    facts.details = &visit.details;
    facts.before = visit.atGate ? nullptr : visit.dialect;
    return facts;
}

LiveInspector::Walker::Role LiveInspector::Walker::roleOf(const std::string& path, Visit& visit)
{
    if (auto role = gateRole(path, visit); role.dialect)
        return role;
    const auto leaves = visit.directories.empty() ? std::vector<std::string>() : visit.leaves();
    const std::span<const std::string> names = visit.directories.empty() ? visit.names : leaves;
    auto facts = factsOf(path, visit, names);
    const auto* before = facts.before;
    auto recognised = m_settings.dialects->recognise(facts);
    if (!recognised.dialect) {
        const bool stays = before && (before->certainty == Certainty::Certain || names.empty());
        return stays ? Role{before, false, visit.lock, Need::Nothing}
                     : Role{nullptr, false, {}, recognised.needs, std::move(recognised.toRead)};
    }
    auto lock = lockOf(path, recognised.dialect->queue.at);
    if (const auto* above = lock == path ? nullptr : seen(lock); above && above->lock == lock && above->dialect) {
        // The lock's path is a lock itself: two dialects share it, and each is shown separately.
        facts.before = nullptr;
        facts.isAlone = true;
        recognised = m_settings.dialects->recognise(facts);
        lock = path;
    }
    return {recognised.dialect, false, std::move(lock), recognised.needs, recognised.toRead};
}

/// Visits the gate if it is not visited yet; its listing decides its role. It may lie outside the walked roots.
void LiveInspector::Walker::seekGate(Visit& visit, const Dialect& dialect, const std::string& lock)
{
    const auto gate = lock + dialect.gate->at;
    if (!seen(gate) && !std::exchange(visit.soughtGate, true))
        this->visit(gate);
}

bool LiveInspector::Walker::isInRoots(const std::string& path) const
{
    return std::any_of(m_settings.roots.begin(), m_settings.roots.end(),
                       [&](const std::string& root) { return isWithin(path, root); });
}

void LiveInspector::Walker::understand(const std::string& path, Visit& visit)
{
    auto role = roleOf(path, visit);
    if (role.needs == Need::Ephemeral && isConfirmed(visit, *role.dialect)) {
        visit.confirmed = true; // the list of ephemeral nodes is not kept
        role.needs = Need::Nothing;
    }
    visit.awaited = role.needs == Need::Ephemeral ? role.dialect : nullptr;
    bool isAsking = false;
    if (role.needs == Need::Payload) {
        isAsking = true;
        askAlone(path, visit, role.toRead, Urgency::Listing); // no lock is shown before the reply
    }
    if (role.needs == Need::Gate) {
        seekGate(visit, *role.dialect, role.lock);
        const auto* gate = seen(role.lock + role.dialect->gate->at);
        isAsking = gate && !gate->listed;
        if (gate && gate->listed)
            role.needs = Need::Nothing;
    }
    visit.noLocks = role.dialect && !role.dialect->isLock() ? role.dialect : nullptr;
    const bool isLock = role.dialect && role.dialect->isLock() && m_settings.filter.shows(role.lock);
    if (isLock && role.needs == Need::Nothing) {
        const bool isNew = role.dialect != visit.dialect || role.atGate != visit.atGate || role.lock != visit.lock;
        if (isNew)
            takeRole(path, visit, std::move(role));
        showLock(path, visit);
        if (isNew)
            lookAtRelated(path);
        return;
    }
    if (!role.dialect && showStuck(path, visit))
        return;
    const bool wasLock = visit.dialect != nullptr;
    dropRole(visit);
    if (wasLock)
        visit.details.clear();
    visit.wanted.clear();
    descend(path, visit, othersIn(visit, isAsking ? role.dialect : nullptr, false));
    if (wasLock)
        lookAtRelated(path);
}

/// Shows a queue before its directory is listed, from its ephemeral nodes.
void LiveInspector::Walker::foresee(const std::string& path, Visit& visit)
{
    auto role = roleOf(path, visit);
    const bool isLock = role.dialect && role.dialect->isLock() && m_settings.filter.shows(role.lock);
    if (!isLock || role.dialect->certainty == Certainty::Possible)
        return;
    if (role.needs == Need::Gate) {
        seekGate(visit, *role.dialect, role.lock);
        const auto* gate = seen(role.lock + role.dialect->gate->at);
        if (!gate || !gate->listed)
            return; // once it is listed, this node is evaluated again
    }
    visit.confirmed = true;
    takeRole(path, visit, std::move(role));
    rebuild(visit);
}

/// No permission to list the children. Removes older data, which would become outdated.
void LiveInspector::Walker::loseSight(const std::string& path, Visit& visit)
{
    const bool wasLock = visit.dialect != nullptr;
    visit.names.clear();
    visit.owners.clear();
    visit.details.clear();
    visit.wanted.clear();
    visit.confirmed = false;
    dropRole(visit);
    if (!std::exchange(visit.listed, true) || wasLock)
        lookAtRelated(path); // its existence may be enough for a related directory
}

/// A persistent single-node lock, certain by its name: no session expiry ever removes it. A node with children is a
/// directory, regardless of its name.
bool LiveInspector::Walker::showStuck(const std::string& path, Visit& visit)
{
    const auto* dialect = persistentSingle(*m_settings.dialects, path, !visit.names.empty());
    if (!dialect || !m_settings.filter.shows(path))
        return false;
    if (visit.lock != path)
        dropRole(visit);
    descend(path, visit, {});
    visit.single = true;
    visit.lock = path;
    m_requests.add(Urgency::Listing, [weak = weak_from_this(), path, dialect, generation = visit.generation,
                                      due = m_due](const Task& done) {
        const auto me = weak.lock();
        if (me && me->current(path, generation))
            me->readSingle(path, *dialect, generation, [done, due] { done(); });
        else
            done();
    });
    return true;
}

/// Job queues use numbered names too, but contenders of most dialects are ephemeral: one of them decides.
bool LiveInspector::Walker::isConfirmed(const Visit& visit, const Dialect& dialect) const
{
    return visit.confirmed || std::any_of(visit.names.begin(), visit.names.end(), [&](const std::string& name) {
               return ensemble::ownerOf(visit.owners, name) && isMark(dialect.queue, name);
           });
}

/// The node is ephemeral: its parent may be a queue that needed one. True if the node is no visit of its own any more.
bool LiveInspector::Walker::confirmParent(const std::string& ephemeral)
{
    const auto path = parentOf(ephemeral);
    auto* parent = seen(path);
    if (!parent || !parent->awaited || !isMark(parent->awaited->queue, baseName(ephemeral)))
        return false;
    parent->confirmed = true;
    understand(path, *parent);
    return !seen(ephemeral);
}

/// The node has or had children, so it is no contender, whatever its name.
void LiveInspector::Walker::takeDirectory(const std::string& path)
{
    const auto name = baseName(path);
    if (!m_settings.dialects->namesContender(name))
        return;
    const auto above = parentOf(path);
    auto* parent = seen(above);
    if (!parent || !parent->listed || !parent->directories.insert(name).second)
        return;
    parent->details.erase(name);
    parent->wanted.erase(name);
    if (parent->dialect)
        understand(above, *parent);
}

void LiveInspector::Walker::takeRole(const std::string& path, Visit& visit, Role role)
{
    if (visit.lock != role.lock || visit.dialect != role.dialect)
        dropRole(visit);
    visit.dialect = role.dialect;
    visit.atGate = role.atGate;
    visit.lock = std::move(role.lock);
    const auto& part = visit.atGate ? *visit.dialect->gate : visit.dialect->queue;
    for (auto& [node, details] : visit.details)
        readPayload(details, part.payload); // this dialect may use another format
    if (visit.listed && !visit.triedWatch && !m_settings.manual) {
        visit.countedAt = m_client.executor().clock().now();
        look(path, Urgency::Change); // a lock gets a watch, where other nodes get none
    }
}

/// Removes the node's part from its lock; the lock is removed with its last part.
void LiveInspector::Walker::dropRole(Visit& visit)
{
    const auto lock = std::exchange(visit.lock, {});
    const auto* dialect = std::exchange(visit.dialect, nullptr);
    visit.atGate = false;
    if (lock.empty())
        return;
    for (const auto* part : {dialect ? &dialect->queue : nullptr, dialect ? dialect->gatePart() : nullptr}) {
        const auto* other = part ? seen(lock + part->at) : nullptr;
        if (other && other != &visit && other->lock == lock && other->dialect == dialect) {
            rebuild(*other);
            return;
        }
    }
    m_board.hide(lock);
}

/// The role of `path` can change the roles of its gate or queue, and of its children if it is a lock itself.
void LiveInspector::Walker::lookAtRelated(const std::string& path)
{
    for (const auto* dialect : m_settings.dialects->spreadOut()) {
        std::vector<std::string> related{path + dialect->queue.at};
        const auto fromQueue = lockOf(path, dialect->queue.at);
        if (dialect->gate) {
            related.push_back(path + dialect->gate->at);
            if (!fromQueue.empty())
                related.push_back(fromQueue + dialect->gate->at);
            if (const auto fromGate = lockOf(path, dialect->gate->at); !fromGate.empty())
                related.push_back(fromGate + dialect->queue.at);
        }
        for (const auto& other : related) {
            auto* visited = other == path ? nullptr : seen(other);
            if (!visited || visited->single)
                continue;
            if (visited->listed)
                understand(other, *visited);
            else if (visited->isPredicted() && !visited->dialect)
                foresee(other, *visited);
        }
    }
}

// --- what is shown -------------------------------------------------------------------------------------------------

/// The children that are not contenders of `dialect`, which may be null.
std::vector<std::string> LiveInspector::Walker::othersIn(const Visit& visit, const Dialect* dialect, bool atGate) const
{
    if (!dialect)
        return visit.names;
    const auto& scheme = (atGate ? *dialect->gate : dialect->queue).scheme;
    std::vector<std::string> others;
    std::copy_if(visit.names.begin(), visit.names.end(), std::back_inserter(others), [&](const std::string& name) {
        return visit.directories.contains(name) ||
               std::none_of(scheme.patterns.begin(), scheme.patterns.end(),
                            [&](const auto& one) { return one.pattern.match(name).has_value(); });
    });
    return others;
}

void LiveInspector::Walker::showLock(const std::string& path, Visit& visit)
{
    const std::set<std::string_view> present(visit.names.begin(), visit.names.end());
    std::erase_if(visit.details, [&](const auto& known) { return !present.contains(known.first); });
    std::erase_if(visit.wanted, [&](const auto& node) { return !present.contains(node.first); });
    rebuild(visit);
    const auto* lock = m_board.find(visit.lock);
    for (const auto& contender : lock->queue) {
        if (!contender.details && contender.atGate == visit.atGate)
            wantDetails(path, visit, contender.node);
    }
    if (visit.atGate && !lock->gateHolder.empty() && !visit.details.contains(lock->gateHolder))
        wantDetails(path, visit, lock->gateHolder);
    if (!visit.atGate && visit.dialect->gate)
        seekGate(visit, *visit.dialect, visit.lock);
    if (!visit.atGate && visit.dialect->leases.from == LeaseCount::From::Node)
        askLeases(path, visit);
    descend(path, visit, othersIn(visit, visit.dialect, visit.atGate));
}

void LiveInspector::Walker::rebuild(const Visit& visit)
{
    const auto& dialect = *visit.dialect;
    const auto part = [&](const DialectPart* which) {
        auto* directory = which ? seen(visit.lock + which->at) : nullptr;
        return directory && directory->lock == visit.lock && directory->dialect == &dialect ? directory : nullptr;
    };
    auto* queue = part(&dialect.queue);
    const auto* gate = part(dialect.gatePart());
    const auto* above = dialect.queue.at.empty() ? nullptr : seen(visit.lock);
    LockListing listing;
    listing.path = visit.lock;
    listing.dialect = &dialect;
    if (queue) {
        listing.queue = {queue->names, &queue->details, &queue->owners, &queue->directories};
        listing.leases = queue->leases;
        if (queue->listed)
            listing.queue.created = zk::createdChildren(queue->stat);
    }
    std::map<std::string, std::int64_t, std::less<>> others;
    if (queue && dialect.queue.scheme.unrecognisedQueue) {
        for (const auto& name : queue->below) {
            const auto* child = seen(joinPath(visit.lock + dialect.queue.at, name));
            if (child && child->creationId != 0)
                others.emplace(name, child->creationId);
        }
        listing.queue.othersCzxids = &others;
    }
    if (gate)
        listing.gate = {gate->names, &gate->details, &gate->owners, &gate->directories};
    if (above)
        listing.beside = above->names;
    // Predicted holders may be wrong: nodes without a session were missing.
    const bool isListed = queue && queue->listed;
    const bool wasListed = queue && std::exchange(queue->shownAsListed, isListed);
    auto lock = buildQueue(listing, wasListed ? m_board.find(visit.lock) : nullptr, visit.readAt);
    lock.polled = (queue && queue->polled) || (gate && gate->polled);
    if (queue && queue->listed)
        lock.unchangedSince = std::max(queue->unchangedSince, gate ? gate->unchangedSince : WallTime());
    const auto confirmedAt =
        std::min(queue ? queue->confirmedAt : WallTime(), gate ? gate->confirmedAt : WallTime::max());
    if (confirmedAt != WallTime())
        lock.confirmedAt = confirmedAt;
    if (queue) {
        lock.parent = queue->stat;
        lock.unlisted = queue->unlisted;
    }
    m_board.show(std::move(lock));
}

void LiveInspector::Walker::askLeases(const std::string& path, Visit& visit)
{
    if (std::exchange(visit.asksLeases, true))
        return;
    m_requests.add(Urgency::Details, [weak = weak_from_this(), path, due = m_due](const Task& done) {
        const auto me = weak.lock();
        auto* asking = me ? me->seen(path) : nullptr;
        if (!asking || !asking->dialect) {
            if (asking)
                asking->asksLeases = false;
            done();
            return;
        }
        me->m_client.get(asking->lock + asking->dialect->leases.at,
                         [weak, path, done, due](const Result<zk::NodeData>& read) {
                             if (const auto late = weak.lock())
                                 late->onLeases(path, read);
                             done();
                         });
    });
}

void LiveInspector::Walker::onLeases(const std::string& path, const Result<zk::NodeData>& read)
{
    m_board.changed();
    auto* visit = seen(path);
    if (!visit)
        return;
    visit->asksLeases = false;
    if (!visit->dialect)
        return;
    if (!read && read.error().code != ErrorCode::NoNode)
        report(path, read.error());
    const auto leases = read ? leasesIn(visit->dialect->leases, read->data) : 0;
    if (std::exchange(visit->leases, leases) != leases)
        m_stale.insert(path);
}

} // namespace lockscope::inspect
