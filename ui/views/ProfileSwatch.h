// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QIcon>

#include <string>

namespace lockscope::ui {

/// The colour of a saved connection as a small square; an outline if it has none.
[[nodiscard]] QIcon profileSwatch(const Theme& theme, const std::string& colour);

} // namespace lockscope::ui
