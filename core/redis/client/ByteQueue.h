// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace lockscope::redis {

/// Bytes that are appended at the end and taken from the front. Private to core/redis.
class ByteQueue final {
public:
    [[nodiscard]] bool isEmpty() const { return m_taken == m_bytes.size(); }
    [[nodiscard]] std::string_view bytes() const { return std::string_view(m_bytes).substr(m_taken); }

    void append(std::string_view bytes) { m_bytes += bytes; }
    void drop(std::size_t count)
    {
        m_taken += count;
        if (isEmpty()) {
            clear();
        } else if (m_taken > std::max(keptCapacity, m_bytes.size() / 2)) {
            m_bytes.erase(0, m_taken);
            m_taken = 0;
        }
    }
    void clear()
    {
        m_taken = 0;
        m_bytes.clear();
        if (m_bytes.capacity() > keptCapacity)
            m_bytes.shrink_to_fit();
    }

private:
    /// A smaller buffer is kept for the next bytes.
    static constexpr std::size_t keptCapacity = 64u << 10;

    std::string m_bytes;
    std::size_t m_taken = 0;
};

} // namespace lockscope::redis
