// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Style.h"

#include <QAbstractItemView>
#include <QColor>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QColor& placeholderColor()
{
    static QColor color;
    return color;
}

/// A style sheet that gives a field a colour makes its placeholder half transparent, too faint to be read.
class PlaceholderFilter final : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* field = qobject_cast<QLineEdit*>(watched);
        const auto& color = placeholderColor();
        if (field && event->type() == QEvent::PaletteChange && color.isValid() &&
            field->palette().color(QPalette::PlaceholderText) != color) {
            auto palette = field->palette();
            palette.setColor(QPalette::PlaceholderText, color);
            field->setPalette(palette);
        }
        return QObject::eventFilter(watched, event);
    }
};

class PopupStyle final : public QProxyStyle {
public:
    PopupStyle()
        : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
    {
    }

    using QProxyStyle::polish;
    void polish(QWidget* widget) override
    {
        QProxyStyle::polish(widget);
        if (qobject_cast<QLineEdit*>(widget))
            widget->installEventFilter(&m_placeholders);
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        return hint == SH_Menu_AllowActiveAndDisabled ? 1 : QProxyStyle::styleHint(hint, option, widget, returned);
    }

    /// The mark of a sorted column points down if the greatest value is first; Qt's points up. And Qt paints the
    /// margins of a combo box's popup in the colours of the system, also if the theme is another one, where no style
    /// sheet reaches; here they have the colour of its list.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        const auto* sorted =
            element == PE_IndicatorHeaderArrow ? qstyleoption_cast<const QStyleOptionHeader*>(option) : nullptr;
        if (sorted && sorted->sortIndicator != QStyleOptionHeader::None) {
            QStyleOptionHeader turned = *sorted;
            turned.version = QStyleOptionHeader::Version;
            turned.sortIndicator = sorted->sortIndicator == QStyleOptionHeader::SortUp ? QStyleOptionHeader::SortDown
                                                                                       : QStyleOptionHeader::SortUp;
            QProxyStyle::drawPrimitive(element, &turned, painter, widget);
            return;
        }
        const auto* list = element == PE_PanelMenu && widget && widget->inherits("QComboBoxPrivateContainer")
                               ? widget->findChild<const QAbstractItemView*>()
                               : nullptr;
        if (list)
            painter->fillRect(option->rect, list->palette().window());
        else
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }

private:
    PlaceholderFilter m_placeholders;
};

} // namespace

QStyle* makeStyle()
{
    return new PopupStyle;
}

void setPlaceholderColor(const QColor& color)
{
    placeholderColor() = color;
}

} // namespace lockscope::ui
