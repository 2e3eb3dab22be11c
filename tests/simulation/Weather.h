// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <array>

namespace lockscope::simulation {

/// What the network, the servers, an operator and other people's programs do meanwhile. Which of it, and how often,
/// differs from run to run: where everything happens at once, little gets far enough to go wrong.
class Weather final {
public:
    explicit Weather(World& world);

    /// One fault or event, or the end of one.
    void strike();
    /// The servers hear of some transactions.
    void replicate();
    void replicateAll();

    /// A create whose answer will be lost may arrive twice.
    void onExecuting(SessionId session, const test::FakeRequest& request);

    /// What is held back arrives, and no new fault waits.
    void settle();
    /// Everything works from now on, and other people's nodes are gone.
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
        // Ends of the above; always possible
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
    int m_repeats = 0; ///< per cent of the creates with a lost answer
    std::vector<int> m_holds;
    std::size_t m_partitioned = 0; ///< a follower
    std::vector<std::string> m_foreign;
};

} // namespace lockscope::simulation
