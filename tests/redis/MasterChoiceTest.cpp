// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/MasterChoice.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::masterChoiceTest {

using redis::Address;
using redis::MasterAnswer;
using test::printed;

class MasterChoiceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAnAnswerThereIsNoMaster();
    void allAgree();
    void theHighestEpochWinsAgainstTheMajority();
    void mostSentinelsDecideWithinOneEpoch();
    void anOldMasterIsNotTakenFromAMinority();
    void acceptsAResetIfTheMajorityAgrees();
};

const Address oldMaster{"10.0.0.1", 6379, {}};
const Address newMaster{"10.0.0.2", 6379, {}};

QByteArray chosen(const std::vector<MasterAnswer>& answers, std::size_t known, std::int64_t lastEpoch)
{
    const auto choice = redis::chooseMaster(answers, known, lastEpoch);
    return choice ? printed(toString(choice->master)) + " epoch " + QByteArray::number(qint64(choice->epoch)) : "none";
}

void MasterChoiceTest::withoutAnAnswerThereIsNoMaster()
{
    QCOMPARE(chosen({}, 3, 0), "none");
}

void MasterChoiceTest::allAgree()
{
    QCOMPARE(chosen({{newMaster, 4}, {newMaster, 4}}, 3, 4), "10.0.0.2:6379 epoch 4");
}

void MasterChoiceTest::theHighestEpochWinsAgainstTheMajority()
{
    QCOMPARE(chosen({{oldMaster, 1}, {newMaster, 2}, {oldMaster, 1}}, 3, 1), "10.0.0.2:6379 epoch 2");
}

void MasterChoiceTest::mostSentinelsDecideWithinOneEpoch()
{
    QCOMPARE(chosen({{oldMaster, 0}, {newMaster, 0}, {newMaster, 0}}, 3, 0), "10.0.0.2:6379 epoch 0");
}

void MasterChoiceTest::anOldMasterIsNotTakenFromAMinority()
{
    // One Sentinel is partitioned together with the old master; the client can reach only these two.
    QCOMPARE(chosen({{oldMaster, 1}}, 3, 2), "none");
}

void MasterChoiceTest::acceptsAResetIfTheMajorityAgrees()
{
    // SENTINEL REMOVE and MONITOR start again with epoch 0.
    QCOMPARE(chosen({{newMaster, 0}, {newMaster, 0}}, 3, 5), "10.0.0.2:6379 epoch 0");
    QCOMPARE(chosen({{newMaster, 0}, {newMaster, 0}}, 4, 5), "none");
    QCOMPARE(chosen({{newMaster, 0}, {oldMaster, 0}}, 3, 5), "none");
}

} // namespace lockscope::masterChoiceTest

LOCKSCOPE_TEST(lockscope::masterChoiceTest::MasterChoiceTest)
#include "MasterChoiceTest.moc"
