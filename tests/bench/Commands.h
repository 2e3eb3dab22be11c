// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the three measured programs understand: one command a line on standard input, "MEASURE CLIENTS SECONDS", and
/// lines of JSON for each on standard output: {"event":"began"} when the warm-up is over, {"event":"counted"} (of a JVM
/// alone) when what is measured is over and its figures are not yet summed up, and {"event":"ended", …} with the
/// figures, or {"event":"failed", "why"}. They live as long as their standard input, so a JVM stays warm.

#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

namespace lockscope::bench {

struct Command {
    std::string measure;
    int clients = 1;
    double seconds = 1;
};

/// Figures by name, in the order of their names.
using Figures = std::map<std::string, double>;

inline void sayBegan()
{
    std::cout << "{\"event\":\"began\"}" << std::endl;
}

/// Ends what counts, for whoever samples the processes from outside; the figures follow.
inline void sayCounted()
{
    std::cout << "{\"event\":\"counted\"}" << std::endl;
}

inline void sayEnded(const Figures& figures)
{
    std::cout << "{\"event\":\"ended\"";
    for (const auto& [name, value] : figures)
        std::cout << ",\"" << name << "\":" << value;
    std::cout << "}" << std::endl;
}

inline void sayFailed(const std::string& why)
{
    std::string quoted;
    for (const char c : why)
        quoted += c == '"' || c == '\\' || c == '\n' ? ' ' : c;
    std::cout << "{\"event\":\"failed\",\"why\":\"" << quoted << "\"}" << std::endl;
}

/// Obeys until standard input ends. `obey` calls sayBegan() and one of the others.
inline void obeyAll(const std::function<void(const Command&)>& obey)
{
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        Command command;
        if (words >> command.measure >> command.clients >> command.seconds && command.clients > 0)
            obey(command);
        else
            sayFailed("no command: " + line);
    }
}

} // namespace lockscope::bench
