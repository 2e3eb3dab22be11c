// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The one pass over a listing finds what sorting it finds: on every scheme with the exclusive rule, and on names that
/// only a sloppy or hostile client would create.

#include "core/queue/Neighbours.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <random>

namespace lockscope::neighboursTest {

using namespace lockscope::queue;

namespace {

using Names = std::vector<std::string>;

Scheme scheme(std::initializer_list<std::pair<const char*, LockMode>> patterns)
{
    Scheme made;
    for (const auto& [pattern, mode] : patterns)
        made.patterns.push_back({NamePattern::parse(pattern).value(), mode});
    return made;
}

/// The schemes of our locks, the patterns of the dialects that have the exclusive rule, and one that is worse than any.
Scheme schemeNamed(const QByteArray& name)
{
    constexpr auto alone = LockMode::Exclusive;
    if (name == "Curator's mutex")
        return curatorMutexScheme();
    if (name == "Curator's latch")
        return curatorLatchScheme();
    if (name == "Kazoo's lock")
        return kazooLockScheme();
    if (name == "protected")
        return scheme({{"_c_{uuid}-{any}{seq}", alone}, {"_c_{hex32}-{any}{seq}", alone}});
    if (name == "ZooKeeper's C recipe")
        return scheme({{"{any}-{seq}", alone}});
    if (name == "sequential")
        return scheme({{"{any}{seq}", alone}});
    // Two modes and contenders without a number: equal numbers, ordered by mode and name.
    return scheme({{"{uuid}-lock-{seq}", LockMode::Shared},
                   {"{any}lock-{seq}", alone},
                   {"x{int}", alone},
                   {"{seq}", LockMode::Shared}});
}

/// As the server formats it: Java's "%010d".
std::string numbered(std::int32_t number)
{
    std::array<char, 16> text{};
    (void)std::snprintf(text.data(), text.size(), "%010d", number);
    return text.data();
}

QByteArray printed(const Group& group)
{
    return QByteArray::number(static_cast<qulonglong>(group.count)) + " " +
           QByteArray(group.last.data(), static_cast<qsizetype>(group.last.size())) + " " +
           QByteArray(group.beforeLast.data(), static_cast<qsizetype>(group.beforeLast.size())) + " " +
           QByteArray::number(group.lastNumber);
}

QByteArray printed(const Neighbours& found)
{
    return QByteArray(found.isListed ? "ahead " : "not listed ") + (found.isListed ? printed(found.ahead) : "") +
           (found.isListed ? ", behind " + printed(found.behind) : "") + ", foreign " +
           QByteArray(found.foreign.data(), static_cast<qsizetype>(found.foreign.size()));
}

Group lastOf(std::span<const QueueEntry> sorted)
{
    Group group;
    group.count = sorted.size();
    if (!sorted.empty()) {
        group.last = sorted.back().node;
        group.lastNumber = sorted.back().sequence;
    }
    if (sorted.size() > 1)
        group.beforeLast = sorted[sorted.size() - 2].node;
    return group;
}

/// By sorting.
QByteArray expected(const Scheme& scheme, const Names& names, const std::string& own)
{
    const auto parsed = parseListing(scheme, names);
    Neighbours around;
    if (!parsed.foreign.empty())
        around.foreign = parsed.foreign.front();
    const auto& all = parsed.contenders;
    const auto me = std::find_if(all.begin(), all.end(), [&](const QueueEntry& one) { return one.node == own; });
    around.isListed = me != all.end();
    if (around.isListed) {
        const auto position = static_cast<std::size_t>(me - all.begin());
        const std::span sorted(all);
        around.ahead = lastOf(sorted.first(position));
        around.behind = lastOf(sorted.subspan(position + 1));
        const auto verdict = exclusiveRule(all, position, 1);
        const auto* wait = std::get_if<WaitFor>(&verdict);
        if (isGranted(verdict) ? around.ahead.count != 0 : wait->node != around.ahead.last)
            return "the rule's verdict is another";
    }
    return printed(around);
}

} // namespace

class NeighboursTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsBothSides();
    void findsWhatSortingFinds_data();
    void findsWhatSortingFinds();
};

