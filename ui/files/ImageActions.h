// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/ImageFile.h"
#include "ui/shell/ViewState.h"

class QAction;

namespace lockscope::ui {

class SaveLine;

/// What is seen, and when: "/locks/orders · 2026-11-20 16:45:20.000 (15:45:20.000 UTC) · recording locks.rec".
[[nodiscard]] QString imageCaption(const ViewState& viewState, const std::string& lockPath);

/// What every image can do, by its context menu and Ctrl+S: be saved as PNG or SVG, and where there is a `dot`, as
/// DOT. `name` is proposed for the file; `line` tells what came of it. Returns the action that asks where to.
QAction* addImageActions(QWidget& view, const QString& name, SaveLine& line, std::function<Drawing()> draw,
                         std::function<QByteArray()> dot = {});

} // namespace lockscope::ui
