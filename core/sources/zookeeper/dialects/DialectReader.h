// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads a dialect from its file; resources/dialects/README.md describes the fields. Pure.

#include "core/model/json/JsonFields.h"
#include "core/sources/zookeeper/dialects/Dialect.h"

#include <QByteArray>

namespace lockscope::inspect {

/// The dialect, or what is wrong with the file: invalid JSON, an invalid field, an example that fails.
[[nodiscard]] tl::expected<Dialect, JsonFault> readDialect(const QByteArray& json);

} // namespace lockscope::inspect
