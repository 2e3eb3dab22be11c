// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/BlockingClient.h"
#include "tests/support/ServerFixture.h"

#include <QObject>

#include <memory>

namespace lockscope::test {

/// A test with a real server of its own, which starts before the first function, and a client of it.
class ServerTest : public QObject {
    Q_OBJECT
protected:
    /// What else is to be there before the first function. Checks it as a test function does.
    virtual void prepare() {}

    ServerFixture m_servers;
    std::unique_ptr<BlockingClient> m_client;

private Q_SLOTS:
    void initTestCase();
};

} // namespace lockscope::test
