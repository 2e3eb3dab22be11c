// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "core/redis/ClientSettings.h"

namespace lockscope::connect {

/// For clients of a profile's servers, which are those of Redis: where they are, how to log in, and TLS. Without a
/// dialer: where the profile has `ssh`, the caller sets an SshDialer. Pure.
[[nodiscard]] redis::ClientSettings redisClientSettings(const Profile& profile, const Secrets& secrets);

} // namespace lockscope::connect
