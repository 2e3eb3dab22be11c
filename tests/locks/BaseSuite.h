// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/locks/TestBed.h"

#include <QObject>

#include <functional>
#include <string>

namespace lockscope::test {

/// The requirements for every lock kind: each function runs once per kind (LockKinds.h) and must leave neither a node
/// nor a watch.
class BaseSuite final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    static void initTestCase_data();
    void init();
    void cleanup();

    // BaseSuite.cpp: without faults; only waits time out
    void grantsAndReleases();
    void letsInWhoWaits();
    void servesInTheOrderOfAsking();
    void holdsAgainWhenItsOwnerAsksAgain();
    void ownersOfOneObjectExcludeEachOther();
    void refusesASecondAskOfAWaitingOwner();
    void knowsWhoMayRelease();
    void timesOutWithoutATrace();
    void takesOneLookWithoutABudget();
    void isCancelledBeforeItAsks();
    void isCancelledWithItsCreateInFlight();
    void isCancelledWhileItWaits();
    void destroyedItLetsGo();
    void destroyedItGivesUpWaiting();
    void destroyedWithItsCreateInFlight();
    void answersOneLookInTime_data();
    void answersOneLookInTime();
    void ownersOfItsOwnMakingExcludeEachOther();

    // BaseSuiteHolder.cpp: guarantees for a holder
    void tokensGrow();
    void reportsHowLongItIsValid();
    void verifiesItsHold();
    void verifiesOnlyWithAGoodSync();
    void reportsItsLossByAToken();
    void outlivesItsLock();
    void guardsWrites();
    void guardFailsAsItsStepsDo();
    void yieldsToWhoWaits();
    void releasesAndAsksInOneBreath();
    void hearsThatItShallRelease();
    void hearsItWhileItWaits();
    void hearsOfOneWishOnce();
    void hearsOfAWishThoughAReadFails();
    void hearsNoWishOnceItHasRelease();
    void hearsWhatWasWishedWhileAReleaseWasRefused();
    void hearsWhatWasWishedOfAPartThatWasRefusedFirst();
    void aLostHoldTouchesNoLaterOne();
    void endsWithTheClient();
    void outlivesACallbackThatClosesTheClient();

    // BaseSuiteFaults.cpp: lost requests, expired sessions, nodes deleted by an operator
    void findsItsNodeAfterALostReply_data();
    void findsItsNodeAfterALostReply();
    void adoptsNoNodeThatOnlyLooksLikeItsOwn();
    void releasesAfterALostReply_data();
    void releasesAfterALostReply();
    void takesRefusalsForAnAnswerToCome_data();
    void takesRefusalsForAnAnswerToCome();
    void queuesAgainOnANewSession();
    void isLostWithItsSession();
    void isUncertainPastItsDeadlineThoughConnected();
    void searchesAgainWhenTheSyncFailed();
    void searchesOnWhateverTheServerSays();
    void saysWhyItWaitsWithoutContact();
    void isLostAtItsOwnDeadline();
    void queuesAgainWhenItsPlaceIsDeleted();
    void isLostWhenItsNodeIsDeleted();
    void isLostWhenItsNodeWasDeletedWhileCutOff();
    void isUncertainWithoutContact();
    void neverHoldsThroughAReadOnlyServer();
    void releasesOnceContactIsBack();
    void doesNotHoldAgainWhileItReleases();
    void releaseSucceedsWhenTheSessionEnds_data();
    void releaseSucceedsWhenTheSessionEnds();
    void waitsBehindItsOwnDeadSession_data();
    void waitsBehindItsOwnDeadSession();

    // BaseSuiteOptions.cpp: the guarantees of NodeOptions
    void retriesAsThePolicySays_data();
    void retriesAsThePolicySays();
    void cleansUpWhateverThePolicySays();
    void cleansUpAfterGivingUpWithALostReply();
    void backsOffAsThePolicyDraws();
    void givesUpAfterThePolicysBudget();
    void countsFromTheFirstFailure();
    void asksForPayloadAndAccess();
    void makesTheParentsItIsReported();
    void makesParentsAgain();
    void reportsWhatItMayNotDo();
    void treatsForeignChildrenAsReported();
    void refusesTheLastNumbers();

private:
    using Choose = std::function<std::string(const locks::Grant&)>; ///< selects one of its nodes

    void hearsWishThoughRefused(const Choose& wished, const Choose& awaited);
    [[nodiscard]] const LockKind& kind() const;

    std::unique_ptr<TestBed> m_bed;
};

} // namespace lockscope::test
