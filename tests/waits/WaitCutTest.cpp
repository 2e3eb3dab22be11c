// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The drawn wait-for graph: the arrows, the cycles, the parts left out, and the same as DOT.

#include "core/findings/Findings.h"
#include "core/waits/WaitDot.h"
#include "core/waits/WaitGraph.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"
#include "tests/waits/ClientNodes.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <memory>
#include <set>

namespace lockscope::waitCutTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

WaitGraph graphOf(std::vector<LockText> texts)
{
    return WaitGraph(std::make_shared<const Snapshot>(snapshotOf(texts)));
}

/// "1>2/a! 3>1/b": waiter, blocker and lock; "!" is a step of a cycle, "?" of a possible one, "~" a blocker that does
/// not hold.
QString edgesOf(const WaitSnapshot& snapshot)
{
    std::vector<std::string> words;
    for (const auto& edge : snapshot.edges) {
        words.push_back(snapshot.nodes[edge.from].key.substr(2) + ">" + snapshot.nodes[edge.to].key.substr(2) +
                        edge.waiter.lock + (edge.blockerHolds ? "" : "~") +
                        (!edge.cycle                              ? ""
                         : snapshot.cycles[*edge.cycle].isCertain ? "!"
                                                                  : "?"));
    }
    std::sort(words.begin(), words.end());
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : " ") + word;
    return QString::fromStdString(text);
}

QString keysOf(const WaitSnapshot& snapshot, bool WaitNode::*which)
{
    std::set<std::string> keys;
    for (const auto& node : snapshot.nodes) {
        if (node.*which)
            keys.insert(node.key);
    }
    std::string text;
    for (const auto& key : keys)
        text += (text.empty() ? "" : " ") + key;
    return QString::fromStdString(text);
}

const std::vector<LockText> cycle{{"/a", "curator-mutex", {of(1, 1, 12s), of(2, 4, 11s)}},
                                  {"/b", "curator-mutex", {of(2, 2, 13s), of(1, 3, 12s), of(3, 5, 5s)}}};

