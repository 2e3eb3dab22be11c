// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void elide();
    [[nodiscard]] QString elidedLikeNode() const;

    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace lockscope::ui
