// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The visit of one node: its requests, their replies, and the visits of its children.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/sources/zookeeper/discovery/ListingLimit.h"
#include "core/zk/CreateCounter.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace lockscope::inspect {

namespace {

/// A proxy may limit the size of a reply. A listing with at least this many children is not repeated if two connections
/// in a row ended with it.
constexpr std::int32_t suspiciousChildren = 4'000;
constexpr int mostLosses = 2;

/// ZooKeeper's own nodes: no locks there, and mostly unreadable.
constexpr std::string_view systemPath = "/zookeeper";

/// No ensemble adds thousands of children to a small directory within this time.
constexpr auto countHolds = std::chrono::milliseconds(500);
constexpr auto totalHolds = std::chrono::seconds(5);

} // namespace

bool LiveInspector::Walker::isRoot(const std::string& path) const
{
    return std::find(m_settings.roots.begin(), m_settings.roots.end(), path) != m_settings.roots.end();
}

void LiveInspector::Walker::visit(const std::string& path)
{
    const auto [found, isNew] = m_visits.try_emplace(path);
    if (!isNew)
        return;
    found->second.due = m_due;
    look(path, m_due ? Urgency::Listing : Urgency::Change);
}

LiveInspector::Walker::Visit* LiveInspector::Walker::current(const std::string& path, std::uint64_t generation)
{
    const auto found = m_visits.find(path);
    return found != m_visits.end() && found->second.generation == generation ? &found->second : nullptr;
}

void LiveInspector::Walker::look(const std::string& path, Urgency urgency)
{
    auto* visit = seen(path);
    if (!visit)
        return; // left out meanwhile
    if (visit->open) {
        visit->again = true;
        return;
    }
    visit->open = true;
    visit->generation = ++m_generation;
    addLook(path, *visit, urgency);
}

void LiveInspector::Walker::addLook(const std::string& path, const Visit& visit, Urgency urgency)
{
    const bool confirms = urgency == Urgency::Listing && visit.isShownUnlisted();
    m_requests.add(confirms ? Urgency::Confirming : urgency,
                   [weak = weak_from_this(), path, urgency, confirms, generation = visit.generation](const Task& done) {
                       const auto me = weak.lock();
                       auto* asked = me ? me->current(path, generation) : nullptr;
                       if (asked && urgency == Urgency::Listing && asked->isShownUnlisted() && !confirms) {
                           // It is shown meanwhile: other requests are more urgent.
                           me->addLook(path, *asked, urgency);
                           asked = nullptr;
                       }
                       if (asked && me->isLeftOut(*asked)) {
                           me->m_visits.erase(path);
                           asked = nullptr;
                       }
                       if (!asked)
                           done();
                       else if (me->isSurelyListable(path, *asked) && !me->isRoot(path))
                           me->askNames(path, *asked, done);
                       else
                           me->askStat(path, generation, done);
                   });
}

/// A watch fires at the first change after the last listing, so its count is off by one at most. A directory has at
/// most as many children as the ensemble has nodes, less the ephemeral nodes of other directories and these
/// directories.
bool LiveInspector::Walker::isSurelyListable(const std::string& path, const Visit& visit) const
{
    const auto now = m_client.executor().clock().now();
    if (visit.losses > 0)
        return false;
    if (m_persistentNodes && !visit.listed && now - m_countedAt < totalHolds) {
        const auto below = m_directoriesBelow.find(path);
        const auto elsewhere = m_directories - (below == m_directoriesBelow.end() ? 0 : below->second);
        if (*m_persistentNodes - elsewhere + static_cast<std::int64_t>(visit.owners.size()) < mostListableChildren)
            return true;
    }
    return visit.listed && !visit.single && visit.children < suspiciousChildren && visit.countedAt != SteadyTime() &&
           now - visit.countedAt < countHolds;
}

void LiveInspector::Walker::askStat(const std::string& path, std::uint64_t generation, const Task& done)
{
    auto reply = [weak = weak_from_this(), path, generation, done](const Result<std::optional<zk::Stat>>& stat) {
        const auto me = weak.lock();
        auto* visit = me ? me->current(path, generation) : nullptr;
        if (visit)
            me->onStat(path, *visit, stat, done);
        else
            done();
    };
    if (!isRoot(path)) {
        m_client.exists(path, std::move(reply));
        return;
    }
    m_visits.at(path).rootWatch = m_client.exists(
        path,
        [weak = weak_from_this(), path](const zk::WatchEvent&) {
            const auto me = weak.lock();
            if (me && me->m_visits.contains(path))
                me->look(path);
        },
        std::move(reply));
}

