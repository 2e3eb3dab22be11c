// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/Log.h"
#include "core/redis/Client.h"
#include "core/sources/LockSource.h"
#include "core/sources/redis/discovery/RedlockInspector.h"

#include <memory>
#include <vector>

namespace lockscope::inspect {

/// The Redlocks on N independent masters, over a connection to each and its own loop: see RedlockInspector.
class RedlockSource final : public LockSource {
public:
    struct Settings {
        redis::ClientSettings connection; ///< with a target of independent masters
        RedlockInspectorSettings inspector;
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
    /// The session's status says why.
    [[nodiscard]] std::optional<Error> trouble() const override { return std::nullopt; }
    [[nodiscard]] bool isLive() const override { return !m_settings.inspector.manual; }

    [[nodiscard]] EventLoop& executor() { return m_loop; }
    /// One of each master, for actions on them, on the executor; empty before start() and after stop().
    [[nodiscard]] const std::vector<std::unique_ptr<redis::Client>>& clients() const { return m_clients; }

private:
    Settings m_settings;
    Log m_log;
    EventLoop m_loop;
    // On the loop; empty before start() and after stop():
    std::vector<std::unique_ptr<redis::Client>> m_clients;
    std::unique_ptr<RedlockInspector> m_inspector;
};

} // namespace lockscope::inspect
