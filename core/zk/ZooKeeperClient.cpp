// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ZooKeeperClient.h"
#include "core/base/Phrase.h"
#include "core/zk/client/CValues.h"
#include "core/zk/client/ClientLog.h"
#include "core/zk/client/Handle.h"
#include "core/zk/client/Worker.h"

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <variant>

/// The calls and callbacks of the C client; its types and codes are in CValues.h. Implements Handle, so that the rest
/// of the client uses only values (ClientCore.cpp, ZooKeeperClientCalls.cpp).

namespace lockscope::zk {

namespace {

/// How long a close waits for outstanding answers.
constexpr auto longestFarewell = std::chrono::seconds(1);

/// One handle of the C client. The C client's two threads only queue reports and wake the owner. Once the handle is
/// retired, no call reaches the C client: a call during zookeeper_close() would crash. The handle owns every object
/// passed to the C client as a context; requests still open at the end are destroyed with it, unanswered.
class CHandle final : public Handle, public std::enable_shared_from_this<CHandle> {
public:
    CHandle(const ClientSettings& theSettings, const Clock& theClock, const Log& theLog, Events theEvents,
            Worker& theWorker)
        : m_settings(theSettings)
        , m_clock(theClock)
        , m_log(theLog)
        , m_events(std::move(theEvents))
        , m_worker(theWorker)
    {
    }

    void open() override
    {
        m_worker.post([self = shared_from_this()] { self->report(self->openNow()); });
    }

    [[nodiscard]] std::optional<SteadyTime> interest() const override { return std::nullopt; }

    bool process() override
    {
        std::unique_lock lock(m_reportsMutex);
        if (m_reports.empty())
            return false;
        auto next = std::move(m_reports.front());
        m_reports.pop_front();
        const bool anyLeft = !m_reports.empty();
        lock.unlock();
        if (const auto* opened = std::get_if<Result<void>>(&next))
            m_events.opened(*opened);
        else if (const auto* connection = std::get_if<ConnectionEvent>(&next))
            m_events.connection(*connection);
        else if (const auto* change = std::get_if<WatchEvent>(&next))
            m_events.watch(*change);
        else if (auto* answered = std::get_if<Answered>(&next))
            m_events.answer(answered->id, std::move(answered->answer));
        return anyLeft;
    }

    [[nodiscard]] Result<void> send(std::uint64_t id, const Request& request) override;
    [[nodiscard]] Result<void> sendAgain(const AuthRequest& credentials) override;

    void close(Task closed) override
    {
        retire();
        m_worker.post([self = shared_from_this(), closed = std::move(closed)] {
            self->closeNow();
            closed();
        });
    }

    /// The same, without a callback.
    void closeLast()
    {
        retire();
        m_worker.post([self = shared_from_this()] { self->closeNow(); });
    }

    [[nodiscard]] std::string lastError() const override { return m_log.lastError(); }

private:
    /// The context of a callback of the C client: one request in flight.
    struct Call {
        CHandle* handle = nullptr;
        std::uint64_t id = 0; ///< 0: no caller waits for the answer
        std::string_view operation;
        std::string path;
        std::optional<MultiBuffers> multi;
    };
    struct Answered {
        std::uint64_t id = 0;
        Result<Answer> answer;
    };
    using Report = std::variant<Result<void>, ConnectionEvent, WatchEvent, Answered>;

    void retire()
    {
        const std::lock_guard lock(m_mutex);
        m_retired = true;
    }

    // ---- on the worker

    [[nodiscard]] Result<void> openNow();
    void closeNow();

    /// On any thread.
    void report(Report what)
    {
        {
            const std::lock_guard lock(m_reportsMutex);
            m_reports.push_back(std::move(what));
            if (m_reports.size() > 1)
                return; // process() takes this report after the one before
        }
        m_events.wake();
    }

    // ---- calls into the C client, under the mutex

