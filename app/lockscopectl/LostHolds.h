// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ensemble/SessionCensus.h"
#include "core/inspect/Changes.h"

#include <QTimer>

#include <functional>
#include <vector>

namespace lockscope::ctl {

/// Finds out of the contenders that left whether their session ended: they did not let go, they were lost. A session
/// that still stands in some queue lives; only for the others the servers are asked, once a second at most, and for a
/// few seconds, since a server may tell of the node before it has told of the session. Servers that answer to no `dump`
/// leave it unknown. Main thread.
class LostHolds final : public QObject {
public:
    LostHolds(std::vector<zk::Server> servers, std::function<void(const inspect::Change&)> tell);

    void left(const inspect::Change& change);
    void see(const inspect::PicturePtr& picture) { m_picture = picture; }

private:
    struct Suspect {
        inspect::Change change;
        int questions = 0;
    };

    void look();
    void judge(const std::set<std::int64_t>& living);
    [[nodiscard]] std::set<std::int64_t> queueing() const;

    ensemble::SessionCensus m_census;
    std::function<void(const inspect::Change&)> m_tell;
    inspect::PicturePtr m_picture;
    std::vector<Suspect> m_suspects;
    QTimer m_timer;
};

} // namespace lockscope::ctl