/// The nodes and edges of a graph in DOT, sorted, each with its attributes; an edge has the first lines of the labels
/// of its ends. Anything else, beside the label of the graph, is an error.
QStringList statementsOf(const std::string& dot)
{
    static const QRegularExpression nodeLine(uR"x(^  (\w+) \[label="((?:[^"\\]|\\.)*)"(.*)\];$)x"_s);
    static const QRegularExpression edgeLine(uR"x(^  (\w+) -> (\w+) \[label="((?:[^"\\]|\\.)*)"(.*)\];$)x"_s);
    auto lines = QString::fromStdString(dot).split(u'\n');
    if (lines.size() < 5 || lines[0] != u"digraph waits {" || lines[1] != u"  rankdir=LR;" ||
        lines[2] != u"  node [shape=ellipse];" || lines.takeLast() != QString() || lines.takeLast() != u"}")
        return {u"(no such graph)"_s};
    QStringList statements;
    QHash<QString, QString> names;
    for (const auto& line : lines.mid(3)) {
        if (const auto edge = edgeLine.match(line); edge.hasMatch())
            statements << names.value(edge.captured(1)) + u" -> "_s + names.value(edge.captured(2)) + u": "_s +
                              edge.captured(3) + edge.captured(4);
        else if (const auto node = nodeLine.match(line); node.hasMatch())
            names[node.captured(1)] =
                statements.emplace_back(node.captured(2) + node.captured(3)).section(uR"(\n)"_s, 0, 0);
        else
            statements << u"(unknown) "_s + line;
    }
    statements.sort();
    return statements;
}

} // namespace

class WaitCutTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noClientWaits()
    {
        const auto graph = graphOf({{"/a", "curator-mutex", {of(1, 1)}}, {"/b", "curator-mutex", {}}});
        QVERIFY(graph.whole(60) == WaitSnapshot());
        QVERIFY(graph.around("/a", 60) == WaitSnapshot());
        QVERIFY(graph.around("/none", 60) == WaitSnapshot());
        QVERIFY(WaitGraph(std::make_shared<const Snapshot>()).whole(60) == WaitSnapshot());
    }

    void everyoneWaitsForTheHolder()
    {
        const auto snapshot = graphOf({{"/a", "curator-mutex", {of(1, 1), of(2, 2, 9s), of(3, 3)}},
                                       {"/b", "curator-mutex", {of(4, 4), of(1, 5)}},
                                       {"/c", "curator-mutex", {of(1, 6)}}})
                                  .whole(60);
        QCOMPARE(edgesOf(snapshot), u"1>4/b 2>1/a 3>1/a"_s);
        QCOMPARE(snapshot.nodes.size(), 4U);
        QCOMPARE(snapshot.sessionsLeftOut, 0U);
        const auto& one = *std::find_if(snapshot.nodes.begin(), snapshot.nodes.end(),
                                        [](const auto& node) { return node.session == 1; });
        QCOMPARE(one.client, "client-1");
        QCOMPARE(one.holdCount, 2U);
        QCOMPARE(one.holds.front().lock, "/a");
        QCOMPARE(one.waits.front().lock, "/b");
        const auto& edge = *std::find_if(snapshot.edges.begin(), snapshot.edges.end(),
                                         [&](const auto& each) { return snapshot.nodes[each.from].session == 2; });
        QVERIFY(edge.since == noon - 9s);
        QCOMPARE(edge.waiter.node, nameOf(of(2, 2)));
        QCOMPARE(edge.blocker.node, nameOf(of(1, 1)));
    }

    void cyclesAreThoseOfTheFindings()
    {
        const auto snapshot = graphOf(cycle).whole(60);
        QCOMPARE(edgesOf(snapshot), u"1>2/b! 2>1/a! 3>2/b"_s);
        QCOMPARE(keysOf(snapshot, &WaitNode::isInCycle), u"0x1 0x2"_s);
        QCOMPARE(keysOf(snapshot, &WaitNode::isStuck), u"0x3"_s);
        QCOMPARE(snapshot.cycles.size(), 1U);
        std::string steps;
        for (const auto edge : snapshot.cycles.front().edges)
            steps += std::to_string(snapshot.edges[edge].step) + ":" +
                     std::to_string(snapshot.nodes[snapshot.edges[edge].from].session) + " ";
        QCOMPARE(steps, "1:1 2:2 ");
        QCOMPARE(snapshot.nodes.front().session, std::int64_t(1)); // the most important first
        const auto findings = findingsIn(snapshotOf(cycle), {});
        QCOMPARE(std::count_if(findings.begin(), findings.end(),
                               [](const Finding& f) { return f.kind == FindingKind::Deadlock; }),
                 1);
    }

    void possibleCycles()
    {
        // 1 waits in two places, so another thread of it may release.
        const auto locks = [](std::chrono::milliseconds age) {
            return std::vector<LockText>{{"/a", "curator-mutex", {of(1, 1, age), of(2, 5, age)}},
                                         {"/b", "curator-mutex", {of(2, 2, age), of(1, 4, age)}},
                                         {"/c", "curator-mutex", {of(2, 3, age), of(1, 6, age)}}};
        };
        QCOMPARE(edgesOf(graphOf(locks(30s)).whole(60)), u"1>2/b 1>2/c 2>1/a"_s);
        QCOMPARE(edgesOf(graphOf(locks(2min)).whole(60)), u"1>2/b? 1>2/c 2>1/a?"_s);
    }

    void severalMayBeInTheWay()
    {
        const auto node = [](std::int64_t session, int creationId, const char* mode) {
            return NodeText{session, curator(creationId, mode), creationId, 1s, creationId};
        };
        const auto r = "__READ__";
        const auto w = "__WRIT__";
        // The writer waits for both readers, the third reader for the writer before it.
        QCOMPARE(
            edgesOf(
                graphOf({{"/a", "curator-read-write", {node(1, 1, r), node(2, 2, r), node(3, 3, w), node(4, 4, r)}}})
                    .whole(60)),
            u"3>1/a 3>2/a 4>3/a~"_s);
        QCOMPARE(
            edgesOf(graphOf({{"/a", "curator-read-write", {node(1, 1, w), node(2, 2, r), node(3, 3, w)}}}).whole(60)),
            u"2>1/a 3>1/a"_s);
    }

    void manyMayBeInTheWay()
    {
        auto snapshot = snapshotOf({LockText{"/a", "curator-mutex", {}}});
        Lock lock;
        lock.path = "/pool";
        lock.kind = LockKind::Semaphore;
        lock.leases = 20;
        for (int i = 0; i < 21; ++i) {
            Contender contender;
            contender.node = "lease-" + std::to_string(i);
            contender.position = i;
            contender.holds = i < 20;
            contender.details = detailsOf(of(1 + i, i + 1));
            lock.queue.push_back(contender);
        }
        snapshot.locks = {std::make_shared<const Lock>(lock)};
        const WaitGraph graph(std::make_shared<const Snapshot>(snapshot));
        const auto drawn = graph.whole(60);
        QCOMPARE(drawn.edges.size(), 8U);
        QCOMPARE(drawn.edges.front().blockersLeftOut, 12U);
        const auto few = graph.whole(4);
        QCOMPARE(few.nodes.size(), 4U);
        QCOMPARE(few.edges.size() + few.edges.front().blockersLeftOut, 20U);
    }

    void aSessionThatWaitsForItselfIsNoArrow()
    {
        QVERIFY(graphOf({{"/a", "curator-mutex", {of(1, 1), of(1, 2)}}}).whole(60).edges.empty());
        QCOMPARE(edgesOf(graphOf({{"/a", "curator-mutex", {of(1, 1), of(2, 2), of(2, 3)}}}).whole(60)), u"2>1/a"_s);
    }

    void nodesWithoutASession()
    {
        auto snapshot = graphOf({{"/a", "curator-mutex", {of(0, 1), of(2, 2)}}}).whole(60);
        QCOMPARE(snapshot.nodes.size(), 2U);
        const auto& dead = snapshot.nodes.front();
        QVERIFY(dead.trouble == WaitNode::Trouble::NoSession);
        QCOMPARE(dead.key, "/a/" + nameOf(of(0, 1)));
        QCOMPARE(keysOf(snapshot, &WaitNode::isStuck), u"0x2"_s);
        // While the details are not read, a session's absence is unknown.
        auto lock = *snapshotOf(cycle).locks.front();
        for (auto& contender : lock.queue) {
            contender.details.reset();
            contender.owner.reset();
        }
        Snapshot early;
        early.locks = {std::make_shared<const Lock>(lock)};
        snapshot = WaitGraph(std::make_shared<const Snapshot>(early)).whole(60);
        QCOMPARE(snapshot.edges.size(), 1U);
        QVERIFY(!snapshot.edges.front().since);
        QVERIFY(snapshot.nodes.front().trouble == WaitNode::Trouble::None && !snapshot.nodes.front().isKnown);
    }

    void troublesAreThoseOfTheFindings()
    {
        auto snapshot = snapshotOf(cycle);
        Finding finding;
        finding.kind = FindingKind::DeadOwner;
        finding.sessions = {3};
        snapshot.findings = {finding};
        const auto drawn = WaitGraph(std::make_shared<const Snapshot>(snapshot)).whole(60);
        for (const auto& node : drawn.nodes)
            QVERIFY(node.trouble == (node.session == 3 ? WaitNode::Trouble::Dead : WaitNode::Trouble::None));
    }

    void whatConcernsOneLock()
    {
        auto locks = cycle;
        locks.push_back({"/c", "curator-mutex", {of(8, 20), of(9, 21)}});
        locks.push_back({"/d", "curator-mutex", {of(3, 22), of(7, 23)}});
        const auto graph = graphOf(locks);
        QCOMPARE(edgesOf(graph.around("/c", 60)), u"9>8/c"_s);
        QCOMPARE(graph.around("/c", 60).cyclesElsewhere, 1U);
        QCOMPARE(edgesOf(graph.around("/d", 60)), u"1>2/b! 2>1/a! 3>2/b 7>3/d"_s);
        QCOMPARE(graph.around("/d", 60).sessionsLeftOut, 0U);
        const auto few = graph.around("/d", 2);
        QCOMPARE(edgesOf(few), u"3>2/b"_s); // why the holder is blocked
        QCOMPARE(few.sessionsLeftOut, 2U);
        QCOMPARE(few.cyclesElsewhere, 1U);
    }

    void cyclesComeFirstThenTheLongestChains()
    {
        auto locks = cycle;
        locks.push_back({"/p", "curator-mutex", {of(20, 20), of(21, 21), of(22, 22), of(23, 23)}});
        locks.push_back({"/q", "curator-mutex", {of(30, 30), of(31, 31)}});
        locks.push_back({"/r", "curator-mutex", {of(31, 29), of(32, 32)}});
        const auto graph = graphOf(locks);
        QCOMPARE(edgesOf(graph.whole(2)), u"1>2/b! 2>1/a!"_s);
        QCOMPARE(edgesOf(graph.whole(6)), u"1>2/b! 1f>1e/q 20>1f/r 2>1/a! 3>2/b"_s);
        QCOMPARE(graph.whole(6).sessionsLeftOut, 4U);
        QCOMPARE(graph.whole(60).sessionsLeftOut, 0U);
    }

    void aLongQueueIsCutShort()
    {
        LockText text{"/a", "curator-mutex", {}};
        for (int i = 0; i < 500; ++i)
            text.nodes.push_back(of(i + 1, i + 1));
        // A client far back can be a blocker itself.
        const auto graph = graphOf({text, {"/b", "curator-mutex", {of(300, 1'000), of(900, 1'001)}}});
        const auto drawn = graph.whole(60);
        QCOMPARE(drawn.nodes.size(), 8U); // the holder, six waiters, and the waiter behind one of them
        QCOMPARE(drawn.nodes.front().waitersLeftOut, 493U);
        QCOMPARE(drawn.sessionsLeftOut, 493U);
        QVERIFY(edgesOf(drawn).contains(u"384>12c/b"_s));
        QCOMPARE(graph.around("/a", 60).nodes.size(), 8U);
    }

    /// As on the screen: the locks between the sessions.
    void dot()
    {
        const auto graph = graphOf(cycle);
        const auto red = u", color=red, penwidth=2"_s;
        QStringList expected{uR"(client-1\nsession 0x1)"_s + red,
                             uR"(client-2\nsession 0x2)"_s + red,
                             uR"(client-3\nsession 0x3, color=red)"_s,
                             uR"(/a\n1 waiting, shape=box)"_s + red,
                             uR"(/b\n2 waiting, shape=box)"_s + red,
                             uR"(client-1 -> /a: holds\n≤ 12 s, dir=back)"_s + red,
                             uR"(client-1 -> /b: waits for\n12 s, style=dashed)"_s + red,
                             uR"(client-2 -> /b: holds\n≤ 13 s, dir=back)"_s + red,
                             uR"(client-2 -> /a: waits for\n11 s, style=dashed)"_s + red,
                             uR"(client-3 -> /b: waits for\n5 s, style=dashed)"_s};
        expected.sort();
        QCOMPARE(statementsOf(waitDot(graph.whole(60), *graph.snapshot(), noon)), expected);
        const auto few = waitDot(graphOf(cycle).whole(2), *graph.snapshot(), noon);
        QVERIFY2(few.find("label=\"1 session not shown\";") != std::string::npos, few.c_str());
    }

    void namesInDotAreEscaped()
    {
        const auto graph = graphOf(cycle);
        auto drawn = graph.whole(60);
        drawn.nodes[2].client = "\"];\nevil -> \\n0 &lt;";
        const auto statements = statementsOf(waitDot(drawn, *graph.snapshot(), noon));
        QVERIFY2(statements.contains(uR"(\"]; evil -> \\n0 &amp;lt;\nsession 0x3, color=red)"_s),
                 qPrintable(statements.join(u'\n')));
        QCOMPARE(statements.size(), 10);
    }

    void costsLittleOfABigSnapshot()
    {
        using Graph = std::unique_ptr<WaitGraph>;
        const Sizes sizes{600, 9'600};
        const auto shared = [](int locks) { return std::make_shared<const Snapshot>(ninesOf(locks)); };
        QVERIFY(growth(sizes, shared, [](const auto& snapshot) { const WaitGraph graph(snapshot); }).isModest());
        const auto graphOf = [&shared](int locks) { return std::make_unique<WaitGraph>(shared(locks)); };
        WaitSnapshot whole;
        QVERIFY(growth(sizes, graphOf, [&whole](const Graph& graph) { whole = graph->whole(60); }).isModest());
        WaitSnapshot around;
        const auto near = [&around](const Graph& graph) { around = graph->around("/locks/0000000000", 60); };
        QVERIFY(growth(sizes, graphOf, near).isModest());
        QCOMPARE(whole.nodes.size(), 60U);
        QVERIFY(whole.cycles.size() + whole.cyclesElsewhere <= 20 && !whole.cycles.empty());
        QCOMPARE(around.nodes.size(), 12U);
        QCOMPARE(around.cycles.size(), 1U);
    }
};

} // namespace lockscope::waitCutTest

LOCKSCOPE_TEST(lockscope::waitCutTest::WaitCutTest)
#include "WaitCutTest.moc"
