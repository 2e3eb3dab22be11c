// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QLabel>

namespace lockscope::ui {

/// One line of plain text that gives way: what does not fit is left out in the middle or at the end, and is in the
/// tooltip.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] const QString& fullText() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    /// Instead of the style sheet's colour, whose change would cost a style of its own.
    void setInk(const QColor& ink);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void elide();
    [[nodiscard]] QString elidedLikeNode() const;

    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    QColor m_ink; ///< invalid: the style's
};

} // namespace lockscope::ui
