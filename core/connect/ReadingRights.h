// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rights of a user of Redis who may see locks and change nothing. The same line is in README.md. Pure.

#include <string>
#include <string_view>

namespace lockscope::connect {

inline constexpr std::string_view readingRights =
    "%R~* resetchannels &__redis__:invalidate nocommands +@read +@connection -@dangerous +@pubsub -publish -spublish "
    "+multi +exec +info +time";

/// A command for an administrator that makes this user. An empty `user`: "lockscope". The password is to be filled in.
[[nodiscard]] inline std::string readerAclLine(std::string_view user)
{
    std::string line = "ACL SETUSER ";
    line += user.empty() ? std::string_view("lockscope") : user;
    line += " on >PASSWORD ";
    line += readingRights;
    return line;
}

} // namespace lockscope::connect
