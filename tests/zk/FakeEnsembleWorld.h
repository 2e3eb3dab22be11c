// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"

#include <memory>
#include <string>

namespace lockscope::test {

using namespace std::chrono_literals;

/// The in-memory ensemble with one client and a clock that is set by hand.
struct FakeEnsembleWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> client = FakeClient::connect(ensemble, executor, 10s);

    FakeEnsembleWorld() { executor.runUntilIdle(); }
    ~FakeEnsembleWorld()
    {
        client.reset();
        executor.runUntilIdle();
    }
    Answer<zk::Created> create(const std::string& path, zk::CreateMode mode = zk::CreateMode::Persistent)
    {
        Answer<zk::Created> answer;
        client->create({path, "", mode, zk::openAcl()}, answer.reply());
        return answer;
    }
};

} // namespace lockscope::test
