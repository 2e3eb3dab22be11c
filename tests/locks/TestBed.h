// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/locks/LockKinds.h"
#include "tests/locks/LockWorld.h"

#include <deque>

namespace lockscope::test {

/// The environment of a test that runs on every lock kind.
class TestBed final : public LockWorld {
public:
    explicit TestBed(const LockKind& kind)
        : m_kind(kind)
    {
    }
    ~TestBed();

    /// A program with the tested lock, and one with the lock that excludes it.
    Contestant& subject(const locks::NodeOptions& options = {}) { return add(m_kind.make, options); }
    Contestant& rival(const locks::NodeOptions& options = {}) { return add(m_kind.rival, options); }

    /// Whether new clients, and clients that failed to connect, find a server.
    void acceptClients(bool accepts);
    void wait(Duration time = std::chrono::seconds(1)) { executor.advance(time); }
    /// Creates the missing parents of the nodes.
    void makeDirectories();
    /// Destroys all locks; then describes their remaining nodes and watches. Empty: none.
    [[nodiscard]] QByteArray remains();

private:
    Contestant& add(const MakeLock& make, const locks::NodeOptions& options)
    {
        return m_programs.emplace_back(*this, make, options, m_accepts);
    }

    const LockKind& m_kind;
    bool m_accepts = true;
    std::deque<Contestant> m_programs;
};

} // namespace lockscope::test