    int sendTo(zhandle_t* to, const CreateRequest& request, Call* call) const
    {
        const AclVector acl(request.acl);
        return zoo_acreate2(to, request.path.c_str(), request.data.data(), static_cast<int>(request.data.size()),
                            acl.get(), toMode(request.mode), &onStringStat, call);
    }
    int sendTo(zhandle_t* to, const RemoveOp& request, Call* call) const
    {
        return zoo_adelete(to, request.path.c_str(), request.version, &onVoid, call);
    }
    int sendTo(zhandle_t* to, const ExistsRequest& request, Call* call) const
    {
        return zoo_aexists(to, request.path.c_str(), request.watch, &onExists, call);
    }
    int sendTo(zhandle_t* to, const GetRequest& request, Call* call) const
    {
        return zoo_aget(to, request.path.c_str(), request.watch, &onData, call);
    }
    int sendTo(zhandle_t* to, const SetOp& request, Call* call) const
    {
        return zoo_aset(to, request.path.c_str(), request.data.data(), static_cast<int>(request.data.size()),
                        request.version, &onStat, call);
    }
    int sendTo(zhandle_t* to, const ChildrenRequest& request, Call* call) const
    {
        return zoo_aget_children(to, request.path.c_str(), request.watch, &onStrings, call);
    }
    int sendTo(zhandle_t* to, const ListRequest& request, Call* call) const
    {
        return zoo_aget_children2(to, request.path.c_str(), request.watch, &onStringsStat, call);
    }
    int sendTo(zhandle_t* to, const AclRequest& request, Call* call) const
    {
        return zoo_aget_acl(to, request.path.c_str(), &onAcl, call);
    }
    int sendTo(zhandle_t* to, const SyncRequest& request, Call* call) const
    {
        return zoo_async(to, request.path.c_str(), &onString, call);
    }
    int sendTo(zhandle_t* to, const UnwatchRequest& request, Call* call) const
    {
        // Never with `local`: the C client then uses the context for an object of its own. The completion's type is an
        // error in its header: it calls the pointer itself as the function.
        const auto type = request.kind == WatchKind::Data ? ZWATCHTYPE_DATA : ZWATCHTYPE_CHILD;
        return zoo_aremove_all_watches(to, request.path.c_str(), type, 0, reinterpret_cast<void_completion_t*>(&onVoid),
                                       call);
    }
    int sendTo(zhandle_t* to, const AuthRequest& request, Call* call) const
    {
        return zoo_add_auth(to, request.scheme.c_str(), request.credential.data(),
                            static_cast<int>(request.credential.size()), call ? &onVoid : nullptr, call);
    }
    int sendTo(zhandle_t* to, const MultiRequest& request, Call* call) const
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
        return zoo_amulti(to, static_cast<int>(ops.size()), ops.data(), buffers.results.data(), &onVoid, call);
    }

    /// Sends a request without a receiver, to wake the C client's thread.
    void nudge(zhandle_t* to)
    {
        auto* call = remember(0, SyncRequest{"/"});
        if (sendTo(to, SyncRequest{"/"}, call) != ZOK)
            take(call);
    }

    // ---- requests in flight

    Call* remember(std::uint64_t id, const Request& request)
    {
        auto call = std::make_unique<Call>();
        call->handle = this;
        call->id = id;
        call->operation = operationOf(request);
        call->path = pathOf(request);
        auto* key = call.get();
        const std::lock_guard lock(m_callsMutex);
        m_calls.emplace(key, std::move(call));
        return key;
    }

    std::unique_ptr<Call> take(const Call* key)
    {
        std::unique_lock lock(m_callsMutex);
        const auto found = m_calls.find(key);
        auto call = std::move(found->second);
        m_calls.erase(found);
        const bool wasLast = m_calls.empty();
        lock.unlock();
        if (wasLast)
            m_callsGone.notify_all();
        return call;
    }

    /// The C client sends its closeSession request and closes the socket without reading on. If answers are in flight,
    /// this resets the connection, and the server may drop it before it reads the request. The session and its
    /// ephemeral nodes would then exist until the timeout.
    void awaitAnswers(zhandle_t* of)
    {
        std::unique_lock lock(m_callsMutex);
        const auto answered = [&] { return m_calls.empty() || zoo_state(of) != ZOO_CONNECTED_STATE; };
        const auto limit = std::chrono::steady_clock::now() + longestFarewell;
        // The last answer ends the wait; polls in between for a lost connection.
        while (!answered() && std::chrono::steady_clock::now() < limit)
            m_callsGone.wait_for(lock, std::chrono::milliseconds(50));
    }

    // ---- the C client's callbacks, on its threads

    static void settle(const void* context, int rc, Answer answer)
    {
        const auto* key = static_cast<const Call*>(context);
        auto& handle = *key->handle;
        const auto call = handle.take(key);
        if (call->multi)
            handle.report(Answered{call->id, call->multi->answer(rc)});
        else if (rc == ZOK)
            handle.report(Answered{call->id, std::move(answer)});
        else
            handle.report(Answered{call->id, failure(toError(rc, call->operation, call->path))});
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

    /// The only watcher: for the connection and all nodes.
    static void onEvent(zhandle_t* zh, int type, int state, const char* path, void* context)
    {
        auto& self = *static_cast<CHandle*>(context);
        self.adopt(zh);
        if (type == ZOO_SESSION_EVENT)
            self.reportState(zh, state);
        else if (path)
            self.reportChange(zh, type, path);
    }

    void reportState(zhandle_t* zh, int state)
    {
        auto event = connectionEventOf(zh, state);
        event.askedAfter = m_openedAt;
        report(std::move(event));
    }

    void reportChange(zhandle_t* zh, int type, const char* path)
    {
        const auto what = changeOf(type);
        if (!what)
            return;
        WatchEvent event;
        event.type = *what;
        event.path = path;
        event.session = zoo_client_id(zh)->client_id;
        event.at = m_clock.now();
        report(std::move(event));
    }

    /// The first event may arrive before zookeeper_init2 has returned the handle.
    void adopt(zhandle_t* zh)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_retired)
            m_handle = zh;
    }

