// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/World.h"

#include <QObject>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::locks {
class Lock;
}

namespace lockscope::test {

/// A test with a server and processes of lock clients, which start before its first function and exit cleanly after its
/// last.
class PeerTest : public QObject {
    Q_OBJECT
protected:
    using Kind = Peer::Kind;
    using Peers = std::vector<std::unique_ptr<Peer>>;

    /// One process per kind, with these workers.
    explicit PeerTest(std::vector<std::pair<Kind, std::vector<std::string>>> peers)
        : m_peers(std::move(peers))
    {
    }

    [[nodiscard]] LockSlot ours(const std::string& spec, const std::string& id = "a", int weight = 1)
    {
        return {m_ours.get(), id, spec, weight};
    }
    [[nodiscard]] LockSlot curators(const std::string& spec, const std::string& id = "a", int weight = 1)
    {
        return {m_curator.get(), id, spec, weight};
    }
    [[nodiscard]] LockSlot kazoos(const std::string& spec, const std::string& id = "a", int weight = 1)
    {
        return {m_kazoo.get(), id, spec, weight};
    }

    /// Processes to be killed, "ours.one" or "kazoo.two", each with a worker "a". Empty, and the test fails, if one
    /// does not start.
    [[nodiscard]] Peers mortals(const std::vector<std::string>& names);
    /// Each makes the other wait on `path`, and leaves nothing when it gives up. Returns "" or the failure.
    [[nodiscard]] QByteArray excludeEachOther(const LockSlot& stock, locks::Lock& lock, const std::string& path);

    World m_world;
    std::unique_ptr<Peer> m_ours; ///< these are null if the test has none
    std::unique_ptr<Peer> m_curator;
    std::unique_ptr<Peer> m_kazoo;

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

private:
    [[nodiscard]] std::unique_ptr<Peer>& place(Kind kind)
    {
        return kind == Kind::Ours ? m_ours : kind == Kind::Curator ? m_curator : m_kazoo;
    }

    std::vector<std::pair<Kind, std::vector<std::string>>> m_peers;
};

} // namespace lockscope::test
