// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/queue/Scheme.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::locks {

/// One in a lock's queue, as its rule sees it.
struct Participant {
    queue::Contender contender;
    int position = 0; ///< from 0
    bool holds = false;
};

/// Who is in the queue of a lock right now, in order; nobody where there is no such path. `leases`: for semaphores,
/// whose leases are listed under PATH/leases. What Curator calls getParticipantNodes() and Kazoo contenders().
/// Errors: those of a listing. Thread: client.executor().
void listParticipants(zk::Client& client, const std::string& path, const queue::Scheme& scheme, int leases,
                      zk::Reply<std::vector<Participant>> reply);

/// The same, kept up to date: for showing one's place in the queue. A lock itself watches one node, whatever the length
/// of the queue, and tells its place as of the last look; this watches the whole list, so each change costs a listing.
/// Changes that come in quick succession are told once. Thread: client.executor(), from construction to destruction.
class QueueView final {
public:
    using Handler = std::function<void(const Result<std::vector<Participant>>&)>;

    /// `scheme` must outlive it. `handler` is called with the queue as first seen, and after each change; not while
    /// contact is lost. An error that does not pass (NoAuth) is told once, and the queue again when it can be seen.
    QueueView(zk::Client& client, std::string path, const queue::Scheme& scheme, int leases, Handler handler);
    ~QueueView();
    QueueView(const QueueView&) = delete;
    QueueView& operator=(const QueueView&) = delete;

private:
    class State;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::locks
