// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <optional>

namespace lockscope::ensemble {

/// Estimates the origin of a server's uptime clock. Servers report last responses and session expiries by a clock that
/// counts from the start of their machine, but never its current value. A response is never in the future, so each one
/// gives a lower limit of the clock. The best limit is kept: the error shrinks with more sessions and more time. At
/// first it is at most the heartbeat interval of the most active client. The error has one direction: the times are the
/// latest possible ones.
class ServerUptime final {
public:
    /// At `now` the server had replied, and had responded to a client at `uptimeMs`.
    void passed(std::int64_t uptimeMs, WallTime now);
    /// At `now` the clock had not reached `uptimeMs` yet, or only recently.
    void notYet(std::int64_t uptimeMs, WallTime now);
    /// The server was unreachable: its machine may have restarted.
    void forget() { m_origin.reset(); }

    [[nodiscard]] bool isKnown() const { return m_origin.has_value(); }
    /// Empty before passed().
    [[nodiscard]] std::optional<WallTime> timeOf(std::int64_t uptimeMs) const;

private:
    std::optional<WallTime> m_origin; ///< latest possible origin
};

} // namespace lockscope::ensemble
