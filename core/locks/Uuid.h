// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::locks {

/// A random UUID (RFC 4122 version 4) in its canonical form of 36 characters. Any thread.
[[nodiscard]] std::string randomUuid();

} // namespace lockscope::locks
