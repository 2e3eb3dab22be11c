// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Findings in the JSON that scripts rely on; a contract, see SnapshotJson.h. The document of `findings` also has the
/// time of the snapshot (`takenAt`) and whether the snapshot is complete (`complete`). Pure.

#include "core/model/Snapshot.h"

#include <QJsonArray>
#include <QJsonObject>

#include <string>
#include <vector>

namespace lockscope::inspect {

[[nodiscard]] QJsonObject findingJson(const Finding& finding);

[[nodiscard]] QJsonArray findingsJson(const std::vector<const Finding*>& findings);

/// The kinds without duplicates, as in an element of `ls`.
[[nodiscard]] QJsonArray kindsJson(const std::vector<const Finding*>& findings);

/// The document of `findings`. `notes`: which findings cannot be made, and why.
[[nodiscard]] QJsonObject findingsDocument(const Snapshot& snapshot, const std::vector<std::string>& notes);

} // namespace lockscope::inspect
