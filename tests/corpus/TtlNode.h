// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <string>

namespace lockscope::corpus {

/// Creates a persistent node with a time to live of an hour, by the C client itself: Lockscope's client creates none.
/// The server needs zookeeper.extendedTypesEnabled. Blocks.
[[nodiscard]] Result<void> createTtlNode(const std::string& connect, const std::string& path, const std::string& data);

} // namespace lockscope::corpus