/// Contenders of some dialects wait for children that are no contenders: whether they do depends on which is older.
void LiveInspector::Walker::takeStat(const std::string& path, Visit& visit, const zk::Stat& stat)
{
    seeClock(stat);
    visit.isEphemeral = stat.ephemeralOwner != 0;
    if (std::exchange(visit.creationId, stat.czxid) == stat.czxid)
        return;
    const auto above = parentOf(path);
    const auto* parent = seen(above);
    if (parent && parent->dialect && parent->dialect->queue.scheme.unrecognisedQueue)
        m_stale.insert(above);
}

void LiveInspector::Walker::onStat(const std::string& path, Visit& visit, const Result<std::optional<zk::Stat>>& stat,
                                   const Task& done)
{
    const QScopedValueRollback scope(m_due, visit.due);
    if (!stat) {
        report(path, stat.error());
        if (stat.error().code == ErrorCode::NoAuth) // as of its listing
            loseSight(path, visit);
        answered(path, visit);
        done();
    } else if (!*stat) {
        if (isRoot(path)) {
            report(path, {ErrorCode::NoNode, "exists", path, {}});
            dropRole(visit);
            answered(path, visit);
        } else {
            forget(path);
        }
        done();
    } else if (takeStat(path, visit, **stat); visit.isEphemeral) {
        onEphemeral(path, done);
    } else if ((*stat)->numChildren > mostListableChildren || visit.losses >= mostLosses) {
        report(path,
               {ErrorCode::TooLarge, "getChildren", path,
                visit.losses >= mostLosses
                    ? phrase("the connection was lost twice while its %1 children were listed. To try again, refresh",
                             (*stat)->numChildren)
                    : phrase("it has %1 children, more than Lockscope lists. Remove nodes that are not needed, or "
                             "distribute the nodes over several directories",
                             (*stat)->numChildren)});
        visit.polled = true;
        if (visit.dialect)
            rebuild(visit); // keeps the last queue, marked as not watched
        answered(path, visit);
        done();
    } else if ((*stat)->numChildren == 0 && !mayWatch(visit)) {
        visit.triedWatch = false;
        visit.polled = !m_settings.manual;
        onNames(path, visit, zk::Listing{{}, **stat});
        done();
    } else {
        visit.children = (*stat)->numChildren;
        m_requests.charge();
        askNames(path, visit, done);
    }
}

void LiveInspector::Walker::askNames(const std::string& path, Visit& visit, const Task& done)
{
    visit.countedAt = {};
    takeWatch(path, visit);
    visit.polled = visit.watchedBy == WatchSessions::none && !m_settings.manual;
    const auto synced = m_syncedAt.find(std::max(visit.watchedBy, 0));
    const auto syncedAt = synced == m_syncedAt.end() ? WallTime() : synced->second;
    auto reply = [weak = weak_from_this(), path, generation = visit.generation, done,
                  syncedAt](Result<zk::Listing> listing) {
        const auto me = weak.lock();
        auto* asked = me ? me->current(path, generation) : nullptr;
        if (asked && listing && listing->stat.ephemeralOwner != 0) {
            me->giveWatch(path, *asked);
            asked->watch.reset();
            me->takeStat(path, *asked, listing->stat);
            me->onEphemeral(path, done);
            return;
        }
        if (asked) {
            asked->confirmedAt = syncedAt;
            me->onNames(path, *asked, std::move(listing));
        }
        done();
    };
    visit.listedAt = m_client.executor().clock().now();
    if (visit.watchedBy == WatchSessions::none) {
        m_client.list(path, std::move(reply));
        return;
    }
    visit.watch = m_sessions.client(visit.watchedBy)
                      .list(
                          path,
                          [weak = weak_from_this(), path](const zk::WatchEvent&) {
                              if (const auto me = weak.lock())
                                  me->onChange(path);
                          },
                          std::move(reply));
}

/// Ephemeral nodes have no children.
void LiveInspector::Walker::onEphemeral(const std::string& path, const Task& done)
{
    const QScopedValueRollback scope(m_due, m_visits.at(path).due);
    if (confirmParent(path))
        done();
    else
        askSingle(path, m_visits.at(path), done);
}

void LiveInspector::Walker::askSingle(const std::string& path, Visit& visit, const Task& done)
{
    const QScopedValueRollback scope(m_due, visit.due);
    const auto& catalogue = *m_settings.dialects;
    const auto* parent = seen(parentOf(path));
    const bool isNoLock = parent && parent->noLocks && isMark(parent->noLocks->queue, baseName(path));
    const auto* dialect = isNoLock ? nullptr : catalogue.recogniseSingle(path);
    if (!dialect) {
        answered(path, visit);
        done();
        return;
    }
    if (visit.lock != path)
        dropRole(visit);
    visit.single = true;
    visit.lock = path;
    m_requests.charge();
    readSingle(path, *dialect, visit.generation, done);
}

