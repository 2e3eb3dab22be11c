// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/RowTable.h"

#include "ui/models/Roles.h"
#include "ui/theme/Sizes.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <limits>
#include <vector>

namespace lockscope::ui {

namespace {

/// The width of the widest columns, if all columns together must not be wider than `room`.
int mostWidth(std::vector<int> needed, int room)
{
    std::sort(needed.begin(), needed.end());
    auto left = static_cast<int>(needed.size());
    for (const auto each : needed) {
        const auto share = room / left--;
        if (each > share)
            return share;
        room -= each;
    }
    return std::numeric_limits<int>::max();
}

/// See shareWidth(). Owned by its table.
class WidthSharer final : public QObject {
public:
    explicit WidthSharer(QTableView& table)
        : QObject(&table)
        , m_table(table)
    {
        constexpr int intervalMs = 100; // of measuring the rows, which change up to ten times a second
        m_later.setSingleShot(true);
        m_later.setInterval(intervalMs);
        connect(&m_later, &QTimer::timeout, this, [this] { share(); });
        const auto* model = table.model();
        connect(model, &QAbstractItemModel::rowsInserted, this, [this] { shareLater(); });
        connect(model, &QAbstractItemModel::dataChanged, this, [this] { shareLater(); });
        connect(model, &QAbstractItemModel::layoutChanged, this, [this] { shareLater(); });
        connect(model, &QAbstractItemModel::modelReset, this, [this] { shareLater(); });
        connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { shareLater(); });
        connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, [this](int, int before, int now) {
            const bool isDragged = !m_isSharing && before != 0 && now != 0;
            m_isUsers = m_isUsers || (isDragged && QGuiApplication::mouseButtons() != Qt::NoButton);
        });
        table.viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
            share();
        return QObject::eventFilter(watched, event);
    }

private:
    void shareLater()
    {
        if (!m_later.isActive())
            m_later.start();
    }
    void share()
    {
        const auto* model = m_table.model();
        if (model->rowCount() == 0)
            m_needed.clear();
        if (m_isUsers || m_isSharing || model->rowCount() == 0 || !m_table.isVisible())
            return;
        m_isSharing = true;
        m_needed.resize(static_cast<std::size_t>(model->columnCount()));
        std::vector<int> shown;
        auto last = 0;
        for (auto column = 0; column < model->columnCount(); ++column) {
            if (m_table.isColumnHidden(column))
                continue;
            auto& needed = m_needed[static_cast<std::size_t>(column)];
            needed = std::max(needed, widthOf(column));
            shown.push_back(needed);
            last = column;
        }
        auto room = m_table.viewport()->width();
        const auto most = std::max(mostWidth(shown, room), scaled(leastWidth));
        for (auto column = 0; column <= last; ++column) {
            if (m_table.isColumnHidden(column))
                continue;
            const auto width = std::min(m_needed[static_cast<std::size_t>(column)], most);
            m_table.setColumnWidth(column, column == last ? std::max(width, room) : width);
            room -= width;
        }
        m_isSharing = false;
    }
    /// By the rows in sight.
    [[nodiscard]] int widthOf(int column) const
    {
        auto width = m_table.horizontalHeader()->sectionSizeHint(column);
        const auto* model = m_table.model();
        const auto last = m_table.rowAt(m_table.viewport()->height() - 1);
        for (auto row = std::max(m_table.rowAt(0), 0); row <= (last < 0 ? model->rowCount() - 1 : last); ++row)
            width = std::max(width, m_table.sizeHintForIndex(model->index(row, column)).width() + 1);
        return width;
    }

    static constexpr int leastWidth = 70; ///< see scaled(); narrower columns could not be read

    QTableView& m_table;
    QTimer m_later;
    std::vector<int> m_needed; ///< by column: the most so far
    bool m_isSharing = false;
    bool m_isUsers = false; ///< the user has set a width
};

} // namespace

void showAsRows(QTableView& table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(rowHeight());
    auto* header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto* model = table.model();
    for (auto column = 0; column < model->columnCount(); ++column) {
        if (const auto width = model->headerData(column, Qt::Horizontal, WidthRole); width.isValid())
            table.setColumnWidth(column, width.toInt());
    }
}

void shareWidth(QTableView& table)
{
    new WidthSharer(table);
}

void sortByHeader(QTableView& table)
{
    auto* header = table.horizontalHeader();
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    header->setSectionsClickable(true);
    table.setSortingEnabled(true);
}

} // namespace lockscope::ui
