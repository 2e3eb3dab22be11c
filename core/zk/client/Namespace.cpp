// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/Namespace.h"

#include "core/base/Path.h"

#include <utility>

namespace lockscope::zk {

namespace {

template <typename Step> auto& pathOfStep(Step& step)
{
    if constexpr (requires { step.request; })
        return step.request.path;
    else
        return step.path;
}

} // namespace

Namespace::Namespace(std::string name, std::vector<Acl> acl)
    : m_name(std::move(name))
    , m_acl(std::move(acl))
{
}

std::string Namespace::in(const std::string& path) const
{
    if (m_name == "/" || !checkedPath(path))
        return path;
    return path == "/" ? m_name : m_name + path;
}

CreateRequest Namespace::in(CreateRequest request) const
{
    // The path of a sequential node may end in '/': the server appends the number.
    if (!isSequential(request.mode))
        request.path = in(request.path);
    else if (m_name != "/" && checkedPath(request.path + '0'))
        request.path = m_name + request.path;
    return request;
}

Op Namespace::in(Op op) const
{
    if (auto* create = std::get_if<CreateOp>(&op))
        create->request = in(std::move(create->request));
    else
        std::visit([this](auto& step) { pathOfStep(step) = in(pathOfStep(step)); }, op);
    return op;
}

std::string Namespace::out(const std::string& path) const
{
    if (m_name == "/" || !isWithin(path, m_name))
        return path;
    return path == m_name ? "/" : path.substr(m_name.size());
}

std::string Namespace::missedBy(const CreateRequest& request, const Error& error) const
{
    if (m_name == "/" || error.code != ErrorCode::NoNode || parentOf(request.path) != "/")
        return {};
    return request.path == "/" && !isSequential(request.mode) ? parentOf(m_name) : m_name;
}

std::string Namespace::missedBy(const std::vector<Op>& ops, const Error& error) const
{
    for (const auto& op : ops) {
        if (pathOf(in(op)) != error.path)
            continue;
        const auto* create = std::get_if<CreateOp>(&op);
        return create ? missedBy(create->request, error) : std::string();
    }
    return {};
}

const std::string& pathOf(const Op& op)
{
    return std::visit([](const auto& step) -> const std::string& { return pathOfStep(step); }, op);
}

} // namespace lockscope::zk
