// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/check/ConnectionTest.h"

#include "core/connect/check/PortSteps.h"
#include "core/connect/redis/RedisTest.h"
#include "core/connect/zookeeper/EnsembleTest.h"

#include <utility>

namespace lockscope::connect {

namespace {

/// The report is complete before the session ends: that may take long.
void runTest(TestRun& run, zk::ClientFactory makeClient)
{
    if (!testPorts(run)) {
        run.finish();
    } else if (run.profile().redis) {
        RedisTest test(run);
        test.run();
        run.finish();
    } else {
        EnsembleTest test(run, std::move(makeClient));
        test.run();
        run.finish();
    }
}

} // namespace

ConnectionTest::ConnectionTest(Settings settings, TestRun::Report report)
    : m_run(std::move(settings.profile), std::move(settings.secrets), settings.limits, std::move(report))
    , m_thread([this, makeClient = std::move(settings.makeClient)] { runTest(m_run, makeClient); })
{
}

ConnectionTest::~ConnectionTest()
{
    cancel();
    m_thread.join();
}

void ConnectionTest::cancel()
{
    m_run.cancel();
}

} // namespace lockscope::connect
