// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Paths by pattern, as people write them: "/locks/*", "/**/nightly". Pure.

#include <string_view>

namespace lockscope::inspect {

/// Does `pattern` fit all of `path`? `*` stands for any text without a '/', `**` for any text, `?` for one character
/// but '/'. Takes time in proportion to both lengths' product at most.
[[nodiscard]] bool fitsGlob(std::string_view pattern, std::string_view path);

} // namespace lockscope::inspect
