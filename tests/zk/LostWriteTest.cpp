// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Connections that are reset under requests: each request is answered once, with its result or with ConnectionLoss;
/// none is executed twice; the session goes on.

#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"
#include "tests/zk/Relay.h"

#include <algorithm>
#include <set>

namespace lockscope::lostWriteTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class LostWriteTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    static void resetUnderRequests_data();
    void resetUnderRequests();
    void writesIntoAConnectionThatIsGone();

private:
    /// A client behind a relay, and a node of its own on the server.
    struct Bed {
        explicit Bed(quint16 serverPort)
            : relay(serverPort)
            , loop(makeClientLoop({}))
            , logged(*loop, {.servers = onThisMachine({relay.port()}), .sessionTimeout = 20s})
        {
        }

        /// Submits sequential creates whose data is a number; on the loop.
        void submit(const std::string& parent, int count)
        {
            for (int i = 0; i < count; ++i) {
                const auto& answer = answers.emplace_back();
                logged.client().create({parent + "/n-", std::to_string(answers.size()),
                                        zk::CreateMode::PersistentSequential, zk::openAcl()},
                                       answer.reply());
            }
        }
        [[nodiscard]] bool areAnswered()
        {
            return waitOn(*loop, [this] {
                return std::all_of(answers.begin(), answers.end(), [](const auto& answer) { return answer.arrived(); });
            });
        }

        Relay relay;
        std::unique_ptr<ClientLoop> loop;
        LoggedClient logged;
        std::vector<Answer<zk::Created>> answers; ///< on the loop
    };

    [[nodiscard]] quint16 serverPort() const { return static_cast<quint16>(m_servers.servers().front().clientPort); }
    /// The data of the children; "" or what contradicts the answers.
    [[nodiscard]] QByteArray contradiction(Bed& bed, const std::string& parent);
};

QByteArray LostWriteTest::contradiction(Bed& bed, const std::string& parent)
{
    const auto names = m_client->children(parent);
    if (!names)
        return "children: " + printed(describe(names.error()));
    std::set<std::string> executed;
    for (const auto& name : *names) {
        const auto node = m_client->get(parent + "/" + name);
        if (!node)
            return "get: " + printed(describe(node.error()));
        if (!executed.insert(node->data).second)
            return "executed twice: " + printed(node->data);
    }
    QByteArray failed;
    bed.loop->runAndWait([&] {
        for (std::size_t i = 0; i < bed.answers.size() && failed.isEmpty(); ++i) {
            const auto& answer = bed.answers[i];
            const auto number = std::to_string(i + 1);
            if (answer.count() != 1)
                failed = "answered more than once: " + printed(number);
            else if (answer.ok() && executed.count(number) == 0)
                failed = "answered, but not executed: " + printed(number);
            else if (!answer.ok() && !answer.failedWith(ErrorCode::ConnectionLoss))
                failed = printed(describe(answer.result().error()));
        }
    });
    return failed;
}

void LostWriteTest::resetUnderRequests_data()
{
    QTest::addColumn<bool>("requestsPass");
    QTest::addColumn<bool>("answersPass");
    QTest::addRow("before the server has them") << false << true;
    QTest::addRow("after the server has answered") << true << false;
    QTest::addRow("in the midst") << true << true;
}

void LostWriteTest::resetUnderRequests()
{
    QFETCH(const bool, requestsPass);
    QFETCH(const bool, answersPass);
    Bed bed(serverPort());
    QTRY_VERIFY(bed.logged.isConnected());
    const auto id = bed.logged.session().id;
    for (int round = 0; round < 3; ++round) {
        const auto parent = m_servers.uniquePath().toStdString();
        const auto made = m_client->create(parent);
        QVERIFY_RESULT(made);
        const auto children = [&] {
            const auto names = m_client->children(parent);
            return names ? names->size() : 0;
        };
        bed.relay.pass(requestsPass, answersPass);
        constexpr int count = 100;
        const auto since = bed.loop->clock().now();
        bed.loop->runAndWait([&] {
            bed.answers.clear();
            bed.submit(parent, count);
        });
        if (requestsPass && !answersPass)
            QTRY_COMPARE(children(), std::size_t(count));
        else if (requestsPass)
            QTRY_VERIFY(children() > 0);
        bed.relay.reset();
        bed.relay.pass(true, true);
        QVERIFY(bed.areAnswered());
        QTRY_VERIFY(bed.logged.connectedAfter(since));
        const auto synced = bed.logged.sync();
        QVERIFY_RESULT(synced);
        QCOMPARE(bed.logged.session().id, id);
        const auto failed = contradiction(bed, parent);
        QVERIFY2(failed.isEmpty(), failed.constData());
    }
}

/// The connection is reset during a task that then makes requests: the client library writes before it looks.
void LostWriteTest::writesIntoAConnectionThatIsGone()
{
    Bed bed(serverPort());
    QTRY_VERIFY(bed.logged.isConnected());
    const auto id = bed.logged.session().id;
    for (int round = 0; round < 5; ++round) {
        const auto parent = m_servers.uniquePath().toStdString();
        const auto made = m_client->create(parent);
        QVERIFY_RESULT(made);
        const auto since = bed.loop->clock().now();
        bed.loop->runAndWait([&] {
            bed.answers.clear();
            bed.submit(parent, 2);
            bed.relay.reset();
            bed.submit(parent, 10);
        });
        QVERIFY(bed.areAnswered());
        QTRY_VERIFY(bed.logged.connectedAfter(since));
        const auto took = *bed.logged.connectedAfter(since) - since;
        QVERIFY2(took <= 1s, millisecondsOf("back only after", took).constData());
        const auto synced = bed.logged.sync(); // also the first request on the new connection
        QVERIFY_RESULT(synced);
        QCOMPARE(bed.logged.session().id, id);
        const auto failed = contradiction(bed, parent);
        QVERIFY2(failed.isEmpty(), failed.constData());
    }
}

} // namespace lockscope::lostWriteTest

LOCKSCOPE_TEST(lockscope::lostWriteTest::LostWriteTest)
#include "LostWriteTest.moc"
