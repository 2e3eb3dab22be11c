// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Converts the C client's types, codes and lists. Private to core/zk, and the only file that includes the C client's
/// header.

#include "core/base/Result.h"
#include "core/zk/client/Handle.h"

#include <zookeeper/zookeeper.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::zk {

[[nodiscard]] Stat toStat(const ::Stat& stat);
[[nodiscard]] int toMode(CreateMode mode);
/// The error for a code of the C client, with the request's operation and path, and a detail for the user.
[[nodiscard]] Error toError(int rc, std::string_view operation, std::string path);
/// The reason for an immediate refusal. The C client returns ZINVALIDSTATE both for an ended session and for a missing
/// connection.
[[nodiscard]] int reasonOf(int rc, zhandle_t* of);
/// The event for a change of the handle's state, without `askedAfter`.
[[nodiscard]] ConnectionEvent connectionEventOf(zhandle_t* of, int state);
/// True for the states with a session on a server.
[[nodiscard]] bool isUp(int state);
/// What the C client waits for.
struct Interest {
    int socket = -1; ///< -1 during its own pause
    int events = 0;  ///< ZOOKEEPER_READ, ZOOKEEPER_WRITE
    Duration wait{};
};
/// Also lets the C client connect, send its pings and end a silent connection. Nothing if that failed.
[[nodiscard]] std::optional<Interest> interestOf(zhandle_t* of);
/// Nothing for an event that is not a node change.
[[nodiscard]] std::optional<WatchEvent::Type> changeOf(int type);

/// The C client's form of an ACL. Points into the list passed to the constructor.
class AclVector {
public:
    explicit AclVector(const std::vector<Acl>& list)
    {
        m_entries.reserve(list.size());
        for (const auto& acl : list) {
            // The C client takes pointers to non-const, but only reads.
            ::Id id{const_cast<char*>(acl.scheme.c_str()), const_cast<char*>(acl.id.c_str())};
            m_entries.push_back(::ACL{acl.permissions, id});
        }
        m_vector.count = static_cast<std::int32_t>(m_entries.size());
        m_vector.data = m_entries.data();
    }

    [[nodiscard]] const ::ACL_vector* get() const { return &m_vector; }

private:
    std::vector<::ACL> m_entries;
    ::ACL_vector m_vector{};
};

/// The buffers that the C client writes a multi's answer to.
struct MultiBuffers {
    struct Step {
        std::string_view operation;
        std::string path;
        std::string created; ///< buffer for the path of the new node
        ::Stat stat{};
    };
    std::vector<Step> steps;
    std::vector<zoo_op_result_t> results;

    explicit MultiBuffers(const std::vector<Op>& ops)
        : results(ops.size())
    {
        steps.reserve(ops.size());
        for (const auto& op : ops)
            std::visit([this](const auto& step) { add(step); }, op);
    }

    [[nodiscard]] Result<Answer> answer(int rc) const;

private:
    void add(const CreateOp& op);
    void add(const RemoveOp& op) { steps.push_back({"delete", op.path, {}}); }
    void add(const SetOp& op) { steps.push_back({"setData", op.path, {}}); }
    void add(const CheckOp& op) { steps.push_back({"check", op.path, {}}); }
    [[nodiscard]] Error firstFailure(int rc) const;
};

} // namespace lockscope::zk
