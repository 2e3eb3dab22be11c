// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Background.h"

#include <sys/resource.h>
#include <unistd.h>

namespace lockscope {

void goToBackground(int niceness)
{
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness));
}

} // namespace lockscope
