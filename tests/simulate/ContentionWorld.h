// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/Contention.h"
#include "core/simulate/clients/zookeeper/SimulatedSession.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

using namespace std::chrono_literals;

/// Simulated clients on an in-memory ensemble, with their events and the result.
struct ContentionWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::vector<console::ContendEvent> events;
    std::vector<const FakeClient*> clients;
    std::optional<console::ContentionSummary> summary;
    std::optional<console::Measurements> measured;
    std::unique_ptr<console::Contention> contention;

    void start(console::ContendOptions options)
    {
        if (options.paths.empty())
            options.paths = {"/locks/a"};
        const auto checkedOptions = checked(options);
        if (!checkedOptions)
            qFatal("%s", describe(checkedOptions.error()).c_str());
        contention = std::make_unique<console::Contention>(console::Contention::Setting{
            executor, options,
            [this](const std::string&) {
                auto client = FakeClient::connect(ensemble, executor, 9s);
                clients.push_back(client.get());
                return std::make_unique<console::SimulatedSession>(std::move(client), std::make_shared<zk::Traffic>());
            },
            [this](const console::ContendEvent& event) { events.push_back(event); }, nullptr, Log()});
        contention->start([this](const console::Measurements& result) {
            measured = result;
            summary = summarise(result);
        });
        executor.runUntilIdle();
    }
    /// The result of a command, which must arrive within a second.
    [[nodiscard]] Result<void> give(console::ClientCommand order)
    {
        std::optional<Result<void>> outcome;
        contention->carryOut(order, [&](const Result<void>& reported) { outcome = reported; });
        executor.advance(1s);
        return outcome ? *outcome : failure(ErrorCode::TimedOut, "order", {}, "it was never answered");
    }
    [[nodiscard]] Result<void> give(console::ClientCommand::Type type, std::string client = {})
    {
        console::ClientCommand order;
        order.type = type;
        order.client = std::move(client);
        return give(order);
    }
    ~ContentionWorld()
    {
        executor.runAndWait([this] { contention.reset(); });
        executor.runUntilIdle();
    }
    [[nodiscard]] std::map<std::string, int> counts() const
    {
        std::map<std::string, int> counts;
        for (const auto& event : events)
            ++counts[std::string(toString(event.type))];
        return counts;
    }
};

} // namespace lockscope::test
