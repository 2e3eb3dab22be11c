// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/EventThread.h"
#include "core/sources/zookeeper/servers/EnsembleCollector.h"

#include <memory>
#include <set>
#include <vector>

namespace lockscope::ensemble {

/// A collector on a thread of its own: megabytes of JSON are read there, where nobody waits.
/// Any thread; the handlers are called on the collector's own. Destroyed, it waits until none is called any more.
class CollectorThread final {
public:
    CollectorThread(CollectorSettings settings, EnsembleCollector::Handlers handlers);
    ~CollectorThread();
    CollectorThread(const CollectorThread&) = delete;
    CollectorThread& operator=(const CollectorThread&) = delete;

    /// As those of EnsembleCollector.
    void start();
    void setMembers(std::vector<Member> members);
    void setOwnSession(SessionId session);
    void refresh();
    void askWatches(std::set<SessionId> own);

private:
    EventThread m_thread;
    std::unique_ptr<EnsembleCollector> m_collector; ///< lives and dies there
};

} // namespace lockscope::ensemble
