// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/serverlog/zookeeper/ServerAuditImport.h"

#include "core/base/Path.h"

#include <algorithm>

namespace lockscope::inspect {

ServerAuditImport::ServerAuditImport(std::vector<std::string> roots, std::shared_ptr<const DialectCatalogue> dialects,
                                     bool isWhole)
    : m_roots(std::move(roots))
    , m_dialects(std::move(dialects))
    , m_isWhole(isWhole)
{
}

ServerAuditImport::~ServerAuditImport() = default;

bool ServerAuditImport::isInRoots(std::string_view path) const
{
    return std::any_of(m_roots.begin(), m_roots.end(),
                       [&](const std::string& root) { return isWithin(std::string(path), root); });
}

SnapshotStep ServerAuditImport::begin(WallTime at)
{
    m_now = at;
    return step();
}

Snapshot ServerAuditImport::rest() const
{
    Snapshot rest;
    rest.session.state = SessionState::Connected;
    rest.takenAt = m_now;
    rest.complete = true;
    rest.dialects = m_dialects;
    rest.revision = m_revision;
    return rest;
}

SnapshotStep ServerAuditImport::step()
{
    ++m_revision;
    return {std::make_shared<const Snapshot>(rest()), std::exchange(m_changed, {})};
}

std::optional<SnapshotStep> ServerAuditImport::take(const AuditLine& line)
{
    m_ends.clear();
    m_now = std::max(m_now, line.at.value_or(m_now));
    bool isChanged = false;
    if (line.succeeded && line.path.size() > 1 && line.path.front() == '/' && isInRoots(line.path)) {
        if (line.operation == AuditLine::Operation::Create)
            isChanged = create(line);
        else if (line.operation == AuditLine::Operation::Delete || line.operation == AuditLine::Operation::SessionEnd)
            isChanged = remove(line);
    }
    return isChanged ? std::optional(step()) : std::nullopt;
}

bool ServerAuditImport::create(const AuditLine& line)
{
    const auto parent = parentOf(line.path);
    auto& directory = m_directories[parent];
    const auto name = baseName(line.path);
    if (!line.isEphemeral)
        m_directories[line.path].isSettled = true; // created within the log, so it has no older nodes
    ContenderDetails details;
    details.session = line.isEphemeral ? line.session : 0;
    details.createdAt = m_now;
    details.modifiedAt = m_now;
    details.host = line.ip;
    if (line.user != line.ip)
        details.client = line.user;
    if (directory.names.insert(name).second && m_dialects->mayVote(parent, name))
        ++directory.voters;
    if (line.isEphemeral)
        directory.ephemerals.insert(name);
    directory.details.insert_or_assign(name, details);
    const bool isPart = understand(parent, directory);
    if (directory.lock.empty() && line.isEphemeral && m_dialects->recogniseSingle(line.path))
        return showSingle(line.path, &details) || isPart;
    return isPart;
}

bool ServerAuditImport::remove(const AuditLine& line)
{
    const auto parent = parentOf(line.path);
    const auto found = m_directories.find(parent);
    const auto name = baseName(line.path);
    // Every server logs the end of a session; by a later log, the node may have been made again since then.
    const auto isOthers = [&](const Directory& directory) {
        const auto details = directory.details.find(name);
        return line.operation == AuditLine::Operation::SessionEnd && details != directory.details.end() &&
               details->second.session != line.session;
    };
    if (found != m_directories.end() && isOthers(found->second))
        return false;
    const auto below = m_directories.find(line.path);
    const bool wasLock = below != m_directories.end() && below->second.lock == line.path && hide(line.path);
    if (below != m_directories.end())
        m_directories.erase(below);
    if (found == m_directories.end() || found->second.names.erase(name) == 0) {
        // The end of a session is in every log, a request in one.
        const bool isRequest = line.operation == AuditLine::Operation::Delete;
        m_unknownNodes += isRequest && found != m_directories.end() && !found->second.lock.empty() ? 1 : 0;
        return wasLock;
    }
    auto& directory = found->second;
    const bool isSingle = directory.lock.empty();
    noteEnd(line, isSingle ? line.path : directory.lock, parent, name);
    directory.voters -= m_dialects->mayVote(parent, name) ? 1 : 0;
    directory.ephemerals.erase(name);
    directory.details.erase(name);
    if (isSingle)
        return hide(line.path) || wasLock;
    const bool isChanged = understand(parent, directory);
    directory.isSettled = true; // older nodes in the queue have left before it
    return isChanged || wasLock;
}

void ServerAuditImport::noteEnd(const AuditLine& line, const std::string& lock, const std::string& parent,
                                const std::string& name)
{
    const auto shown = m_locks.find(lock);
    if (shown == m_locks.end() || shown->second->queue.empty())
        return;
    const auto* contender =
        lock == line.path ? &shown->second->queue.front() : shown->second->find({shown->second->partAt(parent), name});
    if (!contender)
        return;
    LockEvent end;
    end.change = {Change::Type::Lost, lock, *contender, {}, shown->second->certainty};
    end.at = m_now;
    if (line.operation == AuditLine::Operation::Delete) {
        end.change.type = Change::Type::Deleted;
        end.by = std::make_shared<const Requester>(Requester{line.user, line.ip, line.session});
    }
    m_ends.push_back(std::move(end));
}

/// The dialect of the directory and the path of the lock that it is part of; a null dialect if it is part of none.
std::pair<const Dialect*, std::string> ServerAuditImport::recognise(const std::string& path, const Directory& directory)
{
    // A gate is recognised by the queue that it belongs to.
    std::pair<const Dialect*, std::string> owning;
    for (const auto* spread : m_dialects->spreadOut()) {
        const auto owner = spread->gate ? lockOf(path, spread->gate->at) : std::string();
        const auto queue = owner.empty() ? m_directories.end() : m_directories.find(owner + spread->queue.at);
        if (queue != m_directories.end() && queue->second.dialect == spread && queue->second.lock == owner)
            owning = {spread, owner};
    }
    if (owning.first || directory.voters == 0)
        return owning;
    const std::vector<std::string> names(directory.names.begin(), directory.names.end());
    m_comparedNames += names.size();
    DirectoryFacts facts{path, names};
    facts.before = directory.dialect;
    const auto recognised = m_dialects->recognise(facts);
    const auto* dialect = recognised.dialect;
    if (!dialect || !dialect->isLock())
        return {};
    const auto lock = dialect->queue.at.empty() ? path : lockOf(path, dialect->queue.at);
    const bool hasGate = dialect->gate && m_directories.contains(lock + dialect->gate->at);
    if ((recognised.needs == Need::Ephemeral && directory.ephemerals.empty()) ||
        (recognised.needs == Need::Gate && !hasGate) || lock.empty())
        return {};
    return {dialect, lock};
}

/// Recognises the lock that the directory is part of, by its names, and updates that lock.
bool ServerAuditImport::understand(const std::string& path, Directory& directory)
{
    const auto earlierLock = directory.lock;
    const bool isEmpty = directory.names.empty();
    const auto [dialect, lock] = isEmpty ? std::pair<const Dialect*, std::string>() : recognise(path, directory);
    if (!dialect) {
        if (earlierLock.empty())
            return false;
        if (isEmpty && directory.dialect)
            return rebuild(earlierLock, *directory.dialect); // an empty queue stays one
        directory.lock.clear();
        // The names do not identify the lock any more; its gate may.
        return directory.dialect && !directory.dialect->queue.at.empty() ? rebuild(earlierLock, *directory.dialect)
                                                                         : hide(earlierLock);
    }
    directory.dialect = dialect;
    directory.lock = lock;
    return rebuild(lock, *dialect);
}

bool ServerAuditImport::rebuild(const std::string& lock, const Dialect& dialect)
{
    const auto namesOf = [&](const DialectPart* part) -> std::pair<std::vector<std::string>, const Directory*> {
        const auto found = part ? m_directories.find(lock + part->at) : m_directories.end();
        if (found == m_directories.end())
            return {};
        return {{found->second.names.begin(), found->second.names.end()}, &found->second};
    };
    const auto [queueNames, queue] = namesOf(&dialect.queue);
    const auto [gateNames, gate] = namesOf(dialect.gatePart());
    LockListing listing;
    listing.path = lock;
    listing.dialect = &dialect;
    if (queue)
        listing.queue = {queueNames, &queue->details};
    if (gate)
        listing.gate = {gateNames, &gate->details};
    const auto before = m_locks.find(lock);
    auto built = buildQueue(listing, before == m_locks.end() ? nullptr : before->second.get(), m_now);
    if (built.queue.empty() && before == m_locks.end())
        return false;
    built.polled = !m_isWhole || !queue || !queue->isSettled;
    show(std::move(built));
    return true;
}

bool ServerAuditImport::showSingle(const std::string& path, const ContenderDetails* details)
{
    const auto before = m_locks.find(path);
    show(buildSingle(path, *m_dialects->recogniseSingle(path), details,
                     before == m_locks.end() ? nullptr : before->second.get(), m_now));
    return true;
}

void ServerAuditImport::show(Lock lock)
{
    auto shown = std::make_shared<const Lock>(std::move(lock));
    m_changed.insert_or_assign(shown->path, shown);
    m_locks.insert_or_assign(shown->path, shown);
}

bool ServerAuditImport::hide(const std::string& lock)
{
    const bool wasShown = m_locks.erase(lock) > 0;
    if (wasShown)
        m_changed.insert_or_assign(lock, nullptr);
    return wasShown;
}

} // namespace lockscope::inspect
