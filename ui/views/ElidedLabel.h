// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QLabel>

namespace lockscope::ui {

/// One line of plain text that is elided in the middle or at the end if it does not fit; the tooltip shows all of it.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] const QString& fullText() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    /// Replaces the style sheet's colour: changing that would create a style for each label.
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
