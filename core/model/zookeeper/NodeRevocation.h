// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/queue/Revocation.h"

namespace lockscope::inspect {

/// Whether the node's data is a revocation request. It has then replaced the client's own payload, unless the node was
/// created with it.
[[nodiscard]] inline bool isRevocation(const ContenderDetails& details)
{
    return queue::isRevocation(details.payload);
}

} // namespace lockscope::inspect
