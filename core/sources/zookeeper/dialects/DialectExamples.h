// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Do the examples of a family's file hold? Pure.

#include "core/model/json/JsonFields.h"
#include "core/sources/zookeeper/dialects/Dialect.h"

#include <optional>

namespace lockscope::inspect {

/// The first example that comes out otherwise than the file says; nothing if all hold.
[[nodiscard]] std::optional<JsonFault> failingExample(const Dialect& dialect);

/// Where a lock of the family may lie, with an ancestor that the family asks for.
[[nodiscard]] std::string examplePath(const Dialect& dialect);

} // namespace lockscope::inspect
