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
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <optional>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostWaysInSight = 8; ///< more are scrolled

} // namespace

DeadlockWays::DeadlockWays(SaveLine& saveLine, QWidget* parent)
    : QWidget(parent)
    , m_model(new WaysModel(this))
    , m_delegate(new ToneDelegate(this))
    , m_table(new QTableView(this))
    , m_release(new QPushButton(tr("Release…"), this))
{
    setObjectName(u"deadlockWays"_s);
    auto* title = new QLabel(tr("WAYS TO END THE DEADLOCK"), this);
    title->setObjectName(u"deadlockWaysTitle"_s);
    title->setProperty("role", u"section"_s);
    auto* hint = new ElidedLabel(this);
    hint->setObjectName(u"deadlockWaysHint"_s);
    hint->setProperty("role", u"muted"_s);
    hint->setFullText(tr("One release is enough. Nothing is released before you have reviewed the plan."));
    m_release->setObjectName(u"deadlockRelease"_s);
    m_release->setAccessibleName(tr("Release the selected holder in the deadlock"));
    m_release->setProperty("tone", u"bad"_s);
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
    m_table->horizontalHeader()->setStretchLastSection(true);

    auto* header = new QHBoxLayout;
    header->setContentsMargins(14, 0, 8, 0);
    header->addWidget(title);
    header->addWidget(hint, 1);
    header->addWidget(m_release);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(header);
    layout->addWidget(m_table, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        showButton();
        if (const auto* way = selected(); way && !m_isUpdating)
            Q_EMIT wayChosen(inspect::ContenderKey(way->key));
    });
    connect(m_release, &QPushButton::clicked, this, [this] {
        if (const auto* way = selected())
            Q_EMIT releaseWanted(inspect::ContenderKey(way->key));
    });
    showButton();
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
    showButton();
}

const DeadlockWay* DeadlockWays::selected() const
{
    return m_model->wayAt(m_table->currentIndex().row());
}

void DeadlockWays::showButton()
{
    const auto* way = selected();
    enableUnless(*m_release, !m_whyNot.isEmpty()                           ? m_whyNot
                             : !way                                        ? tr("Select one of the releases first.")
                             : way->effect == DeadlockWay::Effect::Refused ? way->words
                                                                           : QString());
}

} // namespace lockscope::ui

#include "moc_DeadlockWays.cpp"
