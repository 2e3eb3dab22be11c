// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/queue/QueueEntry.h"
#include "core/queue/Schemes.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::locks {

/// A contender in a lock's queue, and the rule's verdict.
struct Participant {
    queue::QueueEntry contender;
    int position = 0; ///< from 0
    bool holds = false;
};

/// The current contenders of a lock, in queue order; empty if the path does not exist. `leases`: for semaphores; their
/// leases are the children of PATH/leases. Same as Curator's getParticipantNodes() and Kazoo's contenders(). Errors:
/// those of a listing. Thread: client.executor().
void listParticipants(zk::Client& client, const std::string& path, const queue::Scheme& scheme, int leases,
                      Reply<std::vector<Participant>> reply);

/// The same, kept up to date, to show positions in the queue. A lock watches one node, whatever the length of the
/// queue, and reports its position as of the last listing. This class watches the whole list, so each change costs a
/// listing. Changes in quick succession are reported once. Thread: client.executor(), from construction to destruction.
class QueueView final {
public:
    using Handler = std::function<void(const Result<std::vector<Participant>>&)>;

    /// `scheme` must outlive it. `handler` is called with the first listing and after each change; not while contact is
    /// lost. A permanent error (NoAuth) is reported once, and the queue again when it can be read.
    QueueView(zk::Client& client, std::string path, const queue::Scheme& scheme, int leases, Handler handler);
    ~QueueView();
    QueueView(const QueueView&) = delete;
    QueueView& operator=(const QueueView&) = delete;

private:
    class State;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::locks
