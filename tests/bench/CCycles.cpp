// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CMeasures.h"

namespace lockscope::bench {

namespace {

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
        const auto prefix = directory + "/" + nodePrefix;
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

} // namespace

Figures measureCycles(const std::string& servers, const std::string& directory, double seconds)
{
    CSession session(servers);
    Window window(1);
    Cycle cycle{session.handle, directory, window, {}, 0, {}};
    cycle.begin();
    const auto counted = window.conduct(seconds);
    return figuresOf(std::move(cycle.samples), counted);
}

} // namespace lockscope::bench
