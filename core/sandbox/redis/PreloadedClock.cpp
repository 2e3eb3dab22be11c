// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

/// A library of its own, which LD_PRELOAD loads into a server of a sandbox: the server sees the time of day that
/// RedisClock sets, an offset in the file "clock-offset" of its folder. Monotonic clocks stay.
/// It takes no lock and allocates nothing: a server's allocator (jemalloc) reads the clock while it begins.

#include "core/sandbox/redis/ClockOffset.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace lockscope::redis {

namespace {

constexpr std::int64_t nanosecondsPerSecond = 1'000'000'000;

std::int64_t* offset = nullptr;

/// In the server's working folder, before it changes to another.
__attribute__((constructor)) void mapOffset()
{
    const int file = open(clockOffsetFile, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    void* const mapped = mmap(nullptr, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        offset = static_cast<std::int64_t*>(mapped);
}

void addOffset(timespec& time)
{
    if (offset == nullptr)
        return;
    const std::int64_t nanoseconds = time.tv_nsec + std::atomic_ref(*offset).load(std::memory_order_relaxed);
    time.tv_sec += nanoseconds / nanosecondsPerSecond;
    time.tv_nsec = nanoseconds % nanosecondsPerSecond;
    if (time.tv_nsec < 0) {
        time.tv_nsec += nanosecondsPerSecond;
        --time.tv_sec;
    }
}

timespec timeOfDay()
{
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return time;
}

} // namespace

} // namespace lockscope::redis

using lockscope::redis::addOffset;
using lockscope::redis::timeOfDay;

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    // The C library's own function may not be there yet when the first caller asks.
    const long status = syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        addOffset(*time);
    return static_cast<int>(status);
}

int gettimeofday(timeval* time, void* /*zone*/) noexcept
{
    const timespec now = timeOfDay();
    *time = {now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* stored) noexcept
{
    const time_t now = timeOfDay().tv_sec;
    if (stored != nullptr)
        *stored = now;
    return now;
}

} // extern "C"
