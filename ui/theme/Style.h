// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QStyle;

namespace lockscope::ui {

/// The style of the application, below the style sheet: Fusion, in whose menus the keys also reach the disabled
/// entries, so that their reasons can be read, and where the popup of a combo box has the colours of the theme.
/// QApplication::setStyle() takes the ownership. Thread: UI.
[[nodiscard]] QStyle* makeStyle();

} // namespace lockscope::ui
