// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/Slots.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <set>

namespace lockscope::redis {

namespace {

constexpr std::array<std::uint16_t, 256> crcTable()
{
    std::array<std::uint16_t, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned crc = byte << 8;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 0x8000u) != 0 ? (crc << 1) ^ 0x1021u : crc << 1;
        table[byte] = static_cast<std::uint16_t>(crc & 0xFFFFu);
    }
    return table;
}

std::optional<int> wholeNumberIn(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

bool isSlotNumber(std::int64_t number)
{
    return number >= 0 && number < slotCount;
}

bool isPortNumber(std::int64_t number)
{
    return number > 0 && number <= 65'535;
}

Address tcpAddress(std::string host, std::int64_t port)
{
    return Address{std::move(host), static_cast<std::uint16_t>(port), {}};
}

/// The value of `name` in the metadata of a node: a list of names and values.
std::string metadataOf(const Value& node, std::string_view name)
{
    if (node.items().size() < 4)
        return {};
    const auto& fields = node.items()[3].items();
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        if (fields[i].text() == name)
            return fields[i + 1].text();
    }
    return {};
}

/// Nothing if the host is unknown, or the node is malformed.
std::optional<Address> addressOfNode(const Value& node, const Address& asked)
{
    const auto& parts = node.items();
    if (parts.size() < 2 || parts[1].kind() != Value::Kind::Integer || !isPortNumber(parts[1].number()))
        return std::nullopt;
    auto host = parts[0].text();
    if (host == "?")
        host = metadataOf(node, "ip");
    else if (host.empty())
        host = asked.host;
    if (host.empty())
        return std::nullopt;
    return tcpAddress(std::move(host), parts[1].number());
}

tl::unexpected<Error> slotsError(const Value& reply)
{
    const char* const operation = phraseLater("read the slots of the cluster");
    if (!reply.isError())
        return failure(ErrorCode::System, operation, {}, phrase("the server sent an unexpected reply"));
    if (reply.text().find("cluster support disabled") != std::string::npos)
        return failure(ErrorCode::BadArguments, operation, {},
                       phrase("the server is not in cluster mode. Use the form redis://HOST:PORT"));
    if (reply.text().find("unknown command") != std::string::npos)
        return failure(
            ErrorCode::BadArguments, operation, {},
            phrase("the server does not have the command CLUSTER (%1). To a proxy that hides the cluster, use "
                   "the form redis://HOST:PORT",
                   reply.text()));
    const bool isDenied = reply.errorCode() == "NOPERM" || reply.errorCode() == "NOAUTH";
    return failure(isDenied ? ErrorCode::NoAuth : ErrorCode::NoConnection, operation, {}, reply.text());
}

} // namespace

std::uint16_t crc16(std::string_view bytes)
{
    static constexpr auto table = crcTable();
    unsigned crc = 0;
    for (const char byte : bytes)
        crc = ((crc << 8) & 0xFFFFu) ^ table[(crc >> 8) ^ static_cast<unsigned char>(byte)];
    return static_cast<std::uint16_t>(crc);
}

std::string_view hashedPartOf(std::string_view key)
{
    const auto open = key.find('{');
    if (open == std::string_view::npos)
        return key;
    const auto close = key.find('}', open + 1);
    if (close == std::string_view::npos || close == open + 1)
        return key;
    return key.substr(open + 1, close - open - 1);
}

int slotOf(std::string_view key)
{
    return crc16(hashedPartOf(key)) % slotCount;
}

void SlotMap::assign(int first, int last, const Address& master)
{
    if (m_owners.empty())
        m_owners.resize(slotCount);
    const auto known = std::find(m_masters.begin(), m_masters.end(), master);
    const auto owner = static_cast<std::uint16_t>(known - m_masters.begin() + 1);
    if (known == m_masters.end())
        m_masters.push_back(master);
    std::fill(m_owners.begin() + first, m_owners.begin() + last + 1, owner);
}

