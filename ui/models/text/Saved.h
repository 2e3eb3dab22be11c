// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Values for ExportRole; an unknown value is an invalid QVariant. Pure functions.

#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

#include <QVariant>

namespace lockscope::ui::saved {

using inspect::text;

[[nodiscard]] inline QVariant textOrNone(std::string_view bytes)
{
    return bytes.empty() ? QVariant() : QVariant(text(bytes));
}

[[nodiscard]] inline QVariant timeOrNone(const std::optional<WallTime>& at)
{
    return at ? QVariant(inspect::isoTime(*at)) : QVariant();
}

} // namespace lockscope::ui::saved