void LiveInspector::Walker::readSingle(const std::string& path, const Dialect& dialect, std::uint64_t generation,
                                       const Task& done)
{
    const auto synced = m_syncedAt.find(0);
    const auto syncedAt = synced == m_syncedAt.end() ? WallTime() : synced->second;
    m_client.get(path, [weak = weak_from_this(), path, dialect = &dialect, generation, done,
                        syncedAt](Result<zk::NodeData> read) {
        const auto me = weak.lock();
        auto* asked = me ? me->current(path, generation) : nullptr;
        if (asked)
            asked->confirmedAt = syncedAt;
        if (asked && !read && read.error().code == ErrorCode::NoAuth) {
            // No permission to read the payload; exists() of older servers still returns the owner.
            me->m_client.exists(path,
                                [weak, path, dialect, generation, done](const Result<std::optional<zk::Stat>>& stat) {
                                    const auto late = weak.lock();
                                    if (auto* visit = late ? late->current(path, generation) : nullptr) {
                                        std::optional<ContenderDetails> details;
                                        if (stat && *stat) {
                                            details = detailsOf(**stat, {});
                                            details->isPayloadKnown = false;
                                        }
                                        late->showSingle(path, *visit, *dialect, std::move(details));
                                        if (!stat)
                                            late->report(path, stat.error());
                                    }
                                    done();
                                });
            return;
        }
        if (asked && !read && read.error().code != ErrorCode::NoNode) {
            me->report(path, read.error());
            me->answered(path, *asked);
        } else if (asked) {
            if (read)
                me->seeClock(read->stat);
            asked->isHeld = !read || !dialect->heldWhen ||
                            dialect->heldWhen->isHeld(read->data, me->m_client.executor().clock().wallNow());
            me->showSingle(path, *asked, *dialect,
                           read
                               ? std::optional(keptDetailsOf(read->stat, std::move(read->data), dialect->queue.payload))
                               : std::nullopt);
        }
        done();
    });
}

/// `details`: nullopt if the node does not exist.
void LiveInspector::Walker::showSingle(const std::string& path, Visit& visit, const Dialect& dialect,
                                       std::optional<ContenderDetails> details)
{
    m_board.settle(path);
    if (!visit.isHeld) {
        m_board.hide(path);
    } else {
        const auto* before = m_board.find(path);
        if (details && before && !before->queue.empty() && before->queue.front().details)
            keepLastKnown(*details, *before->queue.front().details);
        auto lock =
            buildSingle(path, dialect, details ? &*details : nullptr, before, m_client.executor().clock().wallNow());
        if (visit.confirmedAt != WallTime())
            lock.confirmedAt = visit.confirmedAt;
        m_board.show(std::move(lock));
    }
    answered(path, visit);
}

void LiveInspector::Walker::onNames(const std::string& path, Visit& visit, Result<zk::Listing> listing)
{
    const QScopedValueRollback scope(m_due, visit.due);
    if (!listing) {
        const bool isOwnSession = visit.watchedBy <= 0;
        giveWatch(path, visit); // a failed listing sets no watch
        if (isOutcomeUnknown(listing.error()) && visit.children >= suspiciousChildren)
            ++visit.losses; // this reply may have broken the connection
        if (!isOwnSession && (isSessionFatal(listing.error()) || listing.error().code == ErrorCode::NoNode)) {
            m_again.insert(path); // the session has ended, or its server lags behind and does not have the node yet
            answered(path, visit);
            return;
        }
        if (listing.error().code == ErrorCode::NoNode && !isRoot(path)) {
            forget(path);
            return;
        }
        report(path, listing.error());
        if (listing.error().code == ErrorCode::NoAuth) {
            loseSight(path, visit);
        } else if (m_board.hasProblem(path) && visit.dialect) {
            visit.polled = true;
            rebuild(visit);
        }
        answered(path, visit);
        return;
    }
    m_board.settle(path);
    takeStat(path, visit, listing->stat);
    visit.single = false;
    visit.losses = 0;
    visit.forgetOwners();
    const auto now = m_client.executor().clock().wallNow();
    // A created or deleted child changes the directory's pzxid.
    if (!visit.listed || visit.stat.czxid != listing->stat.czxid || visit.stat.pzxid != listing->stat.pzxid)
        visit.unchangedSince = now;
    visit.unlisted += unlistedSince(visit, *listing);
    visit.names = std::move(listing->names);
    if (!visit.directories.empty()) {
        const std::set<std::string_view> present(visit.names.begin(), visit.names.end());
        std::erase_if(visit.directories, [&](const std::string& name) { return !present.contains(name); });
    }
    visit.stat = listing->stat;
    visit.children = listing->stat.numChildren;
    m_empty.set(path, visit.names.empty() && visit.stat.cversion > 0);
    takeSize(path, visit);
    if (!visit.names.empty() || visit.stat.cversion > 0)
        takeDirectory(path);
    visit.readAt = now;
    visit.soughtGate = false;
    const bool isFirst = !std::exchange(visit.listed, true);
    understand(path, visit);
    if (isFirst)
        lookAtRelated(path); // another directory of the same lock may depend on this one
    if (visit.isLock() && std::exchange(visit.isSpare, false))
        --m_spares;
    answered(path, visit);
}

