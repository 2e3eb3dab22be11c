// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Findings in the JSON that scripts rely on: as SnapshotJson.h. The document of `findings` also says of which moment
/// it is (`takenAt`) and whether everything was looked at (`complete`). Pure.

#include "core/model/Snapshot.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

namespace lockscope::inspect {

[[nodiscard]] QJsonObject findingJson(const Finding& finding);

[[nodiscard]] QJsonArray findingsJson(const std::vector<const Finding*>& findings);

/// The kinds alone, each once, as an element of `ls` has them.
[[nodiscard]] QJsonArray kindsJson(const std::vector<const Finding*>& findings);

/// The document of `findings`.
[[nodiscard]] QJsonObject findingsDocument(const Snapshot& snapshot);

} // namespace lockscope::inspect
