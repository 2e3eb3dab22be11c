// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

class QFileDialog;
class QWidget;

namespace lockscope::ui {

/// Asks which recording or audit log to open: fileSelected() says. It goes when it is closed.
[[nodiscard]] QFileDialog* makeRecordingDialog(QWidget* parent);

/// Takes one file that is dragged to a window, and nothing else. Belongs to the window. Thread: UI.
class RecordingDrop final : public QObject {
    Q_OBJECT
public:
    explicit RecordingDrop(QWidget& window);

Q_SIGNALS:
    void dropped(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lockscope::ui
