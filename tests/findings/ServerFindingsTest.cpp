// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The finding about servers that are down, and the nearest cases without one.

#include "core/findings/Findings.h"
#include "tests/support/Test.h"

namespace lockscope::serverFindingsTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{1'700'000'000'000ms};

/// Three servers that serve.
std::shared_ptr<ensemble::EnsembleFacts> threeServers()
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->takenAt = noon;
    for (const auto* host : {"zk1", "zk2", "zk3"}) {
        ensemble::ServerFacts server;
        server.address = {host, 2181};
        server.answers = true;
        server.state = ensemble::ServerState::Serving;
        facts->servers.push_back(server);
    }
    return facts;
}

std::vector<Finding> found(const std::shared_ptr<const ensemble::EnsembleFacts>& facts)
{
    Snapshot snapshot;
    snapshot.takenAt = noon;
    snapshot.ensemble = facts;
    return findingsIn(snapshot, {});
}

} // namespace

class ServerFindingsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aServerIsDown()
    {
        const auto facts = threeServers();
        QVERIFY(found(facts).empty());
        QVERIFY(found(nullptr).empty());
        auto& last = facts->servers.back();
        last.state = ensemble::ServerState::Down;
        last.downSince = facts->takenAt;
        last.trouble = "does not answer: connection refused";
        const auto findings = found(facts);
        QCOMPARE(findings.size(), std::size_t(1));
        QVERIFY(findings.front().kind == FindingKind::ServerDown && findings.front().severity == Severity::Warning);
        QCOMPARE(findings.front().text, std::string("1 of 3 servers do not answer: zk3:2181."));
        QCOMPARE(findings.front().evidence, std::string("The server zk3:2181 does not answer: connection refused."));
        QVERIFY(findings.front().advice.find("may lose its quorum") != std::string::npos);
    }

    void oneLateAnswerIsNoFinding()
    {
        const auto facts = threeServers();
        auto& last = facts->servers.back();
        last.state = ensemble::ServerState::Silent;
        last.downSince = facts->takenAt;
        QVERIFY(found(facts).empty());
        last.downSince = facts->takenAt - 5s; // silent in an earlier round too
        QCOMPARE(found(facts).size(), std::size_t(1));
    }

    void nothingIsClaimedOfOthers()
    {
        const auto facts = threeServers();
        for (const auto state : {ensemble::ServerState::Unknown, ensemble::ServerState::NotServing}) {
            facts->servers.back().state = state;
            QVERIFY(found(facts).empty());
        }
    }
};

} // namespace lockscope::serverFindingsTest

LOCKSCOPE_TEST(lockscope::serverFindingsTest::ServerFindingsTest)
#include "ServerFindingsTest.moc"
