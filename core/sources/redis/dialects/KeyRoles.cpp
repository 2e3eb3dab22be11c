// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/KeyRoles.h"

#include "core/sources/redis/dialects/OwnerName.h"

#include <array>
#include <utility>

namespace lockscope::inspect {

namespace {

/// The names for which Redisson writes `tagged`: "{name}", or the name itself if it contains "{".
std::vector<std::string> namesIn(std::string_view tagged)
{
    std::vector<std::string> names;
    if (tagged.size() > 2 && tagged.starts_with('{') && tagged.ends_with('}')) {
        const auto inner = tagged.substr(1, tagged.size() - 2);
        if (inner.find('{') == std::string_view::npos)
            names.emplace_back(inner);
    }
    if (tagged.find('{') != std::string_view::npos)
        names.emplace_back(tagged);
    return names;
}

/// What the prefix of a name says, and the rest of the name.
template <typename Meaning> struct Prefixed {
    Meaning meaning;
    std::string_view rest;
};

template <typename Meaning, std::size_t count>
std::optional<Prefixed<Meaning>> prefixOf(std::string_view name,
                                          const std::array<std::pair<std::string_view, Meaning>, count>& prefixes)
{
    for (const auto& [prefix, meaning] : prefixes) {
        if (name.starts_with(prefix))
            return Prefixed<Meaning>{meaning, name.substr(prefix.size())};
    }
    return std::nullopt;
}

/// Removes ":" and an owner from the end of `text`, and returns the owner.
std::optional<std::string> takeOwner(std::string_view& text)
{
    const auto thread = text.rfind(':');
    if (thread == std::string_view::npos || thread < uuidLength + 1)
        return std::nullopt;
    const auto owner = text.substr(thread - uuidLength);
    if (!parseOwnerName(owner) || text[thread - uuidLength - 1] != ':')
        return std::nullopt;
    text.remove_suffix(owner.size() + 1);
    return std::string(owner);
}

/// Removes ":" and the id of a request, 16 bytes in hexadecimal, from the end of `text`.
bool takeRequest(std::string_view& text)
{
    constexpr std::size_t length = 32;
    if (text.size() <= length || text[text.size() - length - 1] != ':' ||
        text.substr(text.size() - length).find_first_not_of("0123456789abcdef") != std::string_view::npos)
        return false;
    text.remove_suffix(length + 1);
    return true;
}

std::optional<KeyRole> prefixedRole(std::string_view key)
{
    using Part = KeyRole::Part;
    constexpr std::array<std::pair<std::string_view, Part>, 4> prefixes{{
        {"redisson_lock_queue:", Part::FairQueue},
        {"redisson_lock_timeout:", Part::FairDeadlines},
        {"redisson_lock_token:", Part::FencingToken},
        {"redisson_unlock_latch:", Part::UnlockLatch},
    }};
    auto found = prefixOf(key, prefixes);
    if (!found || (found->meaning == Part::UnlockLatch && !takeRequest(found->rest)))
        return std::nullopt;
    auto names = namesIn(found->rest);
    return names.empty() ? std::nullopt : std::optional(KeyRole{found->meaning, std::move(names)});
}

/// "{name}:<owner>:rwlock_timeout:<hold>".
std::optional<KeyRole> readLeaseRole(std::string_view key)
{
    constexpr std::string_view word = ":rwlock_timeout";
    const auto colon = key.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto hold = parseNumber(key.substr(colon + 1));
    auto rest = key.substr(0, colon);
    if (!hold || *hold < 1 || !rest.ends_with(word))
        return std::nullopt;
    rest.remove_suffix(word.size());
    auto owner = takeOwner(rest);
    auto names = namesIn(rest);
    if (!owner || names.empty())
        return std::nullopt;
    return KeyRole{KeyRole::Part::ReadLease, std::move(names), *std::move(owner), *hold};
}

std::optional<KeyRole> permitLeasesRole(std::string_view key)
{
    constexpr std::string_view suffix = ":timeout";
    if (!key.ends_with(suffix))
        return std::nullopt;
    key.remove_suffix(suffix.size());
    auto names = namesIn(key);
    return names.empty() ? std::nullopt : std::optional(KeyRole{KeyRole::Part::PermitLeases, std::move(names)});
}

/// Of clients of 2016: always with braces of its own.
std::optional<ChannelRole> oldChannelRole(std::string_view channel)
{
    using Family = ChannelRole::Family;
    constexpr std::array<std::pair<std::string_view, Family>, 3> prefixes{{
        {"redisson_lock__channel__{", Family::Lock},
        {"redisson_rwlock__{", Family::ReadWrite},
        {"redisson_semaphore__channel__{", Family::Semaphore},
    }};
    const auto found = prefixOf(channel, prefixes);
    if (!found || found->rest.size() < 2 || !found->rest.ends_with('}'))
        return std::nullopt;
    return ChannelRole{found->meaning, {std::string(found->rest.substr(0, found->rest.size() - 1))}, {}, true};
}

} // namespace

std::optional<KeyRole> roleOfKey(std::string_view key)
{
    if (auto role = prefixedRole(key))
        return role;
    if (auto role = readLeaseRole(key))
        return role;
    return permitLeasesRole(key);
}

std::optional<ChannelRole> roleOfChannel(std::string_view channel)
{
    if (auto old = oldChannelRole(channel))
        return old;
    using Family = ChannelRole::Family;
    constexpr std::array<std::pair<std::string_view, Family>, 3> prefixes{{
        {"redisson_lock__channel:", Family::Lock},
        {"redisson_rwlock:", Family::ReadWrite},
        {"redisson_sc:", Family::Semaphore},
    }};
    auto found = prefixOf(channel, prefixes);
    if (!found)
        return std::nullopt;
    ChannelRole role{found->meaning, {}};
    if (role.family == Family::Lock)
        role.owner = takeOwner(found->rest).value_or("");
    role.locks = namesIn(found->rest);
    return role.locks.empty() ? std::nullopt : std::optional(std::move(role));
}

} // namespace lockscope::inspect
