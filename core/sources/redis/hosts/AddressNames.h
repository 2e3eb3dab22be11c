// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Subscription.h"
#include "core/model/HostNames.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// The name of an address, by the name service of the system. Blocks. Empty: it has none.
[[nodiscard]] std::string nameByLookup(const std::string& address);

/// The given names; without them those in `file`, if it is not empty. Null: there are none. Blocks for the disk.
[[nodiscard]] Result<std::shared_ptr<const HostNames>> namesOfHosts(std::shared_ptr<const HostNames> given,
                                                                    const std::string& file);

/// How the names of addresses are looked up: each on a thread of its own.
struct NameLookups {
    /// Posts a task to the executor, from any thread and also after the executor's end, such as EventLoop::poster().
    std::function<void(Task)> post;
    std::function<std::string(const std::string& address)> nameOf = &nameByLookup; ///< on another thread
};

/// Names for the clients' addresses: from a file, else by reverse lookup if that is wanted. An address is looked up
/// once. Thread: the executor.
class AddressNames final {
public:
    using Names = std::shared_ptr<const HostNames>;

    /// `file` may be null. Without NameLookups::post none is looked up.
    AddressNames(Executor& executor, Names file, NameLookups lookups);
    AddressNames(const AddressNames&) = delete;
    AddressNames& operator=(const AddressNames&) = delete;

    /// Those that are known now; null: none are wanted.
    [[nodiscard]] const Names& names() const { return m_names; }
    /// `done` is called once: when every lookup has ended, or after a second; at once without a lookup. A name that
    /// comes later is in a later names().
    void find(const std::set<std::string>& addresses, Task done);

private:
    void lookUpSome();
    void onName(const std::string& address, const std::string& name);
    void end();

    Executor& m_executor;
    const NameLookups m_lookups;
    Names m_names;
    std::set<std::string> m_asked;
    std::deque<std::string> m_due; ///< of m_asked
    std::size_t m_open = 0;
    std::vector<Task> m_done;
    Subscription m_limit;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
