// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QColor;
class QStyle;

namespace lockscope::ui {

/// The style of the application, below the style sheet: Fusion, in whose menus the keys also reach the disabled
/// entries, so that their reasons can be read, and where the popup of a combo box and the placeholder of a field have
/// the colours of the theme. QApplication::setStyle() takes the ownership. Thread: UI.
[[nodiscard]] QStyle* makeStyle();

/// Of the fields of makeStyle(), from the next style sheet on.
void setPlaceholderColor(const QColor& color);

} // namespace lockscope::ui
