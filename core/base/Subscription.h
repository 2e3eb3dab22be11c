// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Keeps a watch, a timer or a listener active until destruction. After it is destroyed on the executor that delivers
/// the callbacks, no further callback runs. Move-only; an empty one does nothing.

#include <functional>
#include <utility>

namespace lockscope {

class [[nodiscard]] Subscription final {
public:
    Subscription() = default;
    explicit Subscription(std::function<void()> cancel)
        : m_cancel(std::move(cancel))
    {
    }
    Subscription(Subscription&& other) noexcept
        : m_cancel(std::exchange(other.m_cancel, nullptr))
    {
    }
    Subscription& operator=(Subscription&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_cancel = std::exchange(other.m_cancel, nullptr);
        }
        return *this;
    }
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;
    ~Subscription() { reset(); }

    /// Ends the subscription. No effect if it has already ended.
    void reset()
    {
        if (auto cancel = std::exchange(m_cancel, nullptr))
            cancel();
    }

    explicit operator bool() const { return static_cast<bool>(m_cancel); }

private:
    std::function<void()> m_cancel;
};

} // namespace lockscope
