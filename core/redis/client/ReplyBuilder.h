// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/redis/Value.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// The types of RESP2; Other: what only a later protocol has.
enum class ReplyType {
    StatusText,
    ErrorText,
    String,
    Integer,
    Array,
    Other
};

/// Builds the value of one reply from its parts, as they arrive, within the limits of a Reader. Pure; private to
/// core/redis. Each function that adds a part returns false once the reply is refused: see error().
class ReplyBuilder final {
public:
    explicit ReplyBuilder(std::size_t limit)
        : m_limit(limit)
    {
    }

    /// Two bytes after the text must exist: its end of line.
    bool addText(ReplyType type, std::string_view text);
    bool addInteger(ReplyType type, std::int64_t number);
    bool addNil(ReplyType type);
    /// The next `count` parts are its items.
    bool beginArray(ReplyType type, std::size_t count);

    /// The value, after its last part. Begins the next one.
    [[nodiscard]] Value take();

    /// `reason`: why the reply is not RESP2.
    bool refuse(std::string_view reason);
    bool refuseSize();
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Within the limits, a text of that size can be added.
    [[nodiscard]] bool hasRoomFor(std::size_t textSize) const;

private:
    struct OpenArray {
        std::size_t count;
        std::vector<Value> items;
    };

    bool reserve(std::size_t bytes);
    bool add(Value value);

    const std::size_t m_limit;
    std::size_t m_used = 0;
    std::vector<OpenArray> m_open; ///< the outermost first
    Value m_root;
    std::optional<Error> m_error;
};

} // namespace lockscope::redis
