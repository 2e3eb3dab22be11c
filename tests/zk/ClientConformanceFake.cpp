// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The suite over the in-memory ensemble and a clock that the test moves.

#include "tests/support/Test.h"
#include "tests/zk/ClientConformance.h"
#include "tests/zk/FakeWorld.h"

namespace lockscope::test::fakeConformanceTest {

class FakeConformanceTest final : public ClientConformance {
    Q_OBJECT

protected:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorld() override { return std::make_unique<FakeWorld>(); }
};

} // namespace lockscope::test::fakeConformanceTest

LOCKSCOPE_TEST(lockscope::test::fakeConformanceTest::FakeConformanceTest)
#include "ClientConformanceFake.moc"
