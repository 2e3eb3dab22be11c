// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/ErrorReply.h"

#include <algorithm>
#include <array>

namespace lockscope::redis {

namespace {

struct KnownCode {
    std::string_view code;
    ErrorCode error;
    bool isNotServed;
};

constexpr std::array<KnownCode, 8> knownCodes{{
    {"NOAUTH", ErrorCode::NoAuth, false},
    {"NOPERM", ErrorCode::NoAuth, false},
    {"READONLY", ErrorCode::ReadOnlyServer, true},
    {"CLUSTERDOWN", ErrorCode::Throttled, true},
    {"MASTERDOWN", ErrorCode::Throttled, true},
    {"LOADING", ErrorCode::Throttled, false},
    {"BUSY", ErrorCode::Throttled, false},
    {"TRYAGAIN", ErrorCode::Throttled, false},
}};

const KnownCode* findCode(std::string_view code)
{
    const auto found =
        std::find_if(knownCodes.begin(), knownCodes.end(), [&](const KnownCode& known) { return known.code == code; });
    return found == knownCodes.end() ? nullptr : found;
}

} // namespace

std::string_view serverCode(const Value& reply)
{
    // Before 7.0: "ERR Error running script (call to f_…): @user_script:1: -READONLY You can't write against …"
    const auto code = reply.errorCode();
    const bool isOldScriptError = code == "ERR" && reply.text().find(": -READONLY ") != std::string::npos;
    return isOldScriptError ? std::string_view("READONLY") : code;
}

std::optional<Error> errorOf(const Value& reply)
{
    const auto* known = reply.isError() ? findCode(serverCode(reply)) : nullptr;
    if (!known)
        return std::nullopt;
    return Error{known->error, {}, {}, reply.text()};
}

bool isNotServed(const Value& reply)
{
    const auto* known = reply.isError() ? findCode(serverCode(reply)) : nullptr;
    return known && known->isNotServed;
}

} // namespace lockscope::redis
