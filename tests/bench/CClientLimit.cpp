// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// What the bare C client can do on an ensemble, and so what no library above it can pass: CClientLimit CONNECT. See
/// Commands.h for what it obeys. Everything happens in the C client's callbacks. Measures:
///   cycle    one session: create and listing in one breath, then delete; no recipe
///   ring     hand-overs with nodes and watches made in advance: a delete, an event, the next delete
///   relist   hand-overs that queue again at once: create and listing in one breath, a watch on the node before the own
///            one, another listing at each wake-up
///   twin     relist, and a watch on the own node: request for request what the library sends
///   direct   relist without that other listing

#include "core/console/ContentionTally.h"
#include "tests/bench/CSession.h"
#include "tests/bench/Commands.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace lockscope;
using bench::check;
using bench::Countdown;
using bench::CSession;
using SteadyClock = std::chrono::steady_clock;

constexpr auto warmUp = std::chrono::milliseconds(300);
constexpr int ringNodes = 2'048;

std::int64_t now()
{
    return SteadyClock::now().time_since_epoch().count();
}

double microseconds(std::int64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1'000;
}

std::string nameOf(const char* path)
{
    const std::string text = path;
    return text.substr(text.rfind('/') + 1);
}

/// The last ten characters: the number.
std::string numberOf(const std::string& name)
{
    return name.substr(name.size() - 10);
}

/// What the sessions of one measurement share.
struct Window {
    std::atomic<bool> counts = false;
    std::atomic<bool> over = false;
    std::atomic<std::int64_t> gaveWayAt = 0;
    std::unique_ptr<Countdown> ended;

    explicit Window(int sessions)
        : ended(std::make_unique<Countdown>(sessions))
    {
    }

    double conduct(double seconds)
    {
        std::this_thread::sleep_for(warmUp);
        bench::sayBegan();
        const auto from = now();
        counts = true;
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
        counts = false;
        const auto counted = static_cast<double>(now() - from) / 1e9;
        bench::sayCounted();
        over = true;
        ended->wait("end");
        return counted;
    }
};

bench::Figures figuresOf(std::vector<double> samples, double seconds)
{
    const auto count = static_cast<double>(samples.size());
    const auto us = console::percentilesOf(std::move(samples));
    return {{"count", count}, {"seconds", seconds}, {"p50Us", us.p50}, {"p99Us", us.p99}};
}

/// One session that goes through cycles without anybody else.
struct Cycle {
    zhandle_t* zh;
    std::string directory;
    Window& window;
    std::string own;
    std::int64_t from = 0;
    std::vector<double> samples;

    void begin()
    {
        from = now();
        const auto prefix = directory + "/_c_00000000-0000-0000-0000-000000000000-lock-";
        check(zoo_acreate2(zh, prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL, &onCreated, this),
              "create");
        check(zoo_aget_children(zh, directory.c_str(), 0, &onListed, this), "getChildren");
    }

    static void onCreated(int rc, const char* path, const Stat* /*stat*/, const void* context)
    {
        auto& me = *static_cast<Cycle*>(const_cast<void*>(context));
        if (rc == ZOK)
            me.own = path;
        else
            me.window.ended->done(rc);
    }

    static void onListed(int rc, const String_vector* names, const void* context)
    {
        auto& me = *static_cast<Cycle*>(const_cast<void*>(context));
        if (rc != ZOK || names->count != 1)
            me.window.ended->done(rc == ZOK ? static_cast<int>(ZSYSTEMERROR) : rc);
        else
            check(zoo_adelete(me.zh, me.own.c_str(), -1, &onDeleted, context), "delete");
    }

    static void onDeleted(int rc, const void* context)
    {
        auto& me = *static_cast<Cycle*>(const_cast<void*>(context));
        if (rc != ZOK || me.window.over) {
            me.window.ended->done(rc);
            return;
        }
        if (me.window.counts)
            me.samples.push_back(microseconds(now() - me.from));
        me.begin();
    }
};

/// One node of the ring: deleted by its session as soon as the one before it is gone.
struct Link {
    zhandle_t* zh = nullptr;
    std::string path;
    Link* before = nullptr;
    std::atomic<std::int64_t> deletedAt = 0;
    double sample = 0;
    Countdown* allGone = nullptr;

