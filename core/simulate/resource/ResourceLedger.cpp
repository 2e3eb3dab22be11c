// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/resource/ResourceLedger.h"

#include "core/base/Phrase.h"
#include "core/zk/Values.h"

#include <algorithm>

namespace lockscope::console {

namespace {

Error nonsense(const Visit& visit, std::string sentence)
{
    return {ErrorCode::BadArguments, phraseLater("use the guarded resource"), visit.path, std::move(sentence)};
}

Error rejected(const Visit& visit, std::string sentence)
{
    return {ErrorCode::Refused, phraseLater("use the guarded resource"), visit.path, std::move(sentence)};
}

} // namespace

Result<void> ResourceLedger::take(const Visit& visit, SteadyTime at)
{
    auto& place = m_places.try_emplace(visit.path, visit.admission).first->second;
    if (place.inside.admission() != visit.admission)
        return failure(
            nonsense(visit, phrase("%1 uses this lock with a different kind or number of leases than earlier clients",
                                   visit.client)));
    switch (visit.what) {
    case Visit::What::Enter:
        return enter(place, visit, at);
    case Visit::What::Write:
        return write(place, visit);
    case Visit::What::Leave:
        break;
    }
    if (!place.inside.isInside(visit.client))
        return failure(nonsense(visit, phrase("%1 leaves the resource without entering first", visit.client)));
    place.inside.leave(visit.client, visit.writes);
    endOverlaps(place, at);
    return {};
}

Result<void> ResourceLedger::enter(Place& place, const Visit& visit, SteadyTime at)
{
    ++m_counts.entries;
    noteToken(place, visit);
    if (!place.inside.enter(visit.client, visit.writes))
        noteOverlap(place, visit.path, at);
    return {};
}

Result<void> ResourceLedger::write(Place& place, const Visit& visit)
{
    if (!place.inside.isInside(visit.client)) {
        ++m_counts.rejected;
        return failure(rejected(visit, phrase("%1 writes to the resource without entering first", visit.client)));
    }
    if (isStale(place, visit)) {
        ++m_counts.unfenced;
        if (m_guarded) {
            ++m_counts.rejected;
            const auto newest = toHex(std::max(place.newestToken, place.newestWriterToken));
            return failure(rejected(
                visit,
                phrase("the fencing token %1 of %2 is older than %3, the token of a later holder: the lock is lost",
                       toHex(visit.token), visit.client, newest)));
        }
    }
    ++m_counts.accepted;
    noteToken(place, visit);
    return {};
}

bool ResourceLedger::isStale(const Place& place, const Visit& visit)
{
    if (place.inside.admission().most > 1)
        return false;
    return visit.token < (visit.writes ? place.newestToken : place.newestWriterToken);
}

void ResourceLedger::noteToken(Place& place, const Visit& visit)
{
    place.newestToken = std::max(place.newestToken, visit.token);
    if (visit.writes)
        place.newestWriterToken = std::max(place.newestWriterToken, visit.token);
}

void ResourceLedger::noteOverlap(Place& place, const std::string& path, SteadyTime at)
{
    ++m_counts.overlaps;
    if (m_overlaps.size() == mostOverlaps)
        return;
    place.crowded.push_back(m_overlaps.size());
    m_overlaps.push_back({path, place.inside.clients(), at, std::nullopt});
}

void ResourceLedger::endOverlaps(Place& place, SteadyTime at)
{
    if (place.inside.isCrowded())
        return;
    for (const auto index : place.crowded)
        m_overlaps[index].end = at;
    place.crowded.clear();
}

void ResourceLedger::forget(const std::string& client, SteadyTime at)
{
    for (auto& [path, place] : m_places) {
        while (place.inside.isInside(client)) {
            place.inside.leave(client, true);
            place.inside.leave(client, false);
        }
        endOverlaps(place, at);
    }
}

std::vector<std::string> ResourceLedger::inside(const std::string& path) const
{
    const auto found = m_places.find(path);
    return found == m_places.end() ? std::vector<std::string>() : found->second.inside.clients();
}

} // namespace lockscope::console
