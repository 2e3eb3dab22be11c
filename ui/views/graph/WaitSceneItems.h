// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The items of the scene of WaitGraphView: sessions and locks, arrows, their labels, the numbers of waiters
/// that are not drawn, and the words in a ring. They
/// repaint only when what they show has changed. Thread: UI.

#include "ui/models/Roles.h"
#include "ui/theme/Theme.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <QString>
#include <QStringList>

#include <cstddef>

namespace lockscope::ui {

/// What all items of a scene paint with. Its owner outlives them.
struct WaitSceneLook {
    Theme theme = darkTheme();
    QFont font;
    QFont small;
    QFont bold;
    bool isStale = false;
    bool isForFile = false; ///< without selection and hover

    [[nodiscard]] QColor color(Tone tone) const { return isStale ? theme.muted : theme.color(tone); }
};

/// A session (round) or a lock (square).
struct NodeFace {
    bool isLock = false;
    QSizeF size;
    QString name;
    QString place;     ///< of a session: its host
    QStringList words; ///< its state, the longest text first: the first one that fits is shown
    QString more;      ///< "+7": waiters that are not drawn, unless a pill has their number
    Mark mark = Mark::None;
    Tone tone = Tone::Normal;
    Tone wordTone = Tone::Normal;
    bool isInCycle = false;
    bool isStuck = false;
    bool isLoud = false; ///< needs attention at once

    friend bool operator==(const NodeFace&, const NodeFace&) = default;
};

class WaitSceneItem : public QGraphicsItem {
public:
    /// Its node or arrow, in the drawing.
    [[nodiscard]] std::size_t index() const { return m_index; }
    void setIndex(std::size_t index) { m_index = index; }
    void setChosen(bool chosen);

protected:
    explicit WaitSceneItem(const WaitSceneLook& look);

    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;
    [[nodiscard]] const WaitSceneLook& look() const { return m_look; }
    [[nodiscard]] bool isChosen() const { return m_isChosen && !m_look.isForFile; }
    [[nodiscard]] bool isHovered() const { return m_isHovered && !m_look.isForFile; }

private:
    const WaitSceneLook& m_look;
    std::size_t m_index = 0;
    bool m_isChosen = false;
    bool m_isHovered = false;
};

class WaitNodeItem final : public WaitSceneItem {
public:
    enum {
        Type = UserType + 1
    };
    explicit WaitNodeItem(const WaitSceneLook& look);

    void setFace(const NodeFace& face);
    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    [[nodiscard]] QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    [[nodiscard]] QRectF box() const { return {{}, m_face.size}; }
    [[nodiscard]] double corner() const;
    void paintSession(QPainter& painter) const;
    void paintLock(QPainter& painter) const;
    [[nodiscard]] QString stateFor(const QPainter& painter, double width) const;

    NodeFace m_face;
};

struct ArrowFace {
    QPainterPath path;
    Qt::PenStyle line = Qt::SolidLine;
    bool isCycle = false;
    bool isStuck = false;

    friend bool operator==(const ArrowFace&, const ArrowFace&) = default;
};

class WaitArrowItem final : public WaitSceneItem {
public:
    enum {
        Type = UserType + 2
    };
    explicit WaitArrowItem(const WaitSceneLook& look);

    void setFace(const ArrowFace& face);
    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    [[nodiscard]] QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    ArrowFace m_face;
};

/// The label of an arrow; its index is that of the arrow.
class WaitLabelItem final : public WaitSceneItem {
public:
    enum {
        Type = UserType + 3
    };
    explicit WaitLabelItem(const WaitSceneLook& look);

    void setText(const QString& text, const QSizeF& size, bool isCycle);
    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override { return {{}, m_size}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QString m_text;
    QSizeF m_size;
    bool m_isCycle = false;
};

struct PillFace {
    QRectF box;  ///< in the scene
    QPointF tip; ///< of its arrow
    QString text;

    friend bool operator==(const PillFace&, const PillFace&) = default;
};

/// How many waiters of a lock are not drawn, with an arrow to it; its index is that of the lock.
class WaitPillItem final : public WaitSceneItem {
public:
    enum {
        Type = UserType + 4
    };
    explicit WaitPillItem(const WaitSceneLook& look);

    void setFace(const PillFace& face);
    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    [[nodiscard]] QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    PillFace m_face;
};

/// In the middle of a ring; its position is the centre.
class WaitWordsItem final : public QGraphicsItem {
public:
    explicit WaitWordsItem(const WaitSceneLook& look);

    void setWords(const QString& title, const QString& age);
    [[nodiscard]] QRectF boundingRect() const override { return m_box; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const WaitSceneLook& m_look;
    QString m_title;
    QString m_age;
    QRectF m_box;
};

} // namespace lockscope::ui
