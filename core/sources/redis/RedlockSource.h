// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/Log.h"
#include "core/redis/Client.h"
#include "core/sources/LockSource.h"
#include "core/sources/redis/discovery/RedlockInspector.h"
#include "core/sources/redis/hosts/HostSettings.h"
#include "core/sources/redis/topology/ServerReader.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::inspect {

/// The Redlocks on N independent masters, over a connection to each and its own loop: see RedlockInspector.
class RedlockSource final : public LockSource {
public:
    struct Settings {
        redis::ClientSettings connection; ///< with a target of independent masters
        RedlockInspectorSettings inspector;
        HostSettings hosts{};
        /// For actions, as another user than that of `connection`; nullopt: as the same one.
        std::optional<redis::ClientSettings> writing{};
    };
    /// A master that has not answered a request for this long does not answer: the others are shown without it.
    static constexpr auto longestAnswer = std::chrono::milliseconds(1'000);

    RedlockSource(Settings settings, Log log);
    /// Calls stop().
    ~RedlockSource() override;

    void start(Handlers handlers) override;
    void stop() override;
    using LockSource::read;
    void read(Part part, Task begun) override;
    bool confirm(const std::vector<std::string>& locks) override;
    bool sampleHosts(std::chrono::milliseconds duration, std::function<void(const Result<void>&)> ended) override;
    /// The session's status says why.
    [[nodiscard]] std::optional<Error> trouble() const override { return std::nullopt; }
    [[nodiscard]] bool isLive() const override { return !m_settings.inspector.manual; }

    [[nodiscard]] EventLoop& executor() { return m_loop; }
    /// One of each master, for actions on them, on the executor; empty before start() and after stop().
    [[nodiscard]] const std::vector<std::unique_ptr<redis::Client>>& clients() const
    {
        return m_writers.empty() ? m_clients : m_writers;
    }

private:
    [[nodiscard]] std::unique_ptr<redis::Client> connectTo(const redis::Address& server,
                                                           redis::ClientSettings connection);
    void startReaders();
    void readServers();
    [[nodiscard]] SnapshotPtr withServers(const SnapshotPtr& snapshot) const;

    Settings m_settings;
    Log m_log;
    EventLoop m_loop;
    // On the loop; empty before start() and after stop():
    std::vector<std::unique_ptr<redis::Client>> m_clients;
    std::vector<std::unique_ptr<redis::Client>> m_writers; ///< empty: there is no other user for actions
    std::unique_ptr<HostFinder> m_hosts;
    std::vector<std::unique_ptr<ServerReader>> m_readers;       ///< of each client; empty before a request
    std::vector<std::shared_ptr<const RedisServers>> m_reports; ///< likewise; null before its first report
    Subscription m_waitLimit;                                   ///< for masters that do not connect
    SnapshotPtr m_last;                                         ///< the inspector's
    std::unique_ptr<RedlockInspector> m_inspector;
};

} // namespace lockscope::inspect
