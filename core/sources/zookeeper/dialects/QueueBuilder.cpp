// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/queue/Revocation.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/Payload.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

namespace lockscope::inspect {

namespace {

/// The contenders of the last listing by name: avoids one linear search per contender (15,000 contenders).
class Before {
public:
    explicit Before(const Lock* lock)
        : m_known(lock != nullptr)
    {
        if (!lock)
            return;
        m_contenders.reserve(lock->queue.size());
        for (const auto& contender : lock->queue)
            m_contenders.emplace(contender.ref(), &contender);
    }

    /// Null: its node was not listed before.
    [[nodiscard]] const Contender* find(const Contender& contender) const
    {
        const auto found = m_contenders.find(contender.ref());
        if (found == m_contenders.end())
            return nullptr;
        const auto& was = *found->second;
        const bool isReplaced =
            was.details && contender.details && was.details->creationId != contender.details->creationId;
        return isReplaced ? nullptr : &was;
    }

    /// Whether the contender held in the last listing: then it holds for as long as its node exists.
    [[nodiscard]] bool holds(const Contender& contender) const
    {
        const auto* was = find(contender);
        return was && was->holds;
    }

    /// Sets when the contender was first seen, and when it acquired the lock, if it holds.
    void complete(Contender& contender, WallTime now) const
    {
        const auto* was = find(contender);
        if (was && was->firstSeenAt)
            contender.firstSeenAt = was->firstSeenAt;
        else if (now != WallTime()) // else known from the servers' list only
            contender.firstSeenAt = now;
        // Else it may have been held for a long time.
        if (contender.holds && m_known && (!was || was->holds || was->isStateKnown))
            contender.grantedAt = was && was->holds ? was->grantedAt : now;
    }

private:
    bool m_known;
    std::unordered_map<NodeRef, const Contender*> m_contenders;
};

const ContenderDetails* detailsFor(const PartListing& part, const std::string& node)
{
    if (!part.details)
        return nullptr;
    const auto known = part.details->find(node);
    return known == part.details->end() ? nullptr : &known->second;
}

queue::ParsedListing parse(const DialectPart& part, const PartListing& listing)
{
    auto parsed = queue::parseListing(part.scheme, listing.names);
    if (listing.directories && !listing.directories->empty()) {
        const auto first = std::stable_partition(
            parsed.contenders.begin(), parsed.contenders.end(),
            [&](const queue::QueueEntry& one) { return !listing.directories->contains(one.node); });
        for (auto directory = first; directory != parsed.contenders.end(); ++directory)
            parsed.foreign.push_back(directory->node);
        parsed.contenders.erase(first, parsed.contenders.end());
    }
    for (auto& contender : parsed.contenders) {
        const auto* known = detailsFor(listing, contender.node);
        if (part.isModeInPayload(contender.node)) {
            const auto mode = part.modeOf(contender.node, known);
            contender.mode = mode.value_or(LockMode::Exclusive);
            contender.isModeKnown = mode.has_value();
        }
        if (!known)
            continue;
        contender.czxid = known->creationId;
    }
    parsed.foreignCzxids = listing.othersCzxids;
    return parsed;
}

/// A directory with ordered contenders and their verdicts.
struct Judged {
    queue::ParsedListing listing;
    std::vector<queue::Decision> verdicts;

