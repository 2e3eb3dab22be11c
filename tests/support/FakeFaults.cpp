// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeFaults.h"

#include <algorithm>

namespace lockscope::test {

std::string_view operationName(FakeOp op)
{
    switch (op) {
    case FakeOp::Any:
        return "any";
    case FakeOp::Create:
        return "create";
    case FakeOp::Remove:
        return "delete";
    case FakeOp::Exists:
        return "exists";
    case FakeOp::Get:
        return "getData";
    case FakeOp::Set:
        return "setData";
    case FakeOp::Children:
    case FakeOp::List:
        return "getChildren";
    case FakeOp::Acl:
        return "getACL";
    case FakeOp::Multi:
        return "multi";
    case FakeOp::Sync:
        return "sync";
    case FakeOp::AddAuth:
        return "addAuth";
    case FakeOp::Unwatch:
        return "removeWatches";
    }
    return "unknown";
}

int FakeFaults::hold(FakeFault fault)
{
    m_armed.push_back({std::move(fault), ++m_lastHold});
    return m_lastHold;
}

void FakeFaults::disarm(int hold)
{
    std::erase_if(m_armed, [hold](const Armed& armed) { return armed.hold == hold; });
}

void FakeFaults::forget(const zk::Client* client)
{
    std::erase_if(m_armed, [client](const Armed& armed) { return armed.fault.client == client; });
}

std::optional<FakeFaults::Armed> FakeFaults::take(FakeOp op, const std::vector<std::string>& paths,
                                                  const zk::Client* client)
{
    for (auto it = m_armed.begin(); it != m_armed.end(); ++it) {
        FakeFault& fault = it->fault;
        const bool fitsOp = fault.op == op || (fault.op == FakeOp::Any && op != FakeOp::Unwatch);
        const bool fits = fitsOp && (!fault.client || fault.client == client) &&
                          (fault.path.empty() || std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
                               return path.starts_with(fault.path);
                           }));
        if (fits && --fault.nth == 0) {
            Armed armed = std::move(*it);
            m_armed.erase(it);
            return armed;
        }
    }
    return std::nullopt;
}

} // namespace lockscope::test
