// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What this process has used so far, for the measured programs.

#include <fstream>
#include <string>

#include <sys/resource.h>

namespace lockscope::bench {

struct ProcessUse {
    double processorSeconds = 0;
    long switches = 0; ///< voluntary context switches of all threads, also of those that have ended
};

[[nodiscard]] inline ProcessUse processUse()
{
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return {seconds(use.ru_utime) + seconds(use.ru_stime), use.ru_nvcsw};
}

/// A number of /proc/self/status: "VmRSS" (in kB), "Threads".
[[nodiscard]] inline long processStatus(const std::string& name)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.compare(0, name.size() + 1, name + ":") == 0)
            return std::stol(line.substr(name.size() + 1));
    }
    return 0;
}

} // namespace lockscope::bench
