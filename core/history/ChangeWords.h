// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Changes.h"

#include <string>

namespace lockscope::inspect {

/// What a change means, in translated sentences, and no more than is known: the command line's help and the window's
/// tooltips. Empty for Type::Other.
[[nodiscard]] std::string meaningOf(Change::Type type);

} // namespace lockscope::inspect
