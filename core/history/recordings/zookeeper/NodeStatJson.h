// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The Stat of a node in a recording. Pure.

#include "core/model/zookeeper/NodeStat.h"

#include <QJsonObject>

namespace lockscope::inspect::recording {

[[nodiscard]] QJsonObject statJson(const ensemble::NodeStat& stat);
/// Returns false, and has done part of the work, where the value is not what it must be.
[[nodiscard]] bool readStat(const QJsonObject& json, ensemble::NodeStat& stat);

} // namespace lockscope::inspect::recording
