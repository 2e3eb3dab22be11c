// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/FileWriter.h"
#include "ui/shell/ViewState.h"

#include <QObject>

#include <memory>
#include <string>

class QWidget;

namespace lockscope::ui {

struct Incident;

/// Saves an incident report: captures the current state, asks where to save, and makes the report on a pool thread.
/// Thread: UI.
class IncidentReporter final : public QObject {
    Q_OBJECT
public:
    /// `auditFile`: the path from ActionLog::userFile().
    IncidentReporter(QWidget& window, const std::string& auditFile);

    void ask(const ViewState& viewState, const std::string& lockPath);

Q_SIGNALS:
    void written(const QString& file);
    void failed(const QString& sentence);

private:
    void addGraph(const std::shared_ptr<Incident>& incident, const QString& file);
    void write(const std::shared_ptr<const Incident>& incident, const QString& file);

    QWidget& m_window;
    std::string m_auditFile;
    FileWriter m_writer;
};

} // namespace lockscope::ui
