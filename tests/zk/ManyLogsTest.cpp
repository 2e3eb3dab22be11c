// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The client library's messages reach the log of the client that they are about, however many clients there are.

#include "tests/support/DeadPort.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"

#include <algorithm>

namespace lockscope::manyLogsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class ManyLogsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    static void eachHasItsOwn();
};

void ManyLogsTest::eachHasItsOwn()
{
    // Without servers: the messages about each client name its own port.
    constexpr std::size_t count = 80;
    const std::vector<DeadPort> ports(count);
    const auto loop = makeClientLoop({});
    std::vector<std::unique_ptr<LoggedClient>> clients;
    for (const auto& port : ports)
        clients.push_back(std::make_unique<LoggedClient>(
            *loop, zk::ClientSettings{.servers = onThisMachine({port.number()}), .sessionTimeout = 20s}));
    const auto address = [&](std::size_t i) { return "127.0.0.1:" + std::to_string(ports[i].number()); };
    // With the reason, which only the client library knows.
    const auto isExplained = [&](std::size_t i) {
        const auto lines = clients[i]->lines().all();
        return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(address(i)) != std::string::npos && line.find("refused") != std::string::npos;
        });
    };
    for (std::size_t i = 0; i < count; ++i)
        QTRY_VERIFY2_WITH_TIMEOUT(isExplained(i), qPrintable(QStringLiteral("log %1").arg(i + 1)), 10'000);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t other = 0; other < count; ++other)
            QVERIFY(other == i || !clients[i]->lines().contains(address(other)));
    }
}

} // namespace lockscope::manyLogsTest

LOCKSCOPE_TEST(lockscope::manyLogsTest::ManyLogsTest)
#include "ManyLogsTest.moc"
