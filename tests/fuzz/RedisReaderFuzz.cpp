// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Replies of a Redis server, or of another program in its place: the result must not depend on how the bytes arrive,
/// and must be what the bytes say. The input's first byte selects the size of the pieces.

#include "core/redis/client/Reader.h"
#include "tests/fuzz/Require.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace lockscope;
using fuzz::require;
using redis::Value;

namespace {

/// Inputs of the fuzzer reach it, also exactly.
constexpr std::size_t limit = 50 * sizeof(Value);

struct Outcome {
    std::vector<Value> values;
    std::optional<Error> error;
};

Outcome readIn(std::size_t piece, std::string_view bytes)
{
    redis::Reader reader(limit);
    Outcome outcome;
    while (!bytes.empty() && !outcome.error) {
        auto unread = bytes.substr(0, piece);
        bytes.remove_prefix(unread.size());
        for (;;) {
            auto value = reader.next(unread);
            if (!value) {
                outcome.error = value.error();
                const auto again = reader.next(unread);
                require(!again && again.error() == value.error());
                break;
            }
            if (!*value) {
                require(unread.empty());
                break;
            }
            outcome.values.push_back(std::move(**value));
        }
    }
    return outcome;
}

std::string sentBytes(const Value& value)
{
    switch (value.kind()) {
    case Value::Kind::Nil:
        return "$-1\r\n";
    case Value::Kind::Integer:
        return ':' + std::to_string(value.number()) + "\r\n";
    case Value::Kind::String:
        return '$' + std::to_string(value.text().size()) + "\r\n" + value.text() + "\r\n";
    case Value::Kind::Status:
        return '+' + value.text() + "\r\n";
    case Value::Kind::Error:
        return '-' + value.text() + "\r\n";
    case Value::Kind::Array:
        break;
    }
    auto bytes = '*' + std::to_string(value.items().size()) + "\r\n";
    for (const auto& item : value.items())
        bytes += sentBytes(item);
    return bytes;
}

std::size_t sizeInMemory(const Value& value)
{
    auto size = value.items().size() * sizeof(Value);
    size += value.text().size() > std::string().capacity() ? value.text().size() : 0;
    for (const auto& item : value.items())
        size += sizeInMemory(item);
    return size;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto whole = readIn(bytes.size(), bytes);
    const auto pieces = readIn(data[0] + 1u, bytes);
    require(whole.values == pieces.values);
    require(whole.error.has_value() == pieces.error.has_value());
    require(!whole.error || (whole.error->code == pieces.error->code && !whole.error->detail.empty()));

    std::string again;
    for (const auto& value : whole.values) {
        require(sizeInMemory(value) <= limit);
        require(!toString(value).empty());
        again += sentBytes(value);
    }
    const auto reread = readIn(again.size(), again);
    require(!reread.error && reread.values == whole.values);
    return 0;
}
