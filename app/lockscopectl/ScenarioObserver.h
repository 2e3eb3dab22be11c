// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Inspection.h"
#include "core/simulate/scenarios/ScenarioEnvironment.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockscope::ctl {

/// Observes a running scenario with its own inspection, and reports the facts that conditions need. Main thread.
class ScenarioObserver final : public QObject {
public:
    /// Uses the dialects, the log and the load limits of `context`, and the servers, the root and the names of `where`.
    ScenarioObserver(const Context& context, const console::ObservedEnsemble& where,
                     std::function<void(const console::EnsembleView&)> report);

private:
    Context m_context;
    std::function<void(const console::EnsembleView&)> m_report;
    std::unique_ptr<Inspection> m_inspection;
};

} // namespace lockscope::ctl
