// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The suite in a namespace of the in-memory ensemble.

#include "tests/support/Test.h"
#include "tests/zk/ClientConformance.h"
#include "tests/zk/FakeWorld.h"
#include "tests/zk/NamespaceWorld.h"

namespace lockscope::test::fakeNamespaceConformanceTest {

class FakeNamespaceConformanceTest final : public ClientConformance {
    Q_OBJECT

protected:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorld() override
    {
        return std::make_unique<NamespaceWorld>(std::make_unique<FakeWorld>());
    }
};

} // namespace lockscope::test::fakeNamespaceConformanceTest

LOCKSCOPE_TEST(lockscope::test::fakeNamespaceConformanceTest::FakeNamespaceConformanceTest)
#include "NamespaceConformanceFake.moc"
