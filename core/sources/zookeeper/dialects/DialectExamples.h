// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Checks the examples of a dialect's file. Pure.

#include "core/model/json/JsonFields.h"
#include "core/sources/zookeeper/dialects/Dialect.h"

#include <optional>

namespace lockscope::inspect {

/// The first example with a result other than the file expects; empty if all match.
[[nodiscard]] std::optional<JsonFault> failingExample(const Dialect& dialect);

/// A possible path of a lock of the dialect, with a required ancestor and place; of a single-node lock that of its
/// parent.
[[nodiscard]] std::string examplePath(const Dialect& dialect);

} // namespace lockscope::inspect
