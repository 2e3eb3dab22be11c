// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CMeasures.h"

#include <algorithm>
#include <array>

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
    const std::string& how;
    std::string own{};                    ///< its name
    std::vector<std::string> followers{}; ///< twin: who stood behind it when it was let in, in order
    std::string leaving{};                ///< twin: the path of the node that its transaction deletes
    std::array<zoo_op_t, 2> steps{};
    std::array<zoo_op_result_t, 2> results{};
    std::array<char, 256> made{};
    std::vector<double> samples{};
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
        if (isTwin() && !last) {
            replace();
            return;
        }
        check(zoo_adelete(zh, (directory + "/" + own).c_str(), -1, last ? &onLastDeleted : &onDeleted, this), "delete");
        if (!last)
            queue();
    }

    [[nodiscard]] bool isTwin() const { return how == "twin"; }

    /// As the library does: one transaction, and nobody asks who is before us if nobody can have come in between.
    void replace()
    {
        leaving = directory + "/" + own;
        zoo_delete_op_init(&steps[0], leaving.c_str(), -1);
        const auto prefix = directory + "/" + nodePrefix;
        zoo_create_op_init(&steps[1], prefix.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL,
                           made.data(), static_cast<int>(made.size()));
        check(zoo_amulti(zh, 2, steps.data(), results.data(), &onReplaced, this), "multi");
    }

    static void onReplaced(int rc, const void* context)
    {
        auto& me = *static_cast<Queuer*>(const_cast<void*>(context));
        if (rc != ZOK) {
            me.window.ended->done(rc);
            return;
        }
        const auto last = me.followers.empty() ? me.own : me.followers.back();
        me.own = nameOf(me.made.data());
        check(zoo_aexists(me.zh, me.made.data(), 0, &onOwnSeen, &me), "exists"); // its czxid is the fencing token
        if (std::stol(numberOf(last)) + 1 != std::stol(numberOf(me.own)))
            me.list();
        else if (me.followers.empty())
            me.granted();
        else
            me.watch(me.followers.back());
    }

    static void onCreated(int rc, const char* path, const Stat* /*stat*/, const void* context)
    {
        auto& me = *static_cast<Queuer*>(const_cast<void*>(context));
        if (rc != ZOK) {
            me.window.ended->done(rc);
            return;
        }
        me.own = nameOf(path);
    }

    static void onOwnSeen(int rc, const Stat* /*stat*/, const void* context)
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
        std::vector<std::string> sorted(names->data, names->data + names->count);
        std::sort(sorted.begin(), sorted.end(),
                  [](const std::string& a, const std::string& b) { return numberOf(a) < numberOf(b); });
        const auto at = std::find(sorted.begin(), sorted.end(), me.own);
        if (at == sorted.begin()) {
            me.followers.assign(at + 1, sorted.end());
            me.granted();
        } else {
            me.watch(*std::prev(at));
        }
    }

    void watch(const std::string& before)
    {
        check(zoo_awget(zh, (directory + "/" + before).c_str(), &onEvent, this, &onWatched, this), "get");
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
        if (me.how == "direct")
            me.granted();
        else
            me.list();
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
        queuers.push_back({session->handle, directory, window, command.measure});
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
