// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Theme.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

QString firstInstalled(std::initializer_list<QString> families)
{
    const auto installed = QFontDatabase::families();
    for (const auto& family : families)
        if (installed.contains(family))
            return family;
    return {};
}

} // namespace

QColor Theme::color(Tone tone) const
{
    switch (tone) {
    case Tone::Normal:
        return text;
    case Tone::Muted:
        return muted;
    case Tone::Good:
        return good;
    case Tone::Wait:
        return wait;
    case Tone::Warn:
        return warn;
    case Tone::Bad:
        return bad;
    case Tone::Info:
        return info;
    case Tone::Special:
        return special;
    }
    return text;
}

QColor Theme::fill(Tone tone) const
{
    switch (tone) {
    case Tone::Good:
        return goodFill;
    case Tone::Wait:
        return waitFill;
    case Tone::Bad:
        return badFill;
    case Tone::Special:
        return specialFill;
    case Tone::Normal:
    case Tone::Muted:
    case Tone::Warn:
    case Tone::Info:
        break;
    }
    return color(tone);
}

QColor Theme::soft(Tone tone) const
{
    switch (tone) {
    case Tone::Good:
        return goodSoft;
    case Tone::Wait:
        return waitSoft;
    case Tone::Warn:
        return warnSoft;
    case Tone::Bad:
        return badSoft;
    case Tone::Info:
        return infoSoft;
    case Tone::Special:
        return specialSoft;
    case Tone::Normal:
    case Tone::Muted:
        return raised;
    }
    return raised;
}

Theme darkTheme()
{
    Theme theme;
    theme.dark = true;
    theme.window = QColor(0x17, 0x18, 0x1c);
    theme.panel = QColor(0x1d, 0x20, 0x27);
    theme.raised = QColor(0x23, 0x27, 0x31);
    theme.field = QColor(0x23, 0x27, 0x31);
    theme.border = QColor(0x36, 0x3b, 0x47);
    theme.text = QColor(0xec, 0xee, 0xf2);
    theme.muted = QColor(0xa4, 0xab, 0xb8);
    theme.good = QColor(0x3c, 0xbd, 0x88);
    theme.wait = QColor(0x86, 0xb4, 0xf4);
    theme.warn = QColor(0xeb, 0xa8, 0x34);
    theme.bad = QColor(0xf6, 0x85, 0x7c);
    theme.info = QColor(0x62, 0xa8, 0xf2);
    theme.special = QColor(0xc3, 0xa0, 0xf5);
    theme.goodFill = QColor(0x2c, 0x9f, 0x73);
    theme.waitFill = QColor(0x5d, 0x8f, 0xd6);
    theme.badFill = QColor(0xc8, 0x45, 0x3f);
    theme.specialFill = QColor(0x8e, 0x67, 0xc9);
    theme.goodSoft = QColor(0x1f, 0x37, 0x32);
    theme.waitSoft = QColor(0x1f, 0x2e, 0x4a);
    theme.warnSoft = QColor(0x38, 0x2d, 0x1c);
    theme.badSoft = QColor(0x3a, 0x25, 0x26);
    theme.infoSoft = QColor(0x1e, 0x30, 0x48);
    theme.specialSoft = QColor(0x2d, 0x25, 0x42);
    theme.onFill = QColor(0xff, 0xff, 0xff);
    theme.selection = QColor(0x20, 0x35, 0x4f);
    return theme;
}

Theme lightTheme()
{
    Theme theme;
    theme.dark = false;
    theme.window = QColor(0xff, 0xff, 0xff);
    theme.panel = QColor(0xf6, 0xf7, 0xf9);
    theme.raised = QColor(0xed, 0xef, 0xf3);
    theme.field = QColor(0xff, 0xff, 0xff);
    theme.border = QColor(0xc9, 0xce, 0xd8);
    theme.text = QColor(0x1b, 0x1f, 0x27);
    theme.muted = QColor(0x53, 0x5a, 0x68);
    theme.good = QColor(0x07, 0x68, 0x4a);
    theme.wait = QColor(0x1f, 0x5a, 0xa8);
    theme.warn = QColor(0x8a, 0x4b, 0x00);
    theme.bad = QColor(0xb0, 0x1f, 0x1f);
    theme.info = QColor(0x16, 0x55, 0xa6);
    theme.special = QColor(0x6a, 0x38, 0xb5);
    theme.goodFill = QColor(0x24, 0xa0, 0x74);
    theme.waitFill = QColor(0x56, 0x8e, 0xd9);
    theme.badFill = QColor(0xc7, 0x36, 0x32);
    theme.specialFill = QColor(0x9a, 0x6d, 0xdc);
    theme.goodSoft = QColor(0xda, 0xf1, 0xe6);
    theme.waitSoft = QColor(0xdd, 0xe9, 0xfb);
    theme.warnSoft = QColor(0xfd, 0xf0, 0xd5);
    theme.badSoft = QColor(0xfb, 0xe1, 0xdf);
    theme.infoSoft = QColor(0xdd, 0xea, 0xfa);
    theme.specialSoft = QColor(0xec, 0xe3, 0xfb);
    theme.onFill = QColor(0xff, 0xff, 0xff);
    theme.selection = QColor(0xd3, 0xe4, 0xf9);
    return theme;
}

Theme themeFor(ThemeChoice choice, const QPalette& system)
{
    switch (choice) {
    case ThemeChoice::Dark:
        return darkTheme();
    case ThemeChoice::Light:
        return lightTheme();
    case ThemeChoice::System:
        break;
    }
    return system.color(QPalette::Window).lightnessF() < 0.5F ? darkTheme() : lightTheme();
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.field);
    palette.setColor(QPalette::AlternateBase, theme.panel);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::Button, theme.raised);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.bad);
    palette.setColor(QPalette::Highlight, theme.selection);
    palette.setColor(QPalette::HighlightedText, theme.text);
    palette.setColor(QPalette::Link, theme.info);
    palette.setColor(QPalette::LinkVisited, theme.special);
    palette.setColor(QPalette::ToolTipBase, theme.raised);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.muted);
    return palette;
}

QFont textFont()
{
    auto font = QGuiApplication::font();
    if (const auto inter = firstInstalled({u"Inter"_s}); !inter.isEmpty())
        font.setFamily(inter);
    font.setPixelSize(std::max(leastTextSize, QFontInfo(QGuiApplication::font()).pixelSize()));
    return font;
}

QFont monoFont()
{
    auto font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (const auto family = firstInstalled({u"JetBrains Mono"_s, u"DejaVu Sans Mono"_s}); !family.isEmpty())
        font.setFamily(family);
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(textFont().pixelSize() - 1);
    return font;
}

} // namespace lockscope::ui
