// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/CCalls.h"

#include <utility>
#include <variant>
#include <vector>

namespace lockscope::zk {

/// The context of a callback of the C client: one request in flight.
struct CCalls::Call {
    CCalls* owner = nullptr;
    std::uint64_t id = 0;
    std::string_view operation;
    std::string path;
    std::optional<MultiBuffers> multi;
};

/// The C client's callbacks.
struct CCalls::Completions {
    static void settle(const void* context, int rc, Answer answer)
    {
        const auto* call = static_cast<const Call*>(context);
        call->owner->settle(call, rc, std::move(answer));
    }

    static void onVoid(int rc, const void* context) { settle(context, rc, {}); }

    static void onString(int rc, const char* /*path*/, const void* context) { settle(context, rc, {}); }

    static void onStat(int rc, const ::Stat* stat, const void* context)
    {
        Answer answer;
        if (stat)
            answer.stat = toStat(*stat);
        settle(context, rc, std::move(answer));
    }

    static void onExists(int rc, const ::Stat* stat, const void* context)
    {
        Answer answer;
        answer.found = rc == ZOK;
        if (stat)
            answer.stat = toStat(*stat);
        settle(context, rc == ZNONODE ? static_cast<int>(ZOK) : rc, std::move(answer));
    }

    static void onStringStat(int rc, const char* path, const ::Stat* stat, const void* context)
    {
        Answer answer;
        if (path)
            answer.bytes = path;
        if (stat)
            answer.stat = toStat(*stat);
        settle(context, rc, std::move(answer));
    }

    static void onData(int rc, const char* data, int size, const ::Stat* stat, const void* context)
    {
        Answer answer;
        if (data && size > 0)
            answer.bytes.assign(data, static_cast<std::size_t>(size));
        if (stat)
            answer.stat = toStat(*stat);
        settle(context, rc, std::move(answer));
    }

    static void onStrings(int rc, const ::String_vector* strings, const void* context)
    {
        onStringsStat(rc, strings, nullptr, context);
    }

    static void onStringsStat(int rc, const ::String_vector* strings, const ::Stat* stat, const void* context)
    {
        Answer answer;
        if (strings)
            answer.names.assign(strings->data, strings->data + strings->count);
        if (stat)
            answer.stat = toStat(*stat);
        settle(context, rc, std::move(answer));
    }

    static void onAcl(int rc, ::ACL_vector* acl, ::Stat* /*stat*/, const void* context)
    {
        Answer answer;
        for (std::int32_t i = 0; acl && i < acl->count; ++i)
            answer.acl.push_back({acl->data[i].perms, acl->data[i].id.scheme, acl->data[i].id.id});
        settle(context, rc, std::move(answer));
    }
};

/// Sends each kind of request.
struct CCalls::Sender {
    zhandle_t* to;
    Call* call;

