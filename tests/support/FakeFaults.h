// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::zk {
class Client;
}

namespace lockscope::test {

/// The operation of a request. In a fault, Any matches all of them except Unwatch, which clients send by themselves.
enum class FakeOp {
    Any,
    Create,
    Remove,
    Exists,
    Get,
    Set,
    Children,
    List,
    Acl,
    Multi,
    Sync,
    AddAuth,
    Unwatch
};

/// ZooKeeper's name for the operation, as used in errors.
[[nodiscard]] std::string_view operationName(FakeOp op);

enum class When {
    BeforeExecution,
    AfterExecution
};

/// One fault for one request: the nth matching request from now on. The connection stays up. `ensemble.fail({.op =
/// FakeOp::Create, .when = When::AfterExecution})` loses the reply to the next create.
struct FakeFault {
    FakeOp op = FakeOp::Any;
    When when = When::BeforeExecution;
    ErrorCode code = ErrorCode::ConnectionLoss; ///< ignored by hold()
    std::string path = {};                      ///< this path, or any path with this prefix; empty: any path
    const zk::Client* client = nullptr;         ///< matches this client only; null: any client
    int nth = 1;
};

/// The faults that have not matched a request yet. Single-threaded.
class FakeFaults final {
public:
    struct Armed {
        FakeFault fault;
        int hold = 0; ///< not 0: hold the request until release(hold) instead of failing it
    };

    void fail(FakeFault fault) { m_armed.push_back({std::move(fault), 0}); }
    int hold(FakeFault fault);

    /// Removes and returns the fault for this request. Called once per request, in their order.
    [[nodiscard]] std::optional<Armed> take(FakeOp op, const std::vector<std::string>& paths, const zk::Client* client);

    /// Removes a hold that has not matched a request.
    void disarm(int hold);
    /// Removes the faults of a destroyed client: a later client may have the same address.
    void forget(const zk::Client* client);
    void clear() { m_armed.clear(); }
    [[nodiscard]] std::size_t armed() const { return m_armed.size(); }

private:
    std::vector<Armed> m_armed;
    int m_lastHold = 0;
};

} // namespace lockscope::test
