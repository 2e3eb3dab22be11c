// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace lockscope {

/// Callbacks, called in turn. A callback may add others, which are called from the next time on, and remove others or
/// itself, which are not called again. Confined to one thread or executor. Private to the library.
template <typename... Args> class Observers final {
public:
    using Handler = std::function<void(Args...)>;

    /// `id`: chosen by the caller, not in use.
    void add(std::uint64_t id, Handler handler) { m_handlers.emplace(id, std::move(handler)); }
    void remove(std::uint64_t id) { m_handlers.erase(id); }
    void clear() { m_handlers.clear(); }
    [[nodiscard]] bool isEmpty() const { return m_handlers.empty(); }

    void report(const Args&... args) const
    {
        const auto present = m_handlers;
        for (const auto& [id, handler] : present) {
            if (m_handlers.contains(id))
                handler(args...);
        }
    }

private:
    std::map<std::uint64_t, Handler> m_handlers;
};

} // namespace lockscope
