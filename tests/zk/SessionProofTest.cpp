// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/SessionProof.h"
#include "tests/support/Test.h"

namespace lockscope::sessionProofTest {

using namespace std::chrono_literals;
using zk::SessionProof;

namespace {

constexpr Duration timeout = 8s; // a quarter: 2 s, the longest half tick

SteadyTime at(Duration sinceStart)
{
    return SteadyTime(1h + sinceStart);
}

SessionProof begun()
{
    SessionProof proof;
    proof.begin(timeout);
    return proof;
}

} // namespace

class SessionProofTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void confirmsWhatWasAnsweredHalfATickBefore();
    void confirmsNothingYounger();
    void confirmsTheNewestThatItMay();
    void confirmsEachOnce();
    void saysWhenAProofIsUseful();
    void forgetsWhenTheConnectionIsNew();
    void remembersLittle_data();
    void remembersLittle();
};

void SessionProofTest::confirmsWhatWasAnsweredHalfATickBefore()
{
    auto proof = begun();
    proof.answered(at(0s), at(100ms));
    QVERIFY(proof.confirmed(at(2100ms)) == at(0s));
}

void SessionProofTest::confirmsNothingYounger()
{
    auto proof = begun();
    QVERIFY(!proof.confirmed(at(0s)));
    proof.answered(at(0s), at(100ms));
    QVERIFY(!proof.confirmed(at(2100ms - 1ns)));
    // The proof itself does not contain the time of its sending.
    proof.answered(at(2100ms - 1ns), at(2200ms));
    QVERIFY(proof.confirmed(at(2200ms)) == at(0s));
}

void SessionProofTest::confirmsTheNewestThatItMay()
{
    auto proof = begun();
    for (int i = 0; i < 5; ++i)
        proof.answered(at(i * 1s), at(i * 1s + 10ms));
    QVERIFY(proof.confirmed(at(5500ms)) == at(3s));
    QVERIFY(proof.confirmed(at(6010ms)) == at(4s));
}

void SessionProofTest::confirmsEachOnce()
{
    auto proof = begun();
    proof.answered(at(0s), at(0s));
    QVERIFY(proof.confirmed(at(3s)));
    QVERIFY(!proof.confirmed(at(6s)));
}

void SessionProofTest::saysWhenAProofIsUseful()
{
    auto proof = begun();
    QVERIFY(!proof.nextUseful());
    proof.answered(at(0s), at(1s));
    QVERIFY(proof.nextUseful() == at(3s));
    proof.answered(at(2s), at(2s));
    QVERIFY(proof.nextUseful() == at(3s));
}

void SessionProofTest::forgetsWhenTheConnectionIsNew()
{
    auto proof = begun();
    proof.answered(at(0s), at(0s));
    proof.begin(timeout);
    QVERIFY(!proof.confirmed(at(1min)));
    QVERIFY(!proof.nextUseful());
}

void SessionProofTest::remembersLittle_data()
{
    QTest::addColumn<bool>("proves");
    QTest::newRow("reads alone") << false;
    QTest::newRow("a write at the end") << true;
}

void SessionProofTest::remembersLittle()
{
    QFETCH(const bool, proves);
    auto proof = begun();
    std::size_t most = 0;
    for (Duration time = 0s; time < 1min; time += 1ms) {
        proof.answered(at(time), at(time + 3s)); // slow, with many in flight
        most = std::max(most, proof.size());
    }
    QVERIFY(most <= 32);
    if (proves) { // sent before the newest replies arrived, and answered late enough
        const auto newest = proof.confirmed(at(1min));
        QVERIFY(newest);
        QVERIFY(*newest <= at(55s));
        QVERIFY(*newest > at(55s - timeout / 16));
    }
}

} // namespace lockscope::sessionProofTest

LOCKSCOPE_TEST(lockscope::sessionProofTest::SessionProofTest)
#include "SessionProofTest.moc"
