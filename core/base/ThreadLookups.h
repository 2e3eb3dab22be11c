// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace lockscope {

/// Makes lookups that may take seconds, each on a thread of its own; equal lookups at the same time are made once. Any
/// thread. Private to the library.
template <typename Key, typename Found>
class ThreadLookups final : public std::enable_shared_from_this<ThreadLookups<Key, Found>> {
public:
    /// `post`: posts a task to the caller's executor; `found` is called there.
    void ask(const Key& key, std::function<Found()> lookUp, std::function<void(Task)> post,
             std::function<void(const Found&)> found)
    {
        {
            const std::lock_guard lock(m_mutex);
            auto& waiting = m_waiting[key];
            waiting.push_back({std::move(post), std::move(found)});
            if (waiting.size() > 1)
                return;
        }
        // The end of the process may overtake the thread.
        const auto work = [all = this->shared_from_this(), key, lookUp = std::move(lookUp)] {
            all->answer(key, lookUp());
        };
        try {
            std::thread(work).detach();
        } catch (const std::system_error&) { // no thread is left
            work();
        }
    }

private:
    struct Waiting {
        std::function<void(Task)> post;
        std::function<void(const Found&)> found;
    };

    void answer(const Key& key, const Found& result)
    {
        std::vector<Waiting> waiting;
        {
            const std::lock_guard lock(m_mutex);
            waiting = std::move(m_waiting.extract(key).mapped());
        }
        for (auto& one : waiting)
            one.post([found = std::move(one.found), result] { found(result); });
    }

    std::mutex m_mutex;
    std::map<Key, std::vector<Waiting>> m_waiting;
};

} // namespace lockscope
