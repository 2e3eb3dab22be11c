// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/SentinelReplies.h"

#include "core/base/Phrase.h"

#include <array>
#include <charconv>

namespace lockscope::redis {

namespace {

template <typename Number> std::optional<Number> decimalNumberIn(std::string_view text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<Address> sentinelAddress(std::string_view host, std::string_view port)
{
    const auto number = decimalNumberIn<std::uint16_t>(port);
    if (host.empty() || !number || *number == 0)
        return std::nullopt;
    return Address{std::string(host), *number, {}};
}

/// The value of `name` in a list of names and values.
std::string_view namedField(const Value& reply, std::string_view name)
{
    const auto& items = reply.items();
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        if (items[i].text() == name)
            return items[i + 1].text();
    }
    return {};
}

tl::unexpected<Error> sentinelReplyError(const Value& reply, const char* operation)
{
    if (!reply.isError())
        return failure(ErrorCode::System, operation, {}, phrase("the server sent an unexpected reply"));
    const auto code = reply.errorCode();
    const bool isDenied = code == "NOPERM" || code == "NOAUTH";
    return failure(isDenied ? ErrorCode::NoAuth : ErrorCode::NoConnection, operation, {}, reply.text());
}

} // namespace

Result<std::optional<Address>> parseMasterAddress(const Value& reply)
{
    if (reply.isNil())
        return std::optional<Address>();
    const auto& items = reply.items();
    if (items.size() == 2) {
        if (auto address = sentinelAddress(items[0].text(), items[1].text()))
            return address;
    }
    return sentinelReplyError(reply, phraseLater("ask a Sentinel for the master"));
}

std::optional<std::int64_t> parseConfigEpoch(const Value& reply)
{
    return decimalNumberIn<std::int64_t>(namedField(reply, "config-epoch"));
}

std::vector<NamedSentinel> parseSentinels(const Value& reply)
{
    std::vector<NamedSentinel> sentinels;
    for (const auto& item : reply.items()) {
        if (auto address = sentinelAddress(namedField(item, "ip"), namedField(item, "port")))
            sentinels.push_back({std::move(*address), std::string(namedField(item, "runid"))});
    }
    return sentinels;
}

std::optional<SwitchMaster> parseSwitchMaster(std::string_view payload)
{
    std::array<std::string_view, 4> words; // from, its port, to, its port
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        const auto space = payload.rfind(' ');
        if (space == std::string_view::npos)
            return std::nullopt;
        *word = payload.substr(space + 1);
        payload = payload.substr(0, space);
    }
    const auto from = sentinelAddress(words[0], words[1]);
    const auto to = sentinelAddress(words[2], words[3]);
    if (payload.empty() || !from || !to)
        return std::nullopt;
    return SwitchMaster{std::string(payload), *from, *to};
}

Result<Role> parseRole(const Value& reply)
{
    const auto& items = reply.items();
    const auto word = items.empty() ? std::string_view() : std::string_view(items[0].text());
    if (word == "master")
        return Role{Role::Kind::Master, std::nullopt};
    if (word == "sentinel")
        return Role{Role::Kind::Sentinel, std::nullopt};
    if (word != "slave" || items.size() < 3)
        return sentinelReplyError(reply, phraseLater("read the role of the server"));
    Role role{Role::Kind::Replica, std::nullopt};
    const auto port = items[2].number();
    if (!items[1].text().empty() && port > 0 && port <= 65'535)
        role.master = Address{items[1].text(), static_cast<std::uint16_t>(port), {}};
    return role;
}

} // namespace lockscope::redis
