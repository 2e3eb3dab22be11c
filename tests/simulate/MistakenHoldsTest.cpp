// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Who believes that it holds, and does not: said of a stopped process, not of a picture that is a moment behind.

#include "core/simulate/clients/MistakenHolds.h"
#include "tests/support/Test.h"

#include <memory>

namespace lockscope::mistakenHoldsTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{std::chrono::milliseconds(1'795'190'400'000)};

/// One lock, "/a", whose nodes are its children; that of each client is called "node of" it.
struct Stage {
    StageFacts facts;
    MistakenHolds mistakes;

    explicit Stage(std::size_t most = 1'000)
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
        client.belief = Belief::Holding;
        facts.clients.push_back(client);
        return facts.clients.back();
    }
    void seeHolder(const std::string& name, std::chrono::milliseconds at)
    {
        facts.view->seats = {{"/a", "node of " + name, true, 0, "/a/node of " + name}};
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

class MistakenHoldsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsThePausedHolder()
    {
        Stage stage;
        stage.facts.clients.reserve(2);
        auto& one = stage.add("one");
        stage.add("two").belief = Belief::Waiting;
        stage.seeHolder("one", 100ms);
        one.paused = true;
        stage.seeHolder("one", 200ms);
        QCOMPARE(stage.text(), std::string());
        stage.facts.clients[1].belief = Belief::Holding;
        stage.seeHolder("two", 300ms);
        stage.seeHolder("two", 400ms);
        QCOMPARE(stage.text(), std::string("one 300-; "));
        one.paused = false; // it goes on, and has not been told yet
        stage.seeHolder("two", 500ms);
        QCOMPARE(stage.text(), std::string("one 300-; "));
        one.belief = Belief::Idle;
        stage.seeHolder("two", 600ms);
        QCOMPARE(stage.text(), std::string("one 300-600; "));
        QCOMPARE(stage.mistakes.all().front().node, std::string("node of one"));
    }

    void sparesTheHealthy()
    {
        Stage stage;
        stage.add("one");
        stage.seeHolder("one", 100ms);
        stage.seeHolder("nobody", 200ms); // it has let go, and says so in a moment
        stage.facts.clients[0].node = "the next";
        stage.facts.clients[0].nodePath = "/a/the next";
        stage.facts.clients[0].paused = true;
        stage.seeHolder("nobody", 300ms); // it holds already, and the picture shows it in a moment
        QCOMPARE(stage.text(), std::string());
    }

    void tellsOneMistakeFromTheNext()
    {
        Stage stage;
        auto& careless = stage.add("one");
        careless.careless = true;
        stage.seeHolder("one", 100ms);
        stage.seeHolder("nobody", 200ms);
        careless.node = "node of next";
        careless.nodePath = "/a/node of next";
        stage.seeHolder("next", 300ms);
        stage.seeHolder("nobody", 400ms);
        stage.mistakes.finish(noon + 500ms);
        stage.mistakes.finish(noon + 600ms);
        QCOMPARE(stage.text(), std::string("one 200-300; one 400-500; "));
    }

    /// The node of such a lock is called the same for everybody.
    void tellsHoldersOfOneNodeApart()
    {
        Stage stage;
        stage.facts.clients.reserve(2);
        for (const auto* name : {"one", "two"}) {
            auto& client = stage.add(name);
            client.node = "lock";
            client.nodePath = "/a/lock";
        }
        auto& one = stage.facts.clients[0];
        auto& two = stage.facts.clients[1];
        one.token = 10;
        two.belief = Belief::Waiting;
        const auto see = [&](std::int64_t czxid, std::chrono::milliseconds at) {
            stage.facts.view->seats = {{"/a/lock", "lock", true, czxid, "/a/lock"}};
            stage.mistakes.see(stage.facts, noon + at);
        };
        see(10, 100ms);
        one.paused = true;
        see(10, 200ms);
        QCOMPARE(stage.text(), std::string());
        two.belief = Belief::Holding;
        two.token = 12;
        see(12, 300ms);
        QCOMPARE(stage.text(), std::string("one 300-; "));
        QCOMPARE(stage.mistakes.all().front().czxid, std::int64_t(10));
        QCOMPARE(stage.mistakes.all().front().path, std::string("/a/lock")); // as it is shown
        one.paused = false;
        one.belief = Belief::Waiting;
        see(12, 400ms);
        one.belief = Belief::Holding; // it has got it again
        one.token = 14;
        two.belief = Belief::Idle;
        see(14, 500ms);
        QCOMPARE(stage.text(), std::string("one 300-400; "));
    }

    void forgetsTheOldest()
    {
        Stage stage(2);
        stage.facts.clients.reserve(4);
        for (const auto* name : {"a", "b", "c", "d"}) {
            stage.add(name).paused = true;
            stage.seeHolder(name, 100ms);
        }
        stage.seeHolder("nobody", 200ms);
        QCOMPARE(stage.mistakes.all().size(), 2U);
        QCOMPARE(stage.mistakes.all().back().client, std::string("d"));
        stage.mistakes.finish(noon + 300ms);
        QVERIFY(stage.mistakes.all().front().to.has_value() && stage.mistakes.all().back().to.has_value());
    }

    void saysNothingBeforeItCanSee()
    {
        Stage stage;
        stage.add("one").paused = true;
        stage.facts.view.reset();
        stage.mistakes.see(stage.facts, noon);
        QVERIFY(stage.mistakes.all().empty());
    }
};

} // namespace lockscope::mistakenHoldsTest

LOCKSCOPE_TEST(lockscope::mistakenHoldsTest::MistakenHoldsTest)
#include "MistakenHoldsTest.moc"
