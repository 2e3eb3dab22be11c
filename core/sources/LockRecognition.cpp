// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/LockRecognition.h"

#include "core/base/Phrase.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

namespace lockscope::inspect {

namespace {

/// Only the type that fits: the keys that others look at are not in the snapshot.
Recognition explainOnRedis(const Lock& lock)
{
    const auto title = phrase(lock.dialectTitle.c_str());
    const auto reason = lock.isPossible() ? phrase("Keys of other programs may have this form too.")
                                          : phrase("Its keys, its channel or a dialect file show the type.");
    return {lock.path, decisionFor(lock.path, title, lock.certainty), {{lock.dialect, title, true, reason}}};
}

} // namespace

Recognition recognitionOf(const Snapshot& snapshot, const Lock& lock)
{
    if (snapshot.backend == Backend::Redis)
        return explainOnRedis(lock);
    const auto& dialects = snapshot.dialects ? *snapshot.dialects : *builtinDialects();
    return explainLock(dialects, lock);
}

} // namespace lockscope::inspect
