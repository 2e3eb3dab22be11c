// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How paths lead into a namespace and out of it. Pure, immutable; private to core/zk.

#include "core/base/Error.h"
#include "core/zk/Values.h"

#include <string>
#include <vector>

namespace lockscope::zk {

class Namespace final {
public:
    /// `name` is a checked path.
    Namespace(std::string name, std::vector<Acl> acl);

    /// "/team/a" of "/a"; "/team" of "/". A path that is none is left as it is, for the client beneath to refuse in its
    /// turn.
    [[nodiscard]] std::string in(const std::string& path) const;
    [[nodiscard]] CreateRequest in(CreateRequest request) const;
    [[nodiscard]] Op in(Op op) const;

    /// "/a" of "/team/a"; "/" of "/team".
    [[nodiscard]] std::string out(const std::string& path) const;

    /// The node of the namespace or above it for want of which the create failed; empty if it was not that.
    [[nodiscard]] std::string missedBy(const CreateRequest& request, const Error& error) const;

    /// The same for a multi, whose error still names the step by its path out there.
    [[nodiscard]] std::string missedBy(const std::vector<Op>& ops, const Error& error) const;

    /// For the nodes of the namespace itself.
    [[nodiscard]] const std::vector<Acl>& acl() const { return m_acl; }

private:
    std::string m_name;
    std::vector<Acl> m_acl;
};

/// The path that the step is about.
[[nodiscard]] const std::string& pathOf(const Op& op);

} // namespace lockscope::zk
