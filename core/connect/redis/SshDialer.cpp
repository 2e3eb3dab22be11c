// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/SshDialer.h"

#include "core/connect/redis/SshDials.h"

#include <future>
#include <utility>

namespace lockscope::connect {

SshDialer::SshDialer(SshSettings settings)
    : m_thread(QStringLiteral("lockscope ssh dialer"))
{
    m_thread.post([this, settings = std::move(settings)] { m_dials = std::make_unique<SshDials>(settings); });
}

SshDialer::~SshDialer()
{
    m_thread.call([this] { m_dials.reset(); });
}

Result<void> SshDialer::open()
{
    const auto opened = std::make_shared<std::promise<Result<void>>>();
    auto result = opened->get_future();
    m_thread.post(
        [this, opened] { m_dials->logIn([opened](const Result<void>& loggedIn) { opened->set_value(loggedIn); }); });
    return result.get();
}

void SshDialer::dial(const redis::Address& server, Duration timeout, Reply<int> done)
{
    m_thread.post(
        [this, server, timeout, done = std::move(done)]() mutable { m_dials->dial(server, timeout, std::move(done)); });
}

} // namespace lockscope::connect
