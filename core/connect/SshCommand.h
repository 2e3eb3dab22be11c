// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What `ssh` is asked for, and what its complaints mean. Pure.

#include "core/base/Result.h"
#include "core/connect/SshSettings.h"
#include "core/zk/ConnectString.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace lockscope::connect {

/// BadArguments: the destination or a server's name can't be given to ssh.
[[nodiscard]] Result<void> checkSshSettings(const SshSettings& settings, const std::vector<zk::Server>& servers);

/// Where `ssh` listens for the server of that index, below a folder that is this user's alone.
[[nodiscard]] QString sshSocket(const QString& folder, std::size_t index);

/// Forwards each server's socket to it. Nothing of it is secret, as any user of this machine can read it.
[[nodiscard]] QStringList sshArguments(const SshSettings& settings, const std::vector<zk::Server>& servers,
                                       const QString& folder);

/// The last line of what ssh has written to its standard error, and what to do about it.
[[nodiscard]] std::string whySshFailed(const SshSettings& settings, const QByteArray& complaints);

/// The last line that tells why the SSH server could not reach what it was asked to connect with; empty: there is none.
[[nodiscard]] std::string whySshReachedNobody(const QByteArray& complaints);

} // namespace lockscope::connect
