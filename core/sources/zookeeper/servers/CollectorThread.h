// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/EventThread.h"
#include "core/sources/zookeeper/servers/EnsembleCollector.h"

#include <memory>
#include <set>
#include <vector>

namespace lockscope::ensemble {

/// An EnsembleCollector on its own thread, which parses megabytes of JSON without blocking others.
/// Any thread; the handlers are called on the collector's thread, and never after the destructor.
class CollectorThread final {
public:
    CollectorThread(CollectorSettings settings, EnsembleCollector::Handlers handlers);
    ~CollectorThread();
    CollectorThread(const CollectorThread&) = delete;
    CollectorThread& operator=(const CollectorThread&) = delete;

    /// See EnsembleCollector.
    void start();
    void setMembers(std::vector<Member> members);
    void setOwnSession(SessionId session);
    void refresh();
    void askWatches(std::set<SessionId> own);

private:
    EventThread m_thread;
    std::unique_ptr<EnsembleCollector> m_collector; ///< created and destroyed on m_thread
};

} // namespace lockscope::ensemble
