// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/base/Subscription.h"
#include "core/model/Snapshot.h"
#include "core/redis/Client.h"
#include "core/sources/redis/hosts/AddressNames.h"
#include "core/sources/redis/hosts/HostEvidence.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Finds the hosts of the holders and waiters in a source's snapshots, and adds them to these: by the names in the
/// lists of clients, and on request by a sample of the commands that all masters execute. Remembers them while it
/// exists. Reads only.
///
/// Thread: the executor of the clients, which must be one. Destroying it ends the calls, and a sample.
class HostFinder final {
public:
    struct Settings {
        int database = 0;                           ///< of the locks
        std::shared_ptr<const HostNames> hostNames; ///< may be null
        NameLookups lookups{};                      ///< for the other addresses; without `post` none are made
    };
    using Publish = std::function<void(SnapshotPtr)>;
    using Ended = std::function<void(const Result<void>&)>;

    /// `clients` must outlive it; not empty. `publish` gets the snapshots with the hosts: in see(), and when hosts were
    /// found.
    HostFinder(std::vector<redis::Client*> clients, Settings settings, Publish publish);
    HostFinder(const HostFinder&) = delete;
    HostFinder& operator=(const HostFinder&) = delete;

    /// A snapshot of the source's.
    void see(const SnapshotPtr& snapshot);
    /// Reads the lists of clients, at most once in some seconds: servers with many clients need a while for it.
    void readClients();
    /// See LockSource::sampleHosts(). `ended` is called later, once.
    void sample(std::chrono::milliseconds duration, Ended ended);

private:
    struct Sample {
        explicit Sample(int database)
            : evidence(database)
        {
        }

        HostEvidence evidence;
        Ended ended;
        std::size_t running = 0; ///< masters that are monitored, or soon will be
        bool hasBegun = false;   ///< one of them was
        std::vector<RedisRefusal> refusals;
        std::optional<Error> refused; ///< of the first master that was not monitored
        std::vector<Subscription> monitors;
        Subscription limit;
    };

    void listClients(Task done);
    void onList(const std::string& server, const Result<redis::Value>& reply);
    void startSample(std::chrono::milliseconds duration);
    void onEnded(const std::string& server, const Error& reason);
    void stopMonitors();
    void finishSample();
    void finishSample(const Sample& sample);
    void addNamed(RedisHosts& hosts) const;
    void findNames(const RedisHosts& hosts, Task done);
    void setHosts(RedisHosts hosts);
    void publish();
    [[nodiscard]] SteadyTime now() const;
    [[nodiscard]] WallTime wallNow() const;

    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = std::weak_ptr<const bool>(m_alive), act = std::move(act)](const auto&... values) {
            if (!weak.expired())
                act(values...);
        };
    }

    const std::vector<redis::Client*> m_clients;
    const Settings m_settings;
    const Publish m_publish;
    SnapshotPtr m_last;                        ///< the source's; null before the first
    std::shared_ptr<const RedisHosts> m_hosts; ///< null: none were looked for
    AddressNames m_names;
    std::map<std::string, std::vector<NamedClient>> m_named; ///< by master: its last list
    std::vector<RedisRefusal> m_listRefusals;                ///< likewise
    SteadyTime m_listedAt{};
    bool m_isListing = false;
    std::unique_ptr<Sample> m_sample; ///< null: none is made
    std::uint64_t m_revision = 0;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
