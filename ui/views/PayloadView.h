// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <string>

class QComboBox;
class QPlainTextEdit;

namespace lockscope::ui {

class ElidedLabel;

/// A node's bytes as text, indented JSON or a hex dump as wide as the view; never as markup. Unchanged bytes keep
/// scroll and selection.
class PayloadView final : public QWidget {
    Q_OBJECT
public:
    explicit PayloadView(QWidget* parent = nullptr);

    /// `cut`: the number of bytes that were cut off.
    void setBytes(const std::string& bytes, qint64 cut = 0);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void show();
    [[nodiscard]] int bytesInLine() const;

    std::string m_bytes;
    qint64 m_cut = 0;
    int m_inLine = 0; ///< bytes in a line of the hex dump that is shown; 0: none is
    ElidedLabel* m_kind;
    QComboBox* m_form;
    QPlainTextEdit* m_text;
};

} // namespace lockscope::ui
