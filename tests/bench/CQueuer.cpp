// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CQueuer.h"

#include <algorithm>
#include <cstring>

namespace lockscope::bench {

namespace {

constexpr int sessionTimeoutMs = 10'000;
constexpr std::size_t digits = 10; ///< of a node's number, which ends its name

long numberOf(const char* name)
{
    const auto length = std::strlen(name);
    long number = 0;
    for (const char* at = name + (length < digits ? 0 : length - digits); *at; ++at)
        number = number * 10 + (*at - '0');
    return number;
}

long numberOf(const std::string& name)
{
    return numberOf(name.c_str());
}

} // namespace

CQueuer::CQueuer(CSessions& sessions, const std::string& servers, std::string directory, CRecipe recipe,
                 CTimeline& timeline)
    : m_sessions(sessions)
    , m_timeline(timeline)
    , m_directory(std::move(directory))
    , m_prefix(m_directory + "/_c_00000000-0000-0000-0000-000000000000-lock-")
    , m_recipe(recipe)
    , m_handle(sessions.open(servers.c_str(), &onSession, sessionTimeoutMs, this))
{
    if (m_handle)
        // Otherwise the C client resolves the addresses again at each turn of its loop.
        zoo_set_servers_resolution_delay(m_handle, -1);
    else
        m_timeline.fail("the C client made no handle for " + servers);
}

CQueuer::~CQueuer()
{
    // Calls back the requests without a reply.
    if (m_handle)
        m_sessions.close(m_handle);
}

void CQueuer::makeDirectory()
{
    sent(zoo_acreate(m_handle, m_directory.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, &onDirectory, this), "create");
}

void CQueuer::begin()
{
    m_from = std::chrono::steady_clock::now();
    sent(zoo_acreate2(m_handle, m_prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL, &onCreated,
                      this),
         "create");
    list();
}

/// Whether the request was sent. Ends the measurement if not.
bool CQueuer::sent(int rc, const char* what)
{
    m_timeline.requested();
    return succeeded(rc, what);
}

bool CQueuer::succeeded(int rc, const char* what)
{
    if (rc != ZOK)
        m_timeline.fail(std::string(what) + ": " + zerror(rc));
    return rc == ZOK;
}

void CQueuer::list()
{
    sent(zoo_aget_children(m_handle, m_directory.c_str(), 0, &onListed, this), "getChildren");
}

void CQueuer::watch(const std::string& path)
{
    sent(zoo_awget(m_handle, path.c_str(), &onEvent, this, &onWatched, this), "get");
}

void CQueuer::granted()
{
    const bool isAlone = m_recipe == CRecipe::Alone;
    if (!isAlone)
        m_timeline.grantedAndGivesWay();
    m_leaving = m_own;
    if (isAlone || m_timeline.isOver())
        sent(zoo_adelete(m_handle, m_leaving.c_str(), -1, &onDeleted, this), "delete");
    else
        queueAgain();
}

void CQueuer::queueAgain()
{
    zoo_delete_op_init(&m_steps[0], m_leaving.c_str(), -1);
    zoo_create_op_init(&m_steps[1], m_prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL,
                       m_made.data(), static_cast<int>(m_made.size()));
    sent(zoo_amulti(m_handle, 2, m_steps.data(), m_results.data(), &onQueuedAgain, this), "multi");
}

void CQueuer::readSorted(const String_vector& names)
{
    std::vector<std::string> sorted(names.data, names.data + names.count);
    std::sort(sorted.begin(), sorted.end(),
              [](const std::string& a, const std::string& b) { return numberOf(a) < numberOf(b); });
    const auto at = std::find_if(sorted.begin(), sorted.end(), [this](const std::string& name) {
        return m_own.compare(m_directory.size() + 1, std::string::npos, name) == 0;
    });
    if (at == sorted.end()) {
        m_timeline.fail("getChildren: the own node is not listed");
    } else if (at == sorted.begin()) {
        m_last = m_directory + "/" + sorted.back();
        granted();
    } else {
        watch(m_directory + "/" + *std::prev(at));
    }
}

void CQueuer::readScanning(const String_vector& names)
{
    const long own = numberOf(m_own);
    long before = -1;
    long last = own;
    const char* predecessor = nullptr;
    const char* lastName = nullptr;
    for (int i = 0; i < names.count; ++i) {
        const long number = numberOf(names.data[i]);
        if (number < own && number > before) {
            before = number;
            predecessor = names.data[i];
        } else if (number > last) {
            last = number;
            lastName = names.data[i];
        }
    }
    if (predecessor) {
        watch(m_directory + "/" + predecessor);
    } else {
        m_last = lastName ? m_directory + "/" + lastName : m_own;
        granted();
    }
}

void CQueuer::onSession(zhandle_t* /*handle*/, int type, int state, const char* /*path*/, void* context)
{
    if (type != ZOO_SESSION_EVENT)
        return;
    if (state == ZOO_CONNECTED_STATE)
        from(context).m_timeline.connected();
    else if (state == ZOO_EXPIRED_SESSION_STATE)
        from(context).m_timeline.fail("a session expired");
}

void CQueuer::onDirectory(int rc, const char* /*path*/, const void* context)
{
    if (from(context).succeeded(rc, "create"))
        from(context).m_timeline.finished();
}

void CQueuer::onCreated(int rc, const char* path, const Stat* /*stat*/, const void* context)
{
    if (from(context).succeeded(rc, "create"))
        from(context).m_own = path;
}

void CQueuer::onListed(int rc, const String_vector* names, const void* context)
{
    auto& me = from(context);
    if (!me.succeeded(rc, "getChildren"))
        return;
    if (me.m_recipe == CRecipe::Twin)
        me.readSorted(*names);
    else
        me.readScanning(*names);
}

void CQueuer::onWatched(int rc, const char* /*data*/, int /*size*/, const Stat* /*stat*/, const void* context)
{
    auto& me = from(context);
    if (rc == ZOK)
        return;
    if (rc != ZNONODE)
        me.succeeded(rc, "get");
    else if (me.m_recipe == CRecipe::Ring)
        me.granted();
    else
        me.list();
}

void CQueuer::onEvent(zhandle_t* /*handle*/, int type, int /*state*/, const char* /*path*/, void* context)
{
    auto& me = from(context);
    if (type != ZOO_DELETED_EVENT)
        return;
    if (me.m_recipe == CRecipe::Ring)
        me.granted();
    else
        me.list();
}

void CQueuer::onQueuedAgain(int rc, const void* context)
{
    auto& me = from(context);
    if (!me.succeeded(rc, "multi"))
        return;
    const long before = numberOf(me.m_last);
    const bool wasAlone = me.m_last == me.m_own;
    me.m_own = me.m_made.data();
    if (me.m_recipe == CRecipe::Ring) {
        const auto number = std::to_string(numberOf(me.m_own) - 1);
        me.watch(me.m_prefix + std::string(digits - number.size(), '0') + number);
        return;
    }
    me.sent(zoo_aexists(me.m_handle, me.m_made.data(), 0, &onOwnSeen, &me), "exists"); // czxid: the fencing token
    if (before + 1 != numberOf(me.m_own))
        me.list();
    else if (wasAlone)
        me.granted();
    else
        me.watch(me.m_last);
}

void CQueuer::onOwnSeen(int rc, const Stat* /*stat*/, const void* context)
{
    from(context).succeeded(rc, "exists");
}

void CQueuer::onDeleted(int rc, const void* context)
{
    auto& me = from(context);
    if (!me.succeeded(rc, "delete"))
        return;
    if (me.m_recipe == CRecipe::Alone)
        me.m_timeline.add(std::chrono::steady_clock::now() - me.m_from);
    if (me.m_timeline.isOver())
        me.m_timeline.finished();
    else
        me.begin();
}

} // namespace lockscope::bench
