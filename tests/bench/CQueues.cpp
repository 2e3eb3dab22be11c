// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CMeasures.h"

namespace lockscope::bench {

namespace {

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
        const auto prefix = directory + "/" + nodePrefix;
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

} // namespace

Figures measureQueues(const std::string& servers, const std::string& directory, const Command& command)
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

} // namespace lockscope::bench
