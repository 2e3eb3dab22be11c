// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/MakeNode.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <utility>

namespace lockscope::zk {

void makeNode(std::shared_ptr<Client> client, std::string path, CreateMode mode, AclOf acl, Reply<void> done)
{
    if (path == "/") {
        done({});
        return;
    }
    auto access = acl(path);
    client->create({path, {}, mode, std::move(access)}, [=](const Result<Created>& made) {
        if (made || made.error().code == ErrorCode::NodeExists) {
            done({});
        } else if (made.error().code == ErrorCode::Unimplemented && mode == CreateMode::Container) {
            makeNode(client, path, CreateMode::Persistent, acl, done);
        } else if (made.error().code != ErrorCode::NoNode || parentOf(path) == "/") {
            done(failure(whyNotMade(path, made.error())));
        } else {
            makeNode(client, parentOf(path), mode, acl, [=](const Result<void>& above) {
                if (above)
                    makeNode(client, path, mode, acl, done);
                else
                    done(above);
            });
        }
    });
}

Error noRoot()
{
    return {ErrorCode::NoNode, "create", "/", phrase("the chroot of the connect string does not exist. Create it")};
}

Error whyNotMade(const std::string& path, const Error& error)
{
    return error.code == ErrorCode::NoNode && parentOf(path) == "/" ? noRoot() : error;
}

} // namespace lockscope::zk
