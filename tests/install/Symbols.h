// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/install/Workshop.h"

#include <optional>

namespace lockscope::test {

/// The symbols that a library gives to the programs that link it, as the linker names them.
struct Symbols {
    int own = 0;            ///< the number of those in namespace lockscope
    QByteArrayList foreign; ///< the others; of an archive without weak ones, which are templates of other libraries
};

/// Reads an archive or a shared library. Nothing if that failed; workshop.reported() has the reason.
[[nodiscard]] std::optional<Symbols> symbolsOf(Workshop& workshop, const QString& library);

} // namespace lockscope::test
