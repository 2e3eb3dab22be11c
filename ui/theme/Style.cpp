// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Style.h"

#include <QProxyStyle>
#include <QStyleFactory>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

class MenuKeysStyle final : public QProxyStyle {
public:
    MenuKeysStyle()
        : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        return hint == SH_Menu_AllowActiveAndDisabled ? 1 : QProxyStyle::styleHint(hint, option, widget, returned);
    }
};

} // namespace

QStyle* makeStyle()
{
    return new MenuKeysStyle;
}

} // namespace lockscope::ui
