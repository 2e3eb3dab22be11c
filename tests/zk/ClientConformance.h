// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Answer.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/zk/ClientWorld.h"

namespace lockscope::test {

/// Tests the contract of core/zk/Client.h on the clients of the derived class's world. One world per test function.
class ClientConformance : public QObject {
    Q_OBJECT

protected:
    [[nodiscard]] virtual std::unique_ptr<ClientWorld> makeWorld() = 0;
    /// A world for tests that wait until the first client's session has expired.
    [[nodiscard]] virtual std::unique_ptr<ClientWorld> makeShortLivedWorld() { return makeWorld(); }
    /// Replaces the world of the test function.
    [[nodiscard]] Result<void> enter(std::unique_ptr<ClientWorld> world);

    /// Sends one request and waits for its reply.
    template <typename T> [[nodiscard]] Result<T> ask(const std::function<void(zk::Reply<T>)>& request)
    {
        const Answer<T> answer;
        m_world->run([&] { request(answer.reply()); });
        if (!m_world->waitFor([&] { return answer.arrived(); }))
            return failure(ErrorCode::TimedOut, "test", {}, "no answer came");
        return answer.result();
    }

    [[nodiscard]] Result<zk::Created> create(zk::Client& client, const std::string& path,
                                             zk::CreateMode mode = zk::CreateMode::Persistent,
                                             const std::string& data = {});
    [[nodiscard]] Result<void> remove(zk::Client& client, const std::string& path,
                                      std::int32_t version = zk::anyVersion);
    [[nodiscard]] Result<zk::Stat> set(zk::Client& client, const std::string& path, const std::string& data,
                                       std::int32_t version = zk::anyVersion);
    [[nodiscard]] Result<zk::NodeData> get(zk::Client& client, const std::string& path);
    [[nodiscard]] Result<std::optional<zk::Stat>> exists(zk::Client& client, const std::string& path);
    [[nodiscard]] Result<std::vector<std::string>> children(zk::Client& client, const std::string& path);
    [[nodiscard]] Result<zk::Listing> list(zk::Client& client, const std::string& path);
    [[nodiscard]] Result<std::vector<zk::OpResult>> multi(zk::Client& client, const std::vector<zk::Op>& ops);
    /// Returns when everything the server had for the client has been delivered.
    [[nodiscard]] Result<void> sync(zk::Client& client);

    [[nodiscard]] bool emptiedBeforeTheTimeout();
    [[nodiscard]] bool waitForState(SessionState state);
    /// Reads the first client's session on the executor.
    [[nodiscard]] zk::Session session();
    [[nodiscard]] std::string at(const std::string& name) const { return m_world->root() + "/" + name; }
    [[nodiscard]] zk::Client& client() { return m_world->client(); }
    [[nodiscard]] zk::Client& other() { return m_world->other(); }

    /// Sets a watch of this kind on the first client.
    enum class Watch {
        Exists,
        Get,
        Children,
        List
    };
    struct Set {
        Subscription subscription;
        Events events;
        std::shared_ptr<std::vector<std::string>> order; ///< "reply" and "event", in order of arrival
    };
    [[nodiscard]] std::shared_ptr<Set> setWatch(Watch kind, const std::string& path);

    [[nodiscard]] std::shared_ptr<SessionLog> logSession();
    /// Waits for its first entry. The state itself may have changed before this thread reads it.
    [[nodiscard]] std::optional<zk::Session> firstOf(const SessionLog& log);

    /// A separate connected client.
    [[nodiscard]] std::unique_ptr<zk::Client> connected();
    /// Where a client is destroyed: the rows "in a task", "on another thread" and "outside".
    static void deathRows();
    /// Runs `before` on the executor and then destroys the client as the row says: "in a task" means in the same task.
    void destroy(std::unique_ptr<zk::Client>& client, const Task& before = {});

    // The changes for the watch tests, by name: prepare() creates the preconditions, apply() makes the change.
    [[nodiscard]] bool prepare(const QString& change);
    [[nodiscard]] bool apply(const QString& change);
    [[nodiscard]] static Watch watchNamed(const QString& name);
    static void watchRows();

    std::unique_ptr<ClientWorld> m_world;
    /// Watches and logs of the test function, which are destroyed on the executor.
    std::vector<std::shared_ptr<void>> m_kept;

private Q_SLOTS:
    void init();
    void cleanup();

    // ClientConformanceNodes.cpp
    void createReturnsPathAndStat();
    void ephemeralBelongsToTheSession();
    void sequentialNamesShareOneCounter();
    void counterCanBeReadFromTheStat();
    void containerLooksPersistent();
    void refusals_data();
    void refusals();
    void setGrowsTheVersion();
    void dataIsBytes();
    void listingHasNamesAndStat();
    void existsSaysNothingOrStat();
    void aclSaysWhoMayDoWhat();
    void multiCanTestTheCounter();
    void multiDoesAll();
    void multiDoesNothing();
    void badPathsAreRefused();

    // ClientConformanceWatches.cpp
    void watchFires_data();
    void watchFires();
    void watchIgnores_data();
    void watchIgnores();
    void watchIsOneShot();
    void watchCanBeSetAgainInItsHandler();
    void replyComesBeforeEvent_data();
    void replyComesBeforeEvent();
    void droppedWatchIsSilent();
    void watchDroppedBeforeItsReplyIsSilent();
    void watchOnMissingNode_data();
    void watchOnMissingNode();
    void twoWatchesOfOneNode();
    void droppingOneWatchLeavesTheOther();

    // ClientConformanceSessions.cpp
    void connectedSessionIsDescribed();
    void answersComeInOrder();
    void listingContainsTheNodeJustCreated();
    void answersNeverComeFromWithinTheCall();
    void closeRemovesEphemerals();
    void closeFailsWhatIsOpen();
    void requestsAfterCloseFail();

    // ClientConformanceFaults.cpp
    void reconnectKeepsTheSession();
    void missedChangesAreDelivered_data();
    void missedChangesAreDelivered();
    void unchangedWatchesLiveOn();
    void requestsInFlightAtDisconnectAreAnsweredOnce();
    void requestsWhileSuspendedAreAnsweredOnce();
    void expiredSessionIsReplaced();
    void watchesEndWithTheirSession();
    void ownDeadlineEndsTheSession();
    void silenceEndsTheSessionInTime();
    void destroyedSessionSubscriptionIsSilent();

    // ClientConformanceShares.cpp
    void shareIsTheSameClient();
    void shareMayGoFirst();
    void closeThroughShareClosesTheClient();
    void shareOutlivesTheClient_data();
    void shareOutlivesTheClient();
    void shareOfConnectingClientHearsOfTheEnd_data();
    void shareOfConnectingClientHearsOfTheEnd();
    void watchesOfSharesEnd_data();
    void watchesOfSharesEnd();
    void requestsThroughShareAfterTheEndFail_data();
    void requestsThroughShareAfterTheEndFail();
    void shareOfClosedClientIsNotReportedTwice();
    void clientMayBeDestroyedByItsOwnAnswer();
    void clientsDieUnderLoad_data();
    void clientsDieUnderLoad();
};

} // namespace lockscope::test
