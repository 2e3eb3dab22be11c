// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The bare C client, measured: CClientLocks CONNECT. Its commands: Commands.h. It sends the same requests as the
/// library, all from the C client's callbacks, and is therefore the upper limit for any library above the C client.
/// Measures:
///   uncontended  create and listing pipelined, then delete
///   handover     one transaction deletes the node and queues again, exists reads the own node's czxid, and a listing
///                is requested only if another client may have queued in between; valid as long as only the head of the
///                queue leaves it

#include "tests/bench/Commands.h"

#include <zookeeper/zookeeper.h>

#include <algorithm>
#include <array>
#include <deque>

namespace {

using namespace lockscope;

constexpr int sessionTimeoutMs = 10'000;
constexpr auto connectLimit = std::chrono::seconds(60);

/// As long as the names of the library's recipes.
const std::string nodePrefix = "_c_00000000-0000-0000-0000-000000000000-lock-";

Error errorOf(int rc, const char* what)
{
    return {ErrorCode::System, what, {}, zerror(rc)};
}

/// The last ten characters: the number.
long numberOf(const std::string& name)
{
    return std::stol(name.substr(name.size() - 10));
}

std::string nameOf(const char* path)
{
    const std::string text = path;
    return text.substr(text.rfind('/') + 1);
}

/// One client with its session. After begin() confined to the C client's thread.
class Queuer final {
public:
    Queuer(const std::string& servers, std::string directory, console::BenchRun& run, bool isAlone)
        : m_directory(std::move(directory))
        , m_run(run)
        , m_isAlone(isAlone)
        , m_handle(zookeeper_init(servers.c_str(), &onSession, sessionTimeoutMs, nullptr, this, 0))
    {
        // As the library does: otherwise the C client resolves the addresses again at each turn of its loop.
        if (m_handle)
            zoo_set_servers_resolution_delay(m_handle, -1);
    }
    ~Queuer()
    {
        // Calls back the requests without a reply.
        if (m_handle)
            zookeeper_close(m_handle);
    }
    Queuer(const Queuer&) = delete;
    Queuer& operator=(const Queuer&) = delete;

    [[nodiscard]] Result<void> waitUntilConnected()
    {
        if (!m_handle)
            return failure(ErrorCode::System, "connect", {}, "the C client made no handle");
        return m_connected.wait(connectLimit);
    }
    [[nodiscard]] Result<void> makeDirectory()
    {
        const int rc = zoo_create(m_handle, m_directory.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr, 0);
        return rc == ZOK ? Result<void>() : failure(errorOf(rc, "create"));
    }

    void begin()
    {
        m_from = m_clock.now();
        const auto prefix = m_directory + "/" + nodePrefix;
        sent(zoo_acreate2(m_handle, prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL, &onCreated,
                          this),
             "create");
        list();
    }

private:
    static Queuer& from(const void* context) { return *static_cast<Queuer*>(const_cast<void*>(context)); }

    /// Ends the measurement if the request could not be sent or failed.
    bool sent(int rc, const char* what)
    {
        if (rc != ZOK)
            m_run.fail(errorOf(rc, what));
        return rc == ZOK;
    }

    void list() { sent(zoo_aget_children(m_handle, m_directory.c_str(), 0, &onListed, this), "getChildren"); }

    void watch(const std::string& before)
    {
        sent(zoo_awget(m_handle, (m_directory + "/" + before).c_str(), &onEvent, this, &onWatched, this), "get");
    }

    void granted()
    {
        if (!m_isAlone) {
            m_run.granted(m_clock.now());
            m_run.givesWay(m_clock.now());
        }
        m_leaving = m_directory + "/" + m_own;
        if (m_isAlone || m_run.isOver())
            sent(zoo_adelete(m_handle, m_leaving.c_str(), -1, &onDeleted, this), "delete");
        else
            queueAgain();
    }

    void queueAgain()
    {
        zoo_delete_op_init(&m_steps[0], m_leaving.c_str(), -1);
        const auto prefix = m_directory + "/" + nodePrefix;
        zoo_create_op_init(&m_steps[1], prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL,
                           m_made.data(), static_cast<int>(m_made.size()));
        sent(zoo_amulti(m_handle, 2, m_steps.data(), m_results.data(), &onQueuedAgain, this), "multi");
    }

