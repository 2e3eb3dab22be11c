// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
//
// Linked into every program built with the thread sanitizer, and into no other. QProcess starts programs with a clone()
// that shares memory, like vfork(). The sanitizer (GCC 12) treats the child as a copy and disables its checks there,
// because the child soon calls exec. In shared memory this also disables the checks of the parent. This clone()
// therefore gives the child a real copy.
#include <dlfcn.h>
#include <sched.h>
#include <sys/types.h>

#include <cstdarg>

// Weak, because it may be linked more than once.
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
