// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Stale holds: reported for a stopped process, not for a snapshot that is a moment behind.

#include "core/simulate/clients/StaleHolds.h"
#include "tests/support/Test.h"

namespace lockscope::staleHoldsTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{std::chrono::milliseconds(1'795'190'400'000)};

/// One lock, "/a", whose nodes are its children; each client's node is named "node of" it.
struct ScenarioEnvironment {
    ScenarioFacts facts;
    StaleHolds mistakes;

    explicit ScenarioEnvironment(std::size_t most = 1'000)
        : mistakes(most)
    {
        facts.view.emplace();
    }

    ClientFacts& add(const std::string& name)
    {
        ClientFacts client;
        client.name = name;
        client.path = "/a";
        client.node = "node of " + name;
        client.nodePath = "/a/" + client.node;
        client.clientView = ClientView::Holding;
        facts.clients.push_back(client);
        return facts.clients.back();
    }
    void seeHolder(const std::string& name, std::chrono::milliseconds at)
    {
        facts.view->slots = {{"/a", "node of " + name, true, 0, "/a/node of " + name}};
        mistakes.see(facts, noon + at);
    }
    [[nodiscard]] std::string text() const
    {
        std::string text;
        for (const auto& mistake : mistakes.all()) {
            text += mistake.client + " " + std::to_string((mistake.from - noon).count()) + "-";
            text += mistake.to ? std::to_string((*mistake.to - noon).count()) + "; " : "; ";
        }
        return text;
    }
};

} // namespace

class StaleHoldsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsThePausedHolder()
    {
        ScenarioEnvironment environment;
        environment.facts.clients.reserve(2);
        auto& one = environment.add("one");
        environment.add("two").clientView = ClientView::Waiting;
        environment.seeHolder("one", 100ms);
        one.paused = true;
        environment.seeHolder("one", 200ms);
        QCOMPARE(environment.text(), std::string());
        environment.facts.clients[1].clientView = ClientView::Holding;
        environment.seeHolder("two", 300ms);
        environment.seeHolder("two", 400ms);
        QCOMPARE(environment.text(), std::string("one 300-; "));
        one.paused = false; // it continues, and is not notified yet
        environment.seeHolder("two", 500ms);
        QCOMPARE(environment.text(), std::string("one 300-; "));
        one.clientView = ClientView::Idle;
        environment.seeHolder("two", 600ms);
        QCOMPARE(environment.text(), std::string("one 300-600; "));
        QCOMPARE(environment.mistakes.all().front().node, std::string("node of one"));
    }

    void sparesTheHealthy()
    {
        ScenarioEnvironment environment;
        environment.add("one");
        environment.seeHolder("one", 100ms);
        environment.seeHolder("nobody", 200ms); // it has released, and reports that a moment later
        environment.facts.clients[0].node = "the next";
        environment.facts.clients[0].nodePath = "/a/the next";
        environment.facts.clients[0].paused = true;
        environment.seeHolder("nobody", 300ms); // it already holds, and the snapshot shows that a moment later
        QCOMPARE(environment.text(), std::string());
    }

    void reportsOneMistakeFromTheNext()
    {
        ScenarioEnvironment environment;
        auto& careless = environment.add("one");
        careless.careless = true;
        environment.seeHolder("one", 100ms);
        environment.seeHolder("nobody", 200ms);
        careless.node = "node of next";
        careless.nodePath = "/a/node of next";
        environment.seeHolder("next", 300ms);
        environment.seeHolder("nobody", 400ms);
        environment.mistakes.finish(noon + 500ms);
        environment.mistakes.finish(noon + 600ms);
        QCOMPARE(environment.text(), std::string("one 200-300; one 400-500; "));
    }

    /// A lock's single node has the same name for every client.
    void reportsHoldersOfOneNodeApart()
    {
        ScenarioEnvironment environment;
        environment.facts.clients.reserve(2);
        for (const auto* name : {"one", "two"}) {
            auto& client = environment.add(name);
            client.node = "lock";
            client.nodePath = "/a/lock";
        }
        auto& one = environment.facts.clients[0];
        auto& two = environment.facts.clients[1];
        one.token = 10;
        two.clientView = ClientView::Waiting;
        const auto see = [&](std::int64_t creationId, std::chrono::milliseconds at) {
            environment.facts.view->slots = {{"/a/lock", "lock", true, creationId, "/a/lock"}};
            environment.mistakes.see(environment.facts, noon + at);
        };
        see(10, 100ms);
        one.paused = true;
        see(10, 200ms);
        QCOMPARE(environment.text(), std::string());
        two.clientView = ClientView::Holding;
        two.token = 12;
        see(12, 300ms);
        QCOMPARE(environment.text(), std::string("one 300-; "));
        QCOMPARE(environment.mistakes.all().front().creationId, std::int64_t(10));
        QCOMPARE(environment.mistakes.all().front().path, std::string("/a/lock")); // as shown in the view
        one.paused = false;
        one.clientView = ClientView::Waiting;
        see(12, 400ms);
        one.clientView = ClientView::Holding; // it has acquired the lock again
        one.token = 14;
        two.clientView = ClientView::Idle;
        see(14, 500ms);
        QCOMPARE(environment.text(), std::string("one 300-400; "));
    }

    void forgetsTheOldest()
    {
        ScenarioEnvironment environment(2);
        environment.facts.clients.reserve(4);
        for (const auto* name : {"a", "b", "c", "d"}) {
            environment.add(name).paused = true;
            environment.seeHolder(name, 100ms);
        }
        environment.seeHolder("nobody", 200ms);
        QCOMPARE(environment.mistakes.all().size(), 2U);
        QCOMPARE(environment.mistakes.all().back().client, std::string("d"));
        environment.mistakes.finish(noon + 300ms);
        QVERIFY(environment.mistakes.all().front().to.has_value() && environment.mistakes.all().back().to.has_value());
    }

    void saysNothingBeforeItCanSee()
    {
        ScenarioEnvironment environment;
        environment.add("one").paused = true;
        environment.facts.view.reset();
        environment.mistakes.see(environment.facts, noon);
        QVERIFY(environment.mistakes.all().empty());
    }
};

} // namespace lockscope::staleHoldsTest

LOCKSCOPE_TEST(lockscope::staleHoldsTest::StaleHoldsTest)
#include "StaleHoldsTest.moc"
