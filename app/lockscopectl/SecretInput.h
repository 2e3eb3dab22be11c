// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"

namespace lockscope::ctl {

/// Takes $LOCKSCOPE_PASSWORD and $LOCKSCOPE_KEY_PASSWORD out of the environment: no process that is started from here
/// needs them. To be called while there is one thread.
void takeSecretsFromEnvironment(Context& context);

/// The secrets that the connection needs: from the file descriptor that is named, else from the environment, else from
/// the terminal. Never from an argument: others would read it in the list of processes. Blocks until they are there.
/// BadArguments: one is missing, and nobody can be asked.
[[nodiscard]] Result<connect::Secrets> readSecrets(const Context& context);

} // namespace lockscope::ctl