const Address* SlotMap::masterOf(int slot) const
{
    const auto owner = m_owners.empty() ? 0u : m_owners[static_cast<std::size_t>(slot)];
    return owner == 0 ? nullptr : &m_masters[owner - 1];
}

std::vector<Address> SlotMap::masters() const
{
    std::vector<bool> serves(m_masters.size() + 1);
    for (const auto owner : m_owners)
        serves[owner] = true;
    std::vector<Address> masters;
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        if (serves[i + 1])
            masters.push_back(m_masters[i]);
    }
    std::sort(masters.begin(), masters.end());
    return masters;
}

int SlotMap::uncovered() const
{
    return m_owners.empty() ? slotCount : static_cast<int>(std::count(m_owners.begin(), m_owners.end(), 0));
}

bool operator==(const SlotMap& left, const SlotMap& right)
{
    const Address* equalLeft = nullptr; // neighbours mostly have the same master: compare the texts once
    const Address* equalRight = nullptr;
    for (int slot = 0; slot < slotCount; ++slot) {
        const auto* const ours = left.masterOf(slot);
        const auto* const theirs = right.masterOf(slot);
        if (ours == equalLeft && theirs == equalRight)
            continue;
        if (!ours != !theirs || (ours && *ours != *theirs))
            return false;
        equalLeft = ours;
        equalRight = theirs;
    }
    return true;
}

Result<SlotMap> parseClusterSlots(const Value& reply, const Address& asked)
{
    if (reply.kind() != Value::Kind::Array || reply.items().size() > slotCount)
        return slotsError(reply);
    SlotMap map;
    for (const auto& range : reply.items()) {
        const auto& parts = range.items();
        if (parts.size() < 3 || parts[0].kind() != Value::Kind::Integer || parts[1].kind() != Value::Kind::Integer ||
            !isSlotNumber(parts[0].number()) || !isSlotNumber(parts[1].number()) ||
            parts[0].number() > parts[1].number() || parts[2].kind() != Value::Kind::Array)
            return slotsError(Value());
        if (const auto master = addressOfNode(parts[2], asked)) // the others are replicas
            map.assign(static_cast<int>(parts[0].number()), static_cast<int>(parts[1].number()), *master);
    }
    return map;
}

std::vector<Address> nodesInClusterSlots(const Value& reply, const Address& asked)
{
    std::set<Address> nodes;
    for (const auto& range : reply.items()) {
        const auto& parts = range.items();
        for (std::size_t i = 2; i < parts.size(); ++i) {
            if (auto address = addressOfNode(parts[i], asked))
                nodes.insert(std::move(*address));
        }
    }
    return {nodes.begin(), nodes.end()};
}

std::optional<Redirect> parseRedirect(std::string_view error, const Address& asked)
{
    Redirect redirect;
    if (error.substr(0, 6) == "MOVED ")
        error.remove_prefix(6);
    else if (error.substr(0, 4) == "ASK ") {
        redirect.kind = Redirect::Kind::Ask;
        error.remove_prefix(4);
    } else
        return std::nullopt;
    const auto space = error.find(' ');
    const auto colon = error.rfind(':'); // an IPv6 address has colons of its own
    if (space == std::string_view::npos || colon == std::string_view::npos || colon < space)
        return std::nullopt;
    const auto slot = wholeNumberIn(error.substr(0, space));
    const auto port = wholeNumberIn(error.substr(colon + 1));
    const auto host = error.substr(space + 1, colon - space - 1);
    if (!slot || !isSlotNumber(*slot) || !port || !isPortNumber(*port))
        return std::nullopt;
    redirect.slot = *slot;
    if (host != "?" && !(host.empty() && asked.host.empty()))
        redirect.address = tcpAddress(host.empty() ? asked.host : std::string(host), *port);
    return redirect;
}

} // namespace lockscope::redis
