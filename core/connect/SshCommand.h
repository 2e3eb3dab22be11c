// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The arguments of `ssh`, and the meaning of its error messages. Pure.

#include "core/base/Result.h"
#include "core/connect/SshSettings.h"
#include "core/zk/ConnectString.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace lockscope::connect {

/// BadArguments: the destination or a server's name can't be passed to ssh.
[[nodiscard]] Result<void> checkSshSettings(const SshSettings& settings, const std::vector<zk::Server>& servers);

/// The socket path on which `ssh` listens for the server of that index, in a folder only this user can access.
[[nodiscard]] QString sshSocket(const QString& folder, std::size_t index);

/// Forwards each server's socket to the server. Without servers: the first socket is a SOCKS proxy. Contains no secret,
/// as any user of this machine can read the arguments.
[[nodiscard]] QStringList sshArguments(const SshSettings& settings, const std::vector<zk::Server>& servers,
                                       const QString& folder);

/// The last line of ssh's standard error, and advice for it.
[[nodiscard]] std::string whySshFailed(const SshSettings& settings, const QByteArray& complaints);

/// The last line with the reason why the SSH server could not connect to a target; empty: none.
[[nodiscard]] std::string whySshReachedNoTarget(const QByteArray& complaints);

/// The first such line, which is removed with those before it; empty: none is complete.
[[nodiscard]] QByteArray takeSshFailure(QByteArray& complaints);

} // namespace lockscope::connect
