// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/LockRecognition.h"

#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

namespace lockscope::inspect {

Recognition recognitionOf(const Snapshot& snapshot, const Lock& lock)
{
    const auto& dialects = snapshot.dialects ? *snapshot.dialects : *builtinDialects();
    return explainLock(dialects, lock);
}

} // namespace lockscope::inspect
