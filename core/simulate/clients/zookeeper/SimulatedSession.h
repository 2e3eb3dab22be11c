// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/SimulatedConnection.h"
#include "core/zk/Client.h"
#include "core/zk/Traffic.h"

#include <memory>

namespace lockscope::console {

/// A simulated client's session on ZooKeeper.
class SimulatedSession final : public SimulatedConnection {
public:
    /// `traffic`: the client's.
    SimulatedSession(std::unique_ptr<zk::Client> client, std::shared_ptr<const zk::Traffic> traffic);

    [[nodiscard]] Executor& executor() const override { return m_client->executor(); }
    [[nodiscard]] SessionStatus status() const override { return m_client->session(); }
    [[nodiscard]] Subscription onStatus(StatusHandler handler) override;
    [[nodiscard]] std::vector<SimulatedSlot> makeSlots(const ContendOptions& options, const std::string& name,
                                                       const Log& log) override;
    [[nodiscard]] std::string ContendEvent::*identity() const override { return &ContendEvent::node; }
    void revoke(const ContendOptions& options, const std::string& node, Reply<void> reply) override;
    [[nodiscard]] std::uint64_t requests() const override { return m_traffic->requests.load(); }
    [[nodiscard]] std::uint64_t wakeUps() const override { return m_traffic->watchEvents.load(); }
    void close(Task closed) override { m_client->close(std::move(closed)); }

private:
    std::unique_ptr<zk::Client> m_client;
    std::shared_ptr<const zk::Traffic> m_traffic;
};

} // namespace lockscope::console
