// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/WakeUps.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace lockscope::locks {

namespace {

/// The number of waiters that a message wakes.
std::size_t wakeCount(WakeRule rule, std::string_view message)
{
    if (rule == WakeRule::ByMessage)
        return message == "1" ? std::numeric_limits<std::size_t>::max() : 1;
    std::int64_t free = 0;
    const auto [end, error] = std::from_chars(message.data(), message.data() + message.size(), free);
    if (error != std::errc() || end != message.data() + message.size())
        return 1;
    return free > 0 ? static_cast<std::size_t>(free) : 0;
}

} // namespace

WakeUps::WakeUps(redis::Client& client)
    : m_client(client.share())
{
}

bool WakeUps::isConfirmed(const std::string& channel) const
{
    const auto found = m_channels.find(channel);
    return found != m_channels.end() && found->second.isConfirmed;
}

std::unique_ptr<WakeUps::Waiter> WakeUps::wait(const WakeChannel& channel, Task confirmed, Task woken)
{
    auto entry = std::make_shared<Entry>(Entry{std::move(confirmed), std::move(woken)});
    auto& place = m_channels[channel.name];
    place.rule = channel.rule;
    place.linger.reset();
    place.entries.push_back(entry);
    if (!place.subscription) {
        place.subscription = m_client->subscribe(
            channel.name,
            [weak = weak_from_this(), name = channel.name](const redis::Message& message) {
                if (const auto me = weak.lock())
                    me->onMessage(name, message.payload);
            },
            [weak = weak_from_this(), name = channel.name] {
                if (const auto me = weak.lock())
                    me->onConfirmed(name);
            });
    }
    return std::make_unique<Waiter>(weak_from_this(), channel.name, std::move(entry));
}

void WakeUps::onConfirmed(const std::string& name)
{
    const auto found = m_channels.find(name);
    if (found == m_channels.end())
        return;
    found->second.isConfirmed = true;
    // A callback may add waiters, which are confirmed by themselves, or remove others.
    std::vector<std::weak_ptr<Entry>> present(found->second.entries.begin(), found->second.entries.end());
    for (const auto& weak : present) {
        if (const auto entry = weak.lock())
            entry->confirmed();
    }
}

void WakeUps::onMessage(const std::string& name, std::string_view payload)
{
    if (const auto found = m_channels.find(name); found != m_channels.end())
        wake(found->second, wakeCount(found->second.rule, payload));
}

void WakeUps::wake(Channel& channel, std::size_t count)
{
    std::vector<std::weak_ptr<Entry>> chosen;
    for (const auto& entry : channel.entries) {
        if (chosen.size() >= count)
            break;
        if (!entry->isWoken) {
            entry->isWoken = true;
            chosen.push_back(entry);
        }
    }
    for (const auto& weak : chosen) {
        if (const auto entry = weak.lock())
            entry->woken();
    }
}

/// The first one behind `entry` that is not woken yet.
void WakeUps::wakeAfter(const std::string& name, const std::shared_ptr<Entry>& entry)
{
    const auto found = m_channels.find(name);
    if (found == m_channels.end())
        return;
    const auto& entries = found->second.entries;
    auto next = std::find(entries.begin(), entries.end(), entry);
    if (next == entries.end())
        return;
    next = std::find_if(std::next(next), entries.end(), [](const auto& one) { return !one->isWoken; });
    if (next == entries.end())
        return;
    const auto woken = *next;
    woken->isWoken = true;
    woken->woken();
}

void WakeUps::leave(const std::string& name, const std::shared_ptr<Entry>& entry)
{
    const auto found = m_channels.find(name);
    if (found == m_channels.end())
        return;
    auto& channel = found->second;
    std::erase(channel.entries, entry);
    if (!channel.entries.empty()) {
        if (entry->isWoken)
            wake(channel, 1);
        return;
    }
    channel.linger = m_client->executor().after(lingerTime, [weak = weak_from_this(), name] {
        const auto me = weak.lock();
        if (!me)
            return;
        const auto idle = me->m_channels.find(name);
        if (idle != me->m_channels.end() && idle->second.entries.empty()) {
            const auto ended = me->m_channels.extract(idle); // its timer is this task: destroyed last
        }
    });
}

WakeUps::Waiter::Waiter(std::weak_ptr<WakeUps> wakeUps, std::string channel, std::shared_ptr<Entry> entry)
    : m_wakeUps(std::move(wakeUps))
    , m_channel(std::move(channel))
    , m_entry(std::move(entry))
{
}

WakeUps::Waiter::~Waiter()
{
    if (const auto wakeUps = m_wakeUps.lock())
        wakeUps->leave(m_channel, m_entry);
}

void WakeUps::Waiter::tried()
{
    m_entry->isWoken = false;
}

void WakeUps::Waiter::notTried()
{
    m_entry->isWoken = true;
}

void WakeUps::Waiter::passOn()
{
    if (const auto wakeUps = m_wakeUps.lock())
        wakeUps->wakeAfter(m_channel, m_entry);
}

} // namespace lockscope::locks
