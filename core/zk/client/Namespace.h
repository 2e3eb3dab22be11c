// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Adds a namespace to paths and removes it. Pure, immutable; private to core/zk.

#include "core/base/Error.h"
#include "core/zk/Values.h"

#include <string>
#include <vector>

namespace lockscope::zk {

class Namespace final {
public:
    /// `name` is a checked path.
    Namespace(std::string name, std::vector<Acl> acl);

    /// "/team/a" for "/a"; "/team" for "/". An invalid path is returned unchanged: the underlying client reports the
    /// error.
    [[nodiscard]] std::string in(const std::string& path) const;
    [[nodiscard]] CreateRequest in(CreateRequest request) const;
    [[nodiscard]] Op in(Op op) const;

    /// "/a" for "/team/a"; "/" for "/team".
    [[nodiscard]] std::string out(const std::string& path) const;

    /// The missing node, in or above the namespace, that made the create fail; empty if the cause was another.
    [[nodiscard]] std::string missedBy(const CreateRequest& request, const Error& error) const;

    /// The same for a multi. The path of its error still includes the namespace.
    [[nodiscard]] std::string missedBy(const std::vector<Op>& ops, const Error& error) const;

    /// The ACL for the nodes of the namespace itself.
    [[nodiscard]] const std::vector<Acl>& acl() const { return m_acl; }

private:
    std::string m_name;
    std::vector<Acl> m_acl;
};

/// The path of the step.
[[nodiscard]] const std::string& pathOf(const Op& op);

} // namespace lockscope::zk
