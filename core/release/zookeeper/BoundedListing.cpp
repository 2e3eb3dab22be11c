// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/BoundedListing.h"

#include "core/base/Phrase.h"
#include "core/sources/zookeeper/discovery/ListingLimit.h"

#include <utility>

namespace lockscope::release {

void listBounded(zk::Client& client, std::string directory, std::string_view name, zk::Reply<zk::Listing> reply)
{
    client.exists(directory, [&client, directory, nameBytes = name.size(),
                              reply = std::move(reply)](const Result<std::optional<zk::Stat>>& found) mutable {
        if (!found || !*found) {
            reply(failure(found ? Error{ErrorCode::NoNode, "getChildren", directory, {}} : found.error()));
            return;
        }
        if (!inspect::isListable((*found)->numChildren, nameBytes)) {
            reply(failure(ErrorCode::TooLarge, "getChildren", directory,
                          phrase("it has %1 children, more than Lockscope lists. Remove nodes that are not needed, or "
                                 "distribute the nodes over several directories",
                                 (*found)->numChildren)));
            return;
        }
        client.list(std::move(directory), std::move(reply));
    });
}

} // namespace lockscope::release
