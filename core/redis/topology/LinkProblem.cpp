// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/LinkProblem.h"

#include "core/base/Phrase.h"

namespace lockscope::redis {

std::string linkProblem(const Address& server, const Error& error)
{
    if (error == Error())
        return {};
    return phrase("%1: %2", toString(server), error.detail.empty() ? describe({error.code, {}, {}, {}}) : error.detail);
}

} // namespace lockscope::redis
