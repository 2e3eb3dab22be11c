// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The names of Lockscope's own connections on the servers (CLIENT SETNAME). Those of simulated clients, which hold
/// locks of their own, are "lockscope-NAME".

namespace lockscope::redis {

inline constexpr auto* windowClientName = "lockscope";
inline constexpr auto* commandClientName = "lockscopectl";

} // namespace lockscope::redis
