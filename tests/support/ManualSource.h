// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/sources/LockSource.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// A lock source that delivers what a test gives it, on its own thread, like the real sources. Any thread.
class ManualSource final : public inspect::LockSource {
public:
    ~ManualSource() override { stop(); }

    void give(inspect::SnapshotPtr snapshot)
    {
        m_thread.post([this, snapshot = std::move(snapshot)] { m_handlers.snapshot(snapshot); });
    }
    void setSession(SessionStatus session)
    {
        m_thread.post([this, session = std::move(session)] { m_handlers.session(session); });
    }
    void fail(Error error)
    {
        m_thread.post([this, error = std::move(error)] { m_handlers.failed(error); });
    }
    void setTrouble(std::optional<Error> trouble)
    {
        const std::lock_guard lock(m_mutex);
        m_trouble = std::move(trouble);
    }
    /// The requested reads, in order.
    [[nodiscard]] std::vector<Part> wasRead() const
    {
        const std::lock_guard lock(m_mutex);
        return m_read;
    }

    void start(Handlers handlers) override { m_handlers = std::move(handlers); }
    void stop() override { m_thread.stop(); }
    using LockSource::read;
    void read(Part part, Task begun) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_read.push_back(part);
        }
        if (begun)
            m_thread.post(std::move(begun));
    }
    [[nodiscard]] std::optional<Error> trouble() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_trouble;
    }
    bool confirm(const std::vector<std::string>& locks) override
    {
        const std::lock_guard lock(m_mutex);
        if (m_canConfirm)
            m_confirmed.push_back(locks);
        return m_canConfirm;
    }
    /// From now on it reads locks again on request. The requests, in order.
    void allowConfirming()
    {
        const std::lock_guard lock(m_mutex);
        m_canConfirm = true;
    }
    [[nodiscard]] std::vector<std::vector<std::string>> wasToConfirm() const
    {
        const std::lock_guard lock(m_mutex);
        return m_confirmed;
    }

private:
    Handlers m_handlers; ///< set before the first task
    mutable std::mutex m_mutex;
    std::optional<Error> m_trouble;
    std::vector<Part> m_read;
    bool m_canConfirm = false;
    std::vector<std::vector<std::string>> m_confirmed;
    EventLoop m_thread{Log()}; ///< destroyed first
};

} // namespace lockscope::test
