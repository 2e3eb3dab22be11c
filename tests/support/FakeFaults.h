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

/// What a request asks for. Any stands for all of them in a fault, but for Unwatch, which clients send by themselves.
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

/// ZooKeeper's word for it, as errors name it.
[[nodiscard]] std::string_view operationName(FakeOp op);

enum class When {
    BeforeExecution,
    AfterExecution
};

/// One mishap for one request: the nth that matches from now on. The connection itself stays up.
/// `ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution})` loses the answer to the next create.
struct FakeFault {
    FakeOp op = FakeOp::Any;
    When when = When::BeforeExecution;
    ErrorCode code = ErrorCode::ConnectionLoss; ///< not for hold()
    std::string path = {};                      ///< this path or anything that begins with it; empty: every path
    const zk::Client* client = nullptr;         ///< of this client alone; null: of any
    int nth = 1;
};

/// The faults that wait for their request. Single-threaded.
class FakeFaults final {
public:
    struct Armed {
        FakeFault fault;
        int hold = 0; ///< not 0: don't fail, hold it until release(hold)
    };

    void fail(FakeFault fault) { m_armed.push_back({std::move(fault), 0}); }
    int hold(FakeFault fault);

    /// The mishap for this request, which is used up by it. Call once a request, in their order.
    [[nodiscard]] std::optional<Armed> take(FakeOp op, const std::vector<std::string>& paths, const zk::Client* client);

    /// Takes back a hold that has not met its request.
    void disarm(int hold);
    /// The client goes: a later one may live at its address, and is not meant.
    void forget(const zk::Client* client);
    void clear() { m_armed.clear(); }
    [[nodiscard]] std::size_t armed() const { return m_armed.size(); }

private:
    std::vector<Armed> m_armed;
    int m_lastHold = 0;
};

} // namespace lockscope::test
