// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/zk/ClientWorld.h"

namespace lockscope::test {

/// The in-memory ensemble, and a clock that the test advances.
class FakeWorld final : public ClientWorld {
public:
    ~FakeWorld() override
    {
        m_client.reset();
        m_other.reset();
        m_executor.runUntilIdle();
    }

    [[nodiscard]] Result<void> start() override
    {
        m_executor.runUntilIdle();
        return m_ensemble.create(root()).map([](const zk::Created&) {});
    }

    [[nodiscard]] zk::Client& client() override { return *m_client; }
    [[nodiscard]] zk::Client& other() override { return *m_other; }
    [[nodiscard]] std::string root() const override { return "/conformance"; }
    [[nodiscard]] std::unique_ptr<zk::Client> connect() override
    {
        return FakeClient::connect(m_ensemble, m_executor, std::chrono::seconds(4));
    }
    void run(const Task& task) override { m_executor.runAndWait(task); }

    [[nodiscard]] bool waitFor(const std::function<bool()>& condition) override
    {
        for (int i = 0; i < 600; ++i) {
            m_executor.runUntilIdle();
            if (condition())
                return true;
            m_executor.advance(std::chrono::milliseconds(100));
        }
        return false;
    }

    void disconnect() override { m_ensemble.disconnect(*m_client); }
    void silence() override { m_ensemble.cut(*m_client); }
    void reconnect() override { m_ensemble.reconnect(*m_client); }

    [[nodiscard]] Result<void> expire() override
    {
        m_ensemble.expire(*m_client);
        return {};
    }

private:
    ManualClock m_clock;
    ManualExecutor m_executor{m_clock};
    FakeEnsemble m_ensemble{m_executor};
    std::unique_ptr<FakeClient> m_client = FakeClient::connect(m_ensemble, m_executor, std::chrono::seconds(4));
    std::unique_ptr<FakeClient> m_other = FakeClient::connect(m_ensemble, m_executor, std::chrono::seconds(4));
};

} // namespace lockscope::test
