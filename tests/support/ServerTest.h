// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/BlockingClient.h"
#include "tests/support/ServerFixture.h"

#include <QObject>

#include <memory>

namespace lockscope::test {

/// A test with its own real server, started before the first function, and a client of that server.
class ServerTest : public QObject {
    Q_OBJECT
protected:
    /// Further setup before the first function. Uses QVERIFY and QCOMPARE like a test function.
    virtual void prepare() {}

    ServerFixture m_servers;
    std::unique_ptr<BlockingClient> m_client;

private Q_SLOTS:
    void initTestCase();
};

} // namespace lockscope::test
