// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Paths of znodes: absolute, separated by '/', without empty, "." or ".." components, and without a trailing slash
/// except for the root. Pure.

#include "core/base/Result.h"

#include <string>
#include <string_view>

namespace lockscope {

/// Returns `text` if it is a valid path. Errors: BadArguments, with the reason in `detail`.
[[nodiscard]] Result<std::string> checkedPath(std::string_view text);

/// "/a/b" of "/a/b/c"; "/" of "/a" and of "/".
[[nodiscard]] std::string parentOf(std::string_view path);

/// "c" of "/a/b/c"; empty for "/".
[[nodiscard]] std::string baseName(std::string_view path);

/// "/a/b" of "/a" and "b"; "/b" of "/" and "b".
[[nodiscard]] std::string joinPath(std::string_view parent, std::string_view child);

/// True if `path` is `ancestor` itself or below it.
[[nodiscard]] bool isWithin(std::string_view path, std::string_view ancestor);

} // namespace lockscope
