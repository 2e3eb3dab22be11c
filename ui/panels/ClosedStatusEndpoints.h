// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/zookeeper/EnsembleFacts.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// What is not told of the sessions, and the lines of configuration that would open it: a text for each server that
/// does not tell everything, in their order.
[[nodiscard]] QStringList closedStatusEndpoints(const ensemble::EnsembleFacts& facts);

/// Where the addresses of the owners come from: "AdminServer on 2 of 3 servers". Empty where no server was asked.
[[nodiscard]] QString addressesText(const ensemble::EnsembleFacts& facts);

} // namespace lockscope::ui
