// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <string>

namespace lockscope::release {

/// Lists a directory unless the reply would exceed the packet limit; then the error is TooLarge. `name`: the name of a
/// typical child, whose length is used to estimate the size. Thread: client.executor(); the client must outlive the
/// call.
void listBounded(zk::Client& client, std::string directory, std::string_view name, zk::Reply<zk::Listing> reply);

} // namespace lockscope::release