void NeighboursTest::findsBothSides()
{
    const Names names{"x-lock-0000000012", "readme",         "b-lock-0000000003", "lock-", "a-lock-0000000009",
                      "c-lock-0000000020", "lock--000000001"};
    const auto found = findNeighbours(curatorMutexScheme(), names, "a-lock-0000000009");
    QVERIFY(found.isListed);
    QCOMPARE(found.ahead.count, std::size_t(2));
    QVERIFY(found.ahead.last == "b-lock-0000000003");
    QVERIFY(found.ahead.beforeLast == "lock--000000001");
    QCOMPARE(found.ahead.lastNumber, 3);
    QCOMPARE(found.behind.count, std::size_t(2));
    QVERIFY(found.behind.last == "c-lock-0000000020");
    QVERIFY(found.behind.beforeLast == "x-lock-0000000012");
    QVERIFY(found.foreign == "readme");

    QVERIFY(!findNeighbours(curatorMutexScheme(), names, "a-lock-0000000010").isListed); // deleted meanwhile
    QVERIFY(!findNeighbours(curatorMutexScheme(), names, "readme").isListed);
    QVERIFY(!findNeighbours(curatorMutexScheme(), {}, "a-lock-0000000009").isListed);
}

void NeighboursTest::findsWhatSortingFinds_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const auto* name : {"Curator's mutex", "Curator's latch", "Kazoo's lock", "protected", "ZooKeeper's C recipe",
                             "sequential", "several modes"})
        QTest::addRow("%s", name) << QByteArray(name);
}

void NeighboursTest::findsWhatSortingFinds()
{
    QFETCH(QByteArray, name);
    const auto rules = schemeNamed(name);
    QVERIFY(rules.rule == &exclusiveRule && rules.newcomersQueueLast);
    std::mt19937 random(20261127);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    const std::array<std::string, 12> stems{"_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-",
                                            "0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-",
                                            "lock-",
                                            "a-lock-",
                                            "a-lock--", // before ten digits: a negative number of eleven characters
                                            "0b3e4f5a111142228333abcdefabcdef__lock__",
                                            "0b3e4f5a111142228333abcdefabcdef__rlock__",
                                            "latch-",
                                            "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-latch-",
                                            "",
                                            "x",
                                            "config-"};
    constexpr std::array edges{std::numeric_limits<std::int32_t>::max(),
                               std::numeric_limits<std::int32_t>::min(),
                               0,
                               -1,
                               1,
                               -1'000'000'000,
                               1'000'000'000,
                               std::numeric_limits<std::int32_t>::min() + 1};
    const std::array<std::string, 7> strange{"readme", "lock-",         "lock-12",        "lock-9999999999",
                                             "x-5",    "0000000000000", "lock-00000x0001"};
    int listed = 0;
    int contested = 0;
    for (int round = 0; round < 5'000; ++round) {
        Names names;
        const auto range = std::array<std::size_t, 3>{4, 40, 1'000'000}[below(3)]; // small: equal numbers
        const auto size = std::array<std::size_t, 3>{3, 12, 60}[below(3)];
        const auto likely = below(stems.size());
        while (names.size() < size) {
            const auto kind = below(20);
            const auto& stem = stems[kind < 12 ? likely : below(stems.size())];
            if (kind == 19)
                names.push_back(strange[below(strange.size())]);
            else if (kind == 18 && !names.empty())
                names.push_back(names[below(names.size())]); // twice the same
            else if (kind == 17)
                names.push_back(stem + numbered(edges[below(edges.size())]));
            else
                names.push_back(stem + numbered(static_cast<std::int32_t>(below(range)) -
                                                (below(4) == 0 ? static_cast<std::int32_t>(range / 2) : 0)));
        }
        const auto own = below(10) == 0 ? stems[likely] + numbered(static_cast<std::int32_t>(below(range)))
                                        : names[below(names.size())];
        const auto found = findNeighbours(rules, names, own);
        QCOMPARE(printed(found), expected(rules, names, own));
        listed += found.isListed ? 1 : 0;
        contested += found.ahead.count > 1 && found.behind.count > 1 ? 1 : 0;
    }
    QVERIFY(listed > 250 && listed < 5'000); // both cases are tested
    QVERIFY(contested > 50);
}

} // namespace lockscope::neighboursTest

LOCKSCOPE_TEST(lockscope::neighboursTest::NeighboursTest)
#include "NeighboursTest.moc"
