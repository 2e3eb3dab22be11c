// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/install/Workshop.h"

namespace lockscope::test {

/// Builds the example service as `program`, by "cmake" or by "pkg-config", against the package at `prefix`, and checks
/// that nothing else of Lockscope was used. Returns the error, or empty.
[[nodiscard]] QByteArray buildService(Workshop& workshop, const QString& way, const QString& prefix,
                                      const QString& program);

} // namespace lockscope::test
