// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeServer that executes requests.

#include "tests/support/FakeServer.h"

#include "core/zk/client/Namespace.h"

#include <algorithm>

namespace lockscope::test {

namespace {

template <class... Fs> struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs> Overloaded(Fs...) -> Overloaded<Fs...>;

FakeOp opOf(const zk::Request& request)
{
    return std::visit(
        Overloaded{
            [](const zk::CreateRequest&) { return FakeOp::Create; }, [](const zk::RemoveOp&) { return FakeOp::Remove; },
            [](const zk::ExistsRequest&) { return FakeOp::Exists; }, [](const zk::GetRequest&) { return FakeOp::Get; },
            [](const zk::SetOp&) { return FakeOp::Set; }, [](const zk::ChildrenRequest&) { return FakeOp::Children; },
            [](const zk::ListRequest&) { return FakeOp::List; }, [](const zk::AclRequest&) { return FakeOp::Acl; },
            [](const zk::MultiRequest&) { return FakeOp::Multi; }, [](const zk::SyncRequest&) { return FakeOp::Sync; },
            [](const zk::AuthRequest&) { return FakeOp::AddAuth; },
            [](const zk::UnwatchRequest&) { return FakeOp::Unwatch; }},
        request);
}

std::vector<std::string> pathsOf(const zk::Request& request)
{
    std::vector<std::string> paths;
    if (const auto* multi = std::get_if<zk::MultiRequest>(&request)) {
        for (const auto& op : multi->ops)
            paths.push_back(zk::pathOf(op));
    } else if (auto path = zk::pathOf(request); !path.empty()) {
        paths.push_back(std::move(path));
    }
    return paths;
}

template <typename T, typename Convert> Result<zk::Answer> as(Result<T> result, Convert convert)
{
    return std::move(result).map([&](T value) {
        zk::Answer answer;
        convert(answer, std::move(value));
        return answer;
    });
}

} // namespace

FakeRequest::FakeRequest(std::uint64_t theId, zk::Request theContent)
    : id(theId)
    , content(std::move(theContent))
    , op(opOf(content))
    , paths(pathsOf(content))
    , isWrite(zk::isWrite(content))
{
}

Error FakeRequest::asError(ErrorCode code, std::string detail) const
{
    return {code, std::string(operationName(op)), zk::pathOf(content), std::move(detail)};
}

Result<zk::Answer> FakeServer::perform(const FakeLink& link, const FakeRequest& request)
{
    // A reply lost with its connection also loses the watch; here the connection stays up, so no watch is set.
    const auto watches = [&](const auto& one) { return one.watch && !request.failed; };
    const FakeTree::Writer writer{link.session, clock().wallNow(), false};
    const FakeTree& view = viewOf(link.server);
    const auto list = [&](const std::string& path, bool watch) {
        auto result = view.list(path);
        if (watch && result)
            addWatch(ServerWatch::Child, path, link.session);
        return as(std::move(result), [](zk::Answer& answer, zk::Listing listing) {
            answer.names = std::move(listing.names);
            answer.stat = listing.stat;
        });
    };
    return std::visit(
        Overloaded{[&](const zk::CreateRequest& create) {
                       return as(tree.create(create, writer), [](zk::Answer& answer, zk::Created created) {
                           answer.bytes = std::move(created.path);
                           answer.stat = created.stat;
                       });
                   },
                   [&](const zk::RemoveOp& remove) {
                       return tree.remove(remove.path, remove.version, writer).map([] { return zk::Answer(); });
                   },
                   [&](const zk::ExistsRequest& exists) {
                       auto result = view.exists(exists.path);
                       if (watches(exists) && result)
                           addWatch(ServerWatch::Data, exists.path, link.session);
                       return as(std::move(result), [](zk::Answer& answer, std::optional<zk::Stat> stat) {
                           answer.found = stat.has_value();
                           answer.stat = stat.value_or(zk::Stat());
                       });
                   },
                   [&](const zk::GetRequest& get) {
                       auto result = view.get(get.path);
                       if (watches(get) && result)
                           addWatch(ServerWatch::Data, get.path, link.session);
                       return as(std::move(result), [](zk::Answer& answer, zk::NodeData data) {
                           answer.bytes = std::move(data.data);
                           answer.stat = data.stat;
                       });
                   },
                   [&](const zk::SetOp& set) {
                       return as(tree.set(set.path, set.data, set.version, writer),
                                 [](zk::Answer& answer, zk::Stat stat) { answer.stat = stat; });
                   },
                   [&](const zk::ChildrenRequest& children) { return list(children.path, watches(children)); },
                   [&](const zk::ListRequest& listing) { return list(listing.path, watches(listing)); },
                   [&](const zk::AclRequest& acl) {
                       return as(view.acl(acl.path), [](zk::Answer& answer, std::vector<zk::Acl> entries) {
                           answer.acl = std::move(entries);
                       });
                   },
                   [&](const zk::MultiRequest& multi) {
                       return as(tree.multi(multi.ops, writer),
                                 [](zk::Answer& answer, std::vector<zk::OpResult> results) {
                                     answer.results = std::move(results);
                                 });
                   },
                   [&](const zk::SyncRequest&) -> Result<zk::Answer> { return zk::Answer(); },
                   [&](const zk::AuthRequest& auth) -> Result<zk::Answer> {
                       if (std::find(refusedSchemes.begin(), refusedSchemes.end(), auth.scheme) != refusedSchemes.end())
                           return failure(ErrorCode::AuthFailed, "addAuth");
                       return zk::Answer();
                   },
                   [&](const zk::UnwatchRequest& unwatch) -> Result<zk::Answer> {
                       removeWatch(unwatch.kind == zk::WatchKind::Data ? ServerWatch::Data : ServerWatch::Child,
                                   unwatch.path, link.session);
                       return zk::Answer();
                   }},
        request.content);
}

} // namespace lockscope::test
