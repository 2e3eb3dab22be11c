// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/SocketWatch.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::zk {

/// Looks for a server with quorum while a client is connected to one without: asks one server after the other by the
/// command "isro", as Java's client does, until one answers "rw". The C client's own search would block the loop.
/// Private to core/zk. Thread: the loop's.
class ReadWriteSearch final {
public:
    /// `found` is called once, with the server's address.
    ReadWriteSearch(EventLoop& loop, std::vector<std::string> addresses, std::function<void(const std::string&)> found);
    ~ReadWriteSearch();
    ReadWriteSearch(const ReadWriteSearch&) = delete;
    ReadWriteSearch& operator=(const ReadWriteSearch&) = delete;

private:
    void askNext();
    void onReady(SocketWatch::Events ready);
    void end();

    EventLoop& m_loop;
    const std::vector<std::string> m_addresses;
    const std::function<void(const std::string&)> m_found;
    std::size_t m_next = 0;
    Duration m_pause;
    int m_socket = -1;
    bool m_isAsked = false;
    std::string m_reply;
    std::unique_ptr<SocketWatch> m_watch;
    Subscription m_timer; ///< the next question, or the end of this one
};

} // namespace lockscope::zk
