// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json/JsonFields.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <QByteArray>

#include <tl/expected.hpp>

namespace lockscope::inspect {

/// Reads a dialect's file, and checks the examples in it. The fields are described in resources/dialects/README.md.
/// Pure.
[[nodiscard]] tl::expected<RedisDialect, JsonFault> readRedisDialect(const QByteArray& json);

} // namespace lockscope::inspect
