// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Files for Lockscope 1.0 have their conditions and targets in words, as in "2 of worker wait" and "the holder". These
/// sentences say what to write instead. Pure.

#include <QString>

#include <optional>
#include <string>

namespace lockscope::console {

[[nodiscard]] std::string insteadOfCondition(const QString& words);

/// Nothing: it is a name, as it still is today.
[[nodiscard]] std::optional<std::string> insteadOfTarget(const std::string& words);

} // namespace lockscope::console
