// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/Request.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"

namespace lockscope::zk {

namespace {

template <class... Fs> struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs> Overloaded(Fs...) -> Overloaded<Fs...>;

Result<void> checkedPathOf(std::string_view operation, const std::string& path)
{
    auto result = checkedPath(path);
    if (result)
        return {};
    return failure(ErrorCode::BadArguments, std::string(operation), path, result.error().detail);
}

/// The name of a sequential node may be only the number: "/queue/" becomes "/queue/0000000003".
Result<void> checkedCreate(std::string_view operation, const CreateRequest& request)
{
    auto result = checkedPathOf(operation, isSequential(request.mode) ? request.path + '0' : request.path);
    if (!result)
        result.error().path = request.path;
    return result;
}

Result<void> checkedStep(const Op& op)
{
    if (const auto* create = std::get_if<CreateOp>(&op)) {
        if (create->request.mode == CreateMode::Container)
            return failure(
                ErrorCode::BadArguments, "multi", create->request.path,
                phrase("a container node cannot be created in a multi request. Create it before the multi request"));
        return checkedCreate("multi", create->request);
    }
    return std::visit(Overloaded{[](const CreateOp&) -> Result<void> { return {}; },
                                 [](const auto& step) { return checkedPathOf("multi", step.path); }},
                      op);
}

Result<void> checkedContent(const Request& request)
{
    if (const auto* create = std::get_if<CreateRequest>(&request))
        return checkedCreate("create", *create);
    if (const auto* multi = std::get_if<MultiRequest>(&request)) {
        for (const auto& op : multi->ops) {
            if (auto result = checkedStep(op); !result)
                return result;
        }
        return {};
    }
    if (const auto* auth = std::get_if<AuthRequest>(&request)) {
        if (auth->scheme.empty())
            return failure(ErrorCode::BadArguments, "addAuth", {},
                           phrase("the scheme is empty. Use digest, the most common scheme"));
        return {};
    }
    return checkedPathOf(operationOf(request), pathOf(request));
}

// ---- the wire format of requests (zookeeper.jute): four-byte numbers, and texts after their length

constexpr std::size_t number = 4;

std::size_t lengthOf(const std::string& text)
{
    return number + text.size();
}

std::size_t lengthOf(const CreateRequest& create)
{
    auto length = lengthOf(create.path) + lengthOf(create.data) + 2 * number; // for the ACL's length, and the mode
    for (const auto& acl : create.acl)
        length += number + lengthOf(acl.scheme) + lengthOf(acl.id);
    return length;
}

std::size_t lengthOf(const Op& op)
{
    return std::visit(Overloaded{[](const CreateOp& create) { return lengthOf(create.request); },
                                 [](const SetOp& set) { return lengthOf(set.path) + lengthOf(set.data) + number; },
                                 [](const auto& other) { return lengthOf(other.path) + number; }},
                      op);
}

} // namespace

std::string_view operationOf(const Request& request)
{
    return std::visit(
        Overloaded{[](const CreateRequest&) { return "create"; }, [](const RemoveOp&) { return "delete"; },
                   [](const ExistsRequest&) { return "exists"; }, [](const GetRequest&) { return "getData"; },
                   [](const SetOp&) { return "setData"; }, [](const ChildrenRequest&) { return "getChildren"; },
                   [](const ListRequest&) { return "getChildren"; }, [](const AclRequest&) { return "getACL"; },
                   [](const MultiRequest&) { return "multi"; }, [](const SyncRequest&) { return "sync"; },
                   [](const AuthRequest&) { return "addAuth"; }, [](const UnwatchRequest&) { return "removeWatches"; }},
        request);
}

std::string pathOf(const Request& request)
{
    return std::visit(Overloaded{[](const MultiRequest&) { return std::string(); },
                                 [](const AuthRequest&) { return std::string(); },
                                 [](const auto& other) { return other.path; }},
                      request);
}

Result<void> checked(const Request& request, std::size_t largest)
{
    auto allowed = checkedContent(request);
    if (const auto size = sizeOf(request); allowed && size > largest)
        return failure(ErrorCode::TooLarge, std::string(operationOf(request)), pathOf(request),
                       phrase("the request has %1 bytes. Servers accept up to %2 bytes, unless their jute.maxbuffer "
                              "has another value",
                              size, largest));
    return allowed;
}

std::size_t sizeOf(const Request& request)
{
    constexpr std::size_t header = 2 * number;
    constexpr std::size_t stepHeader = 2 * number + 1;
    return header + std::visit(Overloaded{[](const CreateRequest& create) { return lengthOf(create); },
                                          [](const SetOp& set) { return lengthOf(Op(set)); },
                                          [](const MultiRequest& multi) {
                                              auto length = stepHeader; // the end marker's
                                              for (const auto& op : multi.ops)
                                                  length += stepHeader + lengthOf(op);
                                              return length;
                                          },
                                          [](const AuthRequest& auth) {
                                              return number + lengthOf(auth.scheme) + lengthOf(auth.credential);
                                          },
                                          [](const auto& other) { return lengthOf(other.path) + number; }},
                               request);
}

bool isWrite(const Request& request)
{
    return std::holds_alternative<CreateRequest>(request) || std::holds_alternative<RemoveOp>(request) ||
           std::holds_alternative<SetOp>(request) || std::holds_alternative<MultiRequest>(request);
}

void setWatch(Request& request, bool watch)
{
    std::visit(
        [watch](auto& one) {
            if constexpr (requires { one.watch; })
                one.watch = watch;
        },
        request);
}

} // namespace lockscope::zk
