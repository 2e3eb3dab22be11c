// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The protocol of the measured programs: one command a line on standard input, "MEASURE CLIENTS SECONDS", and lines of
/// JSON for each on standard output: {"event": "began"} after the warm-up, {"event": "counted"} after the measurement
/// and before the figures are summed up, and {"event": "ended", …} with the figures, or {"event": "failed", "why"}.
/// {"event": "connected"}, of a measure that says so, asks for one more line, of any content. The figures of locks are
/// named as in `lockscopectl bench locks`; besides: "clientCpuS", "switches" (voluntary context switches) and
/// "requests". The programs run until their standard input ends, so a JVM stays warm. This is the part of the library's
/// program; CClientLocks.cpp and CuratorLocks.java have their own.

#include "core/simulate/measure/BenchRun.h"
#include "core/simulate/measure/MeasurementsText.h"
#include "tests/bench/ProcessUse.h"

#include <QJsonDocument>

#include <functional>
#include <iostream>
#include <sstream>
#include <string>

#include <unistd.h>

namespace lockscope::bench {

inline void say(const char* event, QJsonObject members = {})
{
    members.insert(QStringLiteral("event"), QLatin1String(event));
    std::cout << QJsonDocument(members).toJson(QJsonDocument::Compact).constData() << std::endl;
}

/// Runs the named measure with this many clients. Its figures.
using Measure =
    std::function<Result<QJsonObject>(const std::string& word, int clients, const console::BenchPlan& plan)>;

/// What this process and its clients have used between the plan's callbacks.
class Cost final {
public:
    /// The callbacks of the plan begin and end the count.
    void attachTo(console::BenchPlan& plan, std::shared_ptr<const zk::Traffic> traffic)
    {
        plan.began = [this, traffic, began = plan.began] {
            began();
            m_use = processUse();
            m_requests = traffic->requests;
        };
        plan.ended = [this, traffic, ended = plan.ended] {
            const auto use = processUse();
            m_requests = traffic->requests - m_requests;
            m_use = {use.processorSeconds - m_use.processorSeconds, use.switches - m_use.switches};
            ended();
        };
    }

    void addTo(QJsonObject& figures) const
    {
        figures.insert(QStringLiteral("clientCpuS"), m_use.processorSeconds);
        figures.insert(QStringLiteral("switches"), static_cast<qint64>(m_use.switches));
        figures.insert(QStringLiteral("requests"), static_cast<qint64>(m_requests));
    }

private:
    ProcessUse m_use;
    std::uint64_t m_requests = 0;
};

/// Runs commands until standard input ends. Each plan has its own path below the root, which does not exist.
inline void obeyAll(const std::string& program, const Measure& measure)
{
    int number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        int clients = 0;
        double seconds = 0;
        if (!(words >> word >> clients >> seconds) || clients < 1) {
            say("failed", {{QStringLiteral("why"), QString::fromStdString("no command: " + line)}});
            continue;
        }
        console::BenchPlan plan;
        plan.path = "/bench-" + program + "-" + std::to_string(getpid()) + "-" + std::to_string(++number);
        // The first turn of each client costs more.
        plan.warmUp += std::chrono::milliseconds(3) * clients;
        plan.runFor = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
        plan.began = [] { say("began"); };
        plan.ended = [] { say("counted"); };
        if (const auto figures = measure(word, clients, plan))
            say("ended", *figures);
        else
            say("failed", {{QStringLiteral("why"), QString::fromStdString(describe(figures.error()))}});
    }
}

} // namespace lockscope::bench
