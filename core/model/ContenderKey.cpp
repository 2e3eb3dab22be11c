// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/ContenderKey.h"

namespace lockscope::inspect {

std::string toString(const NodeRef& ref)
{
    std::string text(1, ref.part == LockPart::Gate ? 'g' : 'q');
    text += ref.node;
    return text;
}

std::string toString(const ContenderKey& key)
{
    return key.lock + "//" + toString(key.ref());
}

} // namespace lockscope::inspect
