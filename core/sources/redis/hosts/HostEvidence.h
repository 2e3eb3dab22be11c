// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/sources/redis/hosts/ClientList.h"
#include "core/sources/redis/hosts/LockCommand.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// Which address the client of an owner has, by the commands that servers have executed. A command proves it if it
/// names an owner and a lock that was seen during the sample. Of the commands only owner and address are kept; of a
/// token, which may not be known yet, a number that is computed from it. Bounded. Pure; thread: one.
class HostEvidence final {
public:
    /// `database`: of the locks; commands in another one have other keys.
    explicit HostEvidence(int database)
        : m_database(database)
    {
    }

    /// The locks of this snapshot, and their owners.
    void see(const Snapshot& snapshot);
    /// A line of MONITOR of the master `server`.
    void take(const std::string& server, std::string_view line, WallTime now);
    /// The list of clients of a master, of the begin or the end of the sample.
    void take(const std::vector<NamedClient>& clients);

    /// By instance. Left out are clients that the commands of two hosts would prove, as behind an address that changes,
    /// and those that only Lockscope's own connections named.
    [[nodiscard]] std::map<std::string, RedisHost, std::less<>> hosts() const;

private:
    struct Use {
        std::string server;
        std::string address;
        WallTime at{};
        std::vector<std::string> locks; ///< of which one must be known
        bool isOfTwoHosts = false;
    };
    static constexpr std::size_t mostUses = 10'000;
    static constexpr std::size_t mostLocks = 8; ///< of one use
    /// A lock, and a number computed from a token.
    using Token = std::pair<std::string, std::uint64_t>;

    template <typename Key> void add(std::map<Key, Use>& uses, const Key& key, const Use& use) const;
    [[nodiscard]] const Use* useOf(const std::string& instance, const std::set<std::string>& locks) const;
    [[nodiscard]] bool isProof(const Use& use) const;
    void noteName(const std::string& address, const std::string& name);
    [[nodiscard]] std::string nameOf(const std::string& address) const;

    const int m_database;
    std::unordered_set<std::string> m_locks; ///< names
    std::set<std::string, std::less<>> m_instances;
    std::map<std::string, std::set<std::string>> m_locksOf; ///< by instance that is no UUID: names of its locks
    std::map<std::string, Use> m_byInstance;                ///< by UUID
    std::map<Token, Use> m_byToken;
    std::map<std::string, std::string> m_names; ///< of connections, by address
};

} // namespace lockscope::inspect
