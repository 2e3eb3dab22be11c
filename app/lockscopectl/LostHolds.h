// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspect/Changes.h"

#include <QTimer>

#include <functional>
#include <set>
#include <vector>

namespace lockscope::ctl {

/// Finds out of the contenders that left whether their session ended: they did not let go, they were lost. A session
/// that still stands in some queue lives; only for the others the servers are asked, once a second at most, and for a
/// few seconds, since a server may tell of the node before it has told of the session. Servers that do not tell their
/// sessions leave it unknown. Main thread.
class LostHolds final : public QObject {
public:
    /// `ask` makes the servers tell soon: what they say comes with a later picture.
    LostHolds(std::function<void()> ask, std::function<void(const inspect::Change&)> tell);

    void left(const inspect::Change& change, WallTime at);
    void see(const inspect::PicturePtr& picture);

private:
    struct Suspect {
        inspect::Change change;
        WallTime leftAt{};
        int answers = 0;
    };

    void judge(const ensemble::EnsembleFacts& facts);
    [[nodiscard]] std::set<std::int64_t> queueing() const;

    std::function<void()> m_ask;
    std::function<void(const inspect::Change&)> m_tell;
    inspect::PicturePtr m_picture;
    std::vector<Suspect> m_suspects;
    WallTime m_judged{}; ///< when the servers were asked for what was judged by last
    QTimer m_timer;
};

} // namespace lockscope::ctl
