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

/// The znodes of an ensemble after its transactions: names, numbers, versions, zxids, permissions. No sessions, watches
/// or clock; single-threaded. Rules and order of checks as in ZooKeeper 3.8. Each write, also a failed one, takes one
/// zxid, as on a server.
class FakeTree final {
public:
    struct Change {
        zk::WatchEvent::Type type = zk::WatchEvent::Type::Created;
        std::string path;
    };

    /// The author of a write. An operator bypasses every permission.
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

    /// Called when a session closes: removes all its nodes in one transaction.
    void removeOwnedBy(SessionId session);

    /// As the leader does once a minute: removes each empty container that once had a child.
    void reapContainers();

    [[nodiscard]] Result<std::optional<zk::Stat>> exists(const std::string& path) const;
    [[nodiscard]] Result<zk::NodeData> get(const std::string& path) const;
    [[nodiscard]] Result<zk::Listing> list(const std::string& path) const;
    /// The ACL from the node's creation, less the denied bits.
    [[nodiscard]] Result<std::vector<zk::Acl>> acl(const std::string& path) const;
    /// Without permission checks. Names are sorted; empty if there is no such node.
    [[nodiscard]] std::vector<std::string> names(const std::string& path) const;
    [[nodiscard]] std::string data(const std::string& path) const;
    [[nodiscard]] std::optional<zk::Stat> stat(const std::string& path) const;
    [[nodiscard]] std::vector<std::string> pathsOwnedBy(SessionId session) const;

    [[nodiscard]] std::int64_t zxid() const { return m_zxid; }
    void takeZxid() { ++m_zxid; }

    /// Denies all clients these zk::Permission bits at `path`; 0 restores them.
    void deny(const std::string& path, std::int32_t permissions);
    /// Whether exists() needs the Read permission of a node that exists, as since 3.8.4 and 3.9.2 (ZOOKEEPER-2590).
    void setExistsNeedsRead(bool needsRead) { m_existsNeedsRead = needsRead; }

    /// Sets the number of the next sequential child of `parent`.
    Result<void> setNextSequence(const std::string& parent, std::int32_t number);

    /// The changes since the last call, in order. A failed transaction adds none.
    [[nodiscard]] std::vector<Change> takeChanges();

private:
    struct Node {
        std::string data;
        zk::Stat stat; ///< cversion here is the server's own counter of creates; numChildren and dataLength are unused
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
    bool m_existsNeedsRead = false;
    std::vector<Change> m_changes;
    std::int64_t m_zxid = 0;
};

} // namespace lockscope::test
