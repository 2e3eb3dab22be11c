// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The colours and fonts of the window, as values. Shape and colour both show a state. Every used pair of text and
/// background has a contrast of at least 4.5:1 in both themes, which a test computes.

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

/// The meaning of a text; the theme has the colour for it.
enum class Tone {
    Normal,
    Muted,
    Good,
    Wait, ///< waits: never a reason for attention
    Warn, ///< a warning
    Bad,
    Info,
    Special
};

struct Theme {
    bool dark = true;
    QColor window; ///< behind everything: the centre
    QColor panel;  ///< bars and side panels
    QColor raised; ///< buttons, cards, header rows
    QColor field;  ///< input fields
    QColor border;
    QColor text;
    QColor muted;
    QColor good;     ///< holds
    QColor wait;     ///< waits
    QColor warn;     ///< needs attention
    QColor bad;      ///< needs attention at once
    QColor info;     ///< links, the selection
    QColor special;  ///< shared and semaphore holders, a replay
    QColor goodFill; ///< bars in that tone: paler than the text, at least 3:1 on the backgrounds of charts
    QColor waitFill;
    QColor badFill; ///< also the badge of production; its text has the colour onFill
    QColor specialFill;
    QColor goodSoft; ///< backgrounds of chips and buttons in that tone
    QColor waitSoft;
    QColor warnSoft;
    QColor badSoft;
    QColor infoSoft;
    QColor specialSoft; ///< also behind the note that a recording is shown
    QColor onFill;
    QColor selection; ///< background of the selected row

    [[nodiscard]] QColor color(Tone tone) const;
    /// Of bars; color(tone) if that tone has no bars.
    [[nodiscard]] QColor fill(Tone tone) const;
    /// The chip background for color(tone).
    [[nodiscard]] QColor soft(Tone tone) const;
};

[[nodiscard]] Theme darkTheme();
[[nodiscard]] Theme lightTheme();

/// System: as light or dark as the palette's window colour.
[[nodiscard]] Theme themeFor(ThemeChoice choice, const QPalette& system);

/// WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

[[nodiscard]] QPalette paletteOf(const Theme& theme);
/// Style sheet of the whole window; selects by objectName and dynamic properties such as "tone" and "role".
[[nodiscard]] QString styleSheetOf(const Theme& theme);

/// Pixels of the text that the window is designed for.
inline constexpr int leastTextSize = 13;
/// Inter if installed, else the system's font; at least leastTextSize.
[[nodiscard]] QFont textFont();
/// For ids, nodes and addresses.
[[nodiscard]] QFont monoFont();

} // namespace lockscope::ui
