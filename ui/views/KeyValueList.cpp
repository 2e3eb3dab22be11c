// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/KeyValueList.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FactCell.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int keyGap = 6;         ///< see scaled(); in addition to the spacing
constexpr int linesOfRow = 2;     ///< of the layout
constexpr int mostValueLines = 8; ///< of a value from a server, which may be as long as it likes

} // namespace

KeyValueList::KeyValueList(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
{
    setObjectName(objectName);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(scaled(6));
    m_layout->setVerticalSpacing(4);
    m_layout->setColumnMinimumWidth(0, scaled(72));
    m_layout->setColumnStretch(1, 1);
}

void KeyValueList::setRows(const std::vector<KeyValue>& rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    if (isVisible())
        showRows();
}

/// Creates widgets only for a visible page, because that is expensive.
void KeyValueList::showRows()
{
    while (m_widgets.size() < m_rows.size())
        addRow();
    for (std::size_t i = 0; i < m_widgets.size(); ++i) {
        const bool isUsed = i < m_rows.size();
        for (QWidget* widget : {static_cast<QWidget*>(m_widgets[i].key), static_cast<QWidget*>(m_widgets[i].cell),
                                static_cast<QWidget*>(m_widgets[i].copy)})
            widget->setVisible(isUsed);
        if (isUsed && m_shown[i] != m_rows[i])
            show(i);
    }
    placeExtra();
}

void KeyValueList::setExtra(QWidget& extra, const QString& key)
{
    m_extra = &extra;
    m_extraKey = key;
    placeExtra();
}

void KeyValueList::placeExtra()
{
    if (!m_extra)
        return;
    const auto row =
        std::find_if(m_rows.begin(), m_rows.end(), [this](const KeyValue& each) { return each.key == m_extraKey; });
    const auto above = static_cast<int>(row - m_rows.begin()) - (row == m_rows.end() ? 1 : 0);
    const auto line = std::max(linesOfRow * above + 1, 1);
    if (auto* placed = m_layout->itemAtPosition(line, 0); placed && placed->widget() == m_extra)
        return;
    m_layout->removeWidget(m_extra);
    m_layout->addWidget(m_extra, line, 0, 1, 3);
}

void KeyValueList::showEvent(QShowEvent* event)
{
    showRows();
    QWidget::showEvent(event);
}

void KeyValueList::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (std::size_t i = 0; i < m_widgets.size(); ++i) {
        m_widgets[i].copy->setIcon(icon(u"copy"_s, theme.muted));
        setInk(i);
    }
}

void KeyValueList::setStale(bool stale)
{
    if (std::exchange(m_stale, stale) != stale)
        for (std::size_t i = 0; i < m_widgets.size(); ++i)
            setInk(i);
}

void KeyValueList::addRow()
{
    const auto row = m_widgets.size();
    const Widgets widgets{new QLabel(this), new FactCell(this), new QToolButton(this)};
    auto& value = widgets.cell->value();
    auto& source = widgets.cell->source();
    widgets.cell->mark().setObjectName(u"%1Mark%2"_s.arg(objectName()).arg(row));
    value.setObjectName(u"%1Value%2"_s.arg(objectName()).arg(row));
    value.installEventFilter(this);
    source.setObjectName(u"%1Source%2"_s.arg(objectName()).arg(row));
    source.setFont(scaledFont(textFont(), 11));
    widgets.key->setTextFormat(Qt::PlainText);
    widgets.key->setContentsMargins(0, 0, scaled(keyGap), 0); // the column is as wide as the longest key
    widgets.key->setProperty("role", u"key"_s);
    widgets.key->setObjectName(u"%1Key%2"_s.arg(objectName()).arg(row));
    widgets.copy->setObjectName(u"%1Copy%2"_s.arg(objectName()).arg(row));
    widgets.copy->setProperty("role", u"copy"_s);
    widgets.copy->setAccessibleName(tr("Copy")); // until it is shown
    widgets.copy->setIcon(icon(u"copy"_s, m_theme.muted));
    widgets.copy->setIconSize(QSize(scaled(13), scaled(13)));
    connect(widgets.copy, &QToolButton::clicked, this, [this, row] {
        const auto& content = m_rows[row];
        QGuiApplication::clipboard()->setText(content.whole.isEmpty() ? content.value : content.whole);
    });
    const auto line = linesOfRow * static_cast<int>(row);
    m_layout->addWidget(widgets.key, line, 0, Qt::AlignTop);
    m_layout->addWidget(widgets.cell, line, 1);
    m_layout->addWidget(widgets.copy, line, 2, Qt::AlignTop);
    // Free height is below the rows. An alignment of the layout would not allow for wrapped values.
    m_layout->setRowStretch(line, 0);
    m_layout->setRowStretch(line + linesOfRow, 1);
    m_widgets.push_back(widgets);
    m_shown.emplace_back();
    setInk(row);
}

