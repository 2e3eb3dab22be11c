// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
//
// In every program that the thread sanitizer looks at, and in no other. QProcess starts programs by a clone() that
// shares its memory, as vfork() does. The sanitizer (of GCC 12) takes the child for a copy and stops looking there, for
// it will soon be another program; in memory that is shared, that is its parent, which it no longer looks at from then
// on. So the child gets a copy indeed.
#include <dlfcn.h>
#include <sched.h>
#include <sys/types.h>

#include <cstdarg>

// Weak, for it may be linked by several ways.
extern "C" __attribute__((weak)) int clone(int (*run)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    std::va_list more;
    va_start(more, argument);
    auto* const parentId = va_arg(more, pid_t*);
    void* const tls = va_arg(more, void*);
    auto* const childId = va_arg(more, pid_t*);
    va_end(more);
    using Clone = int (*)(int (*)(void*), void*, int, void*, pid_t*, void*, pid_t*);
    static const auto next = reinterpret_cast<Clone>(::dlsym(RTLD_NEXT, "clone"));
    const auto isThread = (flags & CLONE_THREAD) != 0;
    return next(run, stack, isThread ? flags : flags & ~(CLONE_VM | CLONE_VFORK), argument, parentId, tls, childId);
}
