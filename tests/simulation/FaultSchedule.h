// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <array>

namespace lockscope::simulation {

/// Faults and events of the network, the servers, an operator and other programs. Kinds and rates differ from run to
/// run: with all of them at once, few operations get far enough to fail.
class FaultSchedule final {
public:
    explicit FaultSchedule(World& world);

    /// Starts or ends one fault or event.
    void strike();
    /// The followers apply some transactions.
    void replicate();
    void replicateAll();

    /// A create with a lost reply may arrive twice.
    void onExecuting(SessionId session, const test::FakeRequest& request);

    /// Releases what is held back and removes pending faults.
    void settle();
    /// Ends all faults for good and deletes the nodes of other programs.
    void clear();

private:
    enum Event : std::size_t {
        FailRequest,
        HoldRequest,
        Disconnect,
        FailOver,
        Cut,
        Expire,
        KeepVisible,
        ReadOnly,
        PauseExpiry,
        DeleteNode,
        TouchNode,
        ForeignChild,
        ReapContainers,
        Deny,
        Partition,
        Suspend,
        // These end the above and are always possible.
        ReleaseHold,
        Reconnect,
        RemoveKept,
        EndReadOnly,
        ResumeExpiry,
        RemoveForeign,
        Allow,
        Heal,
        Resume,
        Events
    };

    void happen(Event event);
    [[nodiscard]] Process& anyProcess();
    [[nodiscard]] const Queue& anyQueue();
    [[nodiscard]] test::FakeFault anyFault(bool held);
    void disconnect(Process& process);
    void reconnect(Process& process);
    void endReadOnly(Process& process);
    void deleteNode();
    void touchNode();
    void foreignChild();
    void deny();
    void allow(const std::string& path);
    void partition();
    void heal();
    void resume(Process& process);

    World& m_world;
    std::array<int, Events> m_weights{};
    bool m_isOver = false;
    int m_repeats = 0; ///< percentage of the creates with a lost reply
    std::vector<int> m_holds;
    std::size_t m_partitioned = 0; ///< number of the follower
    std::vector<std::string> m_foreign;
};

} // namespace lockscope::simulation
