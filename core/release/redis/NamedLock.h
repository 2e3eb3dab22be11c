// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/model/Snapshot.h"
#include "core/redis/Client.h"

#include <string>

namespace lockscope::release {

/// Reads the lock of this name, of whichever type it is. A key with a text is a possible lock, whose owner is that
/// text. Errors: NoNode: there is no such key; NotALock; else as Client::send(). Thread: client.executor(); the client
/// must outlive the call.
void readNamedLock(redis::Client& client, std::string name, Reply<inspect::Lock> reply);

} // namespace lockscope::release