    static void onSession(zhandle_t* /*handle*/, int type, int state, const char* /*path*/, void* context)
    {
        if (type == ZOO_SESSION_EVENT && state == ZOO_CONNECTED_STATE)
            from(context).m_connected.pass();
    }

    static void onCreated(int rc, const char* path, const Stat* /*stat*/, const void* context)
    {
        if (from(context).sent(rc, "create"))
            from(context).m_own = nameOf(path);
    }

    static void onListed(int rc, const String_vector* names, const void* context)
    {
        auto& me = from(context);
        if (!me.sent(rc, "getChildren"))
            return;
        std::vector<std::string> sorted(names->data, names->data + names->count);
        std::sort(sorted.begin(), sorted.end(),
                  [](const std::string& a, const std::string& b) { return numberOf(a) < numberOf(b); });
        const auto at = std::find(sorted.begin(), sorted.end(), me.m_own);
        if (at == sorted.end()) {
            me.m_run.fail({ErrorCode::System, "getChildren", {}, "the own node is not listed"});
        } else if (at == sorted.begin()) {
            me.m_followers.assign(at + 1, sorted.end());
            me.granted();
        } else {
            me.watch(*std::prev(at));
        }
    }

    static void onWatched(int rc, const char* /*data*/, int /*size*/, const Stat* /*stat*/, const void* context)
    {
        if (rc == ZNONODE)
            from(context).list();
        else
            from(context).sent(rc, "get");
    }

    static void onEvent(zhandle_t* /*handle*/, int type, int /*state*/, const char* /*path*/, void* context)
    {
        if (type == ZOO_DELETED_EVENT)
            from(context).list();
    }

    static void onQueuedAgain(int rc, const void* context)
    {
        auto& me = from(context);
        if (!me.sent(rc, "multi"))
            return;
        const auto last = me.m_followers.empty() ? me.m_own : me.m_followers.back();
        me.m_own = nameOf(me.m_made.data());
        me.sent(zoo_aexists(me.m_handle, me.m_made.data(), 0, &onOwnSeen, &me),
                "exists"); // czxid: the fencing token
        if (numberOf(last) + 1 != numberOf(me.m_own))
            me.list();
        else if (me.m_followers.empty())
            me.granted();
        else
            me.watch(me.m_followers.back());
    }

    static void onOwnSeen(int rc, const Stat* /*stat*/, const void* context) { from(context).sent(rc, "exists"); }

    static void onDeleted(int rc, const void* context)
    {
        auto& me = from(context);
        if (!me.sent(rc, "delete"))
            return;
        if (me.m_isAlone)
            me.m_run.add(me.m_clock.now() - me.m_from);
        if (me.m_run.isOver())
            me.m_run.finished();
        else
            me.begin();
    }

    SystemClock m_clock;
    console::BenchGate m_connected{1};
    std::string m_directory;
    console::BenchRun& m_run;
    bool m_isAlone;
    SteadyTime m_from{};
    std::string m_own;                    ///< its name
    std::vector<std::string> m_followers; ///< its followers at the time it acquired, in order
    std::string m_leaving;                ///< the path of the node to delete
    std::array<zoo_op_t, 2> m_steps{};
    std::array<zoo_op_result_t, 2> m_results{};
    std::array<char, 256> m_made{};
    zhandle_t* m_handle;
};

Result<console::BenchFigures> obey(const std::string& servers, const std::string& word, int count,
                                   const console::BenchPlan& plan)
{
    if (word != "uncontended" && word != "handover")
        return failure(ErrorCode::BadArguments, "measure", word);
    console::BenchRun run(static_cast<std::size_t>(count));
    std::deque<Queuer> queuers;
    for (int i = 0; i < count; ++i)
        queuers.emplace_back(servers, plan.path, run, word == "uncontended");
    for (auto& queuer : queuers) {
        if (const auto connected = queuer.waitUntilConnected(); !connected)
            return failure(connected.error());
    }
    if (const auto made = queuers.front().makeDirectory(); !made)
        return failure(made.error());
    for (auto& queuer : queuers)
        queuer.begin();
    return run.conduct(plan);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " CONNECT\n";
        return 2;
    }
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    bench::obeyAll("c-client", [&](const std::string& word, int clients, const console::BenchPlan& plan) {
        return obey(argv[1], word, clients, plan);
    });
    return 0;
}