/// How many children were created since the visit's listing and are not in the new one.
std::int32_t LiveInspector::Walker::unlistedSince(const Visit& visit, const zk::Listing& listing)
{
    if (!visit.listed || !visit.isLock() || visit.stat.czxid != listing.stat.czxid)
        return 0;
    const auto created = zk::createdChildren(listing.stat) - zk::createdChildren(visit.stat);
    if (created == 0 || created > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
        return 0; // the second: this server lags behind the earlier one
    const std::unordered_set<std::string_view> known(visit.names.begin(), visit.names.end());
    const auto isNew = [&](const std::string& name) { return !known.contains(name); };
    const auto listed = std::count_if(listing.names.begin(), listing.names.end(), isNew);
    return static_cast<std::int32_t>(std::max<std::int64_t>(std::int64_t(created) - listed, 0));
}

/// Java clients cannot list a larger directory, whatever it is for.
void LiveInspector::Walker::takeSize(const std::string& path, const Visit& visit)
{
    std::size_t bytes = 0;
    for (const auto& name : visit.names)
        bytes += name.size() + listedNameOverhead;
    if (bytes >= listingLimitBytes / 2)
        m_large.insert_or_assign(path, LargeDirectory{path, visit.children, static_cast<std::int64_t>(bytes)});
    else
        m_large.erase(path);
}

void LiveInspector::Walker::answered(const std::string& path, Visit& visit)
{
    visit.open = false;
    if (!m_again.contains(path))
        visit.due.reset();
    if (std::exchange(visit.again, false))
        look(path, Urgency::Change);
    m_board.changed();
}

void LiveInspector::Walker::descend(const std::string& path, Visit& visit, const std::vector<std::string>& children)
{
    std::set<std::string, std::less<>> wanted(children.begin(), children.end());
    if (path == "/")
        wanted.erase(baseName(systemPath));
    std::erase_if(wanted, [&](const std::string& name) { return !m_settings.filter.visits(joinPath(path, name)); });
    std::vector<std::string> gone;
    std::set_difference(visit.below.begin(), visit.below.end(), wanted.begin(), wanted.end(), std::back_inserter(gone));
    const auto before = std::exchange(visit.below, wanted);
    // `visit` stays valid: std::map keeps its place when other entries change.
    for (const auto& name : gone)
        forget(joinPath(path, name));
    for (const auto& name : wanted) {
        const auto child = joinPath(path, name);
        const auto known = m_visits.find(child);
        if (known != m_visits.end() && known->second.single) {
            look(child, m_due ? Urgency::Listing : Urgency::Change); // its name stays when the holder changes
        } else if (known == m_visits.end() && mayDescend(!before.contains(name))) {
            this->visit(child);
            m_visits.at(child).isWalked = true;
        }
    }
}

void LiveInspector::Walker::forget(const std::string& path)
{
    const auto found = m_visits.find(path);
    if (found == m_visits.end())
        return;
    const auto below = std::exchange(found->second.below, {});
    giveWatch(path, found->second);
    m_empty.set(path, false);
    m_large.erase(path);
    auto gone = m_visits.extract(found);
    m_board.settle(path);
    const auto* dialect = gone.mapped().dialect;
    const auto gate = dialect && dialect->gate && !gone.mapped().atGate ? gone.mapped().lock + dialect->gate->at : "";
    dropRole(gone.mapped());
    for (const auto& name : below)
        forget(joinPath(path, name));
    if (!gate.empty() && !isInRoots(gate))
        forget(gate); // it was only visited for this node
    lookAtRelated(path);
    m_board.changed();
}

void LiveInspector::Walker::report(const std::string& path, const Error& error)
{
    if (isSessionFatal(error))
        return; // the session state reports it, and everything is read again afterwards
    if (isRetryable(error)) {
        m_again.insert(path); // after a disconnect it is read again; from a busy server, at the next tick
        return;
    }
    m_log.write(LogLevel::Info, "inspect", describe(error));
    m_board.report(path, error);
}

} // namespace lockscope::inspect