    const ClientSettings& m_settings;
    const Clock& m_clock;
    const ClientLog m_log;
    const Events m_events;
    Worker& m_worker;
    SteadyTime m_openedAt{}; ///< set before the C client starts its threads

    std::mutex m_mutex; ///< held during each call of the C client, and while the handle is removed
    zhandle_t* m_handle = nullptr;
    bool m_retired = false;

    std::mutex m_callsMutex;
    std::condition_variable m_callsGone;
    std::unordered_map<const Call*, std::unique_ptr<Call>> m_calls;

    std::mutex m_reportsMutex;
    std::deque<Report> m_reports; ///< not processed yet
};

Result<void> CHandle::openNow()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_retired)
            return {};
    }
    const int flags = ZOO_NO_LOG_CLIENTENV | (m_settings.acceptReadOnly ? ZOO_READONLY : 0);
    errno = 0;
    m_openedAt = m_clock.now();
    auto* made =
        zookeeper_init2(m_settings.servers.text().c_str(), &CHandle::onEvent,
                        static_cast<int>(m_settings.sessionTimeout.count()), nullptr, this, flags, m_log.callback());
    if (!made) {
        const auto problem = std::error_code(errno, std::generic_category()).message();
        const auto said = m_log.lastError();
        const bool unknownHost = said.starts_with("getaddrinfo");
        return failure(ErrorCode::NoConnection, phraseLater("connect to"), m_settings.servers.text(),
                       phrase(unknownHost ? phraseLater("host not found: %1 (%2)")
                                          : phraseLater("could not create a ZooKeeper client handle for %1 (%2)"),
                              m_settings.servers.text(), said.empty() ? problem : said));
    }
    // By default the C client resolves the host names in each loop, and drops the connection silently when the
    // addresses have changed. While disconnected it always resolves them.
    zoo_set_servers_resolution_delay(made, -1);
    const std::lock_guard lock(m_mutex);
    m_handle = made;
    return {};
}

/// Takes up to 5.5 s if the server does not answer.
void CHandle::closeNow()
{
    zhandle_t* last = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        last = std::exchange(m_handle, nullptr);
    }
    // Without the mutex: zookeeper_close() waits for the C client's threads, and a callback there may lock it.
    if (last) {
        awaitAnswers(last);
        zookeeper_close(last);
    }
}

Result<void> CHandle::send(std::uint64_t id, const Request& request)
{
    const std::lock_guard lock(m_mutex);
    if (m_retired)
        return {};
    if (!m_handle)
        return failure(ErrorCode::ConnectionLoss, std::string(operationOf(request)), pathOf(request));
    auto* call = remember(id, request);
    const int rc = std::visit([&](const auto& one) { return sendTo(m_handle, one, call); }, request);
    if (rc != ZOK) {
        take(call);
        return failure(toError(reasonOf(rc, m_handle), operationOf(request), pathOf(request)));
    }
    // The C client queues credentials without waking its thread.
    if (std::holds_alternative<AuthRequest>(request))
        nudge(m_handle);
    return {};
}

Result<void> CHandle::sendAgain(const AuthRequest& credentials)
{
    const std::lock_guard lock(m_mutex);
    if (m_retired)
        return {};
    if (!m_handle)
        return failure(ErrorCode::ConnectionLoss, "addAuth");
    const int rc = sendTo(m_handle, credentials, nullptr);
    if (rc != ZOK)
        return failure(toError(reasonOf(rc, m_handle), "addAuth", {}));
    return {};
}

class CHandleSource final : public HandleSource {
public:
    [[nodiscard]] std::shared_ptr<Handle> make(const ClientSettings& settings, Executor& executor, const Log& log,
                                               Handle::Events events) override
    {
        return std::make_shared<CHandle>(settings, executor.clock(), log, std::move(events), m_worker);
    }

    void finish(const std::shared_ptr<Handle>& last) override
    {
        if (last)
            static_cast<CHandle&>(*last).closeLast();
        m_worker.finish();
    }

private:
    Worker m_worker;
};

} // namespace

std::unique_ptr<HandleSource> cClientHandles()
{
    return std::make_unique<CHandleSource>();
}

} // namespace lockscope::zk
