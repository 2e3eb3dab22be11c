// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeTree.h"

#include "core/base/Path.h"

#include <cstdio>
#include <limits>
#include <utility>

namespace lockscope::test {

using zk::CreateMode;
using EventType = zk::WatchEvent::Type;

namespace {

bool isEphemeral(CreateMode mode)
{
    return mode == CreateMode::Ephemeral || mode == CreateMode::EphemeralSequential;
}

/// Java's "%010d": the minus sign counts as one of the ten characters.
std::string suffix(std::int32_t number)
{
    char text[16];
    std::snprintf(text, sizeof text, "%010d", number);
    return text;
}

/// The server's counters wrap like Java's int.
std::int32_t plusOne(std::int32_t number)
{
    return number == std::numeric_limits<std::int32_t>::max() ? std::numeric_limits<std::int32_t>::min() : number + 1;
}

} // namespace

FakeTree::FakeTree()
{
    m_nodes.emplace("/", Node{});
}

FakeTree::Node* FakeTree::find(const std::string& path)
{
    const auto it = m_nodes.find(path);
    return it == m_nodes.end() ? nullptr : &it->second;
}

const FakeTree::Node* FakeTree::find(const std::string& path) const
{
    const auto it = m_nodes.find(path);
    return it == m_nodes.end() ? nullptr : &it->second;
}

bool FakeTree::denied(const std::string& path, std::int32_t permission, const Writer& writer) const
{
    const auto it = m_denied.find(path);
    return !writer.isOperator && it != m_denied.end() && (it->second & permission) != 0;
}

zk::Stat FakeTree::shown(const Node& node)
{
    zk::Stat stat = node.stat;
    const auto children = static_cast<std::uint32_t>(node.children.size());
    stat.cversion = static_cast<std::int32_t>(2U * static_cast<std::uint32_t>(node.stat.cversion) - children);
    stat.numChildren = static_cast<std::int32_t>(children);
    stat.dataLength = static_cast<std::int32_t>(node.data.size());
    return stat;
}

Result<zk::Created> FakeTree::createStep(const zk::CreateRequest& request, const Writer& writer)
{
    if (request.acl.empty())
        return failure(ErrorCode::InvalidAcl, "create", request.path);
    // Not parentOf(): the prefix of a sequential node may end in a slash.
    const auto slash = request.path.rfind('/');
    const std::string parentPath = slash == 0 ? "/" : request.path.substr(0, slash);
    Node* const parent = find(parentPath);
    if (!parent)
        return failure(ErrorCode::NoNode, "create", request.path);
    if (denied(parentPath, zk::Permission::Create, writer))
        return failure(ErrorCode::NoAuth, "create", request.path);
    const std::string path = isSequential(request.mode) ? request.path + suffix(parent->stat.cversion) : request.path;
    if (find(path))
        return failure(ErrorCode::NodeExists, "create", path);
    if (parent->stat.ephemeralOwner != 0)
        return failure(ErrorCode::NoChildrenForEphemerals, "create", path);

    Node node;
    node.data = request.data;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = m_zxid;
    node.stat.ctime = node.stat.mtime = writer.now;
    node.stat.ephemeralOwner = isEphemeral(request.mode) ? writer.session : 0;
    node.acl = request.acl;
    node.container = request.mode == CreateMode::Container;

    // The server stores the new counter only when it is greater: after 2147483647 it never changes (ZOOKEEPER-3249).
    if (const std::int32_t next = plusOne(parent->stat.cversion); next > parent->stat.cversion) {
        parent->stat.cversion = next;
        parent->stat.pzxid = m_zxid;
    }
    parent->children.insert(baseName(path));
    const zk::Stat stat = shown(node);
    m_nodes.emplace(path, std::move(node));
    m_changes.push_back({EventType::Created, path});
    return zk::Created{path, stat};
}

void FakeTree::unlink(const std::string& path)
{
    m_nodes.erase(path);
    Node& parent = m_nodes.at(parentOf(path));
    parent.children.erase(baseName(path));
    parent.stat.pzxid = m_zxid;
    m_changes.push_back({EventType::Deleted, path});
}

Result<void> FakeTree::removeStep(const std::string& path, std::int32_t version, const Writer& writer)
{
    if (path == "/")
        return failure(ErrorCode::BadArguments, "delete", path);
    const Node* const node = find(path);
    if (!node)
        return failure(ErrorCode::NoNode, "delete", path);
    if (denied(parentOf(path), zk::Permission::Delete, writer))
        return failure(ErrorCode::NoAuth, "delete", path);
    if (version != zk::anyVersion && version != node->stat.version)
        return failure(ErrorCode::BadVersion, "delete", path);
    if (!node->children.empty())
        return failure(ErrorCode::NotEmpty, "delete", path);
    unlink(path);
    return {};
}

Result<zk::Stat> FakeTree::setStep(const std::string& path, std::string data, std::int32_t version,
                                   const Writer& writer)
{
    Node* const node = find(path);
    if (!node)
        return failure(ErrorCode::NoNode, "setData", path);
    if (denied(path, zk::Permission::Write, writer))
        return failure(ErrorCode::NoAuth, "setData", path);
    if (version != zk::anyVersion && version != node->stat.version)
        return failure(ErrorCode::BadVersion, "setData", path);
    node->data = std::move(data);
    node->stat.version = plusOne(node->stat.version);
    node->stat.mzxid = m_zxid;
    node->stat.mtime = writer.now;
    m_changes.push_back({EventType::DataChanged, path});
    return shown(*node);
}

Result<void> FakeTree::checkStep(const std::string& path, std::int32_t version, const Writer& writer) const
{
    const Node* const node = find(path);
    if (!node)
        return failure(ErrorCode::NoNode, "check", path);
    if (denied(path, zk::Permission::Read, writer))
        return failure(ErrorCode::NoAuth, "check", path);
    if (version != zk::anyVersion && version != node->stat.version)
        return failure(ErrorCode::BadVersion, "check", path);
    return {};
}

Result<zk::OpResult> FakeTree::step(const zk::Op& op, const Writer& writer)
{
    if (const auto* create = std::get_if<zk::CreateOp>(&op))
        return createStep(create->request, writer).map([](const zk::Created& created) {
            return zk::OpResult{created.path, {}};
        });
    if (const auto* remove = std::get_if<zk::RemoveOp>(&op))
        return removeStep(remove->path, remove->version, writer).map([] { return zk::OpResult{}; });
    if (const auto* set = std::get_if<zk::SetOp>(&op))
        return setStep(set->path, set->data, set->version, writer).map([](const zk::Stat& stat) {
            return zk::OpResult{{}, stat};
        });
    const auto& check = std::get<zk::CheckOp>(op);
    return checkStep(check.path, check.version, writer).map([] { return zk::OpResult{}; });
}

Result<zk::Created> FakeTree::create(const zk::CreateRequest& request, const Writer& writer)
{
    takeZxid();
    return createStep(request, writer);
}

Result<void> FakeTree::remove(const std::string& path, std::int32_t version, const Writer& writer)
{
    takeZxid();
    return removeStep(path, version, writer);
}

Result<zk::Stat> FakeTree::set(const std::string& path, std::string data, std::int32_t version, const Writer& writer)
{
    takeZxid();
    return setStep(path, std::move(data), version, writer);
}

Result<std::vector<zk::OpResult>> FakeTree::multi(const std::vector<zk::Op>& ops, const Writer& writer)
{
    takeZxid();
    const auto nodesBefore = m_nodes;
    const auto changesBefore = m_changes.size();
    std::vector<zk::OpResult> results;
    for (const zk::Op& op : ops) {
        auto result = step(op, writer);
        if (!result) {
            m_nodes = nodesBefore;
            m_changes.resize(changesBefore);
            return failure(std::move(result.error()));
        }
        results.push_back(std::move(*result));
    }
    return results;
}

void FakeTree::removeOwnedBy(SessionId session)
{
    takeZxid();
    for (const std::string& path : pathsOwnedBy(session))
        unlink(path);
}

void FakeTree::reapContainers()
{
    std::vector<std::string> idle;
    for (const auto& [path, node] : m_nodes) {
        if (node.container && node.children.empty() && node.stat.cversion > 0)
            idle.push_back(path);
    }
    for (const std::string& path : idle) {
        takeZxid();
        unlink(path);
    }
}

Result<std::optional<zk::Stat>> FakeTree::exists(const std::string& path) const
{
    if (m_existsNeedsRead && find(path) && denied(path, zk::Permission::Read, {}))
        return failure(ErrorCode::NoAuth, "exists", path);
    return stat(path);
}

Result<zk::NodeData> FakeTree::get(const std::string& path) const
{
    const Node* const node = find(path);
    if (!node)
        return failure(ErrorCode::NoNode, "getData", path);
    if (denied(path, zk::Permission::Read, {}))
        return failure(ErrorCode::NoAuth, "getData", path);
    return zk::NodeData{node->data, shown(*node)};
}

Result<zk::Listing> FakeTree::list(const std::string& path) const
{
    const Node* const node = find(path);
    if (!node)
        return failure(ErrorCode::NoNode, "getChildren", path);
    if (denied(path, zk::Permission::Read, {}))
        return failure(ErrorCode::NoAuth, "getChildren", path);
    // Descending order, so that code which relies on an order that servers do not guarantee fails.
    return zk::Listing{{node->children.rbegin(), node->children.rend()}, shown(*node)};
}

Result<std::vector<zk::Acl>> FakeTree::acl(const std::string& path) const
{
    const Node* const node = find(path);
    if (!node)
        return failure(ErrorCode::NoNode, "getACL", path);
    if (denied(path, zk::Permission::Read, {}) && denied(path, zk::Permission::Admin, {}))
        return failure(ErrorCode::NoAuth, "getACL", path);
    auto acl = node->acl;
    const auto denied = m_denied.find(path);
    for (auto& entry : acl)
        entry.permissions &= denied == m_denied.end() ? zk::Permission::All : ~denied->second;
    return acl;
}

std::vector<std::string> FakeTree::names(const std::string& path) const
{
    const Node* const node = find(path);
    return node ? std::vector<std::string>(node->children.begin(), node->children.end()) : std::vector<std::string>();
}

std::string FakeTree::data(const std::string& path) const
{
    const Node* const node = find(path);
    return node ? node->data : std::string();
}

std::optional<zk::Stat> FakeTree::stat(const std::string& path) const
{
    const Node* const node = find(path);
    return node ? std::optional(shown(*node)) : std::nullopt;
}

std::vector<std::string> FakeTree::pathsOwnedBy(SessionId session) const
{
    std::vector<std::string> paths;
    for (const auto& [path, node] : m_nodes) {
        if (session != 0 && node.stat.ephemeralOwner == session)
            paths.push_back(path);
    }
    return paths;
}

void FakeTree::deny(const std::string& path, std::int32_t permissions)
{
    m_denied[path] = permissions;
}

Result<void> FakeTree::setNextSequence(const std::string& parent, std::int32_t number)
{
    Node* const node = find(parent);
    if (!node)
        return failure(ErrorCode::NoNode, "setNextSequence", parent);
    node->stat.cversion = number;
    return {};
}

std::vector<FakeTree::Change> FakeTree::takeChanges()
{
    return std::exchange(m_changes, {});
}

} // namespace lockscope::test
