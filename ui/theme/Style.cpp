// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Style.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

class PopupStyle final : public QProxyStyle {
public:
    PopupStyle()
        : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        return hint == SH_Menu_AllowActiveAndDisabled ? 1 : QProxyStyle::styleHint(hint, option, widget, returned);
    }

    /// Qt paints the margins of a combo box's popup in the colours of the system, also if the theme is another one; no
    /// style sheet reaches them. Here they have the colour of its list.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        const auto* list = element == PE_PanelMenu && widget && widget->inherits("QComboBoxPrivateContainer")
                               ? widget->findChild<const QAbstractItemView*>()
                               : nullptr;
        if (list)
            painter->fillRect(option->rect, list->palette().window());
        else
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
};

} // namespace

QStyle* makeStyle()
{
    return new PopupStyle;
}

} // namespace lockscope::ui
