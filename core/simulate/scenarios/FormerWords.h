// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Files for Lockscope 1.0 have conditions and targets in words, such as "2 of worker wait" and "the holder". These
/// functions say what to write instead. Pure.

#include <QString>

#include <optional>
#include <string>

namespace lockscope::console {

[[nodiscard]] std::string insteadOfCondition(const QString& words);

/// Nothing: the words are a name, which is still valid.
[[nodiscard]] std::optional<std::string> insteadOfTarget(const std::string& words);

} // namespace lockscope::console
