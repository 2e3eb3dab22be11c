// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Parents.h"

#include "core/zk/Path.h"

namespace lockscope::locks {

void makeParents(std::shared_ptr<zk::Client> client, std::string path, const LockOptions& options, zk::Reply<void> done)
{
    if (path == "/") {
        done({});
        return;
    }
    zk::CreateRequest request{path, {}, options.parents, options.acl.of(path)};
    client->create(std::move(request), [client, path, options, done = std::move(done)](Result<zk::Created> made) {
        if (made || made.error().code == ErrorCode::NodeExists) {
            done({});
            return;
        }
        if (made.error().code == ErrorCode::Unimplemented && options.parents == zk::CreateMode::Container) {
            auto persistent = options;
            persistent.parents = zk::CreateMode::Persistent;
            makeParents(client, path, persistent, done);
            return;
        }
        if (made.error().code != ErrorCode::NoNode || zk::parentOf(path) == "/") {
            done(failure(made.error()));
            return;
        }
        makeParents(client, zk::parentOf(path), options, [client, path, options, done](Result<void> above) {
            if (above)
                makeParents(client, path, options, done);
            else
                done(failure(above.error()));
        });
    });
}

} // namespace lockscope::locks
