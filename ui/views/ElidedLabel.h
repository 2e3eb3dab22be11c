// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QLabel>

namespace lockscope::ui {

/// Plain text in one line, or wrapped into several, that is elided in the middle or at the end if it does not fit; the
/// tooltip shows all of it, and an explanation if it has one.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] const QString& fullText() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    /// 1, the default: one line. Else the text is wrapped at word borders, is cut only behind this number of lines, and
    /// has no elide mode.
    void setMostLines(int lines);
    /// What the text means: in the tooltip, below the whole text where that is cut, and as accessible description.
    void setExplanation(const QString& explanation);
    /// Replaces the style sheet's colour: changing that would create a style for each label.
    void setInk(const QColor& ink);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;
    /// QLabel itself clears it in its size policy at each new text.
    [[nodiscard]] bool hasHeightForWidth() const override { return wraps(); }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void elide();
    [[nodiscard]] QString elided() const;
    [[nodiscard]] QString elidedLikeNode() const;
    [[nodiscard]] QString wrapped() const;
    [[nodiscard]] bool wraps() const { return m_mostLines > 1; }

    QString m_text;
    QString m_explanation;
    int m_mostLines = 1;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    QColor m_ink; ///< invalid: the style's
};

} // namespace lockscope::ui
