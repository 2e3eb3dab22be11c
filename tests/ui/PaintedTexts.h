// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a widget paints: its texts as they are drawn, after eliding, with their places and colours.

#include <QColor>
#include <QList>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPen>
#include <QRectF>
#include <QRegion>
#include <QString>
#include <QStringList>
#include <QTransform>
#include <QWidget>

namespace lockscope::test {

struct PaintedText {
    QString text;
    QRectF box;   ///< in the widget
    QColor color; ///< may be transparent in part
};

struct Painted {
    QList<PaintedText> texts;
    int shapes = 0; ///< lines and areas
};

/// Keeps what is painted on it, and draws nothing.
class PaintRecord final : public QPaintEngine {
public:
    PaintRecord()
        : QPaintEngine(AllFeatures)
    {
    }

    [[nodiscard]] const Painted& painted() const { return m_painted; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState& now) override
    {
        if (now.state() & DirtyTransform)
            m_transform = now.transform();
        if (now.state() & DirtyPen)
            m_color = now.pen().color();
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override { ++m_painted.shapes; }
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override { ++m_painted.shapes; }
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        if (!item.text().trimmed().isEmpty())
            m_painted.texts << PaintedText{item.text().trimmed(), m_transform.mapRect(box), m_color};
    }
    [[nodiscard]] Type type() const override { return User; }

private:
    Painted m_painted;
    QTransform m_transform;
    QColor m_color;
};

class PaintRecorder final : public QPaintDevice {
public:
    explicit PaintRecorder(const QSize& size)
        : m_size(size)
    {
    }

    [[nodiscard]] const Painted& painted() const { return m_record.painted(); }
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_record; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        constexpr auto dotsPerInch = 96;
        switch (metric) {
        case PdmWidth:
        case PdmWidthMM:
            return m_size.width();
        case PdmHeight:
        case PdmHeightMM:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return dotsPerInch;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    mutable PaintRecord m_record;
    QSize m_size;
};

/// By the widget itself, not by its children.
[[nodiscard]] inline Painted painted(QWidget& widget)
{
    PaintRecorder recorder(widget.size());
    widget.render(&recorder, QPoint(), QRegion(), QWidget::RenderFlags());
    return recorder.painted();
}

[[nodiscard]] inline QStringList paintedTexts(QWidget& widget)
{
    QStringList texts;
    for (const auto& each : painted(widget).texts)
        texts << each.text;
    return texts;
}

} // namespace lockscope::test
