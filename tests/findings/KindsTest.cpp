// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Each kind of finding: where it must appear, where it must not, and over time.

#include "tests/findings/FindingText.h"
#include "tests/findings/KindCases.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace lockscope::kindsTest {

using namespace lockscope::inspect;
using namespace lockscope::test;

class KindsTest final : public QObject {
    Q_OBJECT

    static bool has(const Snapshot& snapshot, FindingKind kind)
    {
        const auto findings = findingsIn(snapshot, {});
        return std::any_of(findings.begin(), findings.end(), [&](const Finding& one) { return one.kind == kind; });
    }

private Q_SLOTS:
    void eachKindHasACase()
    {
        const auto cases = kindCases();
        for (int kind = 0; kind < static_cast<int>(FindingKind::Other); ++kind) {
            const auto count = std::count_if(cases.begin(), cases.end(), [&](const KindCase& one) {
                return one.kind == static_cast<FindingKind>(kind) && one.at;
            });
            QVERIFY2(count == 1, std::string(toString(static_cast<FindingKind>(kind))).c_str());
        }
    }

    void appears_data()
    {
        QTest::addColumn<int>("index");
        const auto cases = kindCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(std::string(toString(cases[i].kind)).c_str()) << static_cast<int>(i);
    }

    void appears()
    {
        QFETCH(int, index);
        const auto one = kindCases().at(static_cast<std::size_t>(index));
        const auto text = reportedOf(one.at(Phase::Present));
        QVERIFY2(has(one.at(Phase::Present), one.kind), text.c_str());
        QVERIFY2(text.find("not told") == std::string::npos, text.c_str());
    }

    void doesNotAppear_data() { appears_data(); }

    void doesNotAppear()
    {
        QFETCH(int, index);
        const auto one = kindCases().at(static_cast<std::size_t>(index));
        QVERIFY2(!has(one.at(Phase::Near), one.kind), reportedOf(one.at(Phase::Near)).c_str());
    }

    /// It begins and ends with its cause.
    void overTime_data() { appears_data(); }

    void overTime()
    {
        QFETCH(int, index);
        const auto one = kindCases().at(static_cast<std::size_t>(index));
        std::vector<bool> seen;
        for (const auto phase : {Phase::Before, Phase::Present, Phase::Present, Phase::After})
            seen.push_back(has(one.at(phase), one.kind));
        QCOMPARE(seen, (std::vector<bool>{false, true, true, false}));
    }

    /// A recorded or a muted finding keeps its kind by its word.
    void wordsAreUnique()
    {
        std::set<std::string_view> words;
        for (const auto& one : kindCases())
            QVERIFY(words.insert(toString(one.kind)).second);
    }
};

} // namespace lockscope::kindsTest

LOCKSCOPE_TEST(lockscope::kindsTest::KindsTest)
#include "KindsTest.moc"
