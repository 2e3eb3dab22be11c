// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The health of the servers as text. Pure.

#include "core/model/zookeeper/EnsembleFacts.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// "10.0.0.1:2181: leader · 3.8.0 · latency 0.4 ms (max 12 ms) · 0 open requests · 2 of 2 followers in sync": one line
/// for each server.
[[nodiscard]] QStringList serverHealth(const ensemble::EnsembleFacts& facts);

/// "2 of 3 servers" if one of them is down; else empty.
[[nodiscard]] QString serversUp(const ensemble::EnsembleFacts& facts);

} // namespace lockscope::ui
