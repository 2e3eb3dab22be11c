// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspection/UsualHolds.h"
#include "core/model/NodeIndex.h"
#include "core/model/QueueStates.h"
#include "core/model/Snapshot.h"
#include "ui/theme/Sizes.h"
#include "ui/theme/Theme.h"
#include "ui/views/ContenderSpot.h"
#include "ui/views/ItemAccess.h"
#include "ui/views/lane/LaneLayout.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::ui {

/// One lock's queue as a row of cards, holders first. An arrow leads from each waiter to the node it waits for, dashed
/// if a missing watch was observed. Readers that hold or wait together are joined. A contender in a finding has a mark
/// of its severity. A click or the arrow keys select a contender. The height is fixed; a card counts the contenders
/// that do not fit, and shows all: by a click, Return or Space. In one line, without their marks of time and the
/// legend, if there is little room. Thread: UI.
class QueueLane final : public QWidget, public ItemAccess {
    Q_OBJECT
public:
    explicit QueueLane(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `snapshot`: contains the lock; source of its session data and findings; null: none.
    void setLock(std::shared_ptr<const inspect::Lock> lock, const inspect::Snapshot* snapshot = nullptr);
    void setNow(const inspect::Moment& now);
    /// The holder's card compares with it; nullopt: not known.
    void setUsualHold(const std::optional<inspect::UsualHold>& usualHold);
    /// Drawn without colours: the data is old.
    void setStale(bool stale);
    void setSelected(const inspect::ContenderKey& key);
    [[nodiscard]] const inspect::ContenderKey& selected() const { return m_selected; }
    /// Selects the card at this point, as a click does; nullopt: none is there.
    std::optional<ContenderSpot> chooseAt(const QPoint& point);
    /// The selected card.
    [[nodiscard]] std::optional<ContenderSpot> chosenSpot() const;
    /// Cards of one line: mark, name and time.
    void setOneLine(bool oneLine);
    [[nodiscard]] bool isOneLine() const { return m_isOneLine; }
    /// The present places of the cards, in the pixels of the design.
    [[nodiscard]] LaneLayout laneLayout() const;

    /// As visible, without focus and pointer, for files.
    void paintWhole(QPainter& painter) const;
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] ItemInfo itemAt(int index) const override;
    void chooseItem(int index) override;

Q_SIGNALS:
    /// The user selected this contender.
    void chosen(const lockscope::inspect::ContenderKey& key);
    /// The user wants to see the contenders without a card, from this place on. Nothing is selected.
    void restWanted(int place);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A card that counts contenders without a card.
    struct RestCard {
        QRectF box; ///< in the pixels of the design
        int count = 0;
        int first = 0; ///< the place of the first one to show
    };
    /// Those behind the cards first.
    [[nodiscard]] std::vector<RestCard> restCards() const;
    [[nodiscard]] static const RestCard* restCardAt(const std::vector<RestCard>& cards, const QPoint& point);
    /// A long name may be cut, but not that of a holder.
    [[nodiscard]] LaneLayout::CardWidth widthOf(const inspect::Contender& contender) const;
    [[nodiscard]] bool isTall() const { return m_lock && m_lock->redis && !m_isOneLine; }
    [[nodiscard]] double widthInDesign() const { return width() / textScale(); }
    /// Below the name; on Redis two lines.
    [[nodiscard]] QStringList cardLines(const inspect::Contender& contender) const;
    /// Of a waiter on Redis: whether it has a subscriber.
    [[nodiscard]] static QString subscriberLine(const inspect::Contender& waiter);
    [[nodiscard]] int selectedPlace() const;
    /// Of its card in the widget; empty: it is not drawn.
    [[nodiscard]] QRect boxOf(int place) const;
    [[nodiscard]] static QRect inWidget(const QRectF& designed);
    [[nodiscard]] Tone toneOf(const inspect::Contender& contender) const;
    void choose(int place);
    void setHovered(int place);
    void describe();
    [[nodiscard]] bool isUnwatched(const inspect::Contender& contender) const;
    /// Of the worst finding that names it; nothing without any.
    [[nodiscard]] std::optional<inspect::Severity> severityOf(const inspect::Contender& contender) const;
    [[nodiscard]] QStringList tipOf(const inspect::Contender& contender) const;
    [[nodiscard]] static QString restTip();
    void paint(QPainter& painter, bool hasInput) const;
    void paintCard(QPainter& painter, const QRectF& box, const inspect::Contender& contender, bool hovered) const;
    void paintLine(QPainter& painter, const QRectF& box, const inspect::Contender& contender,
                   const QColor& color) const;
    void paintLease(QPainter& painter, const QRectF& box, const inspect::Contender& contender) const;
    void paintUsualHold(QPainter& painter, const QRectF& box, const inspect::Contender& contender) const;
    void paintRest(QPainter& painter, const RestCard& card, bool summary) const;
    void paintGroups(QPainter& painter, const LaneLayout& layout) const;
    void paintArrows(QPainter& painter, const LaneLayout& layout) const;
    void paintWords(QPainter& painter, const LaneLayout& layout) const;
    void paintUnordered(QPainter& painter, const LaneLayout& layout) const;

    Theme m_theme = darkTheme();
    std::shared_ptr<const inspect::Lock> m_lock;
    inspect::WaiterPlaces m_places; ///< of m_lock
    inspect::NodeIndex m_index;     ///< likewise
    std::shared_ptr<const ensemble::EnsembleFacts> m_ensemble;
    std::unordered_map<std::string, inspect::Severity> m_marked; ///< full paths of nodes in a finding: the worst
    std::unordered_set<std::string> m_unwatched; ///< full paths of waiters without a watch on their predecessor
    inspect::Moment m_now;
    std::optional<inspect::UsualHold> m_usualHold;
    bool m_stale = false;
    bool m_isOneLine = false;
    inspect::ContenderKey m_selected;
    int m_hovered = -1;
};

} // namespace lockscope::ui
