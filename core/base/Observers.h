// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace lockscope {

/// Handlers to be told of something, one after the other. A handler may add some, which are told from the next time on,
/// and remove some, which are told no more; also itself. Confined to one thread or executor. Private to the library.
template <typename... Args> class Observers final {
public:
    using Handler = std::function<void(Args...)>;

    /// `id`: of the caller's choice, not in use.
    void add(std::uint64_t id, Handler handler) { m_handlers.emplace(id, std::move(handler)); }
    void remove(std::uint64_t id) { m_handlers.erase(id); }
    void clear() { m_handlers.clear(); }
    [[nodiscard]] bool isEmpty() const { return m_handlers.empty(); }

    void tell(const Args&... args) const
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
