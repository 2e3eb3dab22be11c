// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ClientSettings.h"

#include <functional>
#include <memory>

namespace lockscope {
class EventLoop;
}

namespace lockscope::zk {

class Client;

/// Makes a client on an event loop; any thread.
using ClientFactory = std::function<std::unique_ptr<Client>(const ClientSettings&, EventLoop&)>;

} // namespace lockscope::zk
