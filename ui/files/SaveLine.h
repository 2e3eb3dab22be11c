// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/FileWriter.h"

#include <QTimer>
#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class TableReader;

/// A line below a view that shows the progress and the result of a save, with a button to cancel. Hidden before the
/// first save and some time after a success; an error stays until closed.
class SaveLine final : public QWidget {
    Q_OBJECT
public:
    explicit SaveLine(const QString& objectName, QWidget* parent);

    /// All rows of the model: as JSON if the file's name ends in .json, else as CSV.
    void saveTable(const QAbstractItemModel& model, const QString& file);
    void save(const QString& file, FileWriter::Make make);
    void cancel();

    [[nodiscard]] bool isBusy() const { return m_reader || m_writer.isBusy(); }

private:
    void report(const QString& sentence);
    void reportFailure(const QString& sentence);
    void reportProgress();

    QString m_file;
    FileWriter m_writer;
    TableReader* m_reader = nullptr; ///< while it reads
    QTimer m_leave;
    ElidedLabel* m_reported;
    QLabel* m_reason; ///< why a save has failed, complete
    QToolButton* m_cancel;
    QToolButton* m_close;
};

} // namespace lockscope::ui
