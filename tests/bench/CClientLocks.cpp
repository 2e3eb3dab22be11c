// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The bare C client, measured: bench_c_mt CONNECT, bench_c_st CONNECT. Every step runs in the C client's callbacks,
/// and therefore this is the limit for any library above that client. One command a line on standard input, one line of
/// JSON for each event on standard output, as in Commands.h; without Qt and Lockscope's own libraries, which may
/// contain the other C client. "MEASURE CLIENTS SECONDS"; measures:
///   uncontended                                  one client
///   handover/twin, handover/scan, handover/ring  the recipes of CQueuer.h
///   memory                                       of each of CLIENTS sessions, connected and without requests

#include "tests/bench/CQueuer.h"
#include "tests/bench/ProcessUse.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iomanip>
#include <iostream>
#include <sstream>

#include <unistd.h>

namespace {

using namespace lockscope::bench;

constexpr auto connectLimit = std::chrono::seconds(60);
/// For the first turn of each client, which costs more.
constexpr auto warmUp = std::chrono::milliseconds(300);
constexpr auto warmUpPerClient = std::chrono::milliseconds(3);
constexpr auto endLimit = std::chrono::seconds(20);

SteadyTime in(std::chrono::duration<double> time)
{
    return std::chrono::steady_clock::now() + std::chrono::duration_cast<SteadyTime::duration>(time);
}

void say(const std::string& event, const std::string& members = {})
{
    std::cout << "{\"event\":\"" << event << '"' << members << '}' << std::endl;
}

/// One command, and its clients.
class Command final {
public:
    Command(std::string servers, std::string path, CRecipe recipe)
        : m_servers(std::move(servers))
        , m_path(std::move(path))
        , m_recipe(recipe)
    {
    }

    void measureLocks(int clients, double seconds)
    {
        if (connect(clients) && prepare())
            conduct(seconds);
    }

    void measureMemory(int clients)
    {
        const long before = processStatus("VmRSS");
        if (!connect(clients))
            return;
        std::ostringstream figures;
        figures << ",\"sessions\":" << clients
                << ",\"kbPerSession\":" << double(processStatus("VmRSS") - before) / clients
                << ",\"threads\":" << processStatus("Threads");
        say("ended", figures.str());
    }

private:
    bool failed(const std::string& instead)
    {
        const auto problem = m_timeline.problem();
        say("failed", ",\"why\":\"" + (problem.empty() ? instead : problem) + '"');
        return false;
    }

    bool waitFor(const std::function<bool()>& condition, std::chrono::duration<double> limit, const char* what)
    {
        const bool came = m_sessions.runUntil([&] { return condition() || m_timeline.hasFailed(); }, in(limit));
        return came && !m_timeline.hasFailed() ? true : failed(what);
    }

    bool connect(int clients)
    {
        for (int i = 0; i < clients; ++i) {
            const auto mayConnect = [&] { return i - m_timeline.connectedCount() < mostConnecting; };
            if (!waitFor(mayConnect, connectLimit, "some clients have no session"))
                return false;
            m_queuers.emplace_back(m_sessions, m_servers, m_path, m_recipe, m_timeline);
        }
        return waitFor([&] { return m_timeline.connectedCount() >= clients; }, connectLimit,
                       "some clients have no session");
    }

    bool prepare()
    {
        m_queuers.front().makeDirectory();
        return waitFor([&] { return m_timeline.finishedCount() == 1; }, connectLimit, "no reply to create");
    }

    void conduct(double seconds)
    {
        // Only a failure ends the measured time early.
        const auto pause = [&](std::chrono::duration<double> time) {
            m_sessions.runUntil([&] { return m_timeline.hasFailed(); }, in(time));
        };
        for (auto& queuer : m_queuers)
            queuer.begin();
        pause(warmUp + warmUpPerClient * static_cast<int>(m_queuers.size()));
        say("began");
        const auto from = std::chrono::steady_clock::now();
        const auto useBefore = processUse();
        const long requestsBefore = m_timeline.requests();
        m_timeline.setCounts(true);
        pause(std::chrono::duration<double>(seconds));
        m_timeline.setCounts(false);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
        const auto use = processUse();
        const long requests = m_timeline.requests() - requestsBefore;
        say("counted");
        m_timeline.end();
        const int all = int(m_queuers.size()) + 1; // and the directory
        if (waitFor([&] { return m_timeline.finishedCount() == all; }, endLimit, "some replies did not arrive"))
            report(took.count(), requests, use.processorSeconds - useBefore.processorSeconds,
                   use.switches - useBefore.switches);
    }

    void report(double seconds, long requests, double processorSeconds, long switches)
    {
        auto samples = m_timeline.takeSamples();
        std::sort(samples.begin(), samples.end());
        const auto percentile = [&](double share) {
            if (samples.empty())
                return std::string("null");
            const auto rank = std::max(std::ceil(share * double(samples.size())), 1.0);
            return std::to_string(samples[std::size_t(rank) - 1]);
        };
        std::ostringstream figures;
        figures << std::fixed << std::setprecision(6) << ",\"count\":" << samples.size() << ",\"seconds\":" << seconds
                << ",\"perS\":" << double(samples.size()) / seconds << ",\"us\":{\"p50\":" << percentile(0.5)
                << ",\"p99\":" << percentile(0.99) << "},\"overlaps\":" << m_timeline.overlaps()
                << ",\"requests\":" << requests << ",\"clientCpuS\":" << processorSeconds
                << ",\"switches\":" << switches;
        say("ended", figures.str());
    }

    std::string m_servers;
    std::string m_path;
    CRecipe m_recipe;
    CSessions m_sessions;
    CTimeline m_timeline{m_sessions};
    std::deque<CQueuer> m_queuers; ///< destroyed first: the sessions end
};

void obey(const std::string& servers, const std::string& path, const std::string& line)
{
    std::istringstream words(line);
    std::string measure;
    int clients = 0;
    double seconds = 0;
    words >> measure >> clients >> seconds;
    if (!words || clients < 1)
        say("failed", ",\"why\":\"no command\"");
    else if (measure == "memory")
        Command(servers, path, CRecipe::Alone).measureMemory(clients);
    else if (measure == "uncontended")
        Command(servers, path, CRecipe::Alone).measureLocks(1, seconds);
    else if (measure == "handover/twin")
        Command(servers, path, CRecipe::Twin).measureLocks(clients, seconds);
    else if (measure == "handover/scan")
        Command(servers, path, CRecipe::Scan).measureLocks(clients, seconds);
    else if (measure == "handover/ring")
        Command(servers, path, CRecipe::Ring).measureLocks(clients, seconds);
    else
        say("failed", ",\"why\":\"no such measure\"");
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " CONNECT\n";
        return 2;
    }
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    int number = 0;
    for (std::string line; std::getline(std::cin, line);)
        obey(argv[1], "/bench-c-" + std::to_string(getpid()) + "-" + std::to_string(++number), line);
    return 0;
}
