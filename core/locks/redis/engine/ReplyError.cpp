// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/ReplyError.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <array>

namespace lockscope::locks {

namespace {

/// The server did not execute the request, for a reason that passes.
constexpr std::array<std::string_view, 8> passingCodes{"LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN",
                                                       "BUSY",    "NOREPLICAS", "OOM",         "MISCONF"};

} // namespace

Error replyError(const redis::Value& reply, std::string_view operation, const std::string& name)
{
    if (!reply.isError())
        return {ErrorCode::System, std::string(operation), name,
                phrase("the server sent an unexpected reply: %1", redis::toString(reply))};
    const auto code = reply.errorCode();
    // Before Redis 7, the error of a script begins with ERR.
    if (code == "WRONGTYPE" || reply.text().find(": WRONGTYPE ") != std::string::npos)
        return {ErrorCode::NotALock, std::string(operation), name,
                phrase("the key has a value of another type. Use another name for the lock")};
    const bool isPassing = std::find(passingCodes.begin(), passingCodes.end(), code) != passingCodes.end();
    return {isPassing ? ErrorCode::Throttled : ErrorCode::System, std::string(operation), name, reply.text()};
}

} // namespace lockscope::locks
