// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// For each server that does not report all session data: what is missing, and the configuration lines that enable it.
/// In the order of the servers.
[[nodiscard]] QStringList closedStatusEndpoints(const ensemble::EnsembleFacts& facts);

/// The checks that no finding can come from, because the servers do not report the sessions, and how to enable the
/// reports of the first such server; the status bar lists all servers. Empty: every check is possible.
[[nodiscard]] QString missingChecks(const inspect::Snapshot& snapshot);

/// The source of the owners' addresses: "AdminServer on 2 of 3 servers". Empty if no server was asked.
[[nodiscard]] QString addressesText(const ensemble::EnsembleFacts& facts);

} // namespace lockscope::ui
