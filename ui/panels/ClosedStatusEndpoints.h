// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/zookeeper/EnsembleFacts.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// For each server that does not report all session data: what is missing, and the configuration lines that enable it.
/// In the order of the servers.
[[nodiscard]] QStringList closedStatusEndpoints(const ensemble::EnsembleFacts& facts);

/// The source of the owners' addresses: "AdminServer on 2 of 3 servers". Empty if no server was asked.
[[nodiscard]] QString addressesText(const ensemble::EnsembleFacts& facts);

} // namespace lockscope::ui
