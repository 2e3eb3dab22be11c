// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Each kind of finding: where it must appear, where it must not, and over time.

#include "core/history/FindingHistory.h"
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
using namespace std::chrono_literals;

namespace {

/// The same with each lock replaced.
template <typename Change> Snapshot changed(Snapshot snapshot, Change change)
{
    for (auto& lock : snapshot.locks) {
        auto other = *lock;
        change(other);
        lock = std::make_shared<const Lock>(std::move(other));
    }
    return snapshot;
}

void makePossible(Lock& lock)
{
    lock.certainty = Certainty::Possible;
}

void forgetStates(Lock& lock)
{
    for (auto& contender : lock.queue) {
        contender.holds = contender.isStateKnown = false;
        contender.waitsOn.clear();
        contender.grantedAt.reset();
    }
}

/// What is no lock's.
const std::set<FindingKind> withoutLock{FindingKind::ThunderingHerd, FindingKind::EmptyParents,
                                        FindingKind::ServerDown,     FindingKind::HiddenChanges,
                                        FindingKind::ReplicaLag,     FindingKind::LocksMayBeEvicted};
/// Of the votes of what may be a Redlock.
const std::set<FindingKind> ofVotes{FindingKind::RedlockRemnant,  FindingKind::RedlockSplit,
                                    FindingKind::LostVotes,       FindingKind::DoubleVotes,
                                    FindingKind::MasterRestarted, FindingKind::ClockOffset};
/// What needs to know which clients hold and which wait.
const std::set<FindingKind> ofStates{
    FindingKind::Deadlock,         FindingKind::SilentHolder,   FindingKind::WatchesNothing,
    FindingKind::WatchesWrongNode, FindingKind::TooManyHolders, FindingKind::LongHold,
    FindingKind::LongWait,         FindingKind::DeadHead,       FindingKind::DeadWaiters,
    FindingKind::AbandonedQueue,   FindingKind::EndlessLease,   FindingKind::NotRenewed,
    FindingKind::RenewedLong,      FindingKind::ExpiredReader,  FindingKind::LeakedPermits,
    FindingKind::ClockOffset};

} // namespace

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

    /// One problem, from its first snapshot until the first one without.
    void overTimeIsOneProblem_data() { appears_data(); }

    void overTimeIsOneProblem()
    {
        QFETCH(int, index);
        const auto one = kindCases().at(static_cast<std::size_t>(index));
        FindingHistory history;
        auto at = noon;
        for (const auto phase : {Phase::Before, Phase::Present, Phase::Present, Phase::After}) {
            auto snapshot = one.at(phase);
            addFindings(snapshot, {});
            snapshot.takenAt = at; // the cases are all of noon
            at += 1s;
            history.see(snapshot, false);
        }
        std::vector<const FindingRecord*> records = history.records();
        std::erase_if(records, [&](const FindingRecord* record) { return record->finding.kind != one.kind; });
        QCOMPARE(records.size(), 1U);
        QVERIFY(records.front()->began == noon + 1s && records.front()->beganKnown == Confidence::Exact);
        QVERIFY(records.front()->ended == noon + 3s);
    }

    void aPossibleLockHasOnlyThoseOfItsVotes_data() { appears_data(); }

    void aPossibleLockHasOnlyThoseOfItsVotes()
    {
        QFETCH(int, index);
        const auto one = kindCases().at(static_cast<std::size_t>(index));
        const auto snapshot = changed(one.at(Phase::Present), makePossible);
        const bool isExpected = withoutLock.contains(one.kind) || ofVotes.contains(one.kind);
        QVERIFY2(has(snapshot, one.kind) == isExpected, reportedOf(snapshot).c_str());
        for (const auto& finding : findingsIn(snapshot, {})) {
            if (ofVotes.contains(finding.kind))
                QVERIFY2(finding.evidence.find("may not be a lock") != std::string::npos, finding.evidence.c_str());
        }
    }

    void unknownStatesAreNotGuessed_data() { appears_data(); }

    void unknownStatesAreNotGuessed()
    {
        QFETCH(int, index);
        const auto one = kindCases().at(static_cast<std::size_t>(index));
        const auto snapshot = changed(one.at(Phase::Present), forgetStates);
        QVERIFY2(has(snapshot, one.kind) != ofStates.contains(one.kind), reportedOf(snapshot).c_str());
        for (const auto& finding : findingsIn(snapshot, {})) {
            const bool isState = finding.text.find(" holds the lock,") != std::string::npos ||
                                 finding.text.find(" waits for the lock,") != std::string::npos;
            QVERIFY2(!isState, finding.text.c_str());
            // Nothing is critical of a contender that may only wait.
            const bool isOwner =
                finding.kind == FindingKind::DeadOwner || finding.kind == FindingKind::PersistentContender;
            QVERIFY(!isOwner || finding.severity != Severity::Critical);
        }
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