    [[nodiscard]] const std::vector<queue::QueueEntry>& contenders() const { return listing.contenders; }
};

Judged judgeGate(const LockListing& lock)
{
    Judged gate;
    if (const auto* part = lock.dialect->gatePart()) {
        gate.listing = parse(*part, lock.gate);
        gate.verdicts = queue::judge(part->scheme, gate.listing, 1);
    }
    return gate;
}

/// Whether the last node in the queue may belong to the gate's holder: assumed by name order, and certain once both
/// sessions are known.
bool lastPassedTheGate(const LockListing& lock, const queue::ParsedListing& queue, const Judged& gate)
{
    if (queue.contenders.empty() || gate.contenders().empty() || lock.dialect->queue.scheme.rule != &queue::leaseRule)
        return false;
    const auto last = std::max_element(queue.contenders.begin(), queue.contenders.end(), queue::isBefore);
    const auto* node = detailsFor(lock.queue, last->node);
    const auto* atGate = detailsFor(lock.gate, gate.contenders().front().node);
    return !node || !atGate || (node->session == atGate->session && node->creationId > atGate->creationId);
}

struct Leases {
    int shown = 0;
    Confidence known = Confidence::Unknown;
    int rule = 0; ///< the number passed to the rule
};

Leases leasesOf(const LockListing& lock, std::size_t inQueue, bool lastAtGate)
{
    const auto& count = lock.dialect->leases;
    if (count.from == LeaseCount::From::File)
        return {count.number, Confidence::Exact, count.number};
    if (lock.leases > 0)
        return {lock.leases, Confidence::Exact, lock.leases};
    const auto all = static_cast<int>(inQueue);
    if (!lock.dialect->gate)
        return {0, Confidence::Unknown, 1}; // only the first one certainly holds
    if (lastAtGate && all > 1)
        return {all - 1, Confidence::Inferred, all - 1};
    return {0, Confidence::Unknown, all};
}

/// The path prefix of a directory's names in a lock's list of unrecognised children.
std::string prefixOf(const LockListing& lock, const DialectPart& part)
{
    if (part.at.empty())
        return {};
    return (part.at.front() == '/' ? part.at.substr(1) : baseName(lock.path) + part.at) + "/";
}

void collectUnrecognised(const LockListing& lock, const std::string& prefix, std::span<const std::string> names,
                         Lock& shown)
{
    const auto& companions = lock.dialect->companions;
    for (const auto& name : names) {
        const bool belongs = std::any_of(companions.begin(), companions.end(), [&](const queue::NamePattern& pattern) {
            return pattern.match(name).has_value();
        });
        if (!belongs)
            shown.unrecognised.push_back(prefix + name);
    }
}

Contender shownAs(const queue::QueueEntry& contender, const PartListing& part)
{
    Contender shown;
    shown.mode = contender.mode;
    shown.isModeKnown = contender.isModeKnown;
    shown.node = contender.node;
    if (contender.numbered)
        shown.sequence = contender.sequence;
    if (const auto* known = detailsFor(part, contender.node)) {
        shown.details = *known;
        shown.owner = known->session;
    } else if (part.owners) {
        if (const auto* reported = ensemble::ownerOf(*part.owners, contender.node))
            shown.owner = *reported;
    }
    return shown;
}

/// The owner's identity is short, but servers accept payloads up to a megabyte.
constexpr std::size_t mostKeptOfAPayload = std::size_t(16) * 1024;

/// If each waiter waits for any holder, a full list per waiter would need waiters × holders entries.
constexpr std::size_t mostHoldersReported = 1'000;

std::vector<std::string> holdersOf(const Lock& lock)
{
    std::vector<std::string> holders;
    for (const auto& contender : lock.queue) {
        if (contender.holds)
            holders.push_back(contender.node);
    }
    return holders;
}

void showQueue(const LockListing& lock, const Judged& judged, const Before& earlier, WallTime now, Lock& shown)
{
    std::size_t reported = 0; // number of holders' names written
    for (std::size_t i = 0; i < judged.contenders().size(); ++i) {
        auto contender = shownAs(judged.contenders()[i], lock.queue);
        const auto& verdict = judged.verdicts[i];
        const bool isUndecided = std::holds_alternative<queue::Undecided>(verdict);
        contender.holds = queue::isGranted(verdict) || (isUndecided && earlier.holds(contender));
        contender.isStateKnown = contender.holds || !isUndecided;
        earlier.complete(contender, now);
        if (contender.holds) {
            shown.queue.push_back(std::move(contender));
            continue;
        }
        if (const auto* ahead = std::get_if<queue::WaitFor>(&verdict))
            contender.waitsOn.push_back(ahead->node);
        else if (const auto* each = std::get_if<queue::WaitForEach>(&verdict))
            contender.waitsOn = each->nodes;
        else if (!isUndecided && reported <= mostHoldersReported) {
            contender.waitsOn = holdersOf(shown);
            reported += contender.waitsOn.size();
        }
        shown.queue.push_back(std::move(contender));
    }
}

void showGate(const LockListing& lock, const Judged& judged, bool firstIsInQueue, const Before& earlier, WallTime now,
              Lock& shown)
{
    const bool isFull = shown.leases == 0 || shown.holders() >= shown.leases;
    for (std::size_t i = 0; i < judged.contenders().size(); ++i) {
        if (i == 0 && firstIsInQueue) {
            shown.gateHolder = judged.contenders()[i].node;
            continue;
        }
        auto contender = shownAs(judged.contenders()[i], lock.gate);
        contender.atGate = true;
        earlier.complete(contender, now);
        if (const auto* ahead = std::get_if<queue::WaitFor>(&judged.verdicts[i]))
            contender.waitsOn.push_back(ahead->node);
        else if (i == 0 && isFull)
            contender.waitsOn = holdersOf(shown);
        shown.queue.push_back(std::move(contender));
    }
}

Lock emptyLock(std::string path, const Dialect& dialect, WallTime now)
{
    Lock lock;
    lock.path = std::move(path);
    lock.dialect = dialect.id;
    lock.dialectTitle = dialect.title;
    lock.kind = dialect.kind;
    lock.certainty = dialect.certainty;
    lock.layout = dialect.layout;
    lock.watchesAhead = dialect.watchesAhead;
    lock.mayBePersistent = dialect.persistence != Persistence::Never;
    lock.isElection = isElection(lock, &dialect);
    lock.readAt = now;
    return lock;
}

} // namespace

Lock buildQueue(const LockListing& listing, const Lock* before, WallTime now)
{
    const auto& dialect = *listing.dialect;
    auto shown = emptyLock(listing.path, dialect, now);
    auto gate = judgeGate(listing);
    Judged queue{parse(dialect.queue, listing.queue), {}};
    const auto size = queue.contenders().size();
    const bool lastAtGate = lastPassedTheGate(listing, queue.listing, gate);
    const auto leases = leasesOf(listing, size, lastAtGate);
    shown.leases = leases.shown;
    shown.leasesKnown = leases.known;
    queue.verdicts = queue::judge(dialect.queue.scheme, queue.listing, leases.rule);

    shown.queue.reserve(size + gate.contenders().size());
    const Before earlier(before);
    showQueue(listing, queue, earlier, now, shown);
    const bool someoneWaits = shown.holders() < static_cast<int>(size);
    showGate(listing, gate, lastAtGate && someoneWaits, earlier, now, shown);
    if (listing.queue.created && dialect.certainty == Certainty::Certain)
        shown.counterContradiction =
            counterContradiction(dialect.queue, dialect.kind,
                                 {listing.path, listing.queue.names, listing.queue.created, listing.queue.details});
    for (std::size_t i = 0; i < shown.queue.size(); ++i)
        shown.queue[i].position = static_cast<int>(i);

    collectUnrecognised(listing, prefixOf(listing, dialect.queue), queue.listing.foreign, shown);
    if (dialect.gate)
        collectUnrecognised(listing, prefixOf(listing, *dialect.gate), gate.listing.foreign, shown);
    std::vector<std::string> beside;
    std::copy_if(listing.beside.begin(), listing.beside.end(), std::back_inserter(beside),
                 [&](const std::string& name) { return !shown.liesIn(joinPath(listing.path, name)); });
    collectUnrecognised(listing, {}, beside, shown);
    std::sort(shown.unrecognised.begin(), shown.unrecognised.end());
    return shown;
}

Lock buildQueue(std::string path, const Dialect& dialect, std::span<const std::string> children,
                const DetailsByNode& details, const Lock* before, WallTime now)
{
    LockListing listing;
    listing.path = std::move(path);
    listing.dialect = &dialect;
    listing.queue = {children, &details};
    return buildQueue(listing, before, now);
}

Lock buildSingle(std::string path, const Dialect& dialect, const ContenderDetails* details, const Lock* before,
                 WallTime now)
{
    auto lock = emptyLock(std::move(path), dialect, now);
    if (details) {
        Contender holder;
        holder.isStateKnown = !dialect.heldWhen || details->isPayloadKnown;
        holder.holds = holder.isStateKnown;
        holder.node = baseName(lock.path);
        holder.details = *details;
        holder.owner = details->session;
        Before(before).complete(holder, now);
        lock.queue.push_back(std::move(holder));
    }
    return lock;
}

ContenderDetails detailsOf(const zk::Stat& stat, std::string payload, const PayloadRule& payloads)
{
    ContenderDetails details;
    details.session = stat.ephemeralOwner;
    details.createdAt = stat.ctime;
    details.creationId = stat.czxid;
    details.version = stat.version;
    details.modifiedAt = stat.mtime;
    details.payload = std::move(payload);
    readPayload(details, payloads);
    return details;
}

ContenderDetails keptDetailsOf(const zk::Stat& stat, std::string payload, const PayloadRule& payloads)
{
    auto details = detailsOf(stat, std::move(payload), payloads);
    auto& kept = details.payload;
    const auto size = kept.size();
    if (size <= mostKeptOfAPayload)
        return details;
    auto end = mostKeptOfAPayload;
    const auto goesOn = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
    for (int back = 0; back < 3 && goesOn(kept[end]); ++back)
        --end; // does not cut inside a UTF-8 character
    kept.resize(end);
    kept.shrink_to_fit();
    details.payloadCut = static_cast<std::int32_t>(size - end);
    return details;
}

void readPayload(ContenderDetails& details, const PayloadRule& payloads)
{
    if (details.payloadCut > 0)
        return;
    auto identity = identityOf(details.payload, payloads);
    details.client = std::move(identity.client);
    details.host = std::move(identity.host);
    details.hostSource = details.host.empty() ? HostSource::None : HostSource::Payload;
}

void keepLastKnown(ContenderDetails& details, const ContenderDetails& before)
{
    const bool isSameNode = details.creationId != 0 && details.creationId == before.creationId;
    if (!isSameNode || !queue::isRevocation(details.payload) || !details.client.empty() || !details.host.empty() ||
        (before.client.empty() && before.host.empty()))
        return;
    details.client = before.client;
    details.host = before.host;
    details.hostSource = before.hostSource;
    details.isLastKnown = true;
}

bool HeldWhen::isHeld(std::string_view payload, WallTime now) const
{
    if (!pointer.empty()) {
        const auto owner = valueAt(payload, pointer);
        if (!owner || (free && free->match(*owner)))
            return false;
    }
    if (until.empty())
        return true;
    const auto end = valueAt(payload, until);
    if (!end)
        return false;
    const auto text = QString::fromStdString(*end);
    bool isNumber = false;
    const auto number = text.toLongLong(&isNumber);
    if (isNumber)
        return number > now.time_since_epoch().count();
    auto time = QDateTime::fromString(text, Qt::ISODateWithMs);
    time.setTimeZone(QTimeZone::utc());
    return time.isValid() && time.toMSecsSinceEpoch() > now.time_since_epoch().count();
}

int leasesIn(const LeaseCount& count, std::string_view data)
{
    std::uint32_t leases = 0;
    if (count.isText) {
        const auto parsed = std::from_chars(data.data(), data.data() + data.size(), leases);
        if (parsed.ec != std::errc() || parsed.ptr != data.data() + data.size())
            return 0;
    } else {
        if (data.size() != sizeof(leases))
            return 0;
        for (const char byte : data)
            leases = leases << 8 | static_cast<unsigned char>(byte);
    }
    return leases <= static_cast<std::uint32_t>(std::numeric_limits<int>::max()) ? static_cast<int>(leases) : 0;
}

} // namespace lockscope::inspect