    void remove()
    {
        deletedAt = now();
        check(zoo_adelete(zh, path.c_str(), -1, &onDeleted, this), "delete");
    }
    static void onEvent(zhandle_t* /*zh*/, int type, int /*state*/, const char* /*path*/, void* context)
    {
        auto& me = *static_cast<Link*>(context);
        if (type != ZOO_DELETED_EVENT)
            return;
        me.sample = microseconds(now() - me.before->deletedAt);
        me.remove();
    }
    static void onDeleted(int rc, const void* context) { static_cast<const Link*>(context)->allGone->done(rc); }
};

/// One client that queues again at once. Works as long as nobody leaves the queue but its head.
struct Queuer {
    zhandle_t* zh;
    std::string directory;
    Window& window;
    bool relists;
    bool watchesOwn;
    std::string own; ///< its name
    std::vector<double> samples;
    std::int64_t wakeUps = 0;

    void queue()
    {
        const auto prefix = directory + "/_c_00000000-0000-0000-0000-000000000000-lock-";
        check(zoo_acreate2(zh, prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL, &onCreated, this),
              "create");
        list();
    }
    void list() { check(zoo_aget_children(zh, directory.c_str(), 0, &onListed, this), "getChildren"); }

    void granted()
    {
        const auto at = now();
        const auto gaveWayAt = window.gaveWayAt.load();
        if (gaveWayAt != 0 && window.counts)
            samples.push_back(microseconds(at - gaveWayAt));
        window.gaveWayAt = now();
        const bool last = window.over;
        check(zoo_adelete(zh, (directory + "/" + own).c_str(), -1, last ? &onLastDeleted : &onDeleted, this), "delete");
        if (!last)
            queue();
    }

    static void onCreated(int rc, const char* path, const Stat* /*stat*/, const void* context)
    {
        auto& me = *static_cast<Queuer*>(const_cast<void*>(context));
        if (rc != ZOK) {
            me.window.ended->done(rc);
            return;
        }
        me.own = nameOf(path);
        if (me.watchesOwn)
            check(zoo_awexists(me.zh, path, &onOwnEvent, &me, &onOwnWatched, &me), "exists");
    }

    static void onOwnEvent(zhandle_t* /*zh*/, int /*type*/, int /*state*/, const char* /*path*/, void* /*context*/) {}

    static void onOwnWatched(int rc, const Stat* /*stat*/, const void* context)
    {
        if (rc != ZOK)
            static_cast<const Queuer*>(context)->window.ended->done(rc);
    }

    static void onListed(int rc, const String_vector* names, const void* context)
    {
        auto& me = *static_cast<Queuer*>(const_cast<void*>(context));
        if (rc != ZOK) {
            me.window.ended->done(rc);
            return;
        }
        std::string before;
        for (int i = 0; i < names->count; ++i) {
            const std::string name = names->data[i];
            const auto number = numberOf(name);
            if (number < numberOf(me.own) && (before.empty() || number > numberOf(before)))
                before = name;
        }
        if (before.empty())
            me.granted();
        else
            check(zoo_awget(me.zh, (me.directory + "/" + before).c_str(), &onEvent, &me, &onWatched, &me), "get");
    }

    static void onWatched(int rc, const char* /*data*/, int /*size*/, const Stat* /*stat*/, const void* context)
    {
        auto& me = *static_cast<Queuer*>(const_cast<void*>(context));
        if (rc == ZNONODE)
            me.list();
        else if (rc != ZOK)
            me.window.ended->done(rc);
    }

    static void onEvent(zhandle_t* /*zh*/, int type, int /*state*/, const char* /*path*/, void* context)
    {
        auto& me = *static_cast<Queuer*>(context);
        if (type != ZOO_DELETED_EVENT)
            return;
        me.wakeUps += me.window.counts ? 1 : 0;
        if (me.relists)
            me.list();
        else
            me.granted();
    }

    static void onDeleted(int rc, const void* context)
    {
        if (rc != ZOK)
            static_cast<const Queuer*>(context)->window.ended->done(rc);
    }
    static void onLastDeleted(int rc, const void* context)
    {
        static_cast<const Queuer*>(context)->window.ended->done(rc);
    }
};

std::vector<std::unique_ptr<CSession>> sessions(const std::string& servers, int count)
{
    std::vector<std::unique_ptr<CSession>> made;
    for (int i = 0; i < count; ++i)
        made.push_back(std::make_unique<CSession>(servers));
    return made;
}

bench::Figures cycles(const std::string& servers, const std::string& directory, double seconds)
{
    CSession session(servers);
    Window window(1);
    Cycle cycle{session.handle, directory, window, {}, 0, {}};
    cycle.begin();
    const auto counted = window.conduct(seconds);
    return figuresOf(std::move(cycle.samples), counted);
}

