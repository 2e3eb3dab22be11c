// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/inspect/DialectFiles.h"
#include "core/inspect/Picture.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

struct InspectorSettings {
    std::string connect{};                          ///< shown in the picture, not used to connect
    std::vector<std::string> roots{"/"};            ///< absolute paths
    int watchBudget = 10'000;                       ///< child watches at once; what is beyond is polled
    std::chrono::milliseconds pictureInterval{100}; ///< least time between two pictures
    std::chrono::milliseconds pollInterval{5'000};  ///< for what is beyond the budget, jittered by a third
    int maxInFlight = 256;                          ///< own requests at once
    std::shared_ptr<const DialectCatalogue> dialects = builtinDialects(); ///< the families that are known; not null
};

/// Walks the roots, finds the lock directories, keeps their queues true with one child watch each, and publishes
/// pictures.
///
/// Thread: made, used and destroyed on client.executor(); `publish` is called there, at most once per pictureInterval.
/// Reads only: it creates and deletes nothing. The client must outlive it. After a disconnect the last picture stays,
/// its takenAt stands still and its session says why; after a reconnect or a new session everything is read again.
class LiveInspector final {
public:
    using Publish = std::function<void(PicturePtr)>;

    LiveInspector(zk::Client& client, InspectorSettings settings, Publish publish, Log log);
    ~LiveInspector();
    LiveInspector(const LiveInspector&) = delete;
    LiveInspector& operator=(const LiveInspector&) = delete;

    /// Begins to read as soon as the client is connected.
    void start();

    /// Reads everything again; what is known stays until it is replaced.
    void refresh();

private:
    class Walker;
    std::shared_ptr<Walker> m_walker;
};

} // namespace lockscope::inspect
