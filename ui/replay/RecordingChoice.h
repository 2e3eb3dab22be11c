// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>

class QFileDialog;
class QWidget;

namespace lockscope::ui {

/// A dialog that asks for a recording, or the audit logs of an ensemble; it emits filesSelected(). Deletes itself when
/// closed.
[[nodiscard]] QFileDialog* makeRecordingDialog(QWidget* parent);

/// Accepts a drop of local files on a window. Belongs to the window. Thread: UI.
class RecordingDrop final : public QObject {
    Q_OBJECT
public:
    explicit RecordingDrop(QWidget& window);

Q_SIGNALS:
    void dropped(const QStringList& files);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lockscope::ui
