// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"
#include "core/inspect/LiveInspector.h"
#include "core/inspect/findings/FindingSettings.h"

namespace lockscope::ctl {

/// A connection with an inspector on it, for the commands that look. Made and destroyed on the main thread.
class Inspection final {
public:
    /// `onPicture` is called on the main thread with each picture. A connection that is lost for longer than --timeout
    /// ends the event loop.
    Inspection(const Context& context, std::chrono::milliseconds pictureInterval,
               std::function<void(const inspect::PicturePtr&)> onPicture);
    ~Inspection();
    Inspection(const Inspection&) = delete;
    Inspection& operator=(const Inspection&) = delete;

private:
    Link m_link;
    std::unique_ptr<inspect::LiveInspector> m_inspector; ///< confined to the link's executor
};

/// Runs the event loop until the first picture that is complete; the exit status is what `onComplete` returns, which
/// gets it with its findings, or that of the failure.
int inspectOnce(const Context& context, const inspect::FindingSettings& settings,
                const std::function<Exit(const inspect::Picture&)>& onComplete);

/// The lock that `path` means: the one there, the one whose nodes lie there, or the single-node lock right below if it
/// is the only lock there.
[[nodiscard]] const inspect::LockQueue* lockAt(const inspect::Picture& picture, const std::string& path);

/// Prints why `show` finds no lock at `path`: missing, not readable, or something else than a lock.
Exit complainNoLock(const inspect::Picture& picture, const std::string& path);

/// Prints each problem of the picture as a warning; gives the status of the first that concerns a root itself.
Exit complainProblems(const Context& context, const inspect::Picture& picture);

} // namespace lockscope::ctl
