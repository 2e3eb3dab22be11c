// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Log.h"

#include <cstdio>
#include <string>

namespace lockscope {

std::string_view toString(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return "debug";
    case LogLevel::Info:
        return "info";
    case LogLevel::Warning:
        return "warning";
    case LogLevel::Error:
        return "error";
    }
    return "?";
}

Log Log::toStandardError(LogLevel threshold)
{
    return Log(
        [](LogLevel level, std::string_view component, std::string_view message) {
            std::string line;
            line.append(toString(level)).append(" ").append(component).append(": ").append(message).append("\n");
            // One call per line, so that lines of several threads do not mix.
            std::fwrite(line.data(), 1, line.size(), stderr);
        },
        threshold);
}

} // namespace lockscope
