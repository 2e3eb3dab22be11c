// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/DeadlockWays.h"

#include "ui/files/TableActions.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FocusWithoutChoice.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPersistentModelIndex>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <optional>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostWaysInSight = 8; ///< more are scrolled
constexpr int wideTable = 900;     ///< see scaled(); a narrower one has fewer columns

} // namespace

DeadlockWays::DeadlockWays(SaveLine& saveLine, QWidget* parent)
    : QWidget(parent)
    , m_model(new WaysModel(this))
    , m_delegate(new ToneDelegate(this))
    , m_table(new QTableView(this))
{
    setObjectName(u"deadlockWays"_s);
    auto* title = new QLabel(tr("WAYS TO END THE DEADLOCK"), this);
    title->setObjectName(u"deadlockWaysTitle"_s);
    title->setProperty("role", u"section"_s);
    auto* hint = new ElidedLabel(this);
    hint->setObjectName(u"deadlockWaysHint"_s);
    hint->setProperty("role", u"muted"_s);
    hint->setFullText(tr("One release is enough. Nothing is released before you have reviewed the plan."));
    m_table->setObjectName(u"deadlockWaysTable"_s);
    m_table->setAccessibleName(tr("Ways to end the deadlock"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    new FocusWithoutChoice(*m_table);
    showAsRows(*m_table);
    m_table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_table->setMaximumHeight((mostWaysInSight + 2) * rowHeight()); // with the titles and a scroll bar
    addTableActions(*m_table, u"ways-to-end"_s, saveLine);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(WaysModel::Effect, QHeaderView::Stretch);
    m_table->installEventFilter(this);

    auto* header = new QHBoxLayout;
    header->setContentsMargins(14, 0, 8, 0);
    header->addWidget(title);
    header->addWidget(hint, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(header);
    layout->addWidget(m_table, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (const auto* way = selected(); way && !m_isUpdating)
            Q_EMIT wayChosen(inspect::ContenderKey(way->key));
    });
}

void DeadlockWays::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void DeadlockWays::setStale(bool stale)
{
    m_delegate->setStale(stale);
    m_table->viewport()->update();
}

void DeadlockWays::setWays(const std::vector<DeadlockWay>& ways, WallTime now, const QString& whyNot)
{
    m_whyNot = whyNot;
    m_isUpdating = true;
    const auto before = m_model->rowCount();
    const auto chosen = selected() ? std::optional(selected()->key) : std::nullopt;
    m_model->setWays(ways, now);
    // A row that is gone makes its neighbour the current one: the user did not choose it.
    if (chosen && (!selected() || selected()->key != *chosen))
        m_table->setCurrentIndex({});
    m_isUpdating = false;
    if (m_model->rowCount() != before)
        m_table->updateGeometry();
    showButtons();
}

const DeadlockWay* DeadlockWays::selected() const
{
    return m_model->wayAt(m_table->currentIndex().row());
}

QString DeadlockWays::whyNot(const DeadlockWay& way) const
{
    return !m_whyNot.isEmpty() ? m_whyNot : way.effect == DeadlockWay::Effect::Refused ? way.words : QString();
}

void DeadlockWays::showButtons()
{
    for (auto row = 0; row < m_model->rowCount(); ++row) {
        const auto place = m_model->index(row, WaysModel::Release);
        if (!m_table->indexWidget(place))
            addButton(place);
        auto& button = *m_table->indexWidget(place);
        const auto& way = *m_model->wayAt(row);
        const auto name = tr("Release %1, held by %2").arg(oneLine(way.key.lock), way.holder);
        if (button.accessibleName() != name)
            button.setAccessibleName(name);
        enableUnless(button, whyNot(way));
    }
}

void DeadlockWays::addButton(const QModelIndex& place)
{
    auto* button = new QPushButton(tr("Release…"), m_table->viewport());
    button->setObjectName(u"deadlockRelease"_s);
    button->setProperty("role", u"row"_s);
    button->installEventFilter(this);
    connect(button, &QPushButton::clicked, this, [this, at = QPersistentModelIndex(place)] { releaseRow(at.row()); });
    m_table->setIndexWidget(place, button);
    auto* before = place.row() > 0 ? m_table->indexWidget(place.siblingAtRow(place.row() - 1)) : nullptr;
    setTabOrder(before ? before : m_table, button);
}

/// The row is selected first: the window then shows the holder that the dialog is about.
void DeadlockWays::releaseRow(int row)
{
    const auto* way = m_model->wayAt(row);
    if (!way || !whyNot(*way).isEmpty())
        return;
    const auto key = way->key;
    m_table->setCurrentIndex(m_model->index(row, WaysModel::LockColumn));
    Q_EMIT releaseWanted(key);
}

/// Tab goes from a row to its button. Del is a shortcut of the window, too: here it means the row, not what is selected
/// elsewhere. If nothing can be released, the window says why not.
bool DeadlockWays::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (watched == m_table && event->type() == QEvent::KeyPress && key.key() == Qt::Key_Tab &&
        key.modifiers() == Qt::NoModifier) {
        auto* button = m_table->indexWidget(m_table->currentIndex().siblingAtColumn(WaysModel::Release));
        if (!button || !button->isEnabled())
            return QWidget::eventFilter(watched, event);
        button->setFocus(Qt::TabFocusReason);
        return true;
    }
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if ((key.key() != Qt::Key_Delete && !isReturn) || (key.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return QWidget::eventFilter(watched, event);
    auto row = m_table->currentIndex().row();
    for (auto each = 0; watched != m_table && each < m_model->rowCount(); ++each) {
        if (m_table->indexWidget(m_model->index(each, WaysModel::Release)) == watched)
            row = each;
    }
    if (!m_whyNot.isEmpty())
        return QWidget::eventFilter(watched, event);
    event->accept();
    const auto* way = event->type() == QEvent::KeyPress ? m_model->wayAt(row) : nullptr;
    if (way && whyNot(*way).isEmpty())
        releaseRow(row);
    else if (way)
        Q_EMIT releaseWanted(inspect::ContenderKey(way->key)); // the dialog says why it is refused
    return true;
}

/// The button stays in sight; what happens then names the next holder, too.
void DeadlockWays::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < scaled(wideTable);
    for (const auto column : {WaysModel::Node, WaysModel::Next})
        m_table->setColumnHidden(column, isNarrow);
}

} // namespace lockscope::ui

#include "moc_DeadlockWays.cpp"
