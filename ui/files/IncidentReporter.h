// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/FileWriter.h"
#include "ui/shell/ViewState.h"

#include <QObject>

#include <string>

class QWidget;

namespace lockscope::ui {

/// Saves an incident report: takes down what is shown when it is asked for, asks where to, and makes it on a thread of
/// the pool. Thread: UI.
class IncidentReporter final : public QObject {
    Q_OBJECT
public:
    /// `auditFile`: as ActionLog::userFile() names it.
    IncidentReporter(QWidget& window, const std::string& auditFile);

    void ask(const ViewState& viewState, const std::string& lockPath);

Q_SIGNALS:
    void written(const QString& file);
    void failed(const QString& sentence);

private:
    QWidget& m_window;
    std::string m_auditFile;
    FileWriter m_writer;
};

} // namespace lockscope::ui
