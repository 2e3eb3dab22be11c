// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/inspect/WaitPicture.h"

#include <QString>

namespace lockscope::ui {

class WaitGraphView;

/// The graph that the view shows, into a file that only the user may read: by the ending of its name .dot, .svg, else
/// PNG. A file that is there is replaced when all is written, and stays as it is if that fails.
[[nodiscard]] Result<void> saveWaitGraph(const WaitGraphView& view, const inspect::WaitPicture& picture, WallTime now,
                                         const QString& file);

} // namespace lockscope::ui
