// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/ContenderKey.h"

namespace lockscope::inspect {

namespace {

constexpr std::string_view separator = "//";

} // namespace

std::string toString(const NodeRef& ref)
{
    std::string text(1, ref.part == LockPart::Gate ? 'g' : 'q');
    text += ref.node;
    return text;
}

std::string toString(const ContenderKey& key)
{
    auto text = key.lock;
    text += separator;
    text += toString(key.ref());
    return text;
}

std::optional<ContenderKey> contenderKeyFrom(std::string_view text)
{
    // The last one: the path of the root ends with a slash of its own.
    const auto at = text.rfind(separator);
    if (at == std::string_view::npos || at == 0)
        return std::nullopt;
    const auto within = text.substr(at + separator.size());
    if (within.empty() || (within.front() != 'q' && within.front() != 'g'))
        return std::nullopt;
    return ContenderKey{std::string(text.substr(0, at)), within.front() == 'g' ? LockPart::Gate : LockPart::Queue,
                        std::string(within.substr(1))};
}

} // namespace lockscope::inspect