    int operator()(const CreateRequest& request) const
    {
        const AclVector acl(request.acl);
        return zoo_acreate2(to, request.path.c_str(), request.data.data(), static_cast<int>(request.data.size()),
                            acl.get(), toMode(request.mode), &Completions::onStringStat, call);
    }
    int operator()(const RemoveOp& request) const
    {
        return zoo_adelete(to, request.path.c_str(), request.version, &Completions::onVoid, call);
    }
    int operator()(const ExistsRequest& request) const
    {
        return zoo_aexists(to, request.path.c_str(), request.watch, &Completions::onExists, call);
    }
    int operator()(const GetRequest& request) const
    {
        return zoo_aget(to, request.path.c_str(), request.watch, &Completions::onData, call);
    }
    int operator()(const SetOp& request) const
    {
        return zoo_aset(to, request.path.c_str(), request.data.data(), static_cast<int>(request.data.size()),
                        request.version, &Completions::onStat, call);
    }
    int operator()(const ChildrenRequest& request) const
    {
        return zoo_aget_children(to, request.path.c_str(), request.watch, &Completions::onStrings, call);
    }
    int operator()(const ListRequest& request) const
    {
        return zoo_aget_children2(to, request.path.c_str(), request.watch, &Completions::onStringsStat, call);
    }
    int operator()(const AclRequest& request) const
    {
        return zoo_aget_acl(to, request.path.c_str(), &Completions::onAcl, call);
    }
    int operator()(const SyncRequest& request) const
    {
        return zoo_async(to, request.path.c_str(), &Completions::onString, call);
    }
    int operator()(const UnwatchRequest& request) const
    {
        // Never with `local`: the C client then uses the context for an object of its own. The completion's type is an
        // error in its header: it calls the pointer itself as the function.
        const auto type = request.kind == WatchKind::Data ? ZWATCHTYPE_DATA : ZWATCHTYPE_CHILD;
        return zoo_aremove_all_watches(to, request.path.c_str(), type, 0,
                                       reinterpret_cast<void_completion_t*>(&Completions::onVoid), call);
    }
    int operator()(const AuthRequest& request) const
    {
        return zoo_add_auth(to, request.scheme.c_str(), request.credential.data(),
                            static_cast<int>(request.credential.size()), call ? &Completions::onVoid : nullptr, call);
    }
    int operator()(const MultiRequest& request) const
    {
        auto& buffers = call->multi.emplace(request.ops);
        std::vector<zoo_op_t> ops(request.ops.size());
        std::vector<AclVector> acls;
        acls.reserve(ops.size());
        for (std::size_t i = 0; i < ops.size(); ++i) {
            auto& step = buffers.steps[i];
            if (const auto* create = std::get_if<CreateOp>(&request.ops[i])) {
                const auto& wanted = create->request;
                acls.emplace_back(wanted.acl);
                zoo_create_op_init(&ops[i], wanted.path.c_str(), wanted.data.data(),
                                   static_cast<int>(wanted.data.size()), acls.back().get(), toMode(wanted.mode),
                                   step.created.data(), static_cast<int>(step.created.size()));
            } else if (const auto* remove = std::get_if<RemoveOp>(&request.ops[i])) {
                zoo_delete_op_init(&ops[i], remove->path.c_str(), remove->version);
            } else if (const auto* set = std::get_if<SetOp>(&request.ops[i])) {
                zoo_set_op_init(&ops[i], set->path.c_str(), set->data.data(), static_cast<int>(set->data.size()),
                                set->version, &step.stat);
            } else if (const auto* check = std::get_if<CheckOp>(&request.ops[i])) {
                zoo_check_op_init(&ops[i], check->path.c_str(), check->version);
            }
        }
        return zoo_amulti(to, static_cast<int>(ops.size()), ops.data(), buffers.results.data(), &Completions::onVoid,
                          call);
    }
};

CCalls::CCalls(Answered answered)
    : m_answered(std::move(answered))
{
}

CCalls::~CCalls() = default;

int CCalls::send(zhandle_t* to, std::uint64_t id, const Request& request)
{
    auto owned = std::make_unique<Call>();
    auto* call = owned.get();
    call->owner = this;
    call->id = id;
    call->operation = operationOf(request);
    call->path = pathOf(request);
    m_calls.emplace(call, std::move(owned));
    const int rc = std::visit(Sender{to, call}, request);
    if (rc != ZOK)
        m_calls.erase(call);
    return rc;
}

int CCalls::send(zhandle_t* to, const AuthRequest& credentials)
{
    return Sender{to, nullptr}(credentials);
}

void CCalls::settle(const Call* key, int rc, Answer answer)
{
    const auto call = std::move(m_calls.extract(key).mapped());
    if (call->id == 0)
        return;
    if (call->multi)
        m_answered(call->id, call->multi->answer(rc));
    else if (rc == ZOK)
        m_answered(call->id, std::move(answer));
    else
        m_answered(call->id, failure(toError(rc, call->operation, call->path)));
}

} // namespace lockscope::zk
