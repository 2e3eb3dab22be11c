// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Diagnostics of the library. A Log is a cheap value passed to constructors; the program chooses where the messages
/// are written. Secrets are never logged: no payloads, no credentials.

#include <functional>
#include <memory>
#include <string_view>

namespace lockscope {

enum class LogLevel {
    Debug,
    Info,
    Warning,
    Error
};

[[nodiscard]] std::string_view toString(LogLevel level);

class Log final {
public:
    /// Called from any thread, also from several at once.
    using Sink = std::function<void(LogLevel, std::string_view component, std::string_view message)>;

    Log() = default; ///< drops everything
    Log(Sink sink, LogLevel threshold)
        : m_target(std::make_shared<Target>(Target{std::move(sink), threshold}))
    {
    }

    /// Writes lines like "warning zk: …" to standard error.
    [[nodiscard]] static Log toStandardError(LogLevel threshold);

    [[nodiscard]] bool accepts(LogLevel level) const { return m_target && level >= m_target->threshold; }

    void write(LogLevel level, std::string_view component, std::string_view message) const
    {
        if (accepts(level))
            m_target->sink(level, component, message);
    }

private:
    struct Target {
        Sink sink;
        LogLevel threshold;
    };
    std::shared_ptr<const Target> m_target;
};

} // namespace lockscope
