// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/Values.h"

namespace lockscope::zk {

std::vector<Acl> openAcl()
{
    return {Acl{}};
}

} // namespace lockscope::zk
