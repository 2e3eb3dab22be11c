// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The colours and fonts of the window, as values. State is told by shape and colour; every pair of text and background
/// that is used keeps a contrast of at least 4.5:1 in both themes, and a test computes it.

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

namespace lockscope::ui {

enum class ThemeChoice {
    System,
    Dark,
    Light
};

/// What a piece of text means; the theme says which colour that is.
enum class Tone {
    Normal,
    Muted,
    Good,
    Wait,
    Bad,
    Info,
    Special
};

struct Theme {
    bool dark = true;
    QColor window; ///< behind everything: the centre
    QColor panel;  ///< bars and side panels
    QColor raised; ///< buttons, cards, header rows
    QColor field;  ///< where one types
    QColor border;
    QColor text;
    QColor muted;
    QColor good;     ///< holds
    QColor wait;     ///< waits
    QColor bad;      ///< needs attention
    QColor info;     ///< links, what is selected
    QColor special;  ///< shared and semaphore holders, a replay
    QColor goodSoft; ///< backgrounds of chips and buttons in that tone
    QColor waitSoft;
    QColor badSoft;
    QColor infoSoft;
    QColor specialSoft; ///< also behind what says that a recording is shown
    QColor selection;   ///< background of the selected row

    [[nodiscard]] QColor color(Tone tone) const;
    /// The chip background that goes with color(tone).
    [[nodiscard]] QColor soft(Tone tone) const;
};

[[nodiscard]] Theme darkTheme();
[[nodiscard]] Theme lightTheme();

/// System: as light or dark as the palette's window colour.
[[nodiscard]] Theme themeFor(ThemeChoice choice, const QPalette& system);

/// WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

[[nodiscard]] QPalette paletteOf(const Theme& theme);
/// Style sheet of the whole window; objectNames and the dynamic properties "tone" and "role" select.
[[nodiscard]] QString styleSheetOf(const Theme& theme);

/// Inter where it is installed, else the system's font; never smaller than 13 px.
[[nodiscard]] QFont textFont();
/// For ids, nodes and addresses.
[[nodiscard]] QFont monoFont();

} // namespace lockscope::ui
