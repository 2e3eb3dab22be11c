// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The protocol of the three measured programs: one command a line on standard input, "MEASURE CLIENTS SECONDS", and
/// lines of JSON for each on standard output: {"event": "began"} after the warm-up, {"event": "counted"} after the
/// measurement and before the figures are summed up, and {"event": "ended", …} with the figures, named as in
/// `lockscopectl bench locks`, or {"event": "failed", "why"}. They run until their standard input ends, so a JVM stays
/// warm.

#include "core/simulate/measure/BenchRun.h"
#include "core/simulate/measure/MeasurementsText.h"

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

/// Runs the named measure with this many clients.
using Measure =
    std::function<Result<console::BenchFigures>(const std::string& word, int clients, const console::BenchPlan& plan)>;

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
        plan.runFor = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
        plan.began = [] { say("began"); };
        plan.ended = [] { say("counted"); };
        if (const auto figures = measure(word, clients, plan))
            say("ended", console::toJson(*figures));
        else
            say("failed", {{QStringLiteral("why"), QString::fromStdString(describe(figures.error()))}});
    }
}

} // namespace lockscope::bench
