// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Drawer.h"

#include "ui/theme/Sizes.h"

#include <QDockWidget>
#include <QFrame>
#include <QKeyEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int drawerWidth = 340; ///< see scaled()

/// Its text runs from top to bottom.
class RailButton final : public QToolButton {
public:
    using QToolButton::QToolButton;

    [[nodiscard]] QSize sizeHint() const override
    {
        const auto metrics = fontMetrics();
        return {metrics.height() + scaled(8), metrics.horizontalAdvance(text()) + scaled(24)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        option.text.clear();
        QStylePainter painter(this);
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
        painter.translate(width(), 0);
        painter.rotate(90);
        painter.setPen(palette().color(QPalette::ButtonText));
        painter.drawText(QRect(0, 0, height(), width()), Qt::AlignCenter, text());
    }
};

} // namespace

Drawer::Drawer(QWidget& workspace, QDockWidget& dock, QWidget& panel)
    : QObject(&workspace)
    , m_workspace(workspace)
    , m_dock(dock)
    , m_panel(panel)
    , m_rail(new QWidget(&dock))
    , m_frame(new QFrame(&workspace))
{
    m_rail->setObjectName(u"drawerRail"_s);
    m_rail->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_rail->hide();
    auto* rail = new QVBoxLayout(m_rail);
    rail->setContentsMargins(3, 8, 3, 8);
    rail->setSpacing(6);
    rail->addStretch();
    m_frame->setObjectName(u"drawer"_s);
    m_frame->setAccessibleName(dock.windowTitle());
    m_frame->setFocusPolicy(Qt::StrongFocus);
    m_frame->hide();
    auto* layout = new QVBoxLayout(m_frame);
    layout->setContentsMargins(1, 0, 0, 0);
    m_frame->installEventFilter(this);
    m_dock.installEventFilter(this);
}

void Drawer::addPart(const QString& text, const QString& objectName, const QString& accessibleName)
{
    auto* button = new RailButton(m_rail);
    button->setObjectName(objectName);
    button->setText(text);
    button->setAccessibleName(accessibleName);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    const auto part = static_cast<int>(m_parts.size());
    static_cast<QVBoxLayout*>(m_rail->layout())->insertWidget(part, button);
    m_parts.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, part](bool checked) {
        if (checked)
            open(part);
        else
            close();
    });
}

void Drawer::setNarrow(bool narrow)
{
    if (std::exchange(m_isNarrow, narrow) == narrow)
        return;
    if (narrow) {
        m_dock.setWidget(m_rail);
        m_rail->setFixedWidth(m_rail->sizeHint().width());
        m_frame->layout()->addWidget(&m_panel);
        m_panel.show(); // with the frame
    } else {
        close();
        m_dock.setWidget(&m_panel);
        Q_EMIT partChosen(-1);
    }
}

bool Drawer::isOpen() const
{
    return m_frame->isVisible();
}

void Drawer::open(int part)
{
    if (!m_isNarrow)
        return;
    auto* focused = m_workspace.window()->focusWidget();
    if (focused && !m_frame->isAncestorOf(focused) && focused != m_frame)
        m_before = focused;
    Q_EMIT partChosen(part);
    check(part);
    m_panel.show();
    place();
    m_frame->show();
    m_frame->raise();
    m_frame->setFocus(Qt::OtherFocusReason);
}

void Drawer::close()
{
    const auto* focused = m_workspace.window()->focusWidget();
    const bool hasFocus = focused && (focused == m_frame || m_frame->isAncestorOf(focused));
    const auto before = std::exchange(m_before, nullptr);
    if (hasFocus && before && before->isVisible() && before->isEnabled())
        before->setFocus(Qt::OtherFocusReason);
    else if (hasFocus && !m_parts.empty())
        m_parts.front()->setFocus(Qt::OtherFocusReason);
    m_frame->hide();
    check(-1);
}

void Drawer::focusRail()
{
    if (!m_parts.empty())
        m_parts.front()->setFocus(Qt::ShortcutFocusReason);
}

void Drawer::check(int part)
{
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        m_parts[i]->setChecked(static_cast<int>(i) == part);
}

/// Beside the rail, as high as it.
void Drawer::place()
{
    const auto width = std::min(scaled(drawerWidth), m_dock.x());
    m_frame->setGeometry(m_dock.x() - width, m_dock.y(), width, m_dock.height());
}

bool Drawer::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_dock) {
        if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
            place();
        else if (event->type() == QEvent::Hide && isOpen())
            close();
    } else if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::ui

#include "moc_Drawer.cpp"
