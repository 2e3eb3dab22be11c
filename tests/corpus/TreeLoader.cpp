// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/TreeLoader.h"

#include "core/base/Path.h"
#include "tests/corpus/TtlNode.h"

#include <utility>

namespace lockscope::corpus {

namespace {

constexpr std::size_t digits = 10;
/// Deleted nodes that one transaction creates to count on.
constexpr int countedAtOnce = 100;

} // namespace

TreeLoader::TreeLoader(QString connect)
    : m_connect(std::move(connect))
    , m_client(m_connect)
{
}

test::BlockingClient& TreeLoader::clientOf(const std::string& session)
{
    if (session.empty())
        return m_client;
    auto& client = m_sessions[session];
    if (!client)
        client = std::make_unique<test::BlockingClient>(m_connect);
    return *client;
}

Result<void> TreeLoader::load(const Tree& tree)
{
    for (const auto& node : tree.nodes) {
        auto made = createParents(node.path);
        if (made)
            made = create(node);
        if (made && node.created > 0)
            made = count(node.path, node.created);
        if (!made)
            return made;
    }
    return {};
}

Result<void> TreeLoader::createParents(const std::string& path)
{
    const auto parent = parentOf(path);
    const auto found = m_client.exists(parent);
    if (!found)
        return failure(found.error());
    if (*found)
        return {};
    if (const auto made = createParents(parent); !made)
        return made;
    const auto made = m_client.create(parent);
    return made ? Result<void>() : failure(made.error());
}

Result<void> TreeLoader::create(const TreeNode& node)
{
    using zk::CreateMode;
    if (node.isTtl)
        return createTtlNode(m_connect.toStdString(), node.path, node.data);
    auto path = node.path;
    auto mode = node.isContainer ? CreateMode::Container : CreateMode::Persistent;
    if (node.isSequential) {
        path.resize(path.size() - std::min(path.size(), digits));
        mode = node.session.empty() ? CreateMode::PersistentSequential : CreateMode::EphemeralSequential;
    } else if (!node.session.empty()) {
        mode = CreateMode::Ephemeral;
    }
    const auto made = clientOf(node.session).create(path, node.data, mode);
    if (!made)
        return failure(made.error());
    if (made->path != node.path)
        return failure(ErrorCode::BadArguments, "create", node.path, "the server made " + made->path);
    return {};
}

/// Creates and deletes children, which the parent's counter keeps.
Result<void> TreeLoader::count(const std::string& parent, int created)
{
    for (int done = 0; done < created; done += countedAtOnce) {
        std::vector<zk::Op> steps;
        for (int i = done; i < std::min(created, done + countedAtOnce); ++i) {
            const auto path = joinPath(parent, "counted");
            steps.emplace_back(zk::CreateOp{{path, {}, zk::CreateMode::Persistent, zk::openAcl()}});
            steps.emplace_back(zk::RemoveOp{path, zk::anyVersion});
        }
        test::BlockingAnswer<std::vector<zk::OpResult>> answer;
        m_client.executor().post([&, reply = answer.reply()] { m_client.client().multi(steps, reply); });
        const auto made = answer.get();
        if (!made)
            return failure(made.error());
    }
    return {};
}

Result<void> TreeLoader::markEnd()
{
    const auto made = m_client.create(std::string(endMark));
    if (!made)
        return failure(made.error());
    const auto held = m_client.queueUp(std::string(endMark));
    return held ? Result<void>() : failure(held.error());
}

Result<void> TreeLoader::clear()
{
    m_sessions.clear();
    return removeBelow("/");
}

Result<void> TreeLoader::removeBelow(const std::string& path)
{
    const auto names = m_client.children(path);
    if (!names)
        return names.error().code == ErrorCode::NoNode ? Result<void>() : failure(names.error());
    for (const auto& name : *names) {
        const auto child = joinPath(path, name);
        if (child == "/zookeeper")
            continue;
        if (const auto below = removeBelow(child); !below)
            return below;
        const auto removed = m_client.remove(child);
        if (!removed && removed.error().code != ErrorCode::NoNode)
            return removed;
    }
    return {};
}

} // namespace lockscope::corpus
