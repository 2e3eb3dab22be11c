// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/SshTunnel.h"
#include "core/connect/redis/SocksDial.h"

#include <QObject>

#include <list>
#include <memory>
#include <vector>

namespace lockscope::connect {

/// The part of an SshDialer that lives on its thread: ssh, and the connections that are being made. All functions: on
/// that thread. The destructor fails what is open with Closed.
class SshDials final : public QObject {
public:
    explicit SshDials(SshSettings settings);
    ~SshDials() override;
    SshDials(const SshDials&) = delete;
    SshDials& operator=(const SshDials&) = delete;

    /// Calls `done` once.
    void logIn(Reply<void> done);
    /// See SshDialer::dial().
    void dial(const redis::Address& server, Duration timeout, Reply<int> done);

private:
    [[nodiscard]] Result<void> prepare();
    void onUp();
    void onDown(const Error& error);
    void connectOne(SocksDial& dial);
    void onClosed(SocksDial& dial);
    void onTimeout(SocksDial& dial);
    /// Later: this may run inside a signal of the dial.
    void removeEnded();

    const SshSettings m_settings;
    std::unique_ptr<SshTunnel> m_tunnel; ///< null before the first use
    std::vector<Reply<void>> m_logIns;
    std::list<std::unique_ptr<SocksDial>> m_dials;
    bool m_isRemoving = false;
};

} // namespace lockscope::connect
