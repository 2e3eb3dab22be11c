// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <optional>

namespace lockscope::ensemble {

/// Servers tell when they last answered a client, and when they will end a session, by a clock that counts from the
/// start of their machine, and never what it shows now. But nothing is answered in the future: each answer that we hear
/// of says that this clock is at least so far. The best of them is kept, so that the more sessions a server has, and
/// the longer we listen, the less it errs: at first by up to the pause between two signs of life of its liveliest
/// client. It errs to one side only: the times are the latest possible ones.
class ServerUptime final {
public:
    /// The server was heard of by `now`, and had answered somebody at `uptimeMs`.
    void passed(std::int64_t uptimeMs, WallTime now);
    /// At `now` it had not come to `uptimeMs` yet, or not long ago.
    void notYet(std::int64_t uptimeMs, WallTime now);
    /// It was away: its machine may have been started anew.
    void forget() { m_origin.reset(); }

    [[nodiscard]] bool isKnown() const { return m_origin.has_value(); }
    /// Nothing before passed().
    [[nodiscard]] std::optional<WallTime> timeOf(std::int64_t uptimeMs) const;

private:
    std::optional<WallTime> m_origin; ///< the latest that is possible
};

} // namespace lockscope::ensemble
