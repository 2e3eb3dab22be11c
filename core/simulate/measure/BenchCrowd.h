// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A tree as big ensembles have it: thousands of locks in eight dialects, with the contenders of some sessions, for
/// whoever measures an inspector. Only the nodes are made: nobody waits for anything.

#include "core/simulate/measure/BenchRun.h"

#include <string>
#include <vector>

namespace lockscope::console {

/// Somebody came or went.
struct BenchChange {
    std::string directory; ///< where the contenders lie
    std::string node;      ///< the child's name
    bool created = false;  ///< else deleted
    SteadyTime at{};       ///< when the server had answered
};

/// What the same reads cost without an inspector: with benchWidth requests at a time.
struct RawReads {
    Duration listing{}; ///< the children of every directory of contenders
    Duration walk{};    ///< that, and a read of every contender's node
    std::int64_t contenders = 0;
};

/// Every call blocks the calling thread, which must not be the executor of the clients: they share one.
class BenchCrowd final {
public:
    /// `clients`: at least one, each connected. `root` exists.
    BenchCrowd(BenchClients clients, std::string root);

    /// So many locks with so many contenders altogether, evenly over the dialects and over the sessions. Each lock has
    /// at least one. May be called again for more.
    [[nodiscard]] Result<void> build(int locks, int contenders);

    /// Where the lock with this index, counted from 0 in the order of building, lies below `root`.
    [[nodiscard]] static std::string lockPath(const std::string& root, std::size_t index);

    /// Reads the whole crowd as a bare client would.
    [[nodiscard]] Result<RawReads> readRaw();

    /// Lets so many contenders a second go, and others come in their place: each is two changes. `tell` is called on
    /// the executor for each change.
    [[nodiscard]] Result<void> churn(int changesPerSecond, Duration runFor,
                                     std::function<void(const BenchChange&)> tell, std::stop_token stop);

private:
    struct Member {
        std::size_t client;
        std::string prefix;
        std::string node; ///< the child's name; empty while it is on its way
    };
    struct Place {
        std::string directory;
        std::vector<Member> members;
    };
    class Churning;

    [[nodiscard]] Result<void> makeDirectories(const std::vector<std::string>& paths);
    [[nodiscard]] Result<void> makeMembers(std::size_t firstPlace);
    void addPlace(std::size_t index, int contenders, std::vector<std::string>& upper, std::vector<std::string>& lower);
    [[nodiscard]] Executor& executor() const { return m_clients.executor(); }

    BenchClients m_clients;
    std::string m_root;
    std::vector<Place> m_places;
    std::size_t m_nextClient = 0;
};

} // namespace lockscope::console
