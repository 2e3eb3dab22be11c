// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/EventThread.h"
#include "core/connect/SshSettings.h"
#include "core/redis/Dialer.h"

#include <memory>

namespace lockscope::connect {

class SshDials;

/// Reaches Redis servers through an SSH server, also those that Sentinels and cluster nodes name later: all by one
/// `ssh` process, which is a SOCKS proxy on a socket in a folder no other user can enter. The SSH server resolves the
/// names. Logs in at the first dial(), and again after the SSH connection is lost.
///
/// Thread: any; the work is done on a thread of its own. The destructor waits for the end of ssh as SshTunnel does: no
/// process and no folder remains. Dials that are open then fail with Closed.
class SshDialer final : public redis::Dialer {
public:
    explicit SshDialer(SshSettings settings);
    ~SshDialer() override;
    SshDialer(const SshDialer&) = delete;
    SshDialer& operator=(const SshDialer&) = delete;

    /// Logs in now. Blocks until that is done, 30 seconds at most. Never call it on the UI thread. Errors:
    /// BadArguments, Missing (settings), NoConnection, TimedOut (SSH), System; each says what to do.
    [[nodiscard]] Result<void> open();

    /// Errors: those of open(), NoConnection (the SSH server does not reach the server), TimedOut, Closed.
    void dial(const redis::Address& server, Duration timeout, Reply<int> done) override;

private:
    ensemble::EventThread m_thread;
    std::unique_ptr<SshDials> m_dials; ///< created, used and destroyed on m_thread
};

} // namespace lockscope::connect
