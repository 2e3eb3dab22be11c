// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/zk/Values.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope::test {

/// The znodes of an ensemble as its transactions leave them: names, numbers, versions, zxids, permissions. No sessions,
/// no watches, no time of its own; single-threaded. Rules as in ZooKeeper 3.8, in the order in which it checks them.
/// Each write, also one that fails, takes one zxid, as a server's does.
class FakeTree final {
public:
    struct Change {
        zk::WatchEvent::Type type = zk::WatchEvent::Type::Created;
        std::string path;
    };

    /// On whose behalf a write is made. An operator passes every permission.
    struct Writer {
        SessionId session = 0;
        WallTime now{};
        bool isOperator = false;
    };

    FakeTree();

    Result<zk::Created> create(const zk::CreateRequest& request, const Writer& writer);
    Result<void> remove(const std::string& path, std::int32_t version, const Writer& writer);
    Result<zk::Stat> set(const std::string& path, std::string data, std::int32_t version, const Writer& writer);
    Result<std::vector<zk::OpResult>> multi(const std::vector<zk::Op>& ops, const Writer& writer);

    /// What closing a session does: all its nodes in one transaction.
    void removeOwnedBy(SessionId session);

    /// What the leader does once a minute: removes each container that is empty and once had a child.
    void reapContainers();

    [[nodiscard]] Result<zk::NodeData> get(const std::string& path) const;
    [[nodiscard]] Result<zk::Listing> list(const std::string& path) const;
    /// As the node was created, less what deny() took away.
    [[nodiscard]] Result<std::vector<zk::Acl>> acl(const std::string& path) const;
    /// Past all permissions: sorted names, and data; empty where there is no such node.
    [[nodiscard]] std::vector<std::string> names(const std::string& path) const;
    [[nodiscard]] std::string data(const std::string& path) const;
    [[nodiscard]] std::optional<zk::Stat> stat(const std::string& path) const;
    [[nodiscard]] std::vector<std::string> pathsOwnedBy(SessionId session) const;

    [[nodiscard]] std::int64_t zxid() const { return m_zxid; }
    void takeZxid() { ++m_zxid; }

    /// Takes zk::Permission bits away from everybody at `path`, until it is called with none.
    void deny(const std::string& path, std::int32_t permissions);

    /// The number that the next sequential child of `parent` gets.
    Result<void> setNextSequence(const std::string& parent, std::int32_t number);

    /// What happened since the last call, in order. A transaction that failed leaves nothing here.
    [[nodiscard]] std::vector<Change> takeChanges();

private:
    struct Node {
        std::string data;
        zk::Stat stat; ///< cversion here is the server's own counter of creates, numChildren and dataLength unused
        std::set<std::string> children;
        std::vector<zk::Acl> acl = zk::openAcl();
        bool container = false;
    };

    [[nodiscard]] Node* find(const std::string& path);
    [[nodiscard]] const Node* find(const std::string& path) const;
    [[nodiscard]] bool denied(const std::string& path, std::int32_t permission, const Writer& writer) const;
    [[nodiscard]] static zk::Stat shown(const Node& node);
    void unlink(const std::string& path);

    Result<zk::Created> createStep(const zk::CreateRequest& request, const Writer& writer);
    Result<void> removeStep(const std::string& path, std::int32_t version, const Writer& writer);
    Result<zk::Stat> setStep(const std::string& path, std::string data, std::int32_t version, const Writer& writer);
    Result<void> checkStep(const std::string& path, std::int32_t version, const Writer& writer) const;
    Result<zk::OpResult> step(const zk::Op& op, const Writer& writer);

    std::map<std::string, Node> m_nodes;
    std::map<std::string, std::int32_t> m_denied;
    std::vector<Change> m_changes;
    std::int64_t m_zxid = 0;
};

} // namespace lockscope::test