/// Goes once around a fresh ring; the nanoseconds that it took from the first delete to the last.
std::int64_t runRing(const std::vector<std::unique_ptr<CSession>>& sessions, const std::string& directory,
                     std::vector<double>& samples)
{
    std::vector<Link> links(ringNodes);
    Countdown made(ringNodes);
    Countdown allGone(ringNodes);
    for (std::size_t i = 0; i < links.size(); ++i) {
        auto& link = links[i];
        link.zh = sessions[i % sessions.size()]->handle;
        link.path = directory + "/_c_00000000-0000-0000-0000-000000000000-lock-" + std::to_string(1'000'000'000 + i);
        link.before = i > 0 ? &links[i - 1] : nullptr;
        link.allGone = &allGone;
        check(zoo_acreate(
                  link.zh, link.path.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL,
                  [](int rc, const char*, const void* gate) {
                      static_cast<Countdown*>(const_cast<void*>(gate))->done(rc);
                  },
                  &made),
              "create");
    }
    made.wait("create");
    // A server that lags behind would not know the nodes yet.
    Countdown caughtUp(static_cast<int>(sessions.size()));
    for (const auto& session : sessions)
        check(zoo_async(
                  session->handle, directory.c_str(),
                  [](int rc, const char*, const void* gate) {
                      static_cast<Countdown*>(const_cast<void*>(gate))->done(rc);
                  },
                  &caughtUp),
              "sync");
    caughtUp.wait("sync");
    Countdown watched(ringNodes - 1);
    for (std::size_t i = 1; i < links.size(); ++i)
        check(zoo_awget(
                  links[i].zh, links[i - 1].path.c_str(), &Link::onEvent, &links[i],
                  [](int rc, const char*, int, const Stat*, const void* gate) {
                      static_cast<Countdown*>(const_cast<void*>(gate))->done(rc);
                  },
                  &watched),
              "get");
    watched.wait("get");
    const auto from = now();
    links.front().remove();
    allGone.wait("delete");
    const auto took = now() - from;
    for (std::size_t i = 1; i < links.size(); ++i)
        samples.push_back(links[i].sample);
    return took;
}

bench::Figures ring(const std::string& servers, const std::string& directory, int count, double seconds)
{
    const auto made = sessions(servers, count);
    std::vector<double> samples;
    runRing(made, directory, samples);
    samples.clear();
    bench::sayBegan();
    std::int64_t took = 0;
    while (static_cast<double>(took) < seconds * 1e9)
        took += runRing(made, directory, samples);
    bench::sayCounted();
    return figuresOf(std::move(samples), static_cast<double>(took) / 1e9);
}

bench::Figures queues(const std::string& servers, const std::string& directory, const bench::Command& command)
{
    const auto made = sessions(servers, command.clients);
    Window window(command.clients);
    std::vector<Queuer> queuers;
    for (const auto& session : made)
        queuers.push_back(
            {session->handle, directory, window, command.measure != "direct", command.measure == "twin", {}, {}, 0});
    for (auto& queuer : queuers)
        queuer.queue();
    const auto counted = window.conduct(command.seconds);
    std::vector<double> samples;
    double wakeUps = 0;
    for (const auto& queuer : queuers) {
        samples.insert(samples.end(), queuer.samples.begin(), queuer.samples.end());
        wakeUps += static_cast<double>(queuer.wakeUps);
    }
    auto figures = figuresOf(std::move(samples), counted);
    figures["wakeUps"] = wakeUps;
    return figures;
}

bench::Figures obey(const bench::Command& command, const std::string& servers, int number)
{
    const auto directory = "/bench-limit-" + std::to_string(getpid()) + "-" + std::to_string(number);
    {
        CSession session(servers);
        check(zoo_create(session.handle, directory.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr, 0), "create");
    }
    if (command.measure == "cycle")
        return cycles(servers, directory, command.seconds);
    if (command.measure == "ring")
        return ring(servers, directory, command.clients, command.seconds);
    if (command.measure == "relist" || command.measure == "twin" || command.measure == "direct")
        return queues(servers, directory, command);
    bench::die("no measure: " + command.measure);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " CONNECT\n";
        return 2;
    }
    int number = 0;
    bench::obeyAll([&](const bench::Command& command) { bench::sayEnded(obey(command, argv[1], ++number)); });
    return 0;
}
