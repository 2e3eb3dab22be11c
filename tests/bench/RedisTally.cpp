// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/RedisTally.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <utility>

#include <unistd.h>

namespace lockscope::bench {

namespace {

double microseconds(BenchTime::duration duration)
{
    return std::chrono::duration<double, std::micro>(duration).count();
}

double percentile(const std::vector<double>& sorted, double share)
{
    const auto rank = std::max(std::ceil(share * double(sorted.size())), 1.0);
    return sorted.empty() ? 0 : sorted[std::size_t(rank) - 1];
}

} // namespace

void say(const std::string& event, const std::string& members)
{
    std::cout << "{\"event\":\"" << event << '"' << members << '}' << std::endl;
}

void sayFailed(const std::string& why)
{
    auto text = why;
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c == '\n' || c == '\r'; }, ' ');
    say("failed", member("why", text));
}

std::string member(const std::string& name, const std::string& text)
{
    return ",\"" + name + "\":\"" + text + '"';
}

std::string member(const std::string& name, double number)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(6) << ",\"" << name << "\":" << number;
    return text.str();
}

bool nextCommand(RedisCommand& command, const std::string& program)
{
    static int number = 0;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        command = {};
        if (words >> command.measure >> command.clients >> command.seconds && command.clients > 0) {
            if (!(words >> command.lock))
                command.lock = "bench-" + program + '-' + std::to_string(getpid()) + '-' + std::to_string(++number);
            return true;
        }
        sayFailed("no command: " + line);
    }
    return false;
}

void waitForDriver()
{
    std::string line;
    std::getline(std::cin, line);
}

void RedisTally::begin()
{
    say("began");
    const std::lock_guard lock(m_mutex);
    m_use = processUse();
    m_begin = benchNow();
    m_counts = true;
}

void RedisTally::end()
{
    {
        const std::lock_guard lock(m_mutex);
        m_counts = false;
        m_seconds = std::chrono::duration<double>(benchNow() - m_begin).count();
        const auto use = processUse();
        m_use = {use.processorSeconds - m_use.processorSeconds, use.switches - m_use.switches};
    }
    say("counted");
}

void RedisTally::addCycle(BenchTime from, BenchTime to)
{
    const std::lock_guard lock(m_mutex);
    if (!m_counts)
        return;
    ++m_grants;
    m_us.push_back(microseconds(to - from));
}

void RedisTally::granted(int client, BenchTime askedAt)
{
    const auto at = benchNow();
    const std::lock_guard lock(m_mutex);
    m_isContended = true;
    m_overlaps += m_holder != -1 ? 1 : 0;
    m_holder = client;
    const int last = std::exchange(m_lastHolder, client);
    if (!m_counts)
        return;
    ++m_grants;
    m_longestWait = std::max(m_longestWait, at - askedAt);
    if (last != client && last != -1)
        m_us.push_back(microseconds(at - m_releasedAt));
}

void RedisTally::releasing(int client)
{
    const std::lock_guard lock(m_mutex);
    if (m_holder == client)
        m_holder = -1;
    m_releasedAt = benchNow();
}

void RedisTally::report(const std::string& more) const
{
    const std::lock_guard lock(m_mutex);
    auto sorted = m_us;
    std::sort(sorted.begin(), sorted.end());
    std::ostringstream us;
    us << std::fixed << std::setprecision(3) << ",\"us\":{\"p50\":" << percentile(sorted, 0.5)
       << ",\"p99\":" << percentile(sorted, 0.99) << '}';
    auto figures = member("count", double(m_grants)) + member("seconds", m_seconds) +
                   member("perS", double(sorted.size()) / m_seconds) + us.str() +
                   member("overlaps", double(m_overlaps)) + member("clientCpuS", m_use.processorSeconds) +
                   member("switches", double(m_use.switches));
    if (m_isContended)
        figures += member("grantsPerS", double(m_grants) / m_seconds) +
                   member("longestWaitMs", microseconds(m_longestWait) / 1000);
    say("ended", figures + more);
}

} // namespace lockscope::bench