bool KeyValueList::addRowAhead()
{
    constexpr std::size_t usualRows = 16;
    if (m_widgets.size() >= usualRows)
        return false;
    addRow();
    const auto& [key, cell, copy] = m_widgets.back();
    for (QWidget* widget : {static_cast<QWidget*>(key), static_cast<QWidget*>(cell), static_cast<QWidget*>(copy)}) {
        widget->hide();
        widget->ensurePolished();
        for (auto* child : widget->findChildren<QWidget*>())
            child->ensurePolished();
    }
    return true;
}

void KeyValueList::setInk(std::size_t row)
{
    auto& cell = *m_widgets[row].cell;
    cell.value().setInk(m_theme.color(m_stale ? Tone::Muted : m_shown[row].tone));
    cell.source().setInk(m_theme.muted);
    if (m_shown[row].isUnknown) {
        const auto side = fontMetrics().ascent();
        cell.mark().setPixmap(markIcon(Mark::Question, m_theme.muted).pixmap(side, side));
    }
}

void KeyValueList::setLink(std::size_t row)
{
    auto& value = m_widgets[row].cell->value();
    const bool isLink = !m_shown[row].link.empty();
    value.setFocusPolicy(isLink ? Qt::StrongFocus : Qt::NoFocus);
    value.setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool KeyValueList::eventFilter(QObject* watched, QEvent* event)
{
    const auto row = std::find_if(m_widgets.begin(), m_widgets.end(),
                                  [&](const Widgets& each) { return &each.cell->value() == watched; });
    if (row == m_widgets.end())
        return QWidget::eventFilter(watched, event);
    const auto link = m_shown[static_cast<std::size_t>(row - m_widgets.begin())].link;
    const auto isClick = [&](const QMouseEvent& mouse) {
        return mouse.button() == Qt::LeftButton && row->cell->value().rect().contains(mouse.position().toPoint());
    };
    const bool isActivated =
        (event->type() == QEvent::MouseButtonRelease && isClick(*static_cast<const QMouseEvent*>(event))) ||
        (event->type() == QEvent::KeyPress && isActivation(*static_cast<const QKeyEvent*>(event)));
    if (link.empty() || !isActivated)
        return QWidget::eventFilter(watched, event);
    Q_EMIT linkActivated(link);
    return true;
}

void KeyValueList::show(std::size_t row)
{
    const auto& [key, cell, copy] = m_widgets[row];
    const auto& content = m_shown[row] = m_rows[row];
    auto& value = cell->value();
    key->setText(content.key);
    key->setToolTip(plainToolTip(content.explanation));
    setInk(row);
    auto font = content.mono ? monoFont() : textFont();
    font.setItalic(content.isUnknown);
    font.setUnderline(!content.link.empty());
    setLink(row);
    if (value.font() != font)
        value.setFont(font);
    value.setMostLines(content.mono ? 1 : mostValueLines);
    value.setElideMode(content.mono ? Qt::ElideMiddle : Qt::ElideRight); // the end of an id identifies it
    value.setFullText(content.value);
    const auto gap = content.whole.isEmpty() || content.explanation.isEmpty() ? QString() : u"\n\n"_s;
    value.setExplanation(content.whole + gap + content.explanation);
    value.setAccessibleName(withAside(asEntry(content.key, content.value), content.source));
    cell->source().setFullText(content.source);
    cell->arrange(content.isUnknown);
    copy->setToolTip(tr("Copy %1").arg(content.key));
    copy->setAccessibleName(copy->toolTip());
}

} // namespace lockscope::ui

#include "moc_KeyValueList.cpp"
