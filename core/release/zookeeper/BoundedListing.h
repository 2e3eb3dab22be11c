// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <string>

namespace lockscope::release {

/// Lists a directory, unless the answer would pass the packet limit: TooLarge, and the directory is not listed. `name`:
/// a child as the others are called, by whose length the size is estimated. Thread: client.executor(); the client must
/// outlive the call.
void listBounded(zk::Client& client, std::string directory, std::string_view name, zk::Reply<zk::Listing> reply);

} // namespace lockscope::release
