// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ServerTest.h"

#include "tests/support/Test.h"

namespace lockscope::test {

void ServerTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
    m_client = std::make_unique<BlockingClient>(m_servers.connectString());
    prepare();
}

} // namespace lockscope::test
