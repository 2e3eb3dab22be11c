// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Revocation.h"

namespace lockscope::locks {

void revoke(zk::Client& client, std::string node, Reply<void> reply, std::string_view message)
{
    client.set(std::move(node), std::string(message), zk::anyVersion,
               [reply = std::move(reply)](const Result<zk::Stat>& written) {
                   if (written || written.error().code == ErrorCode::NoNode)
                       reply({});
                   else
                       reply(failure(written.error()));
               });
}

} // namespace lockscope::locks
