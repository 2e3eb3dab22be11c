// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>

namespace lockscope::ui {

/// A combo box that is as wide as its selected text, and can be narrower: the text is then elided at its end, and the
/// tooltip shows all of it. Qt's own combo box is as wide as its widest text and cuts through a letter.
class ElidedComboBox final : public QComboBox {
    Q_OBJECT
public:
    explicit ElidedComboBox(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString shownText() const;
};

} // namespace lockscope::ui
