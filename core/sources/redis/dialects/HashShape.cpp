// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/HashShape.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace lockscope::inspect {

namespace {

constexpr std::string_view modeField = "mode";
constexpr std::string_view endSuffix = ":expire_time";
constexpr std::string_view countSuffix = ":lock_count";
constexpr std::size_t valueLength = 22; ///< of 128 bits as base64 without padding

std::optional<std::int64_t> countOf(std::string_view text)
{
    const auto count = parseNumber(text);
    return count && *count >= 1 ? count : std::nullopt;
}

bool isValueHash(std::string_view text)
{
    return text.size() == valueLength && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
                      c == '/' || c == '-' || c == '_';
           });
}

/// "<value>:<owner>" + `suffix`.
struct PartName {
    std::string_view value;
    std::string_view owner;
};

std::optional<PartName> partOf(std::string_view field, std::string_view suffix)
{
    if (!field.ends_with(suffix) || field.size() <= valueLength + 1 + suffix.size() || field[valueLength] != ':')
        return std::nullopt;
    field.remove_suffix(suffix.size());
    const PartName part{field.substr(0, valueLength), field.substr(valueLength + 1)};
    return isValueHash(part.value) && parseOwnerName(part.owner) ? std::optional(part) : std::nullopt;
}

HashShape ownerShape(const HashFields& fields)
{
    if (fields.size() != 1)
        return {};
    const auto& [field, value] = fields.front();
    auto owner = parseOwnerName(field);
    const auto count = countOf(value);
    if (!owner || !count || owner->isWriter())
        return {};
    return {HashKind::Owner, {{field, *std::move(owner), *count}}, LockMode::Exclusive};
}

std::optional<LockMode> modeOf(const HashFields& fields)
{
    const auto mode =
        std::find_if(fields.begin(), fields.end(), [](const auto& field) { return field.first == modeField; });
    if (mode == fields.end())
        return std::nullopt;
    return mode->second == "read"    ? std::optional(LockMode::Shared)
           : mode->second == "write" ? std::optional(LockMode::Exclusive)
                                     : std::nullopt;
}

/// Clients of 2016 write the writer's field without ":write": then it is the only owner.
HashShape readWriteShape(const HashFields& fields)
{
    const auto mode = modeOf(fields);
    if (!mode || fields.size() < 2)
        return {};
    HashShape shape{HashKind::ReadWrite, {}, *mode};
    int writers = 0;
    for (const auto& [field, value] : fields) {
        if (field == modeField)
            continue;
        auto owner = parseOwnerName(field);
        const auto count = countOf(value);
        if (!owner || !count)
            return {};
        const bool isWriter = owner->isWriter() || (*mode == LockMode::Exclusive && fields.size() == 2);
        writers += isWriter ? 1 : 0;
        shape.holds.push_back({field, *std::move(owner), *count, isWriter ? LockMode::Exclusive : LockMode::Shared});
    }
    return writers == (*mode == LockMode::Exclusive ? 1 : 0) ? shape : HashShape();
}

/// Three fields for each value.
HashShape fasterMultiShape(const HashFields& fields)
{
    const std::map<std::string_view, std::string_view> all(fields.begin(), fields.end());
    const auto numberAt = [&](const std::string& name) {
        const auto found = all.find(name);
        return found == all.end() ? std::nullopt : parseNumber(found->second);
    };
    HashShape shape{HashKind::FasterMulti, {}, LockMode::Exclusive};
    for (const auto& [field, text] : fields) {
        if (!isValueHash(field)) {
            if (!partOf(field, endSuffix) && !partOf(field, countSuffix))
                return {};
            continue;
        }
        auto owner = parseOwnerName(text);
        auto part = field;
        part += ':';
        part += text;
        const auto end = numberAt(part + std::string(endSuffix));
        const auto count = numberAt(part + std::string(countSuffix));
        if (!owner || !end || !count || *count < 1)
            return {};
        shape.holds.push_back({field, *std::move(owner), *count, LockMode::Exclusive, end, field});
    }
    return shape.holds.empty() ? HashShape() : shape;
}

} // namespace

HashShape shapeOf(const HashFields& fields)
{
    auto shape = ownerShape(fields);
    if (shape.kind == HashKind::None)
        shape = readWriteShape(fields);
    return shape.kind == HashKind::None ? fasterMultiShape(fields) : shape;
}

bool mayBeLock(const HashFields& some)
{
    return !some.empty() && std::all_of(some.begin(), some.end(), [](const auto& field) {
        const auto& [name, value] = field;
        if (name == modeField)
            return value == "read" || value == "write";
        if (parseOwnerName(name))
            return countOf(value).has_value();
        return isValueHash(name) ? parseOwnerName(value).has_value()
                                 : (partOf(name, endSuffix) || partOf(name, countSuffix)) && parseNumber(value);
    });
}

} // namespace lockscope::inspect
