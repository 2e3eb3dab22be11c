// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"

namespace lockscope::ctl {

/// Moves $LOCKSCOPE_PASSWORD and $LOCKSCOPE_KEY_PASSWORD out of the environment: child processes do not need them. Must
/// be called while there is only one thread.
void takeSecretsFromEnvironment(Context& context);

/// The secrets of the connection: from the given file descriptor, else from the environment, else from the terminal.
/// Never from an argument, which is visible in the process list. Blocks until they are read. BadArguments: a secret is
/// missing, and there is no terminal.
[[nodiscard]] Result<connect::Secrets> readSecrets(const Context& context);

} // namespace lockscope::ctl
