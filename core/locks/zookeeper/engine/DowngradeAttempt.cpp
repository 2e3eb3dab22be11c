// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/DowngradeAttempt.h"

#include "core/base/Path.h"

namespace lockscope::locks {

namespace {

/// The number at the end of a node's name as the server wrote it, with sign and padding.
std::string numberText(const std::string& node)
{
    constexpr std::size_t width = 10;
    return node.size() > width ? node.substr(node.size() - width) : node; // numbers past 2^31 are never granted
}

} // namespace

DowngradeAttempt::DowngradeAttempt(zk::Client& client, std::string directory, const NodeNaming& naming, HeldNode writer,
                                   NodeOptions options)
    : BaseAttempt(client, std::move(directory), std::move(options))
    , m_writer(std::move(writer))
    , m_naming(naming)
{
}

void DowngradeAttempt::enter()
{
    nextRound();
    // New for each session: a node from a lost answer of the last session may still exist.
    m_path = joinPath(directory(), m_naming.next() + numberText(m_writer.path));
    createNode();
}

void DowngradeAttempt::resume()
{
    grant();
}

zk::CreateRequest DowngradeAttempt::createRequest() const
{
    return {m_path, options().payload.text(), zk::CreateMode::Ephemeral, options().acl.of(m_path)};
}

void DowngradeAttempt::nodeMade()
{
    grant();
}

} // namespace lockscope::locks
