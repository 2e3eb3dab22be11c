// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/Values.h"

#include <charconv>

namespace lockscope::zk {

std::string toHex(std::int64_t id)
{
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, static_cast<std::uint64_t>(id), 16).ptr;
    return "0x" + std::string(digits, end);
}

std::vector<Acl> openAcl()
{
    return {Acl{}};
}

} // namespace lockscope::zk
