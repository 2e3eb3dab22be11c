// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A tree as in large ensembles, for measurements of an inspector: thousands of locks in eight dialects, with the
/// contenders of several sessions. Only the nodes are created: no client waits for a lock.

#include "core/simulate/measure/BenchRun.h"

#include <string>
#include <vector>

namespace lockscope::console {

/// A contender was created or deleted.
struct BenchChange {
    std::string directory; ///< the parent of the contenders
    std::string node;      ///< the child's name
    bool created = false;  ///< false: deleted
    SteadyTime at{};       ///< when the server answered
};

/// The cost of the same reads without an inspector: with benchWidth requests at a time.
struct RawReads {
    Duration listing{}; ///< the children of every directory of contenders
    Duration walk{};    ///< the listing, and a read of every contender's node
    std::int64_t contenders = 0;
};

/// Every call blocks the calling thread, which must not be the shared executor of the clients.
class BenchCrowd final {
public:
    /// `clients`: at least one, each connected. `root` exists.
    BenchCrowd(BenchClients clients, std::string root);

    /// Creates this many locks with this many contenders in total, evenly over the dialects and the sessions. Each lock
    /// has at least one contender. May be called again for more.
    [[nodiscard]] Result<void> build(int locks, int contenders);

    /// The path, below `root`, of the lock with this index, counted from 0 in creation order.
    [[nodiscard]] static std::string lockPath(const std::string& root, std::size_t index);

    /// Reads all contenders as a plain client would.
    [[nodiscard]] Result<RawReads> readRaw();

    /// Replaces contenders at the given rate: each replacement is two changes, a deletion and a creation. `report` is
    /// called on the executor for each change.
    [[nodiscard]] Result<void> churn(int changesPerSecond, Duration runFor,
                                     std::function<void(const BenchChange&)> report, std::stop_token stop);

private:
    struct Member {
        std::size_t client;
        std::string prefix;
        std::string node; ///< the child's name; empty while it is being created
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
