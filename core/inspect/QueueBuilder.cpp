// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/QueueBuilder.h"

#include "core/inspect/Payload.h"
#include "core/queue/Order.h"
#include "core/zk/Path.h"

#include <unordered_map>

namespace lockscope::inspect {

namespace {

/// The holders of the last listing by name, so that 15,000 contenders don't cost 15,000 searches.
class Before {
public:
    explicit Before(const LockQueue* lock)
        : m_known(lock != nullptr)
    {
        if (!lock)
            return;
        for (const auto& contender : lock->queue) {
            if (contender.holds)
                m_holders.emplace(contender.node, &contender);
        }
    }

    [[nodiscard]] std::optional<WallTime> grantedAt(const Contender& contender, WallTime now) const
    {
        if (!m_known)
            return std::nullopt; // it may have held for long
        const auto held = m_holders.find(contender.node);
        if (held == m_holders.end())
            return now;
        const auto& was = *held->second;
        const bool replaced = was.details && contender.details && was.details->czxid != contender.details->czxid;
        return replaced ? std::optional(now) : was.grantedAt;
    }

private:
    bool m_known;
    std::unordered_map<std::string_view, const Contender*> m_holders;
};

} // namespace

LockQueue buildQueue(std::string path, const Dialect& dialect, std::span<const std::string> children,
                     const DetailsByNode& details, const LockQueue* before, WallTime now)
{
    LockQueue lock;
    lock.path = std::move(path);
    lock.dialect = dialect.id;
    lock.dialectTitle = dialect.title;
    lock.kind = dialect.kind;
    lock.leases = dialect.leases;
    lock.readAt = now;

    auto parsed = queue::parseListing(dialect.scheme, children);
    lock.unrecognised = std::move(parsed.foreign);
    std::sort(lock.unrecognised.begin(), lock.unrecognised.end());

    auto& contenders = parsed.contenders;
    for (auto& contender : contenders) {
        if (const auto known = details.find(contender.node); known != details.end())
            contender.czxid = known->second.czxid;
    }
    queue::sortQueue(contenders);

    const Before earlier(before);
    lock.queue.reserve(contenders.size());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        Contender shown;
        shown.position = static_cast<int>(i);
        shown.mode = contenders[i].mode;
        shown.node = contenders[i].node;
        shown.sequence = contenders[i].sequence;
        if (const auto known = details.find(shown.node); known != details.end())
            shown.details = known->second;
        const auto verdict = dialect.scheme.rule(contenders, i, dialect.leases);
        shown.holds = queue::isGranted(verdict);
        if (shown.holds)
            shown.grantedAt = earlier.grantedAt(shown, now);
        else if (const auto* ahead = std::get_if<queue::WaitFor>(&verdict))
            shown.waitsOn.push_back(ahead->node);
        lock.queue.push_back(std::move(shown));
    }
    return lock;
}

LockQueue buildSingle(std::string path, const ContenderDetails* details, const LockQueue* before, WallTime now)
{
    const auto& dialect = singleNodeDialect();
    LockQueue lock;
    lock.dialect = dialect.id;
    lock.dialectTitle = dialect.title;
    lock.kind = dialect.kind;
    lock.readAt = now;
    if (details) {
        Contender holder;
        holder.holds = true;
        holder.node = zk::baseName(path);
        holder.details = *details;
        holder.grantedAt = Before(before).grantedAt(holder, now);
        lock.queue.push_back(std::move(holder));
    }
    lock.path = std::move(path);
    return lock;
}

ContenderDetails detailsOf(const zk::Stat& stat, std::string payload)
{
    ContenderDetails details;
    details.session = stat.ephemeralOwner;
    details.createdAt = stat.ctime;
    details.czxid = stat.czxid;
    details.version = stat.version;
    auto identity = identityOf(payload);
    details.client = std::move(identity.client);
    details.host = std::move(identity.host);
    details.hostSource = details.host.empty() ? HostSource::None : HostSource::Payload;
    details.payload = std::move(payload);
    return details;
}

} // namespace lockscope::inspect
