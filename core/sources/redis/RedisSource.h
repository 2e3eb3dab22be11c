// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/Log.h"
#include "core/redis/Client.h"
#include "core/sources/LockSource.h"
#include "core/sources/redis/discovery/RedisInspector.h"
#include "core/sources/redis/hosts/HostSettings.h"

#include <atomic>
#include <memory>
#include <optional>

namespace lockscope::inspect {

/// The locks on the masters of a Redis server, Sentinel or Cluster, over its own connections and its own loop: see
/// RedisInspector.
class RedisSource final : public LockSource {
public:
    struct Settings {
        redis::ClientSettings connection;
        RedisInspectorSettings inspector;
        HostSettings hosts{};
        /// For actions, as another user than that of `connection`; nullopt: as the same one.
        std::optional<redis::ClientSettings> writing{};
    };

    RedisSource(Settings settings, Log log);
    /// Calls stop().
    ~RedisSource() override;

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
    /// For actions on the same servers, on the executor; null before start() and after stop().
    [[nodiscard]] redis::Client* client() { return m_writer ? m_writer.get() : m_client.get(); }

private:
    Settings m_settings;
    Log m_log;
    EventLoop m_loop;
    // On the loop; null before start() and after stop():
    std::unique_ptr<redis::Client> m_client;
    std::unique_ptr<redis::Client> m_writer; ///< null: there is no other user for actions
    std::unique_ptr<HostFinder> m_hosts;
    std::unique_ptr<RedisInspector> m_inspector;
    Subscription m_session;
};

} // namespace lockscope::inspect
