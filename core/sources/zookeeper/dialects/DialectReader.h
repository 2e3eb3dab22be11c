// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A family of locks from its file; resources/dialects/README.md tells the fields. Pure.

#include "core/model/json/JsonFields.h"
#include "core/sources/zookeeper/dialects/Dialect.h"

#include <QByteArray>

namespace lockscope::inspect {

/// The family, or what is wrong with the file: no JSON, a field that does not fit, an example that does not hold.
[[nodiscard]] tl::expected<Dialect, JsonFault> readDialect(const QByteArray& json);

} // namespace lockscope::inspect
