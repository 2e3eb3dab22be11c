// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/BellButton.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Icons.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostShown = 99;

QString bellNumber(int count)
{
    return count > mostShown ? u"%1+"_s.arg(mostShown) : QString::number(count);
}

QString bellWords(int all, int critical)
{
    const auto number = formatCount(all);
    if (all == 0)
        return BellButton::tr("No new findings");
    if (critical == 0)
        return all == 1 ? BellButton::tr("1 new finding") : BellButton::tr("%1 new findings").arg(number);
    return all == 1 ? BellButton::tr("1 new finding, critical")
                    : BellButton::tr("%1 new findings, %2 critical").arg(number, formatCount(critical));
}

} // namespace

BellButton::BellButton(QWidget* parent)
    : QToolButton(parent)
{
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    setText(bellNumber(0));
    setAccessibleName(bellWords(0, 0));
    setAccessibleDescription(tr("Warnings and critical findings that began since you last used Findings. Shows them."));
    setToolTip(plainToolTip(u"%1\n%2"_s.arg(accessibleName(), accessibleDescription())));
    showIcon();
}

void BellButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    showIcon();
}

void BellButton::setCounts(int all, int critical)
{
    if (all == m_all && critical == m_critical)
        return;
    m_all = all;
    m_critical = critical;
    setText(bellNumber(all));
    setAccessibleName(bellWords(all, critical));
    setToolTip(plainToolTip(u"%1\n%2"_s.arg(accessibleName(), accessibleDescription())));
    showIcon();
}

void BellButton::showIcon()
{
    if (m_critical > 0)
        setIcon(ui::icon(u"bell-critical"_s, m_theme.bad));
    else if (m_all > 0)
        setIcon(ui::icon(u"bell-warning"_s, m_theme.warn));
    else
        setIcon(ui::icon(u"bell"_s, m_theme.muted));
}

/// Of the widest text.
QSize BellButton::sizeHint() const
{
    const auto widthOf = [this](const QString& text) { return fontMetrics().size(Qt::TextShowMnemonic, text).width(); };
    auto hint = QToolButton::sizeHint();
    hint.rwidth() += widthOf(bellNumber(mostShown + 1)) - widthOf(text());
    return hint;
}

} // namespace lockscope::ui

#include "moc_BellButton.cpp"
