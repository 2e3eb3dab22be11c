// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CMeasures.h"

namespace lockscope::bench {

namespace {

constexpr int ringNodes = 2'048;

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
        link.path = directory + "/" + nodePrefix + std::to_string(1'000'000'000 + i);
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

} // namespace

Figures measureRing(const std::string& servers, const std::string& directory, int count, double seconds)
{
    const auto made = sessions(servers, count);
    std::vector<double> samples;
    runRing(made, directory, samples);
    samples.clear();
    sayBegan();
    std::int64_t took = 0;
    while (static_cast<double>(took) < seconds * 1e9)
        took += runRing(made, directory, samples);
    sayCounted();
    return figuresOf(std::move(samples), static_cast<double>(took) / 1e9);
}

} // namespace lockscope::bench
