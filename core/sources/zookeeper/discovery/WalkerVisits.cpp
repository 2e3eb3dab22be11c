// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The visit of one node: its requests, their replies, and the visits of its children.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/sources/zookeeper/discovery/ListingLimit.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// With longer names fewer children exceed the limit. A listing with at least this many children is not repeated if the
/// connection ended with it.
constexpr std::int32_t suspiciousChildren = 4'000;

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
    if (m_visits.try_emplace(path).second)
        look(path);
}

LiveInspector::Walker::Visit* LiveInspector::Walker::current(const std::string& path, std::uint64_t generation)
{
    const auto found = m_visits.find(path);
    return found != m_visits.end() && found->second.generation == generation ? &found->second : nullptr;
}

void LiveInspector::Walker::look(const std::string& path)
{
    auto& visit = m_visits.at(path);
    if (visit.open) {
        visit.again = true;
        return;
    }
    visit.open = true;
    visit.generation = ++m_generation;
    addLook(path, visit);
}

void LiveInspector::Walker::addLook(const std::string& path, const Visit& visit)
{
    const bool confirms = visit.isPredicted();
    m_requests.add(confirms ? RequestQueue::Urgency::Confirming : RequestQueue::Urgency::Listing,
                   [weak = weak_from_this(), path, confirms, generation = visit.generation](const Task& done) {
                       const auto me = weak.lock();
                       auto* asked = me ? me->current(path, generation) : nullptr;
                       if (asked && asked->isPredicted() && !confirms) {
                           me->addLook(path, *asked); // its list is known meanwhile: other requests are more urgent
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

void LiveInspector::Walker::onStat(const std::string& path, Visit& visit, const Result<std::optional<zk::Stat>>& stat,
                                   const Task& done)
{
    if (!stat) {
        report(path, stat.error());
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
    } else if ((*stat)->ephemeralOwner != 0) {
        if (confirmParent(path))
            done();
        else
            askSingle(path, visit, done); // ephemeral nodes have no children
    } else if ((*stat)->numChildren > std::min(mostListableChildren, visit.listable)) {
        report(path, {ErrorCode::TooLarge, "getChildren", path,
                      phrase("%1 children: a listing would exceed the server's packet limit. Remove nodes that are not "
                             "needed, or distribute the nodes over several directories",
                             (*stat)->numChildren)});
        visit.polled = true;
        if (visit.dialect)
            rebuild(visit); // keeps the last queue, marked as not watched
        answered(path, visit);
        done();
    } else {
        visit.children = (*stat)->numChildren;
        askNames(path, visit, done);
    }
}

void LiveInspector::Walker::askNames(const std::string& path, Visit& visit, const Task& done)
{
    auto reply = [weak = weak_from_this(), path, generation = visit.generation, done](Result<zk::Listing> listing) {
        const auto me = weak.lock();
        auto* asked = me ? me->current(path, generation) : nullptr;
        if (asked && listing && listing->stat.ephemeralOwner != 0) {
            me->giveWatch(path, *asked);
            me->askSingle(path, *asked, done); // another node has replaced the directory
            return;
        }
        if (asked)
            me->onNames(path, *asked, std::move(listing));
        done();
    };
    visit.countedAt = {};
    takeWatch(path, visit);
    visit.polled = visit.watchedBy == WatchSessions::none && !m_settings.manual;
    if (visit.watchedBy == WatchSessions::none) {
        m_client.list(path, std::move(reply));
        return;
    }
    visit.watch = m_sessions.client(visit.watchedBy)
                      .list(
                          path,
                          [weak = weak_from_this(), path](const zk::WatchEvent&) {
                              const auto me = weak.lock();
                              if (!me)
                                  return;
                              const auto found = me->m_visits.find(path);
                              if (found == me->m_visits.end())
                                  return;
                              me->giveWatch(path, found->second);
                              found->second.countedAt = me->m_client.executor().clock().now();
                              me->m_board.countEvent();
                              me->look(path);
                          },
                          std::move(reply));
}

void LiveInspector::Walker::askSingle(const std::string& path, Visit& visit, const Task& done)
{
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
    readSingle(path, *dialect, visit.generation, done);
}

void LiveInspector::Walker::readSingle(const std::string& path, const Dialect& dialect, std::uint64_t generation,
                                       const Task& done)
{
    m_client.get(
        path, [weak = weak_from_this(), path, dialect = &dialect, generation, done](Result<zk::NodeData> read) {
            const auto me = weak.lock();
            if (auto* asked = me ? me->current(path, generation) : nullptr) {
                if (read || read.error().code == ErrorCode::NoNode) {
                    const bool isHeld =
                        read && (!dialect->heldWhen ||
                                 dialect->heldWhen->isHeld(read->data, me->m_client.executor().clock().wallNow()));
                    if (read && !isHeld) {
                        me->m_board.hide(path);
                        me->m_board.settle(path);
                        me->answered(path, *asked);
                        done();
                        return;
                    }
                    auto details =
                        read ? std::optional(keptDetailsOf(read->stat, std::move(read->data), dialect->queue.payload))
                             : std::nullopt;
                    const auto* before = me->m_board.find(path);
                    if (details && before && !before->queue.empty() && before->queue.front().details)
                        keepLastKnown(*details, *before->queue.front().details);
                    me->m_board.show(buildSingle(path, *dialect, details ? &*details : nullptr, me->m_board.find(path),
                                                 me->m_client.executor().clock().wallNow()));
                    me->m_board.settle(path);
                } else {
                    me->report(path, read.error());
                }
                me->answered(path, *asked);
            }
            done();
        });
}

void LiveInspector::Walker::onNames(const std::string& path, Visit& visit, Result<zk::Listing> listing)
{
    if (!listing) {
        const bool isOwnSession = visit.watchedBy <= 0;
        giveWatch(path, visit); // a failed listing sets no watch
        if (isOutcomeUnknown(listing.error()) && visit.children >= suspiciousChildren)
            visit.listable = visit.children - 1; // this reply may have broken the connection
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
    visit.single = false;
    visit.forgetOwners();
    const auto now = m_client.executor().clock().wallNow();
    // A created or deleted child changes the directory's pzxid.
    if (!visit.listed || visit.stat.czxid != listing->stat.czxid || visit.stat.pzxid != listing->stat.pzxid)
        visit.unchangedSince = now;
    visit.names = std::move(listing->names);
    if (!visit.directories.empty()) {
        const std::set<std::string_view> present(visit.names.begin(), visit.names.end());
        std::erase_if(visit.directories, [&](const std::string& name) { return !present.contains(name); });
    }
    visit.stat = listing->stat;
    visit.children = listing->stat.numChildren;
    countEmpty(path, visit.names.empty() && visit.stat.cversion > 0);
    if (!visit.names.empty() || visit.stat.cversion > 0)
        takeDirectory(path);
    visit.readAt = now;
    visit.soughtGate = false;
    const bool isFirst = !std::exchange(visit.listed, true);
    understand(path, visit);
    if (isFirst)
        lookAtRelated(path); // another directory of the same lock may depend on this one
    answered(path, visit);
}

void LiveInspector::Walker::answered(const std::string& path, Visit& visit)
{
    visit.open = false;
    if (std::exchange(visit.again, false))
        look(path);
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
    visit.below = wanted;
    // `visit` stays valid: std::map keeps its place when other entries change.
    for (const auto& name : gone)
        forget(joinPath(path, name));
    for (const auto& name : wanted) {
        const auto child = joinPath(path, name);
        const auto known = m_visits.find(child);
        if (known == m_visits.end())
            this->visit(child);
        else if (known->second.single)
            look(child); // the name stays the same when the holder changes
    }
}

void LiveInspector::Walker::forget(const std::string& path)
{
    const auto found = m_visits.find(path);
    if (found == m_visits.end())
        return;
    const auto below = std::exchange(found->second.below, {});
    giveWatch(path, found->second);
    countEmpty(path, false);
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
